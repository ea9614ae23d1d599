// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engines.h"
#include "core/engine/host/host_executable.h"
#include "core/engine/host/host_storage.h"
#include "core/engine/reference/reference_kernels.h"

#include <utility>

namespace kerascope {
namespace reference {

void run(const HostStep& step)
{
    switch (step.operation->kind) {
    case OpKind::Conv:
        return conv(step);
    case OpKind::ConvTranspose:
        return convTranspose(step);
    case OpKind::MatMul:
        return matMul(step);
    case OpKind::Pool:
        return pool(step);
    case OpKind::Unary:
        return unary(step);
    case OpKind::Binary:
        return binary(step);
    case OpKind::Select:
        return select(step);
    case OpKind::Reduce:
        return reduce(step);
    case OpKind::Softmax:
        return softmax(step);
    case OpKind::Normalize:
        return normalize(step);
    case OpKind::Affine:
        return affine(step);
    case OpKind::Pad:
        return pad(step);
    case OpKind::Slice:
        return slice(step);
    case OpKind::Concat:
        return concat(step);
    case OpKind::Transpose:
        return transpose(step);
    case OpKind::Reshape:
        return reshape(step);
    case OpKind::Repeat:
        return repeat(step);
    case OpKind::Broadcast:
        return broadcast(step);
    case OpKind::Resize:
        return resize(step);
    case OpKind::Gather:
        return gather(step);
    case OpKind::Recurrent:
        return recurrent(step);
    case OpKind::Cast:
        return cast(step);
    case OpKind::Host:
        break; // it can fail: runStep()
    }
}

} // namespace reference

namespace {

class ReferenceExecutable final : public HostExecutable {
public:
    explicit ReferenceExecutable(std::shared_ptr<const Plan> plan)
        : HostExecutable(std::move(plan))
    {
    }
    Result<void> prepareStep(int step, PrepareContext& context) override
    {
        if (Result<void> placed = HostExecutable::prepareStep(step, context); !placed)
            return placed;
        steps_.push_back(makeStep(step));
        return {};
    }

protected:
    Result<void> runStep(int step) override
    {
        const HostStep& one = steps_[size_t(step)];
        if (one.operation->kind == OpKind::Host)
            return runHostFunction(one);
        reference::run(one);
        return {};
    }

private:
    std::vector<HostStep> steps_;
};

class ReferenceEngine final : public Engine {
public:
    ReferenceEngine()
    {
        info_.id = "reference";
        info_.device = "one thread";
        info_.driver = "plain loops, double accumulators";
        info_.limits = {{"threads", "1"}};
    }
    const EngineInfo& info() const override { return info_; }
    StorageNeeds storage(const Program& program) const override { return hostStorage(program); }
    Result<std::unique_ptr<Preparation>> prepare(
        std::shared_ptr<const Plan> plan, std::shared_ptr<WeightStore> weights, Ledger& ledger) override
    {
        PrepareContext context;
        context.store = std::move(weights);
        context.ledger = &ledger;
        context.cache = &cache_;
        return std::unique_ptr<Preparation>(std::make_unique<HostPreparation>(
            std::make_unique<ReferenceExecutable>(std::move(plan)), std::move(context)));
    }
    bool threadBound() const override { return false; }

private:
    EngineInfo info_;
    HostConstantCache cache_;
};

} // namespace

std::unique_ptr<Engine> makeReferenceEngine() { return std::make_unique<ReferenceEngine>(); }

} // namespace kerascope
