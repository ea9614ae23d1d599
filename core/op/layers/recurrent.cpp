// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/recurrent.h"

#include "core/op/layers/layer_table.h"

namespace kerascope {
namespace {

int64_t gatesOf(CellKind cell)
{
    switch (cell) {
    case CellKind::Simple:
        return 1;
    case CellKind::Lstm:
        return 4;
    default:
        return 3;
    }
}

int stateSlot(LayerContext& c, const Shape& state, size_t count)
{
    Program& program = c.build.program();
    const int slot = int(program.states.size());
    for (size_t i = 0; i < count; ++i)
        program.states.push_back(state);
    return slot;
}

struct CellInputs {
    ValueId x = -1, mask = -1;
    std::vector<ValueId> states;
};

std::optional<CellInputs> readInputs(LayerContext& c, int64_t units, size_t stateCount)
{
    ProgramBuilder& b = c.build;
    CellInputs in{c.input(3, 3), c.incomingMask(), givenStates(c)};
    if (c.failed())
        return std::nullopt;
    const Shape& x = b.shape(in.x);
    if (in.mask >= 0 && b.shape(in.mask) == Shape{x[0], x[1], 1})
        in.mask = b.reshape(in.mask, {x[0], x[1]});
    if (in.mask >= 0 && b.shape(in.mask) != Shape{b.shape(in.x)[0], b.shape(in.x)[1]})
        b.misfit(Text(msg("core", "a mask of shape %1 does not fit"), b.shape(in.mask).text()));
    if (!in.states.empty() && in.states.size() != stateCount)
        b.fail(Text(msg("core", "it needs %1 initial states"), stateCount));
    for (const ValueId state : in.states)
        if (b.shape(state) != Shape{b.shape(in.x)[0], units})
            b.misfit(Text(msg("core", "an initial state of shape %1 does not fit"), b.shape(state).text()));
    if (c.failed())
        return std::nullopt;
    return in;
}

bool isCuDnn(LayerContext& c) { return c.type.starts_with("CuDNN"); }

/// cuDNN keeps each gate's matrix transposed in the bytes of the untransposed one.
ValueId cuDnnKernel(LayerContext& c, const char* role, int64_t rows, int64_t units, int64_t gates)
{
    ProgramBuilder& b = c.build;
    const ValueId stored = b.reshape(c.weight(role, {rows, gates * units}), {rows, gates, units});
    const ValueId byGate = b.reshape(b.transpose(stored, {1, 0, 2}), {gates, units, rows});
    return b.reshape(b.transpose(byGate, {2, 0, 1}), {rows, gates * units});
}

/// Its two biases lie one after the other: an LSTM's are added, a GRU's stay apart.
ValueId cuDnnBias(LayerContext& c, int64_t width)
{
    ProgramBuilder& b = c.build;
    const ValueId both = c.weight("bias", {2 * width});
    if (c.type == "CuDNNGRU" || c.failed())
        return b.reshape(both, {2, width});
    const auto half = [&](int64_t begin) {
        return b.derived(DerivedKind::Slice, {both}, {width}, 0, {}, {begin});
    };
    return b.derived(DerivedKind::Add, {half(0), half(width)}, {width});
}

CellKind cellOf(LayerContext& c)
{
    if (c.type == "CuDNNGRU")
        return CellKind::GruResetAfter;
    if (c.type == "LSTM" || c.type == "CuDNNLSTM")
        return CellKind::Lstm;
    if (c.type == "SimpleRNN")
        return CellKind::Simple;
    return c.flag("reset_after", false) ? CellKind::GruResetAfter : CellKind::Gru;
}

} // namespace

Activation cellActivation(LayerContext& c, const char* key)
{
    const ActivationSpec spec = c.activation(key);
    if (spec.rest)
        c.build.fail(Text(msg("core", "its option \"%1\" cannot be computed inside a recurrent cell"), key));
    return spec.simple;
}

std::vector<ValueId> givenStates(LayerContext& c)
{
    std::vector<ValueId> states = c.named("initial_state");
    const auto positional = c.positional();
    if (states.empty() && positional.size() > 1)
        states.assign(positional.begin() + 1, positional.end());
    return states;
}

bool isRecurrent(const std::string& type)
{
    return type == "LSTM" || type == "GRU" || type == "SimpleRNN" || type == "CuDNNLSTM"
        || type == "CuDNNGRU";
}

RecurrentResult recurrentCell(LayerContext& c, std::optional<bool> zeroOutputForMask)
{
    ProgramBuilder& b = c.build;
    RecurrentAttributes a;
    a.cell = cellOf(c);
    a.units = c.positive("units", 0);
    const bool cuDnn = isCuDnn(c);
    a.activation = cuDnn ? Activation{Unary::Tanh} : cellActivation(c, "activation");
    if (cuDnn)
        a.recurrentActivation = {Unary::Sigmoid};
    else if (a.cell != CellKind::Simple)
        a.recurrentActivation = cellActivation(c, "recurrent_activation");
    a.goBackwards = c.flag("go_backwards", false);
    a.returnSequences = c.flag("return_sequences", false);
    a.zeroOutputForMask = zeroOutputForMask.value_or(c.flag("zero_output_for_mask", false));
    a.hasBias = c.flag("use_bias", true);
    if (c.flag("time_major", false))
        b.fail(Text(msg("core", "its option \"%1\" is not supported"), "time_major"));
    const size_t stateCount = a.cell == CellKind::Lstm ? 2 : 1;
    const auto in = c.failed() ? std::nullopt : readInputs(c, a.units, stateCount);
    if (!in)
        return {};
    const Shape x = b.shape(in->x);
    const int64_t width = b.times(a.units, gatesOf(a.cell));
    const auto kernel = [&](const char* role, int64_t rows) {
        return cuDnn ? cuDnnKernel(c, role, rows, a.units, gatesOf(a.cell)) : c.weight(role, {rows, width});
    };
    std::vector<ValueId> inputs{
        in->x, kernel("kernel", x[2]), kernel("recurrent_kernel", a.units), -1, in->mask};
    if (cuDnn)
        inputs[3] = cuDnnBias(c, width);
    else if (a.hasBias)
        inputs[3] = c.weight("bias", a.cell == CellKind::GruResetAfter ? Shape{2, width} : Shape{width});
    inputs.insert(inputs.end(), in->states.begin(), in->states.end());
    while (inputs.back() < 0 && !c.failed())
        inputs.pop_back();
    a.hasMask = in->mask >= 0;
    a.hasState = !in->states.empty();
    const Shape state{x[0], a.units};
    if (c.flag("stateful", false) && !c.failed() && !a.hasState)
        a.stateSlot = stateSlot(c, state, stateCount);
    std::vector<Shape> shapes{a.returnSequences ? Shape{x[0], x[1], a.units} : state};
    shapes.insert(shapes.end(), stateCount, state);
    auto made = b.addMany(OpKind::Recurrent, std::move(inputs), std::move(shapes), a);
    if (c.failed())
        return {};
    return {made[0], {made.begin() + 1, made.end()}};
}

namespace {

void recurrent(LayerContext& c)
{
    const RecurrentResult made = recurrentCell(c, std::nullopt);
    c.outputs = {made.output};
    if (c.flag("return_state", false))
        c.outputs.insert(c.outputs.end(), made.states.begin(), made.states.end());
}

} // namespace

void addRecurrentLayers(LayerTable& table)
{
    for (const char* name : {"SimpleRNN", "LSTM", "GRU", "CuDNNLSTM", "CuDNNGRU"})
        table.emplace(name, recurrent);
}

} // namespace kerascope
