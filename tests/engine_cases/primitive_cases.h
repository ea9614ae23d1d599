// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine.h"
#include "core/op/passes.h"
#include "tests/engine_cases/program_builder.h"

#include <string>
#include <vector>

namespace kerascope::cases {

/// A small program with literal constants, and numbers for its inputs. Seeded: the same on every run.
struct PrimitiveCase {
    std::string name;
    Program program;
    std::vector<Tensor> inputs;
};

/// One family each; sizes 1, 3, 5, 13, 127, 128, 129 and many attribute sets.
std::vector<PrimitiveCase> convCases();
std::vector<PrimitiveCase> convTransposeCases();
std::vector<PrimitiveCase> matMulCases();
std::vector<PrimitiveCase> poolCases();
std::vector<PrimitiveCase> elementwiseCases(); ///< Unary, Binary, Select, Affine, Cast
std::vector<PrimitiveCase> reductionCases(); ///< Reduce, Softmax, Normalize
std::vector<PrimitiveCase> layoutCases(); ///< Pad … Resize, Gather
std::vector<PrimitiveCase> recurrentCases();
/// All of them.
std::vector<PrimitiveCase> primitiveCases();

/// Plans, prepares and runs the case on an engine once; the outputs in the program's order. A ledger may be
/// given to see what was booked; passes are off unless asked for; `weights` for programs of a model file.
Result<std::vector<Tensor>> runCase(Engine& engine, const PrimitiveCase& primitive, Ledger* ledger = nullptr,
    const PassOptions& passes = PassOptions::none(), int runs = 1,
    std::shared_ptr<WeightStore> weights = nullptr);

/// max|a − b| / (1e-6 + max|b|), NaN equal to NaN; infinity where the shapes differ (cli.md).
double relativeError(const Tensor& a, const Tensor& b);

/// Inputs with uniform numbers for a program.
std::vector<Tensor> randomInputs(const Program& program, Random& random, float low = -1, float high = 1);

} // namespace kerascope::cases
