// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/masks.h"
#include "core/keras/class_names.h"
#include "core/keras/json_access.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace kerascope::keras {
namespace {

/// What makes a mask: a producer (Embedding, Masking) or a merge call, which then gets a mask output; or a
/// tensor that the file itself uses as a mask.
struct Mask {
    CallId maker = noId;
    TensorRef tensor;
    bool operator==(const Mask&) const = default;
};

/// Layers that hand the mask of their input on (supports_masking without a compute_mask of their own).
bool passesMask(const std::string& type, bool keras3)
{
    if (type == "Rescaling" || type == "Normalization")
        return keras3;
    static const std::set<std::string> names{"InputLayer", "Dense", "Activation", "ReLU", "LeakyReLU",
        "PReLU", "ELU", "Softmax", "ThresholdedReLU", "Dropout", "SpatialDropout1D", "SpatialDropout2D",
        "SpatialDropout3D", "GaussianDropout", "GaussianNoise", "AlphaDropout", "ActivityRegularization",
        "Identity", "BatchNormalization", "LayerNormalization", "GroupNormalization", "UnitNormalization",
        "TimeDistributed", "MultiHeadAttention", "GroupedQueryAttention"};
    return names.contains(type);
}

const Json& innerConfig(const Layer& layer) { return member(member(layer.config, "layer"), "config"); }

class MaskPass {
public:
    MaskPass(Model& model, const Origin& origin, const std::vector<bool>& written)
        : model_(model)
        , origin_(origin)
        , written_(written)
        , merges_(model.calls.size())
    {
    }

    void run()
    {
        for (size_t i = 0; i < model_.calls.size(); ++i) {
            const Layer& layer = model_.layerOf(CallId(i));
            if (layer.container || layer.operation)
                continue;
            Call& call = model_.calls[i];
            std::vector<std::optional<Mask>> masks;
            for (const CallInput& input : call.inputs)
                if (!isMaskRole(input.role))
                    masks.push_back(maskOf(input.tensor));
            consume(call, layer, masks);
            produce(call, layer, masks);
        }
    }

private:
    static bool isMaskRole(const std::string& role) { return role == "mask" || role.ends_with("_mask"); }

    std::optional<Mask> maskOf(TensorRef tensor) const
    {
        const auto found = masks_.find(tensor);
        return found == masks_.end() ? std::nullopt : std::optional<Mask>(found->second);
    }

    /// The mask that the file states for this call's first input.
    static std::optional<Mask> statedMask(const Call& call)
    {
        for (const CallInput& input : call.inputs)
            if (input.role == "mask")
                return Mask{noId, input.tensor};
        return std::nullopt;
    }

    bool innerTakesMask(const Layer& layer) const
    {
        const std::string inner = memberString(member(layer.config, "layer"), "class_name");
        return isRecurrent(inner) || inner == "Bidirectional" || inner == "Softmax";
    }

    bool takesMask(const Layer& layer) const
    {
        const std::string& type = layer.type;
        if (isRecurrent(type) || type == "Bidirectional")
            return true;
        if (type == "GlobalAveragePooling1D" || type == "Softmax")
            return !origin_.keras1();
        return type == "TimeDistributed" && !layer.inner && innerTakesMask(layer);
    }

    /// Keras 3 hands a mask to a call by itself only if it has one tensor argument: an LSTM that is given its
    /// initial state runs without (Layer.__call__ looks for "sequences_mask" then).
    bool hiddenByOtherTensors(const std::vector<std::optional<Mask>>& masks) const
    {
        return origin_.keras3() && masks.size() > 1;
    }

    void consume(Call& call, const Layer& layer, const std::vector<std::optional<Mask>>& masks)
    {
        if (written_[size_t(call.id)] || statedMask(call))
            return;
        const bool attention = layer.type == "Attention" || layer.type == "AdditiveAttention"
            || layer.type == "MultiHeadAttention" || layer.type == "GroupedQueryAttention";
        if (attention) {
            for (size_t i = 0; i < masks.size() && i < 3; ++i) {
                static constexpr std::array<const char*, 3> byPosition{"query", "value", "key"};
                const std::string& role = call.inputs[i].role;
                const std::string tensor = role.empty() ? byPosition[i] : role;
                if (masks[i] && (tensor == "query" || tensor == "value" || tensor == "key"))
                    use(call, *masks[i], tensor + "_mask");
            }
        } else if (takesMask(layer) && !masks.empty() && masks[0] && !hiddenByOtherTensors(masks)) {
            use(call, *masks[0], "mask");
        }
    }

