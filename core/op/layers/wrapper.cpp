// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/inner_model.h"
#include "core/op/layers/layer_table.h"
#include "core/op/layers/recurrent.h"

namespace kerascope {
namespace {

struct WrittenLayer {
    std::string type;
    nlohmann::json config;
};

std::optional<WrittenLayer> readLayer(LayerContext& c, const char* key)
{
    const nlohmann::json* written = c.find(key);
    const bool good = written && written->is_object() && written->contains("class_name")
        && written->contains("config") && (*written)["class_name"].is_string()
        && (*written)["config"].is_object();
    if (!good) {
        c.build.fail(Text(msg("core", "the layer inside it cannot be read")));
        return std::nullopt;
    }
    return WrittenLayer{(*written)["class_name"].get<std::string>(), (*written)["config"]};
}

/// One direction: the tensors of the outer layer, with its half of the initial states.
RecurrentResult direction(LayerContext& c, const WrittenLayer& written, const char* prefix, size_t half)
{
    static const nlohmann::json noArguments = nlohmann::json::object();
    LayerContext inner(c.build, c.layer, c.prefix + prefix, written.type, written.config, noArguments);
    inner.depth = c.depth + 1;
    std::vector<LayerInput> states;
    bool sequenceSeen = false;
    for (const LayerInput& one : c.inputs) {
        if (one.role == "initial_state" || (one.role.empty() && sequenceSeen))
            states.push_back({one.value, "initial_state"});
        else
            inner.inputs.push_back(one);
        sequenceSeen = sequenceSeen || one.role.empty();
    }
    const size_t each = states.size() / 2;
    inner.inputs.insert(inner.inputs.end(), states.begin() + std::ptrdiff_t(half * each),
        states.begin() + std::ptrdiff_t((half + 1) * each));
    // as keras/src/layers/rnn/bidirectional.py forces it
    return recurrentCell(inner, inner.flag("return_sequences", false));
}

ValueId merged(LayerContext& c, ValueId forward, ValueId backward, const std::string& mode)
{
    ProgramBuilder& b = c.build;
    if (mode == "concat")
        return b.concat({forward, backward}, b.rank(forward) - 1);
    if (mode == "sum" || mode == "ave") {
        const ValueId sum = b.binary(Binary::Add, forward, backward);
        return mode == "sum" ? sum : b.linear(sum, 0.5F, 0);
    }
    if (mode == "mul")
        return b.binary(Binary::Multiply, forward, backward);
    b.fail(Text(msg("core", "the merge mode \"%1\" is not known"), mode));
    return -1;
}

void bidirectional(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const auto first = readLayer(c, "layer");
    if (!first || c.input(3, 3) < 0)
        return;
    WrittenLayer second = *first;
    if (c.find("backward_layer")) {
        const auto given = readLayer(c, "backward_layer");
        if (!given)
            return;
        second = *given;
    } else {
        const auto flag = second.config.find("go_backwards");
        const bool already = flag != second.config.end() && flag->is_boolean() && flag->get<bool>();
        second.config["go_backwards"] = !already;
    }
    if (!isRecurrent(first->type) || !isRecurrent(second.type)) {
        b.fail(Text(msg("core", "layers of the class %1 cannot be computed yet"),
            c.type + "(" + (isRecurrent(first->type) ? second.type : first->type) + ")"));
        return;
    }
    const RecurrentResult forward = direction(c, *first, "forward/", 0);
    RecurrentResult backward = direction(c, second, "backward/", 1);
    if (c.failed())
        return;
    const bool sequences = b.rank(forward.output) == 3;
    if (sequences && b.rank(backward.output) == 3) {
        const int64_t steps = b.shape(backward.output)[1];
        backward.output = b.sliceAxis(backward.output, 1, steps - 1, steps, -1);
    }
    const bool none = c.config.contains("merge_mode") && c.config["merge_mode"].is_null();
    if (none)
        c.outputs = {forward.output, backward.output};
    else
        c.outputs = {merged(c, forward.output, backward.output, c.text("merge_mode", "concat"))};
    const auto state = first->config.find("return_state");
    if (state == first->config.end() || !state->is_boolean() || !state->get<bool>())
        return;
    c.outputs.insert(c.outputs.end(), forward.states.begin(), forward.states.end());
    c.outputs.insert(c.outputs.end(), backward.states.begin(), backward.states.end());
}

bool innerTakesMask(LayerContext& c)
{
    const nlohmann::json* written = c.find("layer");
    const bool named = written && written->is_object() && written->contains("class_name");
    if (!named || !(*written)["class_name"].is_string())
        return false;
    const std::string type = (*written)["class_name"].get<std::string>();
    return isRecurrent(type) || type == "Bidirectional" || type == "Softmax"
        || type == "GlobalAveragePooling1D";
}

/// The mask of each step: without the time axis, as Keras hands it over.
ValueId stepMask(ProgramBuilder& b, ValueId mask, int64_t rows)
{
    Shape steps = b.shape(mask);
    if (steps.rank() < 3) {
        b.misfit(Text(msg("core", "a mask of shape %1 does not fit"), steps.text()));
        return -1;
    }
    steps.dims.erase(steps.dims.begin());
    steps.dims[0] = rows;
    return b.reshape(mask, std::move(steps));
}

/// The layer or model inside, once for all steps: steps and samples are taken together.
void timeDistributed(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = c.input(2);
    if (c.failed())
        return;
    const Shape whole = b.shape(x);
    const int64_t rows = b.times(whole[0], whole[1]);
    Shape folded{rows};
    folded.dims.insert(folded.dims.end(), whole.dims.begin() + 2, whole.dims.end());
    std::vector<LayerInput> inputs{{b.reshape(x, folded), {}}};
    if (const ValueId mask = c.incomingMask(); mask >= 0 && innerTakesMask(c))
        inputs.push_back({stepMask(b, mask, rows), "mask"});
    std::vector<ValueId> made;
    if (c.layer.inner && c.depth == 0)
        made = lowerInnerModel(c, *c.layer.inner, inputs, "layer/");
    else if (const nlohmann::json* written = c.find("layer"))
        made = lowerInnerLayer(c, *written, inputs, "layer/");
    else
        b.fail(Text(msg("core", "the layer inside it cannot be read")));
    if (c.failed())
        return;
    for (const ValueId one : made) {
        Shape out = b.shape(one);
        if (out[0] != rows) {
            b.fail(Text(msg("core", "the layer inside it changes the number of samples")));
            return;
        }
        out.dims[0] = whole[1];
        out.dims.insert(out.dims.begin(), whole[0]);
        c.outputs.push_back(b.reshape(one, std::move(out)));
    }
}

} // namespace

void addWrapperLayers(LayerTable& table)
{
    table.emplace("Bidirectional", bidirectional);
    table.emplace("TimeDistributed", timeDistributed);
}

} // namespace kerascope
