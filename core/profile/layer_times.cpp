// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/layer_times.h"

#include "core/plan/cost.h"

#include <algorithm>
#include <map>

namespace kerascope {
namespace {

struct CallRows {
    std::vector<LayerTimes> rows; ///< execution order
    std::map<CallId, size_t> byCall;

    LayerTimes& row(CallId call)
    {
        const auto [found, fresh] = byCall.try_emplace(call, rows.size());
        if (fresh) {
            rows.emplace_back();
            rows.back().call = call;
        }
        return rows[found->second];
    }
};

/// Rows in execution order with memory and cost, no times yet.
CallRows makeRows(const Plan& plan)
{
    CallRows out;
    const Program& program = plan.program();
    for (size_t step = 0; step < plan.steps().size(); ++step) {
        const Operation& operation = plan.steps()[step];
        if (operation.calls.empty())
            continue;
        const CallId last = operation.calls.back();
        for (CallId call : operation.calls) {
            LayerTimes& row = out.row(call);
            row.fusedInto = call == last ? row.fusedInto : last;
        }
        LayerTimes& row = out.row(last);
        row.fusedInto = noId;
        row.kernel = opName(operation.kind);
        const Cost cost = operationCost(program, operation);
        row.flops += cost.flops;
        row.bytes += cost.bytes;
        row.workspaceBytes = std::max(row.workspaceBytes, plan.workspaces()[step].bytes);
        for (ValueId value : operation.outputs)
            if (value >= 0 && plan.needs().alias[size_t(value)] < 0)
                row.activationBytes += plan.placements()[size_t(value)].bytes;
    }
    for (const auto& [tensor, value] : program.tensorValues)
        out.row(tensor.call); // inputs, and layers that do nothing at inference
    // calls are numbered in topological order: sorted, inputs and layers without work stand in their place
    std::sort(out.rows.begin(), out.rows.end(),
        [](const LayerTimes& a, const LayerTimes& b) { return a.call < b.call; });
    for (size_t i = 0; i < out.rows.size(); ++i)
        out.byCall[out.rows[i].call] = i;
    for (size_t i = 0; i < program.constants.size(); ++i)
        if (program.constants[i].owner != noId)
            out.row(program.constants[i].owner).weightBytes += plan.needs().constants[i];
    return out;
}

} // namespace

std::vector<LayerTimes> layerTimes(const Plan& plan, const std::vector<const RunRecord*>& records)
{
    CallRows table = makeRows(plan);
    std::vector<std::vector<double>> times(table.rows.size());
    std::vector<bool> first(table.rows.size(), true);
    std::vector<double> ofRun(table.rows.size());
    for (const RunRecord* record : records) {
        if (record->steps.empty())
            continue;
        std::fill(ofRun.begin(), ofRun.end(), 0.0);
        for (const StepTime& step : record->steps) {
            const Operation& operation = plan.steps()[size_t(step.step)];
            if (!operation.calls.empty())
                ofRun[table.byCall[operation.calls.back()]] += step.durationUs / 1e3;
        }
        for (size_t i = 0; i < ofRun.size(); ++i) {
            if (first[i])
                table.rows[i].firstMs = ofRun[i];
            first[i] = false;
            table.rows[i].lastMs = ofRun[i];
            if (!record->warmup)
                times[i].push_back(ofRun[i]);
        }
    }
    double sum = 0;
    for (size_t i = 0; i < times.size(); ++i) {
        table.rows[i].ms = statistics(times[i]);
        table.rows[i].count = times[i].size();
        sum += table.rows[i].ms.mean;
    }
    for (LayerTimes& row : table.rows)
        row.share = sum > 0 ? row.ms.mean / sum : 0;
    return std::move(table.rows);
}

} // namespace kerascope
