// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/weight_spec.h"
#include "core/keras/class_names.h"
#include "core/keras/defaults.h"
#include "core/keras/json_access.h"

#include <set>

namespace kerascope::keras {
namespace {

class SpecList {
public:
    explicit SpecList(std::vector<std::string> holders = {""})
        : holders_(std::move(holders))
    {
    }
    WeightSpec& add(const std::string& leaf, std::vector<Dim> dims, bool trainable = true)
    {
        WeightSpec spec;
        spec.role = spec.leaf = leaf;
        spec.dims = std::move(dims);
        spec.trainable = trainable;
        spec.holders = holders_;
        spec.index = int(specs.size());
        specs.push_back(std::move(spec));
        return specs.back();
    }
    void addAny(const std::string& leaf, bool trainable = true) { add(leaf, {}, trainable).anyShape = true; }

    std::vector<WeightSpec> specs;

private:
    std::vector<std::string> holders_;
};

int64_t number(const Json& config, const char* key) { return wholeNumber(member(config, key)).value_or(-1); }
bool yes(const Json& config, const char* key) { return memberBool(config, key, true); }

std::vector<Dim> kernelDims(const Json& config)
{
    std::vector<Dim> dims;
    for (const Json& size : member(config, "kernel_size"))
        dims.push_back(Dim::of(wholeNumber(size).value_or(-1)));
    return dims;
}

std::vector<WeightSpec> convolution(const std::string& type, const Json& config)
{
    SpecList list;
    const int64_t filters = number(config, "filters");
    const int64_t multiplier = number(config, "depth_multiplier");
    std::vector<Dim> kernel = kernelDims(config);
    if (type.starts_with("Depthwise")) {
        kernel.push_back(Dim::named("cin"));
        kernel.push_back(Dim::of(multiplier));
        list.add("kernel", std::move(kernel));
        if (yes(config, "use_bias"))
            list.add("bias", {Dim::named("cin", multiplier)});
        return list.specs;
    }
    if (type.starts_with("Separable")) {
        std::vector<Dim> point(kernel.size(), Dim::of(1));
        kernel.push_back(Dim::named("cin"));
        kernel.push_back(Dim::of(multiplier));
        point.push_back(Dim::named("cin", multiplier));
        point.push_back(Dim::of(filters));
        list.add("depthwise_kernel", std::move(kernel));
        list.add("pointwise_kernel", std::move(point));
    } else {
        const bool transposed = type.ends_with("Transpose");
        kernel.push_back(transposed ? Dim::of(filters) : Dim::any());
        kernel.push_back(transposed ? Dim::any() : Dim::of(filters));
        list.add("kernel", std::move(kernel));
    }
    if (yes(config, "use_bias"))
        list.add("bias", {Dim::of(filters)});
    return list.specs;
}

std::vector<WeightSpec> recurrent(const std::string& type, const Json& config)
{
    const bool cuDnn = type.starts_with("CuDNN"); // the weights are the layer's own, with two biases in a row
    SpecList list({cuDnn ? "" : "cell"});
    const int64_t gates = type.ends_with("GRU") ? 3 : type == "SimpleRNN" ? 1 : 4;
    const bool convolutional = type.starts_with("ConvLSTM");
    const int64_t units = number(config, convolutional ? "filters" : "units");
    const Dim all = Dim::of(units < 0 ? -1 : gates * units);
    std::vector<Dim> kernel = convolutional ? kernelDims(config) : std::vector<Dim>{};
    std::vector<Dim> recurrentKernel = kernel;
    kernel.insert(kernel.end(), {Dim::any(), all});
    recurrentKernel.insert(recurrentKernel.end(), {Dim::of(units), all});
    list.add("kernel", std::move(kernel));
    list.add("recurrent_kernel", std::move(recurrentKernel));
    if (cuDnn) {
        list.add("bias", {Dim::of(units < 0 ? -1 : 2 * gates * units)});
    } else if (yes(config, "use_bias")) {
        if (type == "GRU" && memberBool(config, "reset_after", false))
            list.add("bias", {Dim::of(2), all});
        else
            list.add("bias", {all});
    }
    return list.specs;
}

std::vector<WeightSpec> normalization(const std::string& type, const Json& config)
{
    SpecList list;
    if (type == "Normalization") {
        if (member(config, "mean").is_null()) {
            list.addAny("mean", false);
            list.addAny("variance", false);
            list.add("count", {}, false);
        }
        return list.specs;
    }
    if (type == "RMSNormalization") {
        list.addAny("scale");
        return list.specs;
    }
    const bool plain = type == "BatchNormalization" && !member(config, "axis").is_array();
    const auto add = [&](const char* leaf, bool trainable) {
        if (plain || type == "GroupNormalization")
            list.add(leaf, {Dim::named("c")}, trainable);
        else
            list.addAny(leaf, trainable);
    };
    if (yes(config, "scale"))
        add("gamma", true);
    if (yes(config, "center") && !memberBool(config, "rms_scaling", false))
        add("beta", true);
    if (type == "BatchNormalization") {
        add("moving_mean", false);
        add("moving_variance", false);
    }
    return list.specs;
}

/// GroupedQueryAttention, and the gate of both, are kept under names that start with "_".
std::vector<WeightSpec> multiHead(const std::string& type, const Json& config)
{
    std::vector<WeightSpec> all;
    static constexpr const char* parts[][2] = {{"query", "query_dense"}, {"key", "key_dense"},
        {"gate", "gate_dense"}, {"value", "value_dense"}, {"attention_output", "output_dense"}};
    const bool gated = memberBool(config, "use_gate", false);
    for (const auto& [name, holder] : parts) {
        if (!gated && std::string(name) == "gate")
            continue;
        const bool hidden = type == "GroupedQueryAttention" || std::string(name) == "gate";
        const std::string plain = holder, marked = "_" + plain;
        SpecList list(hidden ? std::vector{marked, plain} : std::vector{plain, marked});
        list.addAny("kernel");
        if (yes(config, "use_bias"))
            list.addAny("bias");
        const std::string mode = memberString(config, "quantization");
        if (!mode.empty())
            list.addAny("kernel_scale", false);
        if (mode.starts_with("int4_groups")) {
            list.addAny("kernel_zero", false);
            list.addAny("g_idx", false);
        }
        for (WeightSpec& spec : list.specs) {
            spec.role = std::string(name) + "/" + spec.leaf;
            spec.mark = name;
            all.push_back(spec);
        }
    }
    return all;
}

void prefix(std::vector<WeightSpec>& specs, const std::string& role, const std::string& holder,
    const std::string& mark)
{
    for (WeightSpec& spec : specs) {
        spec.role = role + "/" + spec.role;
        spec.group = role;
        if (!mark.empty())
            spec.mark = mark;
        for (std::string& path : spec.holders)
            path = path.empty() ? holder : holder + "/" + path;
    }
}

/// The weights of one cell of an RNN, which lie in the cell itself.
std::optional<std::vector<WeightSpec>> cellSpecs(const Json& cell)
{
    const std::string type = memberString(cell, "class_name");
    static const std::set<std::string> cells{"SimpleRNNCell", "LSTMCell", "GRUCell"};
    if (!cells.contains(type))
        return std::nullopt;
    auto specs = recurrent(type.substr(0, type.size() - 4), member(cell, "config"));
    for (WeightSpec& spec : specs)
        spec.holders = {""};
    return specs;
}

std::optional<std::vector<WeightSpec>> rnn(const Json& cell)
{
    if (memberString(cell, "class_name") != "StackedRNNCells") {
        auto specs = cellSpecs(cell);
        if (specs)
            prefix(*specs, "cell", "cell", {});
        return specs;
    }
    std::vector<WeightSpec> all;
    std::map<std::string, int> seen;
    int number = 0;
    for (const Json& one : member(member(cell, "config"), "cells")) {
        auto specs = cellSpecs(one);
        if (!specs)
            return std::nullopt;
        const std::string name = snakeCase(memberString(one, "class_name"));
        const int before = seen[name]++;
        const std::string holder = before == 0 ? name : name + "_" + std::to_string(before);
        prefix(*specs, "cell/cells/" + std::to_string(number++), "cell/cells/" + holder, {});
        all.insert(all.end(), specs->begin(), specs->end());
    }
    return all;
}

/// The weights of a layer after model.quantize(), in the order of Keras's variable_serialization_spec.
std::vector<WeightSpec> quantized(const std::string& type, const Json& config)
{
    SpecList list;
    const std::string mode = memberString(config, "quantization");
    const bool grouped = mode.starts_with("int4_groups");
    const auto add = [&](std::initializer_list<const char*> leaves) {
        for (const char* leaf : leaves)
            list.addAny(leaf, false);
    };
    if (type.ends_with("Embedding")) {
        add({"embeddings", "embeddings_scale"});
        if (grouped)
            add({"embeddings_zero", "g_idx"});
        if (type == "ReversibleEmbedding" && !memberBool(config, "tie_weights", true)) {
            add({"reverse_embeddings", "reverse_embeddings_scale"});
            if (grouped)
                add({"reverse_embeddings_zero"});
        }
        return list.specs;
    }
    const bool biased =
        type == "EinsumDense" ? !member(config, "bias_axes").is_null() : yes(config, "use_bias");
    const bool calibrated = mode == "awq" || mode.starts_with("gptq");
    if (!calibrated)
        add({"kernel"});
    if (biased)
        list.addAny("bias");
    if (calibrated)
        add({"kernel", "kernel_scale", "kernel_zero"});
    else if (mode == "float8")
        add({"inputs_scale", "inputs_amax_history", "kernel_scale", "kernel_amax_history",
            "outputs_grad_scale", "outputs_grad_amax_history"});
    else
        add({"kernel_scale"});
    if (grouped)
        add({"kernel_zero"});
    if (mode == "awq")
        add({"awq_scales"});
    if (grouped || calibrated)
        add({"g_idx"});
    return list.specs;
}

/// A class with a table of keys that is not named above has no weights.
bool weightless(const std::string& type) { return type == "InputLayer" || defaultsOf(type).is_object(); }

std::optional<std::vector<WeightSpec>> leafSpecs(const std::string& type, const Json& config)
{
    static const std::set<std::string> convolutions{"Conv1D", "Conv2D", "Conv3D", "Conv1DTranspose",
        "Conv2DTranspose", "Conv3DTranspose", "DepthwiseConv1D", "DepthwiseConv2D", "SeparableConv1D",
        "SeparableConv2D"};
    static const std::set<std::string> normalizations{"BatchNormalization", "LayerNormalization",
        "GroupNormalization", "RMSNormalization", "Normalization"};
    if (convolutions.contains(type))
        return convolution(type, config);
    if (normalizations.contains(type))
        return normalization(type, config);
    if (type == "SimpleRNN" || type == "LSTM" || type == "GRU" || type.starts_with("ConvLSTM")
        || type.starts_with("CuDNN"))
        return recurrent(type, config);
    if (type == "MultiHeadAttention" || type == "GroupedQueryAttention")
        return multiHead(type, config);
    if (!member(config, "quantization").is_null())
        return quantized(type, config);
    SpecList list;
    if (type == "Dense") {
        list.add("kernel", {Dim::any(), Dim::of(number(config, "units"))});
        if (yes(config, "use_bias"))
            list.add("bias", {Dim::of(number(config, "units"))});
    } else if (type == "EinsumDense") {
        list.addAny("kernel");
        if (!member(config, "bias_axes").is_null())
            list.addAny("bias");
    } else if (type == "Embedding") {
        list.add("embeddings", {Dim::of(number(config, "input_dim")), Dim::of(number(config, "output_dim"))});
    } else if (type == "ReversibleEmbedding") {
        list.add("embeddings", {Dim::of(number(config, "input_dim")), Dim::of(number(config, "output_dim"))});
        if (!memberBool(config, "tie_weights", true))
            list.addAny("reverse_embeddings");
    } else if (type.starts_with("LocallyConnected") || type == "Highway" || type == "MaxoutDense") {
        list.addAny("kernel");
        if (type == "Highway")
            list.addAny("carry_kernel");
        if (yes(config, "use_bias"))
            list.addAny("bias");
        if (type == "Highway" && yes(config, "use_bias"))
            list.addAny("carry_bias");
    } else if (type == "STFTSpectrogram") {
        const std::string mode = memberString(config, "mode");
        if (mode != "imag")
            list.addAny("real_kernel");
        if (mode != "real")
            list.addAny("imag_kernel");
    } else if (type == "ParametricSoftplus") {
        list.addAny("alpha");
        list.addAny("beta");
    } else if (type == "SReLU") {
        for (const char* leaf : {"t_left", "a_left", "t_right", "a_right"})
            list.addAny(leaf);
    } else if (type == "RandomFourierFeatures") {
        list.add("kernel", {Dim::any(), Dim::of(number(config, "output_dim"))}, false).leaf =
            "unscaled_kernel";
        list.add("bias", {Dim::of(number(config, "output_dim"))}, false);
        list.add("kernel_scale", {Dim::of(1)});
    } else if (type == "LayerScale") {
        list.add("gamma", {Dim::of(number(config, "projection_dim"))});
    } else if (type == "PReLU") {
        list.addAny("alpha");
    } else if (type == "Attention" || type == "AdditiveAttention") {
        if (memberBool(config, "use_scale", false))
            list.addAny("scale");
        if (memberString(config, "score_mode") == "concat")
            list.addAny("concat_score_weight");
    } else if (!weightless(type)) {
        return std::nullopt;
    }
    return list.specs;
}

} // namespace

std::optional<std::vector<WeightSpec>> weightSpecs(const std::string& type, const Json& config)
{
    const auto inner = [&](const char* key) {
        const Json& dict = member(config, key);
        return weightSpecs(memberString(dict, "class_name"), member(dict, "config"));
    };
    if (type == "Bidirectional") {
        auto forward = inner("layer");
        auto backward = inner("backward_layer");
        if (!forward || !backward)
            return std::nullopt;
        prefix(*forward, "forward", "forward_layer", "forward_");
        prefix(*backward, "backward", "backward_layer", "backward_");
        forward->insert(forward->end(), backward->begin(), backward->end());
        return forward;
    }
    if (type == "RNN")
        return rnn(member(config, "cell"));
    if (type == "SpectralNormalization") {
        auto specs = inner("layer");
        if (specs) {
            prefix(*specs, "layer", "layer", {});
            SpecList own;
            own.addAny("vector_u", false);
            own.specs[0].index = 1; // 0 is the layer's kernel once more
            specs->push_back(own.specs[0]);
        }
        return specs;
    }
    if (type == "TimeDistributed") {
        auto specs = inner("layer");
        if (specs)
            prefix(*specs, "layer", "layer", {});
        return specs;
    }
    return leafSpecs(type, config);
}

} // namespace kerascope::keras
