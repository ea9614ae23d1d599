// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/profile_report.h"

#include "core/file/byte_source.h"
#include "core/file/file_hash.h"

#include <algorithm>
#include <ctime>
#include <fstream>
#include <thread>

namespace kerascope {
namespace {

std::string nowIso()
{
    const std::time_t now = std::time(nullptr);
    std::tm utc{};
    gmtime_r(&now, &utc);
    std::string out(32, '\0');
    out.resize(std::strftime(out.data(), out.size(), "%Y-%m-%dT%H:%M:%SZ", &utc));
    return out;
}

std::string processorName()
{
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("model name"))
            return line.substr(std::min(line.size(), line.find(':') + 2));
    return {};
}

std::optional<Statistics> gpuStatistics(const std::vector<const RunRecord*>& records)
{
    std::vector<double> times;
    for (const RunRecord* record : records)
        if (!record->warmup && record->gpuUs)
            times.push_back(*record->gpuUs / 1e3);
    return times.empty() ? std::nullopt : std::optional(statistics(times));
}

/// Means over the stamped runs: sum of layers, and what the run takes beyond it.
std::pair<std::optional<double>, std::optional<double>> sumAndOverhead(
    const std::vector<const RunRecord*>& records)
{
    double sum = 0;
    double overhead = 0;
    size_t count = 0;
    for (const RunRecord* record : records)
        if (const auto layers = sumLayersMs(*record); layers && !record->warmup) {
            sum += *layers;
            overhead += record->runUs / 1e3 - *layers;
            ++count;
        }
    if (count == 0)
        return {};
    return {sum / double(count), overhead / double(count)};
}

Json layersJson(const Plan& plan, const std::vector<const RunRecord*>& records)
{
    Json out = Json::array();
    double cumulative = 0;
    const Model& model = *plan.program().model;
    for (const LayerTimes& row : layerTimes(plan, records)) {
        const Call& call = model.calls[size_t(row.call)];
        const Layer& layer = model.layers[size_t(call.layer)];
        const bool timed = row.count > 0;
        cumulative += row.share * 100;
        const auto time = [&](double value) { return timed ? Json(value) : Json(); };
        const bool rated = timed && row.ms.mean > 0;
        out.push_back({{"layer_index", layer.id}, {"layer_name", layer.path}, {"call", call.number},
            {"layer_type", layer.type}, {"output_shapes", outputShapesText(plan, call)}, {"count", row.count},
            {"first_ms", time(row.firstMs)}, {"avg_ms", time(row.ms.mean)}, {"min_ms", time(row.ms.min)},
            {"p50_ms", time(row.ms.median)}, {"p95_ms", time(row.ms.p95)}, {"p99_ms", time(row.ms.p99)},
            {"max_ms", time(row.ms.max)}, {"std_ms", time(row.ms.std)}, {"pct", time(row.share * 100)},
            {"cdf_pct", time(cumulative)}, {"params", layer.params}, {"weight_bytes", row.weightBytes},
            {"activation_bytes", row.activationBytes}, {"workspace_bytes", row.workspaceBytes},
            {"flops", wholeNumber(row.flops)},
            {"gflops_per_s", rated ? Json(row.flops / row.ms.mean / 1e6) : Json()},
            {"gbytes_per_s", rated ? Json(row.bytes / row.ms.mean / 1e6) : Json()},
            {"fused_into", row.fusedInto == noId ? Json() : Json(model.calls[size_t(row.fusedInto)].key)}});
    }
    return out;
}

/// What the peak would be if every tensor had a place of its own.
uint64_t withoutReuse(const PlanMemory& planned)
{
    return planned.withoutReuseBytes + (planned.predictedPeakBytes - planned.arenaBytes);
}

Json memoryJson(const ProfileCase& entry, const Plan& plan)
{
    const PlanMemory& planned = plan.memory();
    return {{"weights_disk_bytes", entry.prepared.bytesRead}, {"weights_ram_bytes", entry.memory.weightsRam},
        {"weights_device_bytes", entry.memory.weightsDevice}, {"activations_bytes", entry.memory.activations},
        {"workspace_bytes", entry.memory.workspace}, {"peak_bytes", entry.data.runs.back().peakBytes},
        {"predicted_peak_bytes", planned.predictedPeakBytes},
        // as the peak: weights and states count too
        {"without_reuse_bytes", withoutReuse(planned)}, {"process_rss_bytes", entry.residentBytes},
        {"process_peak_rss_bytes", processPeakBytes()}, {"device_used_bytes", orNull(entry.deviceUsedBytes)}};
}

Json caseJson(
    const CliOptions& options, const ProfileCase& entry, const std::string& format, const std::string& hash)
{
    const auto records = entry.data.newest();
    const Plan& plan = *records.back()->plan;
    const Statistics runs = runStatistics(records);
    const auto gpu = gpuStatistics(records);
    const auto [sum, overhead] = sumAndOverhead(records);
    const int64_t batch = records.back()->batch;
    const Prepared& prepared = entry.prepared;
    Json out = {{"schema", 1}, {"program_version", KERASCOPE_VERSION}, {"date", nowIso()},
        {"model", options.models[0].filename().string()}, {"model_hash", hash}, {"format", format},
        {"engine", entry.engine.id}, {"device", entry.engine.device}, {"driver", entry.engine.driver},
        {"cpu", processorName()}, {"batch", batch},
        {"threads", options.threads > 0 ? options.threads : int(std::thread::hardware_concurrency())},
        {"passes", !options.noPasses}, {"runs", options.runs},
        {"warmup", std::max<int64_t>(1, options.warmup)}, {"load_ms", entry.openMs + prepared.loadMs},
        {"bytes_read", prepared.bytesRead}, {"prepare_ms", prepared.prepareMs},
        {"upload_ms", prepared.uploadMs}, {"compile_ms", prepared.compileMs},
        {"cache", prepared.cacheWarm ? Json(*prepared.cacheWarm ? "warm" : "cold") : Json()},
        {"first_run_ms", entry.data.runs.front().totalUs / 1e3}, {"cold_start_ms", entry.coldStartMs},
        {"run_ms", statisticsJson(runs)},
        {"samples_per_s", runs.mean > 0 ? double(batch) * 1e3 / runs.mean : 0},
        {"gpu_ms", gpu ? statisticsJson(*gpu) : Json()}, {"sum_layers_ms", orNull(sum)},
        {"overhead_ms", orNull(overhead)},
        {"layer_times_overhead_pct", orNull(stampOverheadPercent(records))},
        {"memory", memoryJson(entry, plan)}};
    out["layers"] = layersJson(plan, records);
    return out;
}

/// The case of a baseline with the same batch; the object itself where it is not a list.
const Json* baselineCase(const Json& baseline, int64_t batch)
{
    if (baseline.is_object())
        return &baseline;
    for (const Json& entry : baseline)
        if (entry.is_object() && entry.value("batch", int64_t(0)) == batch)
            return &entry;
    return nullptr;
}

} // namespace

