// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/app_session.h"

#include "app/session/default_engine.h"
#include "ui/translate.h"

#include <algorithm>

namespace kerascope {
namespace {

constexpr size_t maxMemorySamples = 20'000;
constexpr int memoryEveryMs = 200;

} // namespace

AppSession::AppSession(EngineFactory factory, QObject* parent)
    : Session(parent)
    , events_([this] {
        // By name: a function object would be handed over inside Qt, where the thread sanitizer sees no lock.
        if (!awake_.exchange(true))
            QMetaObject::invokeMethod(this, "drain", Qt::QueuedConnection);
    })
    , engines_(std::move(factory), ledger_, [this](EngineEvent event) { post(std::move(event)); })
{
    connect(&memoryTimer_, &QTimer::timeout, this, &AppSession::sampleMemory);
    memoryTimer_.start(memoryEveryMs);
    prober_.submit([this](const std::stop_token& stop) {
        for (const char* id : {"cpu", "gl"}) {
            const auto engine = engines_.engine(id, stop);
            if (engine)
                post(EngineKnown{id, (*engine)->info()});
            if (std::string(id) == "gl")
                post(GlProbed{
                    engine ? Result<EngineInfo>((*engine)->info()) : Result<EngineInfo>(engine.error())});
        }
    });
}

AppSession::~AppSession() = default;

void AppSession::post(Event event) { events_.put(std::move(event)); }

void AppSession::drain()
{
    awake_ = false;
    for (Event& event : events_.takeAll())
        std::visit([this](auto& value) { on(std::move(value)); }, event);
    setState();
}

SessionState AppSession::state() const
{
    if (working_ && workingVersion_ != version_)
        return version_ > 0 ? SessionState::Swapping : SessionState::Loading;
    if (running_)
        return SessionState::Running;
    if (working_)
        return SessionState::Loading;
    if (lastError_ && !model_)
        return SessionState::Failed;
    return model_ ? SessionState::Ready : SessionState::Empty;
}

void AppSession::setState()
{
    if (const SessionState now = state(); now != shown_) {
        shown_ = now;
        emit stateChanged();
    }
}

void AppSession::on(EngineEvent event)
{
    std::visit([this](auto& value) { on(std::move(value)); }, event);
}

void AppSession::on(PrepareProgress event)
{
    if (working_ != event.ticket)
        return;
    progress_ = std::move(event.progress);
    emit progressChanged();
}

void AppSession::on(LoadFailed event) { on(PrepareFailed{event.ticket, std::move(event.error)}); }

void AppSession::on(const PrepareFailed& event)
{
    if (event.ticket == captureTicket_) {
        captureTicket_ = 0;
        if (event.error.code != ErrorCode::Cancelled)
            fail(event.error);
        return;
    }
    if (working_ != event.ticket)
        return;
    const bool ofCurrent = workingVersion_ == version_;
    finishWork(event.ticket);
    pending_.erase(workingVersion_);
    titles_.erase(workingVersion_);
    if (ofCurrent) {
        prepareError_ = event.error;
        unload();
    }
    fail(event.error);
    emit loadedChanged();
    if (!ofCurrent)
        catchUp();
}

void AppSession::unload()
{
    engines_.unload();
    running_ = false;
    plan_.reset();
    keptBytes_ = 0;
    prepared_.reset();
}

/// Ticks, engine, batch or input may have been changed while another model was on its way.
void AppSession::catchUp()
{
    if (model_ && !working_ && !prepareError_ && prepared_ != wishes())
        rebuild();
}

void AppSession::fail(const Error& error)
{
    if (error.code == ErrorCode::Cancelled)
        return;
    lastError_ = error;
    emit failed(error);
}

void AppSession::finishWork(uint64_t ticket)
{
    if (working_ != ticket)
        return;
    working_.reset();
    progress_.reset();
    emit progressChanged();
}

void AppSession::on(Opened event)
{
    if (working_ != event.ticket)
        return;
    if (version_ > 0 && !halfAlone(*loaded_)) // what cannot run gives way at once
        pending_.insert_or_assign(event.version, event); // the old one stays in the window until the switch
    else
        adopt(event.version, event.model);
}

/// Makes an opened model the one that the window shows.
void AppSession::adopt(int version, std::shared_ptr<const LoadedModel> model)
{
    auto shown = std::make_shared<SessionModel>();
    shown->version = version;
    shown->title = titles_[version];
    shown->file = model->opened.file;
    shown->summary = model->summary;
    version_ = version;
    ticked_ = model->summary->runnable;
    asked_.ticked = ticked_;
    loaded_ = std::move(model);
    model_ = std::move(shown);
    prepareError_.reset();
    lastError_.reset();
    outputs_.clear();
    models_[version] = {model_->title.toStdString(), loaded_->opened.model};
    emit modelChanged();
    emit settingsChanged();
}

void AppSession::on(Switched event)
{
    const bool sameModel = event.version == version_;
    plan_ = std::move(event.plan); // first: a plan and another model do not belong together
    // Whatever was asked for since: this is what the engine runs from now on, so the window must show it.
    if (const auto opened = pending_.find(event.version); !sameModel && opened != pending_.end())
        adopt(opened->first, opened->second.model);
    pending_.erase(pending_.begin(), pending_.upper_bound(event.version));
    titles_.erase(titles_.begin(), titles_.upper_bound(event.version));
    // The window may have asked for more while it heard of the model.
    const bool newest = working_ == event.ticket;
    finishWork(event.ticket);
    prepared_ = newest ? std::optional(asked_) : std::nullopt;
    prepareError_.reset();
    keptBytes_ = event.keptBytes;
    if (event.compiled || !sameModel)
        switches_.push_back({event.timestampUs, event.firstRun, event.version,
            model_ ? model_->title : QString(), sameModel});
    emit loadedChanged();
    catchUp();
}

void AppSession::on(RunBatch event)
{
    history_.add(std::move(event.records));
    outputs_ = std::move(event.outputs);
    emit runsChanged();
}

void AppSession::on(RunsEnded event)
{
    running_ = false;
    if (event.error)
        fail(*event.error);
}

void AppSession::on(GlProbed event)
{
    gl_ = std::move(event.info);
    const DefaultEngine choice = chooseDefaultEngine(*gl_);
    engineNote_ = translateText(choice.note);
    if (!engineChosen_ && engine_ != QString::fromStdString(choice.id)) {
        engine_ = QString::fromStdString(choice.id);
        rebuild();
    }
    emit settingsChanged();
}

void AppSession::on(EngineKnown event)
{
    known_[event.id] = std::move(event.info);
    emit settingsChanged();
}

void AppSession::on(Captured event)
{
    if (event.ticket != captureTicket_)
        return;
    captureTicket_ = 0;
    // Statistics of a large tensor take milliseconds: not in the GUI thread.
    capturer_.submit([this, layer = captureLayer_, version = version_, outputs = std::move(event.outputs)](
                         const std::stop_token&) {
        std::vector<WeightView> views;
        for (const NamedTensor& output : outputs)
            views.push_back({output.name, output.tensor->shape, tensorStatistics(*output.tensor)});
        post(ActivationsRead{layer, version, std::move(views)});
    });
}

void AppSession::on(const WeightsRead& event)
{
    if (event.version == version_)
        emit weightsReady(event.layer, event.views);
}

void AppSession::on(const ActivationsRead& event)
{
    if (event.version == version_)
        emit activationsReady(event.layer, event.views);
}

void AppSession::on(const PartSaved& event)
{
    if (event.done)
        emit exported(event.file);
    else
        fail(event.done.error());
}

void AppSession::on(const Failure& event) { fail(event.error); }

void AppSession::sampleMemory()
{
    if (!model_)
        return;
    MemorySample sample;
    sample.timestampUs = programTimeUs();
    sample.plannedBytes = plan_ ? plan_->memory().predictedPeakBytes + keptBytes_ : 0;
    sample.ledgerBytes = ledger_.total();
    sample.processBytes = processResidentBytes();
    memory_.push_back(sample);
    if (memory_.size() > maxMemorySamples)
        memory_.pop_front();
    if (!running_)
        emit runsChanged();
}

ProfileData AppSession::snapshot() const
{
    ProfileData data;
    data.models = models_;
    const auto known = known_.find(engine_.toStdString());
    if (known != known_.end())
        data.device = known->second.device;
    data.runs.assign(history_.runs().begin(), history_.runs().end());
    return data;
}

} // namespace kerascope
