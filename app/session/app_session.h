// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/engine_thread.h"
#include "app/session/load_job.h"
#include "app/session/loader_thread.h"
#include "app/session/run_history.h"
#include "core/profile/profile_data.h"
#include "ui/session.h"

#include <QTimer>
#include <atomic>
#include <functional>
#include <memory>
#include <variant>

namespace kerascope {

/// The session of the window: state in the GUI thread, work in the loader, inspector, capture and engine
/// threads, exports in the pool. Everything else comes back through one mailbox; a queued call without data
/// only wakes the GUI thread.
class AppSession : public Session {
    Q_OBJECT
public:
    explicit AppSession(EngineFactory factory, QObject* parent = nullptr);
    ~AppSession() override;

    SessionState state() const override;
    std::shared_ptr<const SessionModel> model() const override { return model_; }
    std::optional<Progress> progress() const override { return progress_; }
    std::optional<Error> lastError() const override { return lastError_; }
    LayerSelection ticked() const override { return ticked_; }
    LoadedPart loaded() const override;
    std::vector<EngineChoice> engines() const override;
    QString engine() const override { return engine_; }
    QString engineNote() const override { return engineNote_; }
    int batch() const override { return batch_; }
    std::map<std::string, InputSpec> inputs() const override { return inputs_; }
    TreatAs treatAs() const override { return treatAs_; }
    std::vector<ProgramInput> neededInputs() const override;
    std::vector<LayerId> missing() const override;
    std::optional<Error> cannotRun() const override;
    const std::deque<RunRecord>& runs() const override { return history_.runs(); }
    const std::deque<MemorySample>& memorySamples() const override { return memory_; }
    const std::vector<SwitchMark>& switches() const override { return switches_; }
    std::shared_ptr<const Plan> plan() const override { return plan_; }
    std::vector<LedgerRow> ledger() const override { return ledger_.rows(); }
    std::vector<NamedTensor> outputs() const override { return outputs_; }

    void open(const QStringList& paths) override;
    void setTreatAs(const TreatAs& treatAs) override { treatAs_ = treatAs; }
    void cancel() override;
    void setTicked(const LayerSelection& selection) override;
    void setEngine(const QString& id) override;
    void setBatch(int batch) override;
    void setInput(const std::string& name, const InputSpec& spec) override;
    void run(int runs) override;
    void stop() override;
    void clearRuns() override;
    void requestWeights(LayerId layer) override;
    void requestActivations(LayerId layer) override;
    void savePart(const QString& file) override;
    void cancelSave() override { saver_.cancel(); }
    void exportCsv(const QString& folder) override;
    void exportTrace(const QString& file) override;
    static QString deviceText(const EngineInfo& info);

private:
    struct Opened {
        uint64_t ticket = 0;
        int version = 0;
        std::shared_ptr<const LoadedModel> model;
    };
    /// What a preparation depends on besides the model.
    struct Wishes {
        LayerSelection ticked;
        QString engine;
        int batch = 1;
        InputSpecs inputs;
        bool operator==(const Wishes&) const = default;
    };
    struct LoadFailed {
        uint64_t ticket = 0;
        Error error;
    };
    struct GlProbed {
        Result<EngineInfo> info;
    };
    struct EngineKnown {
        std::string id;
        EngineInfo info;
    };
    struct WeightsRead {
        LayerId layer = noId;
        int version = 0;
        std::vector<WeightView> views;
    };
    struct ActivationsRead {
        LayerId layer = noId;
        int version = 0;
        std::vector<WeightView> views;
    };
    struct PartProgress {
        Progress progress;
    };
    struct PartSaved {
        QString file;
        Result<void> done;
    };
    struct Failure {
        Error error;
    };
    using Event = std::variant<EngineEvent, Opened, LoadFailed, GlProbed, EngineKnown, WeightsRead,
        ActivationsRead, PartProgress, PartSaved, Failure>;

    void post(Event event);
    Q_INVOKABLE void drain();
    void on(EngineEvent event);
    void on(PrepareProgress event);
    void on(const PrepareFailed& event);
    void on(Switched event);
    void on(Captured event);
    void on(RunBatch event);
    void on(RunsEnded event);
    void on(Opened event);
    void on(LoadFailed event);
    void on(GlProbed event);
    void on(EngineKnown event);
    void on(const WeightsRead& event);
    void on(const ActivationsRead& event);
    void on(const PartProgress& event) { emit partProgressed(event.progress); }
    void on(const PartSaved& event);
    void on(const Failure& event);

    void adopt(int version, std::shared_ptr<const LoadedModel> model);
    void rebuild();
    Wishes wishes() const { return {ticked_, engine_, batch_, inputs_}; }
    void catchUp();
    void unload();
    void takeBack();
    PrepareRequest prepareRequest(int version, const LoadedModel& model) const;
    void prepareOn(LoaderThread& loader, PrepareRequest request, std::shared_ptr<const LoadedModel> model);
    void finishWork(uint64_t ticket);
    void fail(const Error& error);
    void sampleMemory();
    ProfileData snapshot() const;
    void exportBy(std::function<Result<void>(const ProfileData&)> write, const QString& path);
    void setState();
    ProgressSink progressSink(uint64_t ticket);

    // GUI thread
    std::shared_ptr<const SessionModel> model_;
    std::shared_ptr<const LoadedModel> loaded_;
    int version_ = 0, lastVersion_ = 0;
    std::map<int, QString> titles_; ///< by version, from open() to the switch
    std::map<int, Opened> pending_; ///< by version: opened, not yet switched to
    uint64_t ticket_ = 0; ///< newest request
    std::optional<uint64_t> working_; ///< its ticket while it goes on
    int workingVersion_ = 0;
    Wishes asked_; ///< when the newest preparation was asked for
    std::optional<Wishes>
        prepared_; ///< of what the engine holds now; nothing = it holds nothing of this model
    bool running_ = false;
    SessionState shown_ = SessionState::Empty;
    LayerSelection ticked_;
    QString engine_ = QStringLiteral("cpu"), engineNote_;
    bool engineChosen_ = false;
    std::optional<Result<EngineInfo>> gl_;
    std::map<std::string, EngineInfo> known_;
    int batch_ = 1;
    InputSpecs inputs_;
    TreatAs treatAs_;
    std::optional<Progress> progress_;
    std::optional<Error> lastError_, prepareError_;
    std::shared_ptr<const Plan> plan_;
    uint64_t keptBytes_ = 0; ///< planned for earlier shapes that are kept
    RunHistory history_;
    std::deque<MemorySample> memory_;
    std::vector<SwitchMark> switches_;
    std::vector<NamedTensor> outputs_;
    std::map<int, ProfiledModel> models_;
    uint64_t captureTicket_ = 0;
    LayerId captureLayer_ = noId;
    QTimer memoryTimer_;

    // shared; destroyed after the threads below have been joined
    Ledger ledger_;
    std::atomic<bool> awake_{false};
    Mailbox<Event> events_;

    // threads, joined in reverse order: whoever feeds the engine thread goes first
    EngineThread engines_;
    LoaderThread prober_, capturer_, inspector_, saver_, loader_;
};

} // namespace kerascope
