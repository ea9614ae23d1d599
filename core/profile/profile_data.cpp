// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/profile_data.h"

namespace kerascope {
namespace {

std::vector<double> totalsMs(const std::vector<const RunRecord*>& records, bool stamped)
{
    std::vector<double> out;
    for (const RunRecord* record : records)
        if (!record->warmup && !record->steps.empty() == stamped)
            out.push_back(record->totalUs / 1e3);
    return out;
}

} // namespace

std::vector<const RunRecord*> ProfileData::newest() const
{
    std::vector<const RunRecord*> out;
    for (const RunRecord& record : runs)
        if (record.plan && record.plan == runs.back().plan)
            out.push_back(&record);
    return out;
}

std::string shapesText(const Plan& plan, const std::vector<TensorRef>& tensors)
{
    std::string out;
    for (const TensorRef tensor : tensors) {
        const auto found = plan.program().tensorShapes.find(tensor);
        if (found == plan.program().tensorShapes.end())
            continue;
        if (!out.empty())
            out += ';';
        out += found->second.text();
    }
    return out;
}

std::string outputShapesText(const Plan& plan, const Call& call)
{
    std::vector<TensorRef> outputs;
    for (int k = 0; k < call.outputs; ++k)
        if (k != call.maskOutput)
            outputs.push_back({call.id, k});
    return shapesText(plan, outputs);
}

std::optional<double> sumLayersMs(const RunRecord& record)
{
    if (record.steps.empty())
        return std::nullopt;
    double sum = 0;
    for (const StepTime& step : record.steps)
        sum += step.durationUs;
    return sum / 1e3;
}

Statistics runStatistics(const std::vector<const RunRecord*>& records)
{
    const std::vector<double> plain = totalsMs(records, false);
    return statistics(plain.empty() ? totalsMs(records, true) : plain);
}

std::optional<double> stampOverheadPercent(const std::vector<const RunRecord*>& records)
{
    const std::vector<double> plain = totalsMs(records, false);
    const std::vector<double> stamped = totalsMs(records, true);
    if (plain.empty() || stamped.empty())
        return std::nullopt;
    return (statistics(stamped).median / statistics(plain).median - 1) * 100;
}

} // namespace kerascope
