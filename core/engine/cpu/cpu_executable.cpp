// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/cpu/cpu_executable.h"

#include "core/engine/cpu/cpu_storage.h"
#include "core/engine/cpu/simd/simd_kernels.h"
#include "core/engine/cpu/team.h"
#include "core/engine/host/denormals.h"

#include <algorithm>
#include <utility>

namespace kerascope::cpu {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds(Clock::duration time) { return std::chrono::duration<double, std::milli>(time).count(); }

bool isProduct(OpKind kind)
{
    return kind == OpKind::Conv || kind == OpKind::ConvTranspose || kind == OpKind::MatMul;
}

/// [k…, cout, cin] → [k…, cin, cout]
void swapLastAxes(const Shape& shape, const float* from, float* to)
{
    const int64_t rows = shape[-2], columns = shape[-1], taps = shape.product(0, shape.rank() - 2);
    for (int64_t tap = 0; tap < taps; ++tap, from += rows * columns, to += rows * columns)
        for (int64_t i = 0; i < rows; ++i)
            for (int64_t j = 0; j < columns; ++j)
                to[j * rows + i] = from[i * columns + j];
}

} // namespace

CpuExecutable::CpuExecutable(std::shared_ptr<const Plan> plan, int threads)
    : HostExecutable(std::move(plan))
    , threads_(threads)
{
}

CpuExecutable::~CpuExecutable() = default;

Result<const float*> CpuExecutable::placePacked(
    ConstId constant, const std::string& layout, uint64_t bytes, const Pack& pack, PrepareContext& context)
{
    const std::string& name = program().constants[size_t(constant)].key;
    const HostConstantCache::Key key{context.store.get(), context.ledger, name, layout};
    HostConstantPtr found = name.empty() ? nullptr : context.cache->find(key);
    if (!found) {
        auto buffer = AlignedBuffer::make(bytes);
        if (!buffer)
            return Error{ErrorCode::Device, {}, {msg("core", "Not enough memory for %1 bytes"), bytes},
                {msg("core", "Choose a smaller batch or untick layers")}};
        const Result<TensorPtr> plain = fetch(constant, context);
        if (!plain)
            return plain.error();
        const auto start = Clock::now();
        if (Result<void> packed = pack((*plain)->data.data(), buffer->floats()); !packed)
            return packed.error();
        context.uploadMs += milliseconds(Clock::now() - start);
        auto made = std::make_shared<HostConstant>();
        made->packed = std::move(*buffer);
        made->store = context.store;
        made->entry = context.ledger->add(ownerOf(constant), BufferKind::Weights, BufferPlace::Host, bytes);
        found = std::move(made);
        if (!name.empty())
            context.cache->keep(key, found);
    }
    held_.push_back(found);
    return found->data();
}

Result<void> CpuExecutable::placeInputs(int step, PrepareContext& context, const std::vector<size_t>& except)
{
    const Operation& operation = plan_->steps()[size_t(step)];
    for (size_t i = 0; i < operation.inputs.size(); ++i) {
        const ValueId value = operation.inputs[i];
        const ConstId constant = value < 0 ? -1 : program().values[size_t(value)].constant;
        if (constant < 0 || std::find(except.begin(), except.end(), i) != except.end())
            continue;
        if (Result<void> placed = placePlain(constant, context); !placed)
            return placed;
    }
    return {};
}

Result<void> CpuExecutable::prepareStep(int step, PrepareContext& context)
{
    const TeamSize team(threads_);
    const OpKind kind = plan_->steps()[size_t(step)].kind;
    if (isProduct(kind))
        return prepareProduct(step, context);
    if (kind == OpKind::Recurrent)
        return prepareRecurrent(step, context);
    if (Result<void> placed = placeInputs(step, context, {}); !placed)
        return placed;
    if (kind == OpKind::Host)
        steps_.push_back({nullptr, {}, makeStep(step)});
    else
        steps_.push_back({nullptr, ownStep(makeStep(step), threads_), {}});
    return {};
}

Result<void> CpuExecutable::prepareProduct(int step, PrepareContext& context)
{
    const Operation& operation = plan_->steps()[size_t(step)];
    const bool constant = hasConstantKernel(program(), operation);
    const bool sum = operation.input(3) >= 0 && plan_->needs().alias[size_t(operation.outputs[0])] >= 0;
    auto start = Clock::now();
    auto product = onednn::describe(program(), operation, constant, sum);
    context.compileMs += milliseconds(Clock::now() - start);
    if (!product)
        return prepareDirect(step, context);

    const bool packed = constant && product->packs();
    if (Result<void> placed =
            placeInputs(step, context, packed ? std::vector<size_t>{1} : std::vector<size_t>{});
        !placed)
        return placed;
    const HostStep places = makeStep(step);
    onednn::Addresses addresses{places.in[0].data, places.in[1].data, places.input(2).data,
        places.input(3).data, places.out[0].data, places.workspace};
    if (packed) {
        const Pack pack = [&](const float* plain, float* to) {
            // One thread: a team of its own beside the running model's would take its cores.
            const TeamSize alone(1);
            return product->pack(plain, to);
        };
        const ConstId kernel = program().values[size_t(operation.inputs[1])].constant;
        const Result<const float*> placed =
            placePacked(kernel, product->packedLayout(), product->packedBytes(), pack, context);
        if (!placed)
            return placed.error();
        addresses.kernel = *placed;
    }
    start = Clock::now();
    if (Result<void> compiled = product->compile(addresses); !compiled)
        return compiled;
    context.compileMs += milliseconds(Clock::now() - start);
    Step rest;
    if (product->residualRemains())
        rest = addStep(places.out[0], places.in[3], product->remainingActivation(), threads_);
    else if (!product->remainingActivation().none())
        rest = activationStep(product->remainingActivation(), places.out[0], threads_);
    steps_.push_back({std::move(product), std::move(rest), {}});
    return {};
}

