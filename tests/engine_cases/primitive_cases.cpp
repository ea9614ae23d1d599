// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine_cases/primitive_cases.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

namespace kerascope::cases {

std::vector<PrimitiveCase> primitiveCases()
{
    std::vector<PrimitiveCase> all;
    for (auto* family : {convCases, convTransposeCases, matMulCases, poolCases, elementwiseCases,
             reductionCases, layoutCases, recurrentCases}) {
        std::vector<PrimitiveCase> cases = family();
        std::move(cases.begin(), cases.end(), std::back_inserter(all));
    }
    return all;
}

Result<std::vector<Tensor>> runCase(Engine& engine, const PrimitiveCase& primitive, Ledger* ledger,
    const PassOptions& passes, int runs, std::shared_ptr<WeightStore> weights)
{
    Ledger own;
    Program program = primitive.program;
    runPasses(program, passes, {});
    if (!weights)
        weights = std::make_shared<WeightStore>(program.model, nullptr, nullptr);
    StorageNeeds needs = engine.storage(program);
    auto plan = makePlan(std::move(program), std::move(needs));
    auto preparation = engine.prepare(plan, weights, ledger ? *ledger : own);
    if (!preparation)
        return preparation.error();
    while (true) {
        const Result<bool> done = (*preparation)->advance(std::chrono::milliseconds(10), {});
        if (!done)
            return done.error();
        if (*done)
            break;
    }
    const std::unique_ptr<Executable> executable = (*preparation)->take();
    for (size_t i = 0; i < primitive.inputs.size(); ++i)
        if (Result<void> written = executable->write(int(i), primitive.inputs[i]); !written)
            return written.error();
    for (int run = 0; run < runs; ++run)
        if (const Result<RunTimes> times = executable->run({}, {}); !times)
            return times.error();
    std::vector<Tensor> outputs;
    for (size_t i = 0; i < plan->program().outputs.size(); ++i) {
        Result<Tensor> output = executable->read(int(i));
        if (!output)
            return output.error();
        outputs.push_back(std::move(*output));
    }
    return outputs;
}

double relativeError(const Tensor& a, const Tensor& b)
{
    if (a.shape != b.shape || a.data.size() != b.data.size())
        return std::numeric_limits<double>::infinity();
    double difference = 0, largest = 0;
    for (size_t i = 0; i < a.data.size(); ++i) {
        const auto x = double(a.data[i]), y = double(b.data[i]);
        if (std::isnan(x) && std::isnan(y))
            continue;
        if (x == y) {
            largest = std::isfinite(y) ? std::max(largest, std::abs(y)) : largest;
            continue;
        }
        if (!std::isfinite(x) || !std::isfinite(y))
            return std::numeric_limits<double>::infinity();
        difference = std::max(difference, std::abs(x - y));
        largest = std::max(largest, std::abs(y));
    }
    return difference / (1e-6 + largest);
}

std::vector<Tensor> randomInputs(const Program& program, Random& random, float low, float high)
{
    std::vector<Tensor> inputs;
    for (const ProgramInput& input : program.inputs) {
        const Value& value = program.values[size_t(input.value)];
        inputs.push_back({value.shape, value.dtype, random.numbers(value.shape, low, high)});
    }
    return inputs;
}

} // namespace kerascope::cases
