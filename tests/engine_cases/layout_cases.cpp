// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine_cases/primitive_cases.h"

#include <algorithm>
#include <string>
#include <utility>

namespace kerascope::cases {
namespace {

class Cases {
public:
    explicit Cases(uint32_t seed)
        : random(seed)
    {
    }
    void one(OpKind kind, const Shape& in, Attributes attributes, const Shape& out)
    {
        ProgramBuilder build;
        build.output(build.op(kind, {build.input(in)}, std::move(attributes), out));
        add(opName(kind), build);
    }
    void add(const std::string& name, ProgramBuilder& build)
    {
        PrimitiveCase made{name + " " + std::to_string(all.size()), build.take(), {}};
        made.inputs = randomInputs(made.program, random);
        all.push_back(std::move(made));
    }
    Random random;
    std::vector<PrimitiveCase> all;
};

Shape randomShape(Random& random, int rank)
{
    Shape shape;
    for (int i = 0; i < rank; ++i)
        shape.dims.push_back(random.pick<int64_t>({1, 2, 3, 5, 13}));
    if (random.coin())
        shape[-1] = random.pick<int64_t>({127, 128, 129});
    return shape;
}

void addPadAndSlice(Cases& cases)
{
    for (int i = 0; i < 24; ++i) {
        const int rank = 1 + i % 4;
        const Shape shape = randomShape(cases.random, rank);
        PadAttributes pad;
        SliceAttributes slice;
        Shape padded = shape, sliced = shape;
        for (int axis = 0; axis < rank; ++axis) {
            pad.before.push_back(cases.random.below(3));
            pad.after.push_back(cases.random.below(3));
            padded[axis] += pad.before.back() + pad.after.back();
            const int64_t size = shape[axis], step = cases.random.pick<int64_t>({1, 1, 2, 3});
            sliced[axis] = 1 + cases.random.below((size + step - 1) / step);
            const int64_t reach = (sliced[axis] - 1) * step;
            const int64_t begin = cases.random.below(size - reach);
            const bool backwards = cases.random.below(3) == 0;
            slice.begin.push_back(backwards ? begin + reach : begin);
            slice.step.push_back(backwards ? -step : step);
        }
        pad.value = i % 3 == 0 ? 1.5F : 0;
        cases.one(OpKind::Pad, shape, pad, padded);
        cases.one(OpKind::Slice, shape, slice, sliced);
    }
}

void addRearrangements(Cases& cases)
{
    for (int i = 0; i < 24; ++i) {
        const int rank = 2 + i % 4;
        Shape shape = randomShape(cases.random, rank);
        std::vector<int> permutation;
        for (int axis = 0; axis < rank; ++axis)
            permutation.push_back(axis);
        for (int axis = rank - 1; axis > 0; --axis)
            std::swap(permutation[size_t(axis)], permutation[size_t(cases.random.below(axis + 1))]);
        Shape out;
        for (int from : permutation)
            out.dims.push_back(shape[from]);
        cases.one(OpKind::Transpose, shape, TransposeAttributes{permutation}, out);

        const int axis = int(cases.random.below(rank));
        Shape repeated = shape;
        repeated[axis] *= 3;
        cases.one(OpKind::Repeat, shape, RepeatAttributes{axis, 3}, repeated);

        Shape small = shape;
        small[axis] = 1;
        cases.one(OpKind::Broadcast, small, NoAttributes{}, shape);
        cases.one(OpKind::Reshape, shape, NoAttributes{}, Shape{shape.elements().value_or(0)});

        ProgramBuilder build;
        std::vector<ValueId> parts;
        Shape joined = shape;
        joined[axis] = 0;
        for (int part = 0; part < 2 + i % 3; ++part) {
            Shape size = shape;
            size[axis] = cases.random.pick<int64_t>({1, 3, 5, 13});
            joined[axis] += size[axis];
            parts.push_back(build.input(size));
        }
        build.output(build.op(OpKind::Concat, parts, ConcatAttributes{axis}, joined));
        cases.add("Concat", build);
    }
    cases.one(OpKind::Transpose, {1, 129, 127}, TransposeAttributes{{0, 2, 1}}, {1, 127, 129});
    cases.one(OpKind::Transpose, {2, 33, 17, 128}, TransposeAttributes{{0, 3, 1, 2}}, {2, 128, 33, 17});
}

void addResizeAndGather(Cases& cases)
{
    for (ResizeKind kind : {ResizeKind::Nearest, ResizeKind::Bilinear, ResizeKind::Bicubic,
             ResizeKind::Lanczos3, ResizeKind::Lanczos5})
        for (const auto& [in, out] : std::vector<std::pair<int64_t, int64_t>>{
                 {5, 10}, {11, 4}, {1, 3}, {13, 13}, {3, 127}, {128, 5}}) {
            const int64_t channels = cases.random.pick<int64_t>({1, 3, 16, 129});
            cases.one(OpKind::Resize, {2, in, 5, channels}, ResizeAttributes{kind}, {2, out, 7, channels});
        }
    for (int64_t width : {1, 3, 13, 127, 128, 129}) {
        ProgramBuilder build;
        const Shape table{17, width};
        const ValueId rows = build.constant(table, cases.random.numbers(table));
        const ValueId indices = build.input({3, 5}, DType::Int32);
        build.output(build.op(OpKind::Gather, {rows, indices}, NoAttributes{}, {3, 5, width}));
        cases.add("Gather", build);
        std::vector<float>& data = cases.all.back().inputs[0].data;
        for (float& index : data)
            index = float(cases.random.below(17));
        data[0] = 16.75F;
    }
}

} // namespace

std::vector<PrimitiveCase> layoutCases()
{
    Cases cases(41);
    addPadAndSlice(cases);
    addRearrangements(cases);
    addResizeAndGather(cases);
    return std::move(cases.all);
}

std::vector<PrimitiveCase> recurrentCases()
{
    std::vector<PrimitiveCase> all;
    Random random(51);
    for (int i = 0; i < 48; ++i) {
        ProgramBuilder build;
        RecurrentAttributes a;
        a.cell = CellKind(i % 4);
        a.units = random.pick<int64_t>({1, 3, 13, 32, 127, 128});
        a.activation = {i % 5 == 4 ? Unary::Relu : Unary::Tanh, 0, __builtin_inff(), 0};
        a.recurrentActivation =
            i % 3 == 2 ? Activation{Unary::HardSigmoid, 0.2F, 0.5F, 0} : Activation{Unary::Sigmoid, 0, 0, 0};
        a.goBackwards = random.coin();
        a.returnSequences = random.coin();
        a.zeroOutputForMask = random.coin();
        a.hasBias = random.below(4) != 0;
        a.hasMask = random.below(3) == 0;
        a.hasState = random.below(4) == 0;
        const bool lstm = a.cell == CellKind::Lstm, after = a.cell == CellKind::GruResetAfter;
        const int64_t gates = a.cell == CellKind::Simple ? 1 : lstm ? 4 : 3;
        const int64_t batch = random.pick<int64_t>({1, 1, 3}), time = random.pick<int64_t>({1, 5, 13}),
                      features = random.pick<int64_t>({1, 3, 64, 129});
        const ValueId x = build.input({batch, time, features});
        const Shape kernel{features, gates * a.units}, recurrent{a.units, gates * a.units};
        const Shape bias = after ? Shape{2, gates * a.units} : Shape{gates * a.units}, state{batch, a.units};
        std::vector<ValueId> inputs{x, build.constant(kernel, random.numbers(kernel, -0.3F, 0.3F)),
            build.constant(recurrent, random.numbers(recurrent, -0.2F, 0.2F))};
        inputs.push_back(a.hasBias ? build.constant(bias, random.numbers(bias)) : -1);
        const ValueId mask = a.hasMask ? build.input({batch, time}, DType::Bool) : -1;
        inputs.push_back(mask);
        inputs.push_back(a.hasState ? build.input(state) : -1);
        inputs.push_back(a.hasState && lstm ? build.input(state) : -1);
        if (!a.hasState && random.below(3) == 0) {
            a.stateSlot = build.state(state);
            if (lstm)
                build.state(state);
        }
        const Shape out = a.returnSequences ? Shape{batch, time, a.units} : Shape{batch, a.units};
        build.output(build.op(OpKind::Recurrent, inputs, a, out));
        const ValueId h = build.alsoOutputs(state);
        build.output(h);
        if (lstm)
            build.output(build.alsoOutputs(state));
        PrimitiveCase made{"recurrent " + std::to_string(i), build.take(), {}};
        made.inputs = randomInputs(made.program, random);
        for (size_t input = 0; input < made.program.inputs.size(); ++input)
            if (made.program.inputs[input].value == mask)
                for (float& number : made.inputs[input].data)
                    number = number > -0.3F ? 1.0F : 0.0F;
        all.push_back(std::move(made));
    }
    return all;
}

} // namespace kerascope::cases