Result<Json> profileJson(
    const CliOptions& options, const LoadedModel& model, const std::vector<ProfileCase>& cases)
{
    const auto hash = hashFile(model.opened.file->files.front().path, {});
    if (!hash)
        return hash.error();
    Json all = Json::array();
    for (const ProfileCase& entry : cases)
        all.push_back(caseJson(options, entry, model.opened.model->format, *hash));
    return options.batches.size() > 1 ? all : all.front();
}

void printProfile(const ProfileCase& entry)
{
    const auto records = entry.data.newest();
    const Plan& plan = *records.back()->plan;
    const Statistics runs = runStatistics(records);
    const auto [sum, overhead] = sumAndOverhead(records);
    std::printf("%s on %s, batch %lld\n", entry.data.models.at(1).name.c_str(), entry.engine.device.c_str(),
        static_cast<long long>(records.back()->batch));
    if (sum) {
        TextTable table({"layer", "type", "ms", "share, %", "weights, bytes", "activations, bytes"});
        const Model& model = *plan.program().model;
        for (const LayerTimes& row : layerTimes(plan, records))
            table.add({model.calls[size_t(row.call)].key, model.layerOf(row.call).type,
                row.fusedInto == noId ? milliseconds(row.ms.mean)
                                      : "in " + model.calls[size_t(row.fusedInto)].key,
                milliseconds(row.share * 100), std::to_string(row.weightBytes),
                std::to_string(row.activationBytes)});
        table.print();
        std::printf("sum of layers %s ms, beyond them %s ms\n", milliseconds(*sum).c_str(),
            milliseconds(*overhead).c_str());
    }
    std::printf("first run %s ms; then mean %s, median %s, p95 %s, p99 %s ms over %zu runs\n",
        milliseconds(entry.data.runs.front().totalUs / 1e3).c_str(), milliseconds(runs.mean).c_str(),
        milliseconds(runs.median).c_str(), milliseconds(runs.p95).c_str(), milliseconds(runs.p99).c_str(),
        runs.count);
    std::printf("read %s; peak %s, without reuse %s\n", megabytes(entry.prepared.bytesRead).c_str(),
        megabytes(entry.data.runs.back().peakBytes).c_str(), megabytes(withoutReuse(plan.memory())).c_str());
}

