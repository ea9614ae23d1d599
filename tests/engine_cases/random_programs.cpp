// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine_cases/random_programs.h"

#include <utility>

namespace kerascope::cases {
namespace {

class Network {
public:
    explicit Network(uint32_t seed)
        : random_(seed)
    {
        current_ = build_.input({random_.pick<int64_t>({1, 2}), 6, 5, 4});
        seen_.push_back(current_);
    }

    PrimitiveCase make(const std::string& name)
    {
        for (int i = 0; i < 14; ++i) {
            step();
            seen_.push_back(current_);
            if (random_.below(7) == 0)
                build_.output(current_);
        }
        build_.output(current_);
        PrimitiveCase made{name, build_.take(), {}};
        made.inputs = randomInputs(made.program, random_);
        return made;
    }

private:
    const Shape& shape() const { return build_.shapeOf(current_); }
    ValueId numbers(const Shape& size) { return build_.constant(size, random_.numbers(size, -0.6F, 0.6F)); }
    Activation activation()
    {
        return random_.pick<Activation>({{Unary::Relu, 0, __builtin_inff(), 0}, {Unary::Tanh, 0, 0, 0},
            {Unary::Relu, 0, 6, 0}, {Unary::Identity, 0, 0, 0}, {Unary::Sigmoid, 0, 0, 0}});
    }

    void step()
    {
        switch (random_.below(11)) {
        case 0:
            return conv(3);
        case 1:
            return conv(1);
        case 2:
            return affine();
        case 3:
            return unary();
        case 4:
            return residual();
        case 5:
            return padded();
        case 6:
            return transposes();
        case 7:
            return matMul();
        case 8:
            return views();
        case 9:
            return convTranspose();
        default:
            return oneTranspose();
        }
    }
    void conv(int64_t window)
    {
        ConvAttributes a;
        a.padBefore = a.padAfter = {window / 2, window / 2, 0};
        const int64_t channels = shape()[-1],
                      out = random_.coin() ? channels : random_.pick<int64_t>({3, 4, 8});
        std::vector<ValueId> inputs{current_, numbers({window, window, channels, out})};
        if (random_.coin())
            inputs.push_back(numbers({out}));
        Shape size = shape();
        size[-1] = out;
        current_ = build_.op(OpKind::Conv, inputs, a, size);
    }
    void convTranspose()
    {
        ConvTransposeAttributes a;
        a.cropBefore = {1, 1, 0};
        const int64_t channels = shape()[-1];
        current_ = build_.op(OpKind::ConvTranspose, {current_, numbers({3, 3, 4, channels})}, a,
            {shape()[0], shape()[1], shape()[2], 4});
        affine();
    }
    void matMul()
    {
        const int64_t channels = shape()[-1], out = random_.pick<int64_t>({3, 4});
        const bool transposed = random_.coin();
        Shape size = shape();
        size[-1] = out;
        const ValueId kernel = transposed ? numbers({out, channels}) : numbers({channels, out});
        std::vector<ValueId> inputs{current_, kernel};
        if (random_.coin())
            inputs.push_back(numbers({out}));
        current_ = build_.op(OpKind::MatMul, inputs, MatMulAttributes{false, transposed, {}}, size);
    }
    void affine()
    {
        const int64_t channels = shape()[-1];
        std::vector<ValueId> inputs{current_, numbers({channels})};
        if (random_.coin())
            inputs.push_back(numbers({channels}));
        current_ = build_.op(OpKind::Affine, inputs, AffineAttributes{}, shape());
    }
    void unary() { current_ = build_.op(OpKind::Unary, {current_}, UnaryAttributes{activation()}, shape()); }
    void residual()
    {
        for (size_t tries = 0; tries < 8; ++tries) {
            const ValueId other = random_.pick(seen_);
            if (build_.shapeOf(other) != shape())
                continue;
            const bool first = random_.coin();
            current_ = build_.op(OpKind::Binary, {first ? current_ : other, first ? other : current_},
                BinaryAttributes{}, shape());
            return unary();
        }
    }
    void padded()
    {
        PadAttributes pad;
        pad.before = {0, 1, 0, 0};
        pad.after = {0, 1, 2, 0};
        pad.value = random_.below(4) == 0 ? 1.0F : 0.0F;
        Shape size = shape();
        size[1] += 2;
        size[2] += 2;
        current_ = build_.op(OpKind::Pad, {current_}, pad, size);
        if (random_.below(4) == 0)
            seen_.push_back(current_);
        ConvAttributes a;
        const int64_t channels = size[-1];
        size[1] -= 2;
        size[2] -= 2;
        current_ = build_.op(OpKind::Conv, {current_, numbers({3, 3, channels, channels})}, a, size);
    }
    void transpose(const std::vector<int>& permutation)
    {
        Shape size;
        for (int from : permutation)
            size.dims.push_back(shape()[from]);
        current_ = build_.op(OpKind::Transpose, {current_}, TransposeAttributes{permutation}, size);
    }
    void transposes()
    {
        transpose({0, 3, 1, 2});
        if (random_.coin())
            unary();
        if (random_.below(4) == 0)
            seen_.push_back(current_);
        if (random_.coin()) {
            Shape joined = shape();
            joined[1] *= 2;
            const ValueId first = current_;
            current_ = build_.op(OpKind::Unary, {first}, UnaryAttributes{activation()}, shape());
            current_ = build_.op(OpKind::Concat, {first, current_}, ConcatAttributes{1}, joined);
        }
        transpose({0, 2, 3, 1});
    }
    void oneTranspose() { transpose({0, 2, 1, 3}); }
    void views()
    {
        const Shape size = shape();
        current_ = build_.op(OpKind::Reshape, {current_}, NoAttributes{}, {size[0], size.product(1, 4)});
        unary();
        current_ =
            build_.op(OpKind::Reshape, {current_}, NoAttributes{}, {size[0], size[1] * size[2], size[3]});
        current_ = build_.op(OpKind::Reshape, {current_}, NoAttributes{}, size);
    }

    Random random_;
    ProgramBuilder build_;
    ValueId current_ = -1;
    std::vector<ValueId> seen_;
};

} // namespace

PrimitiveCase randomNetwork(uint32_t seed) { return Network(seed).make("network " + std::to_string(seed)); }

} // namespace kerascope::cases
