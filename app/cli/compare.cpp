// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/output.h"

#include "core/engine/compare.h"
#include "core/plan/model_difference.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace kerascope {
namespace {

/// One of the two, as far as it could be run.
struct Side {
    std::string name;
    LoadedModel model;
    std::unique_ptr<Runner> runner;
    std::optional<Error> refused; ///< why it does not run
    uint64_t peakBytes = 0;
    std::vector<double> runMs;
    std::vector<NamedTensor> outputs;
};

struct OutputDifference {
    std::string first, second;
    double error = 0;
};

Result<Side> openSide(const CliContext& context, size_t index, Engine& engine, Ledger& ledger)
{
    auto model = openNth(context, index);
    if (!model)
        return model.error();
    Side side;
    side.name = context.options.models[index].filename().string();
    side.model = std::move(*model);
    auto prepared = prepareModel(context, side.model, engine, ledger,
        {context.options.batches.empty() ? 0 : context.options.batches.front(), false});
    if (prepared)
        side.runner = std::move(prepared->runner);
    else if (prepared.error().code == ErrorCode::Cancelled)
        return prepared.error();
    else
        side.refused = prepared.error();
    return side;
}

/// In turns, so that what else the machine does hits both alike.
Result<void> runInTurns(const CliContext& context, std::array<Side, 2>& sides)
{
    const int64_t warmups = std::max<int64_t>(1, context.options.warmup);
    for (int64_t run = 0; run < warmups + context.options.runs; ++run)
        for (Side& side : sides) {
            if (!side.runner)
                continue;
            side.runner->executable().resetState();
            auto result = side.runner->run(false, context.stop);
            if (!result)
                return result.error();
            side.peakBytes = result->record.peakBytes;
            side.outputs = std::move(result->outputs);
            if (run >= warmups)
                side.runMs.push_back(result->record.totalUs / 1e3);
        }
    return {};
}

/// By name where both have it, else by position.
std::vector<OutputDifference> compareOutputs(const std::array<Side, 2>& sides)
{
    std::vector<OutputDifference> out;
    const auto& others = sides[1].outputs;
    for (size_t i = 0; i < sides[0].outputs.size(); ++i) {
        const NamedTensor& mine = sides[0].outputs[i];
        auto found =
            std::find_if(others.begin(), others.end(), [&](const auto& o) { return o.name == mine.name; });
        if (found == others.end() && i < others.size())
            found = others.begin() + std::ptrdiff_t(i);
        if (found != others.end())
            out.push_back({mine.name, found->name, maxError(*found->tensor, *mine.tensor)});
    }
    return out;
}

Json finiteOrNull(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json sideJson(const Side& side)
{
    const ModelSummary& summary = *side.model.summary;
    Json json{{"model", side.name}, {"layers", summary.model->layers.size()}, {"params", summary.params},
        {"weight_bytes", summary.weightBytes}, {"file_bytes", summary.fileBytes},
        {"flops", summary.flops ? wholeNumber(*summary.flops) : Json()}};
    json["peak_bytes"] = side.runner ? Json(side.peakBytes) : Json();
    json["run_ms"] = side.runMs.empty() ? Json() : statisticsJson(statistics(side.runMs));
    json["error"] = side.refused ? Json(side.refused->english()) : Json();
    return json;
}

Json layerJson(const LayerDifference& pair)
{
    Json weights = Json::array();
    for (const WeightDifference& weight : pair.weights)
        weights.push_back(
            {{"role", weight.role}, {"first_shape", weight.first ? Json(weight.first->dims) : Json()},
                {"second_shape", weight.second ? Json(weight.second->dims) : Json()},
                {"max_error", weight.error ? finiteOrNull(*weight.error) : Json()}});
    return {{"name", pair.path}, {"first_type", pair.first ? Json(pair.first->type) : Json()},
        {"second_type", pair.second ? Json(pair.second->type) : Json()}, {"options", pair.options},
        {"weights", std::move(weights)}};
}

Json compareJson(const std::array<Side, 2>& sides, const std::vector<LayerDifference>& layers,
    const std::vector<OutputDifference>& outputs)
{
    Json different = Json::array(), ends = Json::array();
    size_t same = 0;
    for (const LayerDifference& pair : layers)
        if (pair.same())
            ++same;
        else
            different.push_back(layerJson(pair));
    for (const OutputDifference& output : outputs)
        ends.push_back(
            {{"first", output.first}, {"second", output.second}, {"max_error", finiteOrNull(output.error)}});
    return {{"models", {sideJson(sides[0]), sideJson(sides[1])}}, {"same_layers", same},
        {"different_layers", std::move(different)}, {"outputs", std::move(ends)}};
}

std::string whatDiffers(const LayerDifference& pair)
{
    if (!pair.first || !pair.second)
        return pair.first ? "only in the first" : "only in the second";
    std::string out;
    const auto add = [&out](const std::string& part) { out += (out.empty() ? "" : "; ") + part; };
    if (pair.first->type != pair.second->type)
        add(pair.first->type + " became " + pair.second->type);
    for (const std::string& option : pair.options)
        add(option);
    for (const WeightDifference& weight : pair.weights) {
        if (weight.error)
            add(weight.role + " by " + scientific(*weight.error));
        else
            add(weight.role + " " + (weight.first ? weight.first->text() : "none") + " became "
                + (weight.second ? weight.second->text() : "none"));
    }
    return out;
}

void printSides(const std::array<Side, 2>& sides)
{
    TextTable table({"", "", sides[0].name, sides[1].name, "second / first"});
    const auto row = [&](const char* name, const char* unit, auto&& value, auto&& text) {
        const double first = value(sides[0]), second = value(sides[1]);
        char ratio[32] = "";
        if (first > 0 && std::isfinite(second))
            std::snprintf(ratio, sizeof ratio, "%.3g", second / first);
        table.add({name, unit, text(first), text(second), ratio});
    };
    const auto megabyte = [](double bytes) { return scientific(bytes / 1e6); };
    row(
        "layers", "", [](const Side& s) { return double(s.model.summary->model->layers.size()); },
        plainNumber);
    row(
        "parameters", "", [](const Side& s) { return double(s.model.summary->params); }, plainNumber);
    row(
        "weights in the file", "MB", [](const Side& s) { return double(s.model.summary->fileBytes); },
        megabyte);
    row(
        "FLOPs", "G", [](const Side& s) { return s.model.summary->flops.value_or(0) / 1e9; }, scientific);
    if (sides[0].runner && sides[1].runner) {
        row(
            "memory at the peak", "MB", [](const Side& s) { return double(s.peakBytes); }, megabyte);
        row(
            "run, median", "ms", [](const Side& s) { return statistics(s.runMs).median; }, scientific);
        row(
            "run, 95th percentile", "ms", [](const Side& s) { return statistics(s.runMs).p95; }, scientific);
    }
    table.print();
}

void printDifferences(const std::array<Side, 2>& sides, const std::vector<LayerDifference>& layers,
    const std::vector<OutputDifference>& outputs)
{
    for (const Side& side : sides)
        if (side.refused)
            std::printf("%s was not run: %s\n", side.name.c_str(), side.refused->english().c_str());
    TextTable table({"layer", "what differs"});
    size_t same = 0;
    for (const LayerDifference& pair : layers)
        if (pair.same())
            ++same;
        else
            table.add({pair.path, whatDiffers(pair)});
    std::printf("%zu of %zu layers are the same\n", same, layers.size());
    if (same < layers.size())
        table.print();
    for (const OutputDifference& output : outputs)
        std::printf("output %s%s differs by %s\n", output.first.c_str(),
            output.first == output.second ? "" : (" (" + output.second + ")").c_str(),
            scientific(output.error).c_str());
}

} // namespace

Result<void> compareCommand(const CliContext& context)
{
    auto engine = openEngine(context, context.options.engine);
    if (!engine)
        return engine.error();
    Ledger ledger;
    std::array<Side, 2> sides;
    for (size_t i = 0; i < sides.size(); ++i) {
        auto side = openSide(context, i, **engine, ledger);
        if (!side)
            return side.error();
        sides[i] = std::move(*side);
    }
    const auto layers = compareModels({sides[0].model.opened.model, sides[0].model.weights},
        {sides[1].model.opened.model, sides[1].model.weights}, context.stop);
    if (!layers)
        return layers.error();
    say(context, "running both on " + (*engine)->info().id);
    if (auto ran = runInTurns(context, sides); !ran)
        return ran.error();
    const auto outputs = compareOutputs(sides);
    if (context.options.json)
        return writeJson(compareJson(sides, *layers, outputs), "-");
    printSides(sides);
    printDifferences(sides, *layers, outputs);
    return {};
}

} // namespace kerascope
