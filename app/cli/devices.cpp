// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/ceilings.h"
#include "app/cli/commands.h"
#include "app/cli/output.h"

#include <cstdio>

namespace kerascope {

Result<void> devicesCommand(const CliContext& context)
{
    Json all = Json::array();
    for (const char* id : {"gl", "cpu", "reference"}) {
        const auto engine = context.makeEngine(id);
        if (!engine) {
            all.push_back({{"engine", id}, {"available", false}, {"reason", engine.error().english()}});
            continue;
        }
        const EngineInfo& info = (*engine)->info();
        Json limits = Json::object();
        for (const auto& [name, value] : info.limits)
            limits[name] = value;
        const auto ceilings = measureCeilings(**engine, context.stop);
        if (!ceilings && ceilings.error().code == ErrorCode::Cancelled)
            return ceilings.error();
        if (!ceilings)
            say(context, ceilings.error().english());
        const Json measured = ceilings
            ? Json{{"gflops_per_s", ceilings->gflopsPerSecond}, {"gbytes_per_s", ceilings->gbytesPerSecond}}
            : Json();
        all.push_back({{"engine", id}, {"available", true}, {"device", info.device}, {"driver", info.driver},
            {"software_renderer", info.softwareRenderer}, {"gpu_times", info.gpuTimes},
            {"limits", std::move(limits)}, {"ceilings", measured}});
    }
    if (context.options.json)
        return writeJson(Json{{"engines", std::move(all)}}, "-");
    for (const Json& engine : all) {
        const std::string id = engine["engine"];
        if (!engine["available"].get<bool>()) {
            std::printf("%-10s not available: %s\n", id.c_str(), engine["reason"].get<std::string>().c_str());
            continue;
        }
        std::printf("%-10s %s\n           %s%s\n", id.c_str(), engine["device"].get<std::string>().c_str(),
            engine["driver"].get<std::string>().c_str(),
            engine["software_renderer"].get<bool>() ? ", software renderer" : "");
        if (const Json& ceilings = engine["ceilings"]; ceilings.is_object())
            std::printf("           measured: %s GFLOP/s, %s GB/s\n",
                scientific(ceilings["gflops_per_s"].get<double>()).c_str(),
                scientific(ceilings["gbytes_per_s"].get<double>()).c_str());
        for (const auto& [name, value] : engine["limits"].items())
            std::printf("           %s: %s\n", name.c_str(), value.get<std::string>().c_str());
    }
    return {};
}

} // namespace kerascope
