// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/engine/compare.h"

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <map>
#include <mutex>

namespace kerascope {
namespace {

using namespace std::chrono_literals;

/// Outputs of two runs of the same program on the same input may differ by what threads add in another order.
constexpr double sameOutput = 1e-5;

/// What the engine thread sees: every run, in order.
struct Watch {
    int64_t runs = 0, lost = 0, wrong = 0, lastRun = -1;
    int lastVersion = 0;
    double lastEndUs = 0;
    std::vector<double> steady, switches; ///< ms between the end of a run and the end of the next
    std::map<int, std::vector<NamedTensor>> wanted; ///< by parity of the version: outputs of the model alone

    void see(const RunResult& result)
    {
        const RunRecord& record = result.record;
        ++runs;
        lost += lastRun >= 0 ? record.run - lastRun - 1 : 0;
        lastRun = record.run;
        const double endUs = record.timestampUs + record.totalUs;
        if (lastEndUs > 0)
            (record.version == lastVersion ? steady : switches).push_back((endUs - lastEndUs) / 1e3);
        lastEndUs = endUs;
        lastVersion = record.version;
        check(result);
    }

private:
    void check(const RunResult& result)
    {
        auto& want = wanted[result.record.version % 2];
        if (want.empty()) {
            want = result.outputs;
            return;
        }
        bool same = want.size() == result.outputs.size();
        for (size_t i = 0; same && i < want.size(); ++i)
            same = maxError(*result.outputs[i].tensor, *want[i].tensor) <= sameOutput;
        wrong += same ? 0 : 1;
    }
};

/// Waits for the answer to one preparation.
class Answers {
public:
    void put(EngineEvent event)
    {
        std::lock_guard lock(mutex_);
        if (const auto* switched = std::get_if<Switched>(&event))
            switched_ = switched->ticket;
        else if (auto* failed = std::get_if<PrepareFailed>(&event))
            error_ = std::move(failed->error);
        else if (auto* ended = std::get_if<RunsEnded>(&event); ended && ended->error)
            error_ = std::move(ended->error);
        ready_.notify_all();
    }
    /// A run of this version is over, so the version before it is released.
    void sawRun(int version)
    {
        std::lock_guard lock(mutex_);
        version_ = version;
        ready_.notify_all();
    }
    Result<void> waitFor(uint64_t ticket, int version, const std::stop_token& stop)
    {
        std::unique_lock lock(mutex_);
        while ((switched_ != ticket || version_ != version) && !error_) {
            if (stop.stop_requested())
                return cancelled();
            ready_.wait_for(lock, 20ms);
        }
        return error_ ? Result<void>(*error_) : Result<void>();
    }

private:
    std::mutex mutex_;
    std::condition_variable ready_;
    uint64_t switched_ = 0;
    int version_ = -1;
    std::optional<Error> error_;
};

struct Outcome {
    std::vector<double> prepareMs;
    uint64_t bytesFirst = 0, bytesLast = 0, rssFirst = 0, rssLast = 0, bytesEnd = 0;
};

Result<void> swapOnce(const CliContext& context, const std::filesystem::path& file, PrepareRequest request,
    EngineThread& engines, Ledger& ledger, Answers& answers)
{
    // From the file each time, as a swap in the window does.
    const auto model = loadModel({file}, context.stop, context.options.treatAs);
    if (!model)
        return model.error();
    const auto specs = inputSpecs(context.options, [&] {
        std::vector<std::string> names;
        for (const ModelInput& input : model->opened.model->inputs)
            names.push_back(input.name);
        return names;
    }());
    if (!specs)
        return specs.error();
    request.inputs = *specs;
    const uint64_t ticket = request.ticket;
    const int version = request.version;
    auto candidate = prepareCandidate(*model, request, engines, ledger, {}, context.stop);
    if (!candidate)
        return candidate.error();
    engines.prepare(std::move(*candidate));
    return answers.waitFor(ticket, version, context.stop);
}

Result<Outcome> swapAll(const CliContext& context, const std::string& engineId, EngineThread& engines,
    Ledger& ledger, Answers& answers)
{
    const CliOptions& options = context.options;
    Outcome out;
    for (int64_t swap = 0; swap <= options.swaps; ++swap) {
        PrepareRequest request;
        request.ticket = uint64_t(swap) + 1;
        request.version = int(swap);
        request.engineId = engineId;
        request.batch = options.batches.empty() ? 0 : options.batches.front();
        request.shapes = options.shapes;
        request.passes = options.noPasses ? PassOptions::none() : PassOptions();
        request.memoryLimit = options.memoryLimit.value_or(0);
        const double start = programTimeUs();
        auto done = swapOnce(context, options.models[size_t(swap % 2)], request, engines, ledger, answers);
        if (!done)
            return done.error();
        if (swap == 0)
            engines.run(0);
        else
            out.prepareMs.push_back((programTimeUs() - start) / 1e3);
        // a cycle is there and back: the first model runs again
        if (swap == 2 || (swap < 2 && swap == options.swaps)) {
            out.bytesFirst = ledger.total();
            out.rssFirst = processResidentBytes();
        }
        if (swap >= 2 && swap % 2 == 0) {
            out.bytesLast = ledger.total();
            out.rssLast = processResidentBytes();
        }
        if ((swap + 1) % 10 == 0)
            say(context, std::to_string(swap + 1) + " swaps");
    }
    if (options.swaps < 2) {
        out.bytesLast = out.bytesFirst;
        out.rssLast = out.rssFirst;
    }
    return out;
}

Json reportJson(const CliOptions& options, const Watch& watch, const Outcome& outcome, uint64_t leaked)
{
    const double steady = statistics(watch.steady).median;
    std::vector<double> gaps;
    for (const double time : watch.switches)
        gaps.push_back(std::max(0.0, time - steady));
    const Statistics gap = statistics(gaps);
    return {{"swaps", options.swaps}, {"runs", watch.runs}, {"lost_runs", watch.lost},
        {"wrong_outputs", watch.wrong}, {"max_gap_ms", gap.max}, {"median_gap_ms", gap.median},
        {"median_prepare_ms", statistics(outcome.prepareMs).median},
        {"bytes_after_first_cycle", outcome.bytesFirst}, {"bytes_after_last_cycle", outcome.bytesLast},
        {"leaked_bytes", leaked}, {"rss_after_first_cycle", outcome.rssFirst},
        {"rss_after_last_cycle", outcome.rssLast}};
}

} // namespace

Result<void> swapTestCommand(const CliContext& context)
{
    const CliOptions& options = context.options;
    std::string engineId = options.engine;
    if (engineId.empty()) {
        const auto chosen = openEngine(context, {});
        if (!chosen)
            return chosen.error();
        engineId = (*chosen)->info().id;
    }
    Ledger ledger;
    Watch watch;
    Answers answers;
    Outcome outcome;
    {
        EngineThread engines(
            context.makeEngine, ledger, [&](EngineEvent event) { answers.put(std::move(event)); });
        engines.setStampEvery(0);
        engines.setObserver([&](const RunResult& result) {
            watch.see(result);
            answers.sawRun(result.record.version);
        });
        auto done = swapAll(context, engineId, engines, ledger, answers);
        if (!done)
            return done.error();
        outcome = std::move(*done);
    }
    const Json report = reportJson(options, watch, outcome, ledger.total());
    if (!options.jsonFile.empty())
        if (auto written = writeJson(report, options.jsonFile); !written)
            return written.error();
    if (options.jsonFile != "-")
        for (const auto& [name, value] : report.items())
            std::printf("%-24s %s\n", name.c_str(), value.dump().c_str());
    if (watch.lost > 0 || watch.wrong > 0 || ledger.total() > 0)
        return Error{ErrorCode::CheckFailed, "swap-test",
            {msg("core", "%1 runs lost, %2 outputs wrong, %3 bytes left over"), watch.lost, watch.wrong,
                ledger.total()},
            {}};
    return {};
}

} // namespace kerascope
