// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/layer_table.h"
#include "core/op/layers/recurrent.h"
#include "core/op/layers/spatial.h"

namespace kerascope {
namespace {

constexpr int64_t maxSteps = 4096; // the steps are written out one by one

/// What every step of a ConvLSTM uses. Values are channels-last.
struct StepParts {
    ValueId kernel = -1; ///< recurrent: [k…, filters, 4·filters]
    ConvAttributes convolution; ///< of the state: same padding, stride 1
    Activation activation, recurrentActivation;
    Shape state; ///< [B, spatial…, filters]
};

struct StepState {
    ValueId h = -1, cell = -1; ///< −1: zeros
};

/// i, f, c, o from z + conv(h): c' = f·c + i·act(c), h' = o·act(c').
StepState nextState(ProgramBuilder& b, const StepParts& parts, ValueId z, const StepState& before)
{
    const int last = parts.state.rank() - 1;
    const int64_t filters = parts.state[-1];
    if (before.h >= 0 && !b.failed()) {
        Shape wide = parts.state;
        wide[-1] = 4 * filters;
        z = b.add(OpKind::Conv, {before.h, parts.kernel, -1, z}, std::move(wide), parts.convolution);
    }
    const auto gate = [&](int index, const Activation& activation) {
        return b.unary(b.sliceAxis(z, last, index * filters, filters), activation);
    };
    ValueId cell = b.binary(Binary::Multiply, gate(0, parts.recurrentActivation), gate(2, parts.activation));
    if (before.cell >= 0)
        cell = b.binary(
            Binary::Add, b.binary(Binary::Multiply, gate(1, parts.recurrentActivation), before.cell), cell);
    const ValueId h =
        b.binary(Binary::Multiply, gate(3, parts.recurrentActivation), b.unary(cell, parts.activation));
    return {h, cell};
}

/// The input's convolution of all steps at once: [B, T, spatial…, 4·filters]; fills the rest of `parts`.
ValueId convolvedInput(LayerContext& c, ValueId x, int rank, bool channelsFirst, StepParts& parts)
{
    ProgramBuilder& b = c.build;
    const Shape whole = b.shape(x);
    const int64_t filters = c.positive("filters", 0);
    const Spatial kernel = c.spatial("kernel_size", rank, 0);
    const std::string padding = c.text("padding", "valid");
    ConvAttributes onInput;
    onInput.spatialRank = parts.convolution.spatialRank = rank;
    onInput.stride = c.spatial("strides", rank, 1);
    onInput.dilation = c.spatial("dilation_rate", rank, 1);
    Shape folded{b.times(whole[0], whole[1])};
    folded.dims.insert(folded.dims.end(), whole.dims.begin() + 2, whole.dims.end());
    x = toChannelsLast(b, b.reshape(x, folded), channelsFirst);
    if (c.failed())
        return -1;
    const Shape in = b.shape(x);
    parts.state = {whole[0]};
    for (int i = 0; i < rank && !c.failed(); ++i) {
        const size_t k = size_t(i);
        const WindowPlace place =
            placeWindow(c, padding, in[1 + i], kernel[k], onInput.stride[k], onInput.dilation[k]);
        onInput.padBefore[k] = place.before;
        onInput.padAfter[k] = place.after;
        parts.state.dims.push_back(place.out);
        const WindowPlace again = placeWindow(c, "same", place.out, kernel[k], 1, 1);
        parts.convolution.padBefore[k] = again.before;
        parts.convolution.padAfter[k] = again.after;
    }
    parts.state.dims.push_back(filters);
    std::vector<ValueId> inputs{x, c.weight("kernel", kernelShape(kernel, rank, in[-1], 4 * filters))};
    if (c.flag("use_bias", true))
        inputs.push_back(c.weight("bias", {4 * filters}));
    parts.kernel = c.weight("recurrent_kernel", kernelShape(kernel, rank, filters, 4 * filters));
    if (c.failed())
        return -1;
    Shape out = parts.state;
    out[0] = in[0];
    out[-1] = 4 * filters;
    const ValueId y = b.add(OpKind::Conv, std::move(inputs), out, onInput);
    out.dims[0] = whole[1];
    out.dims.insert(out.dims.begin(), whole[0]);
    return b.reshape(y, std::move(out));
}

StepState firstState(LayerContext& c, const StepParts& parts, bool channelsFirst)
{
    const std::vector<ValueId> given = givenStates(c);
    if (given.empty())
        return {};
    if (given.size() != 2) {
        c.build.fail(Text(msg("core", "it needs %1 initial states"), 2));
        return {};
    }
    const StepState state{
        toChannelsLast(c.build, given[0], channelsFirst), toChannelsLast(c.build, given[1], channelsFirst)};
    for (const ValueId one : {state.h, state.cell})
        if (!c.failed() && c.build.shape(one) != parts.state)
            c.build.misfit(
                Text(msg("core", "an initial state of shape %1 does not fit"), c.build.shape(one).text()));
    return state;
}

template <int rank> void convLstm(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = c.input(rank + 3, rank + 3);
    if (c.failed())
        return;
    const int64_t steps = b.shape(x)[1];
    if (c.incomingMask() >= 0 || c.flag("stateful", false) || steps > maxSteps) {
        b.fail(Text(msg("core", "its option \"%1\" is not supported"),
            steps > maxSteps            ? "steps"
                : c.incomingMask() >= 0 ? "mask"
                                        : "stateful"));
        return;
    }
    const bool first = c.channelsFirst(), backwards = c.flag("go_backwards", false);
    StepParts parts;
    parts.activation = cellActivation(c, "activation");
    parts.recurrentActivation = cellActivation(c, "recurrent_activation");
    const ValueId z = convolvedInput(c, x, rank, first, parts);
    StepState state = firstState(c, parts, first);
    std::vector<ValueId> sequence;
    for (int64_t i = 0; i < steps && !c.failed(); ++i) {
        Shape one = parts.state;
        one[-1] *= 4;
        const int64_t at = backwards ? steps - 1 - i : i;
        state = nextState(b, parts, b.reshape(b.sliceAxis(z, 1, at, 1), one), state);
        Shape stacked = parts.state;
        stacked.dims.insert(stacked.dims.begin() + 1, 1);
        if (c.flag("return_sequences", false))
            sequence.push_back(b.reshape(state.h, stacked));
    }
    if (c.failed())
        return;
    const ValueId h = toChannelsFirst(b, state.h, first);
    if (sequence.empty())
        c.outputs = {h};
    else
        c.outputs = {first ? b.moveAxis(b.concat(sequence, 1), rank + 2, 2) : b.concat(sequence, 1)};
    if (c.flag("return_state", false))
        c.outputs.insert(c.outputs.end(), {h, toChannelsFirst(b, state.cell, first)});
}

} // namespace

void addConvLstmLayers(LayerTable& table)
{
    table.emplace("ConvLSTM1D", convLstm<1>);
    table.emplace("ConvLSTM2D", convLstm<2>);
    table.emplace("ConvLSTM3D", convLstm<3>);
}

} // namespace kerascope
