// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session.h"

#include <QTimer>

namespace kerascope {

/// A session without threads and engines: a small model made by hand and records that follow a fixed formula.
/// Remembers every command that it got.
class FakeSession : public Session {
    Q_OBJECT
public:
    using Session::Session;

    /// A classifier with a nested block, one unsupported layer and `extra` further Dense layers.
    static std::shared_ptr<const SessionModel> makeModel(int version, const QString& title, int extra = 0);
    /// Opens it at once, all layers ticked and planned.
    void load(std::shared_ptr<const SessionModel> model);
    /// Adds finished runs; the first after load() is a warm-up run.
    void addRuns(int count);
    void addMark(const QString& title, bool sameModel);
    void setState(SessionState state);
    void setProgress(std::optional<Progress> progress);
    void fail(const Error& error);
    void setCannotRun(std::optional<Error> error);
    void setOutputs(std::vector<NamedTensor> outputs);
    void sendWeights(LayerId layer);

    SessionState state() const override { return state_; }
    std::shared_ptr<const SessionModel> model() const override { return model_; }
    std::optional<Progress> progress() const override { return progress_; }
    std::optional<Error> lastError() const override { return error_; }
    LayerSelection ticked() const override { return ticked_; }
    LoadedPart loaded() const override;
    std::vector<EngineChoice> engines() const override;
    QString engine() const override { return engine_; }
    QString engineNote() const override { return QStringLiteral("No OpenGL 4.3 here, so the CPU computes."); }
    int batch() const override { return batch_; }
    std::map<std::string, InputSpec> inputs() const override { return inputs_; }
    TreatAs treatAs() const override { return treatAs_; }
    std::vector<ProgramInput> neededInputs() const override { return {}; }
    std::vector<LayerId> missing() const override;
    std::optional<Error> cannotRun() const override { return cannotRun_; }
    const std::deque<RunRecord>& runs() const override { return runs_; }
    const std::deque<MemorySample>& memorySamples() const override { return samples_; }
    const std::vector<SwitchMark>& switches() const override { return marks_; }
    std::shared_ptr<const Plan> plan() const override { return plan_; }
    std::vector<LedgerRow> ledger() const override { return {}; }
    std::vector<NamedTensor> outputs() const override { return outputs_; }

    void open(const QStringList& paths) override { opened << paths; }
    void setTreatAs(const TreatAs& treatAs) override { treatAs_ = treatAs; }
    void cancel() override { ++cancels; }
    void setTicked(const LayerSelection& selection) override;
    void setEngine(const QString& id) override;
    void setBatch(int batch) override;
    void setInput(const std::string& name, const InputSpec& spec) override;
    void run(int runs) override { runCalls << runs; }
    void stop() override { ++stops; }
    void clearRuns() override;
    void requestWeights(LayerId layer) override { weightRequests << layer; }
    void requestActivations(LayerId layer) override { activationRequests << layer; }
    void savePart(const QString& file) override { parts << file; }
    void cancelSave() override { ++saveCancels; }
    void exportCsv(const QString& folder) override { csvFolders << folder; }
    void exportTrace(const QString& file) override { traceFiles << file; }

    // what was asked for
    QList<QStringList> opened;
    QList<int> runCalls;
    QList<LayerId> weightRequests, activationRequests;
    QStringList csvFolders, traceFiles, parts;
    int tickCalls = 0, cancels = 0, stops = 0, saveCancels = 0;

private:
    SessionState state_ = SessionState::Empty;
    std::shared_ptr<const SessionModel> model_;
    std::optional<Progress> progress_;
    std::optional<Error> error_, cannotRun_;
    LayerSelection ticked_;
    QString engine_ = QStringLiteral("cpu");
    int batch_ = 1;
    TreatAs treatAs_;
    std::map<std::string, InputSpec> inputs_;
    std::deque<RunRecord> runs_;
    std::deque<MemorySample> samples_;
    std::vector<SwitchMark> marks_;
    std::shared_ptr<const Plan> plan_;
    std::vector<NamedTensor> outputs_;
    bool warm_ = false;
};

} // namespace kerascope