    void produce(Call& call, const Layer& layer, const std::vector<std::optional<Mask>>& masks)
    {
        const std::string& type = layer.type;
        const TensorRef output{call.id, 0};
        if (type == "Masking" || (type == "Embedding" && memberBool(layer.config, "mask_zero", false))) {
            masks_[output] = {call.id, {}};
            return;
        }
        std::optional<Mask> first = masks.empty() ? std::nullopt : masks[0];
        if (const auto stated = statedMask(call))
            first = stated;
        else if (written_[size_t(call.id)])
            first = std::nullopt;
        if (isRecurrent(type) || type == "Bidirectional")
            passThroughRecurrent(layer, output, first);
        else if (isMerge(type) && type != "Dot")
            merge(call, masks);
        else if (type == "TimeDistributed" && diesAtRecurrent())
            return;
        else if (type == "Attention" || type == "AdditiveAttention")
            set(output, masks.empty() ? std::nullopt : masks[0]);
        else if (passesMask(type, origin_.keras3()))
            set(output, first);
    }

    /// From 3.16 on RNN, Bidirectional and TimeDistributed do not hand masks on.
    bool diesAtRecurrent() const { return origin_.major > 3 || (origin_.major == 3 && origin_.minor >= 16); }

    void passThroughRecurrent(const Layer& layer, TensorRef output, const std::optional<Mask>& mask)
    {
        const bool wrapped = layer.type == "Bidirectional";
        const Json& options = wrapped ? innerConfig(layer) : layer.config;
        if (diesAtRecurrent() || !memberBool(options, "return_sequences", false))
            return;
        set(output, mask);
        if (wrapped && member(layer.config, "merge_mode").is_null())
            set({output.call, 1}, mask);
    }

    void set(TensorRef output, const std::optional<Mask>& mask)
    {
        if (mask)
            masks_[output] = *mask;
    }

    void merge(const Call& call, const std::vector<std::optional<Mask>>& masks)
    {
        std::vector<std::optional<Mask>> distinct;
        for (const auto& mask : masks)
            if (mask && std::find(distinct.begin(), distinct.end(), mask) == distinct.end())
                distinct.push_back(mask);
        if (distinct.empty())
            return;
        const auto axis = wholeNumber(member(model_.layerOf(call.id).config, "axis"));
        const bool alongTime =
            model_.layerOf(call.id).type == "Concatenate" && axis && (*axis == 1 || *axis == -2);
        if (distinct.size() == 1 && !alongTime) {
            masks_[{call.id, 0}] = *distinct[0]; // AND with itself and with "all valid"
            return;
        }
        merges_[size_t(call.id)] = masks;
        masks_[{call.id, 0}] = {call.id, {}};
    }

    /// The mask's tensor, made if nobody used it before; merges of merges with a stack.
    TensorRef materialize(const Mask& wanted)
    {
        if (wanted.maker == noId)
            return wanted.tensor;
        std::vector<CallId> open{wanted.maker};
        while (!open.empty()) {
            Call& call = model_.calls[size_t(open.back())];
            open.pop_back();
            if (call.maskOutput >= 0)
                continue;
            call.maskOutput = call.outputs++;
            Json masked = Json::array();
            const auto& sources = merges_[size_t(call.id)];
            for (size_t i = 0; i < sources.size(); ++i) {
                if (!sources[i])
                    continue;
                if (sources[i]->maker != noId)
                    open.push_back(sources[i]->maker);
                masked.push_back(i);
            }
            if (!masked.empty())
                call.arguments["masked"] = std::move(masked);
        }
        return {wanted.maker, model_.calls[size_t(wanted.maker)].maskOutput};
    }

    void use(Call& call, const Mask& mask, const std::string& role)
    {
        call.inputs.push_back({materialize(mask), role});
    }

public:
    /// The mask inputs of merges, once it is settled which merges make one.
    void connectMerges()
    {
        for (size_t i = 0; i < merges_.size(); ++i)
            if (model_.calls[i].maskOutput >= 0)
                for (const auto& source : merges_[i])
                    if (source)
                        model_.calls[i].inputs.push_back({materialize(*source), "mask"});
    }

private:
    Model& model_;
    const Origin& origin_;
    const std::vector<bool>& written_;
    std::map<TensorRef, Mask> masks_;
    std::vector<std::vector<std::optional<Mask>>> merges_;
};

} // namespace

void addMasks(Model& model, const Origin& origin, const std::vector<bool>& maskWritten)
{
    MaskPass pass(model, origin, maskWritten);
    pass.run();
    pass.connectMerges();
}

} // namespace kerascope::keras
