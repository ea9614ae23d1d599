// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/profile_report.h"

#include "core/profile/csv.h"
#include "core/profile/trace.h"

#include <cstdio>

namespace kerascope {
namespace {

/// Every fourth run carries stamps in sampled mode: enough for layer times, few enough that most totals are
/// plain.
constexpr int64_t sampledEvery = 4;

bool stamped(LayerTimesMode mode, int64_t run)
{
    return mode == LayerTimesMode::All || (mode == LayerTimesMode::Sampled && run % sampledEvery == 0);
}

Result<void> runAll(const CliContext& context, ProfileCase& out, Runner& runner)
{
    const CliOptions& options = context.options;
    const int64_t warmups =
        std::max<int64_t>(1, options.warmup); // the first run is always made, always apart
    runner.warmUp(int(warmups));
    for (int64_t i = 0; i < warmups + options.runs; ++i) {
        const bool warm = i < warmups;
        runner.executable().resetState();
        auto result = runner.run(stamped(options.layerTimes, warm ? i : i - warmups), context.stop);
        if (!result)
            return result.error();
        result->record.run = int64_t(out.data.runs.size());
        out.data.runs.push_back(std::move(result->record));
        if (i == 0)
            out.coldStartMs = programTimeUs() / 1e3;
    }
    return {};
}

Result<ProfileCase> profileBatch(
    const CliContext& context, const LoadedModel& model, Engine& engine, Ledger& ledger, int64_t batch)
{
    ProfileCase out;
    auto prepared = prepareModel(context, model, engine, ledger, {batch, false});
    if (!prepared)
        return prepared.error();
    out.prepared = std::move(*prepared);
    out.engine = engine.info();
    out.memory = out.prepared.runner->executable().memory();
    out.data.models[1] = {context.options.models[0].filename().string(), model.opened.model};
    out.data.device = out.engine.device;
    if (auto ran = runAll(context, out, *out.prepared.runner); !ran)
        return ran.error();
    out.residentBytes = processResidentBytes();
    out.deviceUsedBytes = out.memory.weightsDevice > 0 ? std::optional(ledger.total()) : std::nullopt;
    out.prepared.runner.reset(); // frees the engine's memory before the next batch
    return out;
}

Result<void> writeFiles(const CliOptions& options, const std::vector<ProfileCase>& cases)
{
    for (const ProfileCase& entry : cases) {
        const int64_t batch = entry.data.runs.back().batch;
        const std::string suffix = "batch" + std::to_string(batch);
        if (!options.csv.empty())
            if (auto done = writeCsv(entry.data, cases.size() > 1 ? options.csv / suffix : options.csv);
                !done)
                return done.error();
        if (!options.trace.empty()) {
            std::filesystem::path file = options.trace;
            if (cases.size() > 1)
                file.replace_filename(file.stem().string() + "-" + suffix + file.extension().string());
            makeFolderOf(file);
            if (auto done = writeTrace(entry.data, file); !done)
                return done.error();
        }
    }
    return {};
}

} // namespace

Result<void> profileCommand(const CliContext& context)
{
    const CliOptions& options = context.options;
    std::vector<int64_t> batches = options.batches;
    if (batches.empty())
        batches.push_back(0);
    std::optional<Json> baseline;
    if (!options.baseline.empty()) {
        auto read = readBaseline(options.baseline);
        if (!read)
            return read.error();
        baseline = std::move(*read);
    }
    const double opening = programTimeUs();
    const auto model = openNth(context, 0);
    if (!model)
        return model.error();
    const double openMs = (programTimeUs() - opening) / 1e3;
    auto engine = openEngine(context, options.engine);
    if (!engine)
        return engine.error();
    Ledger ledger;
    std::vector<ProfileCase> cases;
    for (const int64_t batch : batches) {
        auto entry = profileBatch(context, *model, **engine, ledger, batch);
        if (!entry)
            return entry.error();
        entry->openMs = openMs;
        cases.push_back(std::move(*entry));
    }
    if (auto written = writeFiles(options, cases); !written)
        return written.error();
    if (!options.jsonFile.empty()) {
        const auto report = profileJson(options, *model, cases);
        if (!report)
            return report.error();
        if (auto written = writeJson(*report, options.jsonFile); !written)
            return written.error();
    }
    if (options.jsonFile != "-")
        for (const ProfileCase& entry : cases)
            printProfile(entry);
    return checkLimits(options, cases, baseline);
}

} // namespace kerascope