Result<void> CpuExecutable::prepareDirect(int step, PrepareContext& context)
{
    const Operation& operation = plan_->steps()[size_t(step)];
    const bool swap = operation.kind == OpKind::ConvTranspose;
    if (!swap) {
        if (Result<void> placed = placeInputs(step, context, {}); !placed)
            return placed;
        steps_.push_back({nullptr, ownStep(makeStep(step), threads_), {}});
        return {};
    }
    const bool constant = hasConstantKernel(program(), operation);
    if (Result<void> placed =
            placeInputs(step, context, constant ? std::vector<size_t>{1} : std::vector<size_t>{});
        !placed)
        return placed;
    HostStep places = makeStep(step);
    const Shape& shape = program().values[size_t(operation.inputs[1])].shape;
    if (constant) {
        const Pack pack = [&](const float* plain, float* to) {
            swapLastAxes(shape, plain, to);
            return Result<void>();
        };
        const uint64_t bytes = uint64_t(shape.elements().value_or(0)) * sizeof(float);
        const Result<const float*> placed = placePacked(
            program().values[size_t(operation.inputs[1])].constant, "swapped", bytes, pack, context);
        if (!placed)
            return placed.error();
        places.in[1].data = const_cast<float*>(*placed);
        steps_.push_back({nullptr, ownStep(places, threads_), {}});
        return {};
    }
    const float* plain = places.in[1].data;
    auto* swapped = reinterpret_cast<float*>(places.workspace);
    places.in[1].data = swapped;
    steps_.push_back({nullptr,
        [&shape, plain, swapped, run = ownStep(places, threads_)] {
            swapLastAxes(shape, plain, swapped);
            run();
        },
        {}});
    return {};
}

Result<void> CpuExecutable::prepareRecurrent(int step, PrepareContext& context)
{
    const Operation& operation = plan_->steps()[size_t(step)];
    const auto attributes = operation.as<RecurrentAttributes>();
    const auto constantOf = [&](size_t input) {
        return program().values[size_t(operation.inputs[input])].constant;
    };
    std::vector<size_t> packed;
    for (size_t input : {size_t(1), size_t(2)})
        if (constantOf(input) >= 0)
            packed.push_back(input);
    if (Result<void> placed = placeInputs(step, context, packed); !placed)
        return placed;
    const HostStep places = makeStep(step);
    const Shape kernel = *places.in[1].shape, &x = *places.in[0].shape;
    const std::function<void(const float*, float*)> packs[2] = {
        [kernel](
            const float* plain, float* to) { packPanels(plain, kernel[0], kernel[1], kernel[1], 1, to); },
        [attributes](const float* plain, float* to) { packRecurrent(attributes, plain, to); }};
    const int64_t sizes[2] = {packedPanelSize(kernel[0], kernel[1]), recurrentPanelFloats(attributes)};
    auto* scratch = reinterpret_cast<float*>(places.workspace);
    float* spare = scratch + recurrentScratch(attributes, x[0], x[1]);
    const float* panels[2] = {};
    std::vector<Step> before; // kernels that are no constants are packed in each run
    for (size_t i = 0; i < 2; ++i) {
        if (constantOf(i + 1) < 0) {
            panels[i] = spare;
            before.push_back([pack = packs[i], plain = places.in[i + 1].data, spare] { pack(plain, spare); });
            spare += sizes[i];
            continue;
        }
        const Pack pack = [&](const float* plain, float* to) {
            packs[i](plain, to);
            return Result<void>();
        };
        const Result<const float*> placed = placePacked(constantOf(i + 1),
            i == 0 ? "panels" : "recurrent panels", uint64_t(sizes[i]) * sizeof(float), pack, context);
        if (!placed)
            return placed.error();
        panels[i] = *placed;
    }
    Step run = recurrentStep(places, {panels[0], panels[1], scratch}, threads_);
    steps_.push_back({nullptr,
        [before = std::move(before), run = std::move(run)] {
            for (const Step& pack : before)
                pack();
            run();
        },
        {}});
    return {};
}

void CpuExecutable::beginRun()
{
    threadsBefore_ = omp_get_max_threads();
    omp_set_num_threads(threads_);
    static thread_local int prepared = 1; // threads of this thread's team that flush denormals
    if (prepared < threads_) {
#pragma omp parallel num_threads(threads_)
        DenormalsOff::set();
        prepared = threads_;
    }
}

void CpuExecutable::endRun() { omp_set_num_threads(threadsBefore_); }

Result<void> CpuExecutable::runStep(int step)
{
    const Prepared& prepared = steps_[size_t(step)];
    if (prepared.product)
        if (Result<void> done = prepared.product->run(); !done)
            return done;
    if (prepared.own)
        prepared.own();
    return prepared.host ? runHostFunction(*prepared.host) : Result<void>();
}

} // namespace kerascope::cpu
