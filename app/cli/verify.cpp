// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/output.h"

#include "core/engine/compare.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

namespace kerascope {
namespace {

using Outputs = std::map<std::string, TensorPtr>;

/// The factor of the CLI page: 50 × the output's change for an input change of 1e-6.
constexpr double sensitivityFactor = 50;
constexpr float inputChange = 1e-6F;

Outputs byName(const std::vector<NamedTensor>& outputs)
{
    Outputs out;
    for (const NamedTensor& output : outputs)
        out[output.name] = output.tensor;
    return out;
}

/// One run of the whole graph. `change`: float inputs moved by that much of their largest magnitude, to and
/// fro.
Result<Outputs> outputsOn(
    const CliContext& context, const LoadedModel& model, Engine& engine, bool allTensors, float change)
{
    Ledger ledger;
    auto prepared = prepareModel(context, model, engine, ledger,
        {context.options.batches.empty() ? 0 : context.options.batches.front(), allTensors});
    if (!prepared)
        return prepared.error();
    if (change != 0)
        prepared->runner->nudgeInputs(change);
    const auto result = prepared->runner->run(false, context.stop);
    if (!result)
        return result.error();
    return byName(result->outputs);
}

struct Row {
    std::string name, type;
    double error = 0, limit = 0;
    bool ok() const { return error <= limit; }
};

double baseLimit(const CliOptions& options, const Layer* layer)
{
    const bool half = layer && worksInHalfPrecision(*layer);
    return std::max(options.tolerance.value_or(errorLimit), half ? halfPrecisionLimit : 0.0);
}

std::vector<Row> compareAll(
    const CliOptions& options, const Model& model, const Outputs& ours, const Outputs& truth)
{
    struct Place {
        const Layer* layer = nullptr;
        size_t order = 0;
    };
    std::map<std::string, Place> places; // in the order of the graph
    for (const Call& call : model.calls)
        for (int k = 0; k < std::max(call.outputs, int(call.results.size())); ++k)
            places.try_emplace(k == 0 ? call.key : call.key + ":" + std::to_string(k),
                Place{&model.layers[size_t(call.layer)], places.size()});
    std::vector<std::pair<size_t, Row>> rows;
    for (const auto& [name, tensor] : truth) {
        const auto mine = ours.find(name);
        const auto found = places.find(name);
        const Place place = found == places.end() ? Place{nullptr, places.size()} : found->second;
        const double error = mine == ours.end() ? INFINITY : maxError(*mine->second, *tensor);
        rows.emplace_back(place.order,
            Row{name, place.layer ? place.layer->type : std::string(), error,
                baseLimit(options, place.layer)});
    }
    std::stable_sort(
        rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Row> sorted;
    sorted.reserve(rows.size());
    for (auto& [order, row] : rows)
        sorted.push_back(std::move(row));
    return sorted;
}

Json verifyJson(const CliOptions& options, const Engine& engine, const std::vector<Row>& rows, double worst)
{
    Json layers = Json::array();
    for (const Row& row : rows)
        layers.push_back({{"name", row.name}, {"type", row.type},
            {"max_error", std::isfinite(row.error) ? Json(row.error) : Json()}, {"ok", row.ok()}});
    return {{"engine", engine.info().id}, {"against", options.against},
        {"tolerance", options.tolerance.value_or(1e-4)},
        {"worst", std::isfinite(worst) ? Json(worst) : Json()}, {"layers", std::move(layers)}};
}

/// Where a layer is over, asks how much its output moves when the inputs move by 1e-6: a badly conditioned
/// model differs between any two orders of addition.
Result<void> relaxBySensitivity(const CliContext& context, const LoadedModel& model, Engine& against,
    const Outputs& truth, std::vector<Row>& rows)
{
    if (std::all_of(rows.begin(), rows.end(), [](const Row& row) { return row.ok(); }))
        return {};
    say(context, "measuring how sensitive the layers are");
    const auto moved = outputsOn(context, model, against, true, inputChange);
    if (!moved)
        return moved.error();
    for (Row& row : rows) {
        const auto found = moved->find(row.name);
        if (found != moved->end())
            row.limit =
                std::max(row.limit, sensitivityFactor * maxError(*found->second, *truth.at(row.name)));
    }
    return {};
}

} // namespace

Result<void> verifyCommand(const CliContext& context)
{
    const CliOptions& options = context.options;
    const auto model = openNth(context, 0);
    if (!model)
        return model.error();
    auto engine = openEngine(context, options.engine);
    if (!engine)
        return engine.error();
    auto against = openEngine(context, options.against);
    if (!against)
        return against.error();
    say(context, "running on " + (*against)->info().id);
    const auto truth = outputsOn(context, *model, **against, true, 0);
    if (!truth)
        return truth.error();
    say(context, "running on " + (*engine)->info().id);
    const auto ours = outputsOn(context, *model, **engine, true, 0);
    if (!ours)
        return ours.error();
    const Model& graph = *model->opened.model;
    std::vector<Row> rows = compareAll(options, graph, *ours, *truth);
    // Asking for all layers ends every fusion: the outputs are checked with the passes on as well.
    const auto fused = outputsOn(context, *model, **engine, false, 0);
    if (!fused)
        return fused.error();
    for (Row& row : rows)
        if (const auto found = fused->find(row.name); found != fused->end())
            row.error = std::max(row.error, maxError(*found->second, *truth->at(row.name)));
    if (auto relaxed = relaxBySensitivity(context, *model, **against, *truth, rows); !relaxed)
        return relaxed.error();
    const auto worst = std::max_element(rows.begin(), rows.end(),
        [](const Row& a, const Row& b) { return a.error / a.limit < b.error / b.limit; });
    const double worstError = worst == rows.end() ? 0 : worst->error;
    if (!options.jsonFile.empty())
        if (auto written = writeJson(verifyJson(options, **engine, rows, worstError), options.jsonFile);
            !written)
            return written.error();
    if (options.jsonFile != "-") {
        TextTable table({"layer", "type", "error", "limit", ""});
        for (const Row& row : rows)
            table.add(
                {row.name, row.type, scientific(row.error), scientific(row.limit), row.ok() ? "ok" : "OVER"});
        table.print();
    }
    for (const Row& row : rows)
        if (!row.ok())
            return Error{ErrorCode::CheckFailed, row.name,
                {msg("core", "engine %1 differs from %2 by %3, more than %4"), (*engine)->info().id,
                    options.against, scientific(row.error), scientific(row.limit)},
                {}};
    return {};
}

} // namespace kerascope