Result<Json> readBaseline(const std::filesystem::path& file)
{
    const auto bytes = openFileBytes(file);
    if (!bytes)
        return bytes.error();
    const auto text = readText(*bytes->bytes, file.string(), {});
    if (!text)
        return text.error();
    const Json parsed = Json::parse(*text, nullptr, false);
    const Json* first = parsed.is_array() && !parsed.empty() ? &parsed.front() : &parsed;
    if (!first->is_object() || !first->contains("run_ms"))
        return Error{ErrorCode::File, file.string(), {msg("core", "this is not a profile")},
            {msg("core", "make one with profile --json FILE")}};
    return parsed;
}

Result<void> checkLimits(
    const CliOptions& options, const std::vector<ProfileCase>& cases, const std::optional<Json>& baseline)
{
    for (const ProfileCase& entry : cases) {
        const auto records = entry.data.newest();
        const Statistics runs = runStatistics(records);
        const uint64_t peak = records.back()->peakBytes;
        if (options.maxP95Ms && runs.p95 > *options.maxP95Ms)
            return Error{ErrorCode::CheckFailed, "--max-p95",
                {msg("core", "p95 is %1 ms, the limit %2 ms"), milliseconds(runs.p95),
                    milliseconds(*options.maxP95Ms)},
                {}};
        if (options.maxPeakBytes && peak > *options.maxPeakBytes)
            return Error{ErrorCode::CheckFailed, "--max-peak",
                {msg("core", "the peak is %1 bytes, the limit %2"), peak, *options.maxPeakBytes}, {}};
        if (!baseline)
            continue;
        const Json* before = baselineCase(*baseline, records.back()->batch);
        if (!before)
            return Error{ErrorCode::CheckFailed, "--baseline",
                {msg("core", "it has no case of batch %1"), records.back()->batch}, {}};
        const Json& runMs = (*before)["run_ms"];
        const double median = runMs.is_object() ? runMs.value("median", 0.0) : 0.0;
        const double allowed = median * (1 + *options.worsePercent / 100);
        if (runs.median > allowed)
            return Error{ErrorCode::CheckFailed, "--baseline",
                {msg("core", "the median is %1 ms, before it was %2 ms"), milliseconds(runs.median),
                    milliseconds(median)},
                {}};
    }
    return {};
}

} // namespace kerascope
