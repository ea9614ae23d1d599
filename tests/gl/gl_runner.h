// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine.h"
#include "core/op/program.h"

#include <string>
#include <vector>

namespace kerascope {

/// A program of one or more operations, with numbers for its inputs.
struct ProgramCase {
    std::string name;
    Program program;
    std::vector<Tensor> inputs;
};

/// Builds programs by hand.
class CaseBuilder {
public:
    explicit CaseBuilder(std::string name);
    /// An input with numbers in [low, high), the same on every machine.
    ValueId input(const Shape& shape, float low = -1, float high = 1, DType dtype = DType::Float32);
    ValueId inputOf(const Shape& shape, std::vector<float> numbers);
    ValueId constant(const Shape& shape, float low = -1, float high = 1);
    ValueId value(const Shape& shape, DType dtype = DType::Float32);
    void operation(
        OpKind kind, std::vector<ValueId> inputs, std::vector<ValueId> outputs, Attributes attributes);
    int state(const Shape& shape);
    void output(ValueId value);
    ProgramCase take() { return std::move(case_); }

private:
    std::vector<float> numbers(const Shape& shape, float low, float high);
    ProgramCase case_;
    uint32_t seed_ = 1;
};

/// Plans and prepares, in slices of 5 ms.
Result<std::unique_ptr<Executable>> prepared(Engine& engine, const ProgramCase& test, Ledger& ledger);

/// Plans, prepares, writes the inputs, runs `runs` times and reads all outputs of the last run.
Result<std::vector<Tensor>> runCase(Engine& engine, const ProgramCase& test, Ledger& ledger, int runs = 1);

/// max|a − b| / (1e-6 + max|b|), infinite for different shapes.
double largestError(const Tensor& a, const Tensor& b);

/// Compares a case on `engine` with the reference engine; the message is empty if all is within `tolerance`.
std::string compareWithReference(Engine& engine, const ProgramCase& test, double tolerance);

} // namespace kerascope
