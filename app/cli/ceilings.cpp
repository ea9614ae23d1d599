// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/ceilings.h"

#include "core/profile/runner.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

namespace kerascope {
namespace {

using namespace std::chrono_literals;

/// Sizes grow while a run is shorter than this: below it, starting the work weighs more than the work.
constexpr double longEnoughUs = 20e3;
/// Sizes end growing where the next one would take longer.
constexpr double budgetUs = 300e3;
constexpr int repeats = 5;

constexpr std::array<int64_t, 5> productSizes{64, 256, 512, 1024, 2048};
constexpr std::array<int64_t, 4> copySizes{1 << 16, 1 << 20, 1 << 22, 1 << 24};

/// A program of one operation with one input.
struct Probe {
    Program program;
    Shape inputShape;
    double work = 0; ///< FLOPs or bytes of a run
};

Program oneOperation(Operation operation, std::vector<Value> values)
{
    auto model = std::make_shared<Model>();
    for (const char* name : {"input", "ceiling"}) {
        Layer layer;
        layer.id = LayerId(model->layers.size());
        layer.name = layer.path = name;
        layer.calls = {CallId(model->calls.size())};
        Call call;
        call.id = layer.calls.front();
        call.layer = layer.id;
        call.key = name;
        model->calls.push_back(std::move(call));
        model->layers.push_back(std::move(layer));
    }
    Program program;
    program.model = std::move(model);
    program.values = std::move(values);
    operation.calls = {CallId(1)};
    const ValueId result = operation.outputs.front();
    program.operations = {std::move(operation)};
    program.inputs = {{"input", {0, 0}, 0}};
    program.outputs = {{"ceiling", {1, 0}, result}};
    program.tensorValues = {{{0, 0}, 0}, {{1, 0}, result}};
    return program;
}

Probe productProbe(int64_t size)
{
    const Shape square{size, size};
    Probe out;
    out.inputShape = square;
    out.work = 2.0 * double(size) * double(size) * double(size);
    out.program = oneOperation({OpKind::MatMul, {0, 1}, {2}, MatMulAttributes(), {}},
        {{square, DType::Float32, -1}, {square, DType::Float32, 0}, {square, DType::Float32, -1}});
    const std::vector<float> numbers(size_t(size * size), 0.5F);
    out.program.constants = {
        {square, std::make_shared<const std::vector<float>>(numbers), "ceiling", CallId(1)}};
    return out;
}

Probe copyProbe(int64_t size)
{
    const Shape flat{size / 1024, 1024};
    UnaryAttributes attributes;
    attributes.activation.function = Unary::Negative;
    Probe out;
    out.inputShape = flat;
    out.work = 2.0 * double(size) * sizeof(float);
    out.program = oneOperation(
        {OpKind::Unary, {0}, {1}, attributes, {}}, {{flat, DType::Float32, -1}, {flat, DType::Float32, -1}});
    return out;
}

/// Shortest of a few runs, µs; the first one, which warms up, is left out.
Result<double> shortestRun(Engine& engine, Probe& probe, const std::stop_token& stop)
{
    auto weights = std::make_shared<WeightStore>(probe.program.model, nullptr, nullptr);
    StorageNeeds needs = engine.storage(probe.program);
    Ledger ledger;
    auto preparation = engine.prepare(makePlan(std::move(probe.program), std::move(needs)), weights, ledger);
    if (!preparation)
        return preparation.error();
    for (bool ready = false; !ready;) {
        const auto done = (*preparation)->advance(50ms, stop);
        if (!done)
            return done.error();
        ready = *done;
    }
    const auto executable = (*preparation)->take();
    const size_t elements = size_t(probe.inputShape.elements().value_or(0));
    const Tensor input{probe.inputShape, DType::Float32, std::vector<float>(elements, 0.25F)};
    if (auto written = executable->write(0, input); !written)
        return written.error();
    if (auto warm = executable->run({}, stop); !warm) // holds what compiles at the first use
        return warm.error();
    double shortest = 0;
    double spent = 0;
    for (int i = 0; i < repeats && spent < budgetUs; ++i) {
        const auto times = executable->run({}, stop);
        if (!times)
            return times.error();
        spent += times->wallUs;
        if (i == 0 || times->wallUs < shortest)
            shortest = times->wallUs;
    }
    return shortest;
}

/// Work per second at the largest size that fits the budget: smaller ones live in caches or hardly start.
template <size_t count>
Result<double> rateOf(Engine& engine, const std::array<int64_t, count>& sizes, Probe (*probe)(int64_t),
    const std::stop_token& stop)
{
    double rate = 0;
    for (size_t i = 0; i < count; ++i) {
        Probe entry = probe(sizes[i]);
        const double work = entry.work;
        const auto us = shortestRun(engine, entry, stop);
        if (!us)
            return us.error();
        rate = work / std::max(*us, 1.0) * 1e6;
        const bool last = i + 1 == count;
        if (last || *us >= longEnoughUs || probe(sizes[i + 1]).work / rate * 1e6 > budgetUs)
            break;
    }
    return rate;
}

} // namespace

Result<Ceilings> measureCeilings(Engine& engine, const std::stop_token& stop)
{
    const auto flops = rateOf(engine, productSizes, productProbe, stop);
    if (!flops)
        return flops.error();
    const auto bytes = rateOf(engine, copySizes, copyProbe, stop);
    if (!bytes)
        return bytes.error();
    return Ceilings{*flops / 1e9, *bytes / 1e9};
}

} // namespace kerascope
