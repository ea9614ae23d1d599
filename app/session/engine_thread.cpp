// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/engine_thread.h"

#include "core/base/within_memory.h"
#include "core/profile/run_record.h"

#include <algorithm>
#include <cmath>

namespace kerascope {
namespace {

using namespace std::chrono_literals;

/// Work on a preparation between two runs; a frame of the window is longer.
constexpr auto slice = 2ms;
/// Records travel to the window 20 times a second.
constexpr double sendEveryUs = 50e3;

bool hasNan(const std::vector<NamedTensor>& outputs)
{
    return std::any_of(outputs.begin(), outputs.end(), [](const NamedTensor& output) {
        const auto& data = output.tensor->data;
        return std::any_of(data.begin(), data.end(), [](float value) { return std::isnan(value); });
    });
}

} // namespace

EngineThread::EngineThread(EngineFactory factory, Ledger& ledger, std::function<void(EngineEvent)> report)
    : factory_(std::move(factory))
    , ledger_(ledger)
    , report_(std::move(report))
    , thread_([this](const std::stop_token& stop) { loop(stop); })
{
}

EngineThread::~EngineThread()
{
    stop();
    thread_.request_stop();
    commands_.put(StopRequest{});
    thread_.join();
}

Result<Engine*> EngineThread::engine(const std::string& id, const std::stop_token& stop)
{
    EngineRequest request{id, {}};
    auto answer = request.answer.get_future();
    commands_.put(std::move(request));
    while (answer.wait_for(10ms) != std::future_status::ready)
        if (stop.stop_requested())
            return cancelled();
    return answer.get();
}

void EngineThread::dropKept(const std::stop_token& stop)
{
    DropRequest request;
    auto done = request.done.get_future();
    commands_.put(std::move(request));
    while (done.wait_for(10ms) != std::future_status::ready)
        if (stop.stop_requested())
            return;
}

void EngineThread::prepare(Candidate candidate) { commands_.put(std::move(candidate)); }
void EngineThread::cancelPreparation() { commands_.put(CancelRequest{}); }
void EngineThread::run(int64_t runs) { commands_.put(RunRequest{runs}); }
void EngineThread::setObserver(Observer observer) { commands_.put(ObserverRequest{std::move(observer)}); }

void EngineThread::unload()
{
    stop();
    commands_.put(UnloadRequest{});
}

void EngineThread::stop()
{
    {
        std::lock_guard lock(stopMutex_);
        runStop_.request_stop();
    }
    commands_.put(StopRequest{});
}

std::stop_token EngineThread::freshRunToken()
{
    std::lock_guard lock(stopMutex_);
    runStop_ = std::stop_source();
    return runStop_.get_token();
}

void EngineThread::loop(const std::stop_token& stop)
{
    std::stop_token runToken = freshRunToken();
    while (!stop.stop_requested()) {
        const bool busy = running_ || candidate_.has_value();
        if (!busy)
            send(true);
        auto command = busy ? commands_.take() : commands_.waitFor(500ms);
        while (command) {
            const bool starts = std::holds_alternative<RunRequest>(*command);
            handle(std::move(*command));
            if (starts)
                runToken = freshRunToken();
            command = commands_.take();
        }
        if (stop.stop_requested())
            break;
        if (candidate_)
            advancePreparation(stop);
        if (running_ && runner_)
            runOnce(runToken);
    }
    // GL objects must go here, with their context current: models before engines.
    preparation_.reset();
    candidate_.reset();
    runner_.reset();
    kept_.clear();
    engines_.clear();
}

void EngineThread::handle(Command command)
{
    if (auto* request = std::get_if<EngineRequest>(&command)) {
        makeEngine(std::move(*request));
    } else if (auto* candidate = std::get_if<Candidate>(&command)) {
        begin(std::move(*candidate));
    } else if (const auto* run = std::get_if<RunRequest>(&command)) {
        if (runner_) {
            running_ = true;
            runsLeft_ = run->runs;
        } else {
            endRuns(Error{ErrorCode::Usage, {}, {msg("core", "nothing is loaded to run")}, {}});
        }
    } else if (std::holds_alternative<StopRequest>(command)) {
        if (running_)
            endRuns(std::nullopt);
    } else if (std::holds_alternative<UnloadRequest>(command)) {
        preparation_.reset();
        candidate_.reset();
        runner_.reset();
        kept_.clear();
        lastOutputs_.clear();
    } else if (std::holds_alternative<CancelRequest>(command)) {
        preparation_.reset();
        candidate_.reset();
    } else if (auto* drop = std::get_if<DropRequest>(&command)) {
        kept_.dropKept();
        drop->done.set_value();
    } else if (auto* observer = std::get_if<ObserverRequest>(&command)) {
        observer_ = std::move(observer->observer);
    }
}

void EngineThread::makeEngine(EngineRequest request)
{
    auto& place = engines_[request.id];
    if (!place) {
        auto made = factory_(request.id);
        if (!made) {
            engines_.erase(request.id);
            request.answer.set_value(made.error());
            return;
        }
        place = std::move(*made);
    }
    request.answer.set_value(place.get());
}

void EngineThread::begin(Candidate candidate)
{
    if (candidate.capture && candidate_) {
        report_(PrepareFailed{candidate.ticket,
            Error{ErrorCode::Cancelled, {}, {msg("core", "a model is being prepared")},
                {msg("core", "try again")}}});
        return;
    }
    preparation_.reset(); // the latest request wins
    candidate_ = std::move(candidate);
    if (!candidate_->capture) // at once: weights that are no longer ticked are held by no one
        kept_.dropOthers(candidate_->key);
    if (candidate_->executable || runsAlready(*candidate_))
        return;
    if (!candidate_->capture)
        candidate_->executable = kept_.take(candidate_->plan);
    if (candidate_->executable) {
        candidate_->compiled = false;
        return;
    }
    auto preparation = withinMemory(
        {}, [&] { return candidate_->engine->prepare(candidate_->plan, candidate_->weights, ledger_); });
    if (!preparation) {
        if (prepareAgain(preparation.error()))
            return;
        report_(PrepareFailed{candidate_->ticket, preparation.error()});
        candidate_.reset();
        return;
    }
    preparation_ = std::move(*preparation);
}

bool EngineThread::runsAlready(const Candidate& candidate) const
{
    return !candidate.capture && runner_ && runner_->executable().plan() == candidate.plan;
}

/// Where the device has no room, what is kept of earlier shapes gives way.
bool EngineThread::prepareAgain(const Error& error)
{
    if (error.code != ErrorCode::Device || kept_.kept() == 0)
        return false;
    preparation_.reset();
    kept_.dropKept();
    Candidate again = std::move(*candidate_);
    candidate_.reset();
    begin(std::move(again));
    return true;
}

void EngineThread::advancePreparation(const std::stop_token& stop)
{
    if (preparation_) {
        const auto done = withinMemory({}, [&] { return preparation_->advance(slice, stop); });
        if (!done) {
            if (prepareAgain(done.error()))
                return;
            report_(PrepareFailed{candidate_->ticket, done.error()});
            preparation_.reset();
            candidate_.reset();
            return;
        }
        if (!*done) {
            report_(PrepareProgress{candidate_->ticket, preparation_->progress()});
            return;
        }
        candidate_->executable = preparation_->take();
        preparation_.reset();
    }
    finishPreparation(stop);
}

/// Validation: the new model runs once. Only then the old one goes.
void EngineThread::finishPreparation(const std::stop_token& stop)
{
    Candidate candidate = std::move(*candidate_);
    candidate_.reset();
    std::unique_ptr<Runner> made;
    auto first = withinMemory({}, [&] { return runFirst(candidate, made, stop); });
    if (!first) {
        report_(PrepareFailed{candidate.ticket, first.error()});
        return;
    }
    if (candidate.capture) {
        report_(Captured{candidate.ticket, std::move(first->outputs)});
        return;
    }
    const bool replaces = made && runner_ && runner_->version() != candidate.version;
    if (replaces && hasNan(first->outputs) && !hasNan(lastOutputs_)) {
        report_(PrepareFailed{candidate.ticket,
            Error{ErrorCode::CheckFailed, {}, {msg("core", "the new model gives NaN on the present input")},
                {msg("core", "the old model goes on; choose another input or open the file by itself")}}});
        return;
    }
    send(true);
    first->record.run = nextRun_++;
    switchTo(candidate, std::move(made));
    report_(Switched{candidate.ticket, candidate.version, first->record.timestampUs, first->record.run,
        runner_->executable().memory(), candidate.plan, candidate.compiled, kept_.plannedBytes()});
    if (observer_)
        observer_(*first);
    sinceStamp_ = stampEvery_; // the first plain run after a switch carries stamps
    unsent_.push_back(std::move(first->record));
    lastOutputs_ = std::move(first->outputs);
    send(true);
}

/// The candidate's first run: in a runner of its own (`made`), or in the present one with other inputs.
Result<RunResult> EngineThread::runFirst(
    Candidate& candidate, std::unique_ptr<Runner>& made, const std::stop_token& stop)
{
    if (!candidate.executable) { // its plan runs already
        candidate.compiled = false;
        runner_->setInputs(std::move(candidate.inputs));
        runner_->executable().resetState();
        return runner_->run(true, stop);
    }
    if (!candidate.compiled)
        candidate.executable->resetState();
    made = std::make_unique<Runner>(
        std::move(candidate.executable), std::move(candidate.inputs), candidate.engineId, candidate.version);
    made->warmUp(candidate.warmups);
    return made->run(!candidate.capture, stop);
}

/// What is not kept of the model before is destroyed here, on its engine's thread.
void EngineThread::switchTo(Candidate& candidate, std::unique_ptr<Runner> made)
{
    if (made) {
        auto before = runner_ ? runner_->takeExecutable() : nullptr;
        runner_ = std::move(made);
        kept_.runs(candidate.key, candidate.plan, std::move(before));
    }
    const uint64_t planned = candidate.plan->memory().predictedPeakBytes;
    const uint64_t limit = candidate.memoryLimit;
    while (true) {
        const uint64_t held = ledger_.total(), more = held > planned ? held - planned : 0;
        const uint64_t room = limit > planned ? limit - planned : limit > 0 ? 0 : availableMemoryBytes() / 4;
        if (more <= room || !kept_.dropOldest())
            return;
    }
}

void EngineThread::runOnce(const std::stop_token& stop)
{
    const int every = stampEvery_;
    const bool stamps = every > 0 && sinceStamp_ + 1 >= every;
    auto result = withinMemory({}, [&] { return runner_->run(stamps, stop); });
    if (!result) {
        const bool stopped = result.error().code == ErrorCode::Cancelled;
        endRuns(stopped ? std::nullopt : std::optional(result.error()));
        return;
    }
    sinceStamp_ = stamps ? 0 : sinceStamp_ + 1;
    result->record.run = nextRun_++;
    if (observer_)
        observer_(*result);
    unsent_.push_back(std::move(result->record));
    lastOutputs_ = std::move(result->outputs);
    if (runsLeft_ > 0 && --runsLeft_ == 0)
        endRuns(std::nullopt);
    else
        send(false);
}

void EngineThread::endRuns(std::optional<Error> error)
{
    running_ = false;
    runsLeft_ = 0;
    send(true);
    report_(RunsEnded{std::move(error)});
}

void EngineThread::send(bool now)
{
    const double time = programTimeUs();
    if (unsent_.empty() || (!now && time - lastSentUs_ < sendEveryUs))
        return;
    lastSentUs_ = time;
    report_(RunBatch{std::move(unsent_), lastOutputs_});
    unsent_.clear();
}

} // namespace kerascope
