// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/tensor.h"
#include "core/op/program.h"

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace kerascope::cases {

/// The same numbers on every machine for one seed.
class Random {
public:
    explicit Random(uint32_t seed)
        : engine_(seed)
    {
    }
    /// Uniform in [low, high).
    float uniform(float low = -1, float high = 1)
    {
        return low + (high - low) * float(engine_() >> 8) * 0x1p-24F;
    }
    int64_t below(int64_t limit) { return int64_t(engine_() % uint64_t(limit)); }
    bool coin() { return below(2) == 0; }
    template <class T> T pick(const std::vector<T>& choices)
    {
        return choices[size_t(below(int64_t(choices.size())))];
    }
    std::vector<float> numbers(const Shape& shape, float low = -1, float high = 1)
    {
        std::vector<float> all(size_t(shape.elements().value_or(0)));
        for (float& number : all)
            number = uniform(low, high);
        return all;
    }

private:
    std::mt19937 engine_;
};

/// Puts programs together by hand: constants are literals, each operation is a call of a layer of its own.
class ProgramBuilder {
public:
    ProgramBuilder();
    ValueId input(const Shape& shape, DType dtype = DType::Float32);
    ValueId constant(const Shape& shape, std::vector<float> numbers);
    ValueId op(OpKind kind, std::vector<ValueId> inputs, Attributes attributes, const Shape& shape,
        DType dtype = DType::Float32);
    /// A further output of the last operation.
    ValueId alsoOutputs(const Shape& shape);
    /// A state buffer; its slot.
    int state(const Shape& shape);
    void output(ValueId value);
    const Shape& shapeOf(ValueId value) const { return program_.values[size_t(value)].shape; }
    Program take();

private:
    ValueId value(const Shape& shape, DType dtype);
    CallId call(const std::string& name);
    Program program_;
    std::shared_ptr<Model> model_;
};

} // namespace kerascope::cases
