// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gl/gl_runner.h"

#include "core/engine/engines.h"

#include <cmath>
#include <limits>

namespace kerascope {

CaseBuilder::CaseBuilder(std::string name)
{
    case_.name = std::move(name);
    case_.program.model = std::make_shared<Model>();
}

std::vector<float> CaseBuilder::numbers(const Shape& shape, float low, float high)
{
    std::vector<float> all(size_t(shape.elements().value_or(0)));
    for (float& number : all) {
        seed_ = seed_ * 1664525U + 1013904223U;
        number = low + (high - low) * float(seed_ >> 8) / float(1 << 24);
    }
    return all;
}

ValueId CaseBuilder::value(const Shape& shape, DType dtype)
{
    case_.program.values.push_back({shape, dtype, -1});
    return ValueId(case_.program.values.size() - 1);
}

ValueId CaseBuilder::inputOf(const Shape& shape, std::vector<float> numbers)
{
    const ValueId id = value(shape);
    case_.program.inputs.push_back({"in" + std::to_string(id), {}, id});
    case_.inputs.push_back({shape, DType::Float32, std::move(numbers)});
    return id;
}

ValueId CaseBuilder::input(const Shape& shape, float low, float high, DType dtype)
{
    const ValueId id = inputOf(shape, numbers(shape, low, high));
    case_.program.values[size_t(id)].dtype = dtype;
    case_.inputs.back().dtype = dtype;
    return id;
}

ValueId CaseBuilder::constant(const Shape& shape, float low, float high)
{
    const auto id = ConstId(case_.program.constants.size());
    Constant constant;
    constant.shape = shape;
    constant.source = std::make_shared<const std::vector<float>>(numbers(shape, low, high));
    constant.key = "constant " + std::to_string(id);
    case_.program.constants.push_back(std::move(constant));
    const ValueId value = this->value(shape);
    case_.program.values.back().constant = id;
    return value;
}

void CaseBuilder::operation(
    OpKind kind, std::vector<ValueId> inputs, std::vector<ValueId> outputs, Attributes attributes)
{
    case_.program.operations.push_back(
        {kind, std::move(inputs), std::move(outputs), std::move(attributes), {}});
}

int CaseBuilder::state(const Shape& shape)
{
    case_.program.states.push_back(shape);
    return int(case_.program.states.size()) - 1;
}

void CaseBuilder::output(ValueId value)
{
    case_.program.outputs.push_back({"out" + std::to_string(value), {}, value});
}

Result<std::unique_ptr<Executable>> prepared(Engine& engine, const ProgramCase& test, Ledger& ledger)
{
    const auto store = std::make_shared<WeightStore>(test.program.model, nullptr, nullptr);
    const auto plan = makePlan(test.program, engine.storage(test.program));
    Result<std::unique_ptr<Preparation>> preparation = engine.prepare(plan, store, ledger);
    if (!preparation)
        return std::move(preparation).error();
    for (bool done = false; !done;) {
        Result<bool> advanced = (*preparation)->advance(std::chrono::milliseconds(5), {});
        if (!advanced)
            return std::move(advanced).error();
        done = *advanced;
    }
    return (*preparation)->take();
}

Result<std::vector<Tensor>> runCase(Engine& engine, const ProgramCase& test, Ledger& ledger, int runs)
{
    Result<std::unique_ptr<Executable>> made = prepared(engine, test, ledger);
    if (!made)
        return std::move(made).error();
    const std::unique_ptr<Executable> executable = std::move(*made);
    for (size_t i = 0; i < test.inputs.size(); ++i)
        if (Result<void> written = executable->write(int(i), test.inputs[i]); !written)
            return std::move(written).error();
    for (int run = 0; run < runs; ++run)
        if (Result<RunTimes> times = executable->run({}, {}); !times)
            return std::move(times).error();
    std::vector<Tensor> outputs;
    for (size_t i = 0; i < test.program.outputs.size(); ++i) {
        Result<Tensor> output = executable->read(int(i));
        if (!output)
            return std::move(output).error();
        outputs.push_back(std::move(*output));
    }
    return outputs;
}

double largestError(const Tensor& a, const Tensor& b)
{
    if (a.shape != b.shape || a.data.size() != b.data.size())
        return std::numeric_limits<double>::infinity();
    double largest = 0, difference = 0;
    for (size_t i = 0; i < a.data.size(); ++i) {
        const double x = double(a.data[i]), y = double(b.data[i]);
        if (std::isnan(x) && std::isnan(y))
            continue;
        if (x == y)
            continue;
        if (!std::isfinite(x) || !std::isfinite(y))
            return std::numeric_limits<double>::infinity();
        difference = std::max(difference, std::abs(x - y));
    }
    for (const float y : b.data)
        if (std::isfinite(y))
            largest = std::max(largest, double(std::abs(y)));
    return difference / (1e-6 + largest);
}

std::string compareWithReference(Engine& engine, const ProgramCase& test, double tolerance)
{
    Ledger ledger;
    const std::unique_ptr<Engine> reference = makeReferenceEngine();
    const Result<std::vector<Tensor>> want = runCase(*reference, test, ledger);
    if (!want)
        return test.name + ", reference: " + want.error().english();
    const Result<std::vector<Tensor>> have = runCase(engine, test, ledger);
    if (!have)
        return test.name + ": " + have.error().english();
    for (size_t i = 0; i < want->size(); ++i) {
        const double error = largestError((*have)[i], (*want)[i]);
        if (!(error <= tolerance))
            return test.name + ": output " + std::to_string(i) + " off by " + std::to_string(error);
    }
    return {};
}

} // namespace kerascope
