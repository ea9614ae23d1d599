// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/trace.h"

#include <fstream>
#include <nlohmann/json.hpp>

namespace kerascope {
namespace {

using Json = nlohmann::json;

constexpr int runTrack = 1, layerTrack = 2;

Json event(const std::string& name, const char* category, int track, double startUs, double durationUs)
{
    return {{"name", name}, {"cat", category}, {"ph", "X"}, {"pid", 1}, {"tid", track}, {"ts", startUs},
        {"dur", durationUs}};
}

Json trackName(int track, const char* name)
{
    return {{"name", "thread_name"}, {"ph", "M"}, {"pid", 1}, {"tid", track}, {"args", {{"name", name}}}};
}

void addRun(const RunRecord& record, Json& events)
{
    Json run =
        event("run " + std::to_string(record.run), "run", runTrack, record.timestampUs, record.totalUs);
    run["args"] = {{"engine", record.engine}, {"batch", record.batch}, {"model_version", record.version},
        {"warmup", record.warmup}};
    events.push_back(std::move(run));
    const double origin = record.timestampUs + record.uploadUs;
    for (const StepTime& step : record.steps) {
        const Operation& operation = record.plan->steps()[size_t(step.step)];
        if (operation.calls.empty())
            continue;
        const Model& model = *record.plan->program().model;
        Json layer = event(model.calls[size_t(operation.calls.back())].key, opName(operation.kind),
            layerTrack, origin + step.startUs, step.durationUs);
        layer["args"] = {{"type", model.layerOf(operation.calls.back()).type}};
        if (operation.calls.size() > 1) {
            Json fused = Json::array();
            for (size_t i = 0; i + 1 < operation.calls.size(); ++i)
                fused.push_back(model.calls[size_t(operation.calls[i])].key);
            layer["args"]["fused"] = std::move(fused);
        }
        events.push_back(std::move(layer));
    }
}

} // namespace

Result<void> writeTrace(const ProfileData& data, const std::filesystem::path& file)
{
    Json events = Json::array({trackName(runTrack, "runs"), trackName(layerTrack, "layers")});
    int version = 0;
    for (const RunRecord& record : data.runs) {
        if (record.version != version) {
            const auto model = data.models.find(record.version);
            events.push_back(
                {{"name", "model " + (model == data.models.end() ? std::string() : model->second.name)},
                    {"ph", "i"}, {"s", "g"}, {"pid", 1}, {"tid", runTrack}, {"ts", record.timestampUs}});
            version = record.version;
        }
        addRun(record, events);
    }
    const Json trace = {{"traceEvents", std::move(events)}, {"displayTimeUnit", "ms"},
        {"otherData", {{"program", "kerascope " KERASCOPE_VERSION}, {"device", data.device}}}};
    std::ofstream out(file, std::ios::binary);
    out << trace.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
    out.close();
    if (!out)
        return Error{ErrorCode::File, file.string(), {msg("core", "the file cannot be written")},
            {msg("core", "check the folder and the space on the disk")}};
    return {};
}

} // namespace kerascope
