// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/engine/input_spec.h"
#include "core/file/model_file.h"
#include "core/graph/selection.h"
#include "core/keras/treat_as.h"
#include "core/plan/summary.h"
#include "core/profile/ledger.h"
#include "core/profile/run_record.h"
#include "core/profile/tensor_statistics.h"

#include <QObject>
#include <QStringList>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace kerascope {

/// The state of the session, always to be seen in the window.
enum class SessionState { Empty, Loading, Ready, Running, Swapping, Failed };

/// One model of the session. Immutable; the window keeps no other copy.
struct SessionModel {
    int version = 1; ///< counts up with every model opened in this session
    QString title; ///< file name
    std::shared_ptr<const ModelFile> file;
    std::shared_ptr<const ModelSummary> summary;
};

/// The files that the model was opened from.
QStringList pathsOf(const SessionModel& model);

/// What is loaded into the engine now, measured.
struct LoadedPart {
    int layers = 0, layersTotal = 0; ///< leaf layers
    uint64_t bytesRead = 0, bytesTotal = 0; ///< file bytes
};

struct EngineChoice {
    QString id; ///< "gl", "cpu", "reference"
    QString label; ///< "OpenGL: NVIDIA H200"
    bool available = true;
    QString reason; ///< why not available, or why not the default
};

/// What the inspector shows of one weight.
struct WeightView {
    std::string role;
    Shape shape;
    TensorStatistics statistics;
};

/// A switch of the model, for marks in the charts.
struct SwitchMark {
    double timestampUs = 0;
    int64_t run = 0; ///< first run of the new model
    int version = 1;
    QString title;
    bool sameModel = false; ///< only ticks, engine, batch or input changed
};

/// All that the window may ask of the running program. Lives in the GUI thread; app implements it with its
/// loader and engine threads. Data arrives before the signal that tells of it; no call blocks.
class Session : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    // state
    virtual SessionState state() const = 0;
    virtual std::shared_ptr<const SessionModel> model() const = 0; ///< null when Empty
    virtual std::optional<Progress> progress() const = 0; ///< of the long action that goes on
    virtual std::optional<Error> lastError() const = 0;
    virtual LayerSelection ticked() const = 0;
    virtual LoadedPart loaded() const = 0;
    virtual std::vector<EngineChoice> engines() const = 0;
    virtual QString engine() const = 0;
    virtual QString engineNote() const = 0; ///< why this engine is the default; may be empty
    virtual int batch() const = 0;
    virtual std::map<std::string, InputSpec> inputs() const = 0; ///< by input name
    virtual TreatAs treatAs() const = 0; ///< as set; the model may have been opened with another
    /// Inputs that a run of the ticked part needs, with concrete shapes.
    virtual std::vector<ProgramInput> neededInputs() const = 0;
    virtual std::vector<LayerId> missing() const = 0; ///< unticked layers that feed ticked ones
    virtual std::optional<Error> cannotRun() const = 0; ///< why Run is not possible now

    // records; references stay valid until the next signal
    virtual const std::deque<RunRecord>& runs() const = 0; ///< bounded; oldest first
    virtual const std::deque<MemorySample>& memorySamples() const = 0;
    virtual const std::vector<SwitchMark>& switches() const = 0;
    virtual std::shared_ptr<const Plan> plan() const = 0; ///< current; null while nothing is prepared
    virtual std::vector<LedgerRow> ledger() const = 0;
    virtual std::vector<NamedTensor> outputs() const = 0; ///< of the last finished run

    // commands
    virtual void open(const QStringList& paths) = 0; ///< with a model there: prepares and swaps
    /// What stands in for classes whose code is not in the file, from the next open() on.
    virtual void setTreatAs(const TreatAs& treatAs) = 0;
    virtual void cancel() = 0; ///< the long action that goes on; the model before stays
    virtual void setTicked(const LayerSelection& selection) = 0;
    virtual void setEngine(const QString& id) = 0;
    virtual void setBatch(int batch) = 0;
    virtual void setInput(const std::string& name, const InputSpec& spec) = 0;
    virtual void run(int runs) = 0; ///< 0 = continuous
    virtual void stop() = 0;
    virtual void clearRuns() = 0;
    virtual void requestWeights(LayerId layer) = 0; ///< answered by weightsReady
    virtual void requestActivations(LayerId layer) = 0; ///< one extra run with the layer's outputs kept
    /// The ticked layers as a file of their own (.keras, .weights.h5, .bin); ends with exported or failed.
    virtual void savePart(const QString& file) = 0;
    virtual void cancelSave() = 0;
    virtual void exportCsv(const QString& folder) = 0; ///< runs.csv, layers.csv, totals.csv
    virtual void exportTrace(const QString& file) = 0; ///< Chrome trace JSON

signals:
    void stateChanged();
    void modelChanged(); ///< another model, or none
    void progressChanged();
    void failed(const kerascope::Error& error); ///< for the message bar
    void settingsChanged(); ///< engine, batch, inputs, ticks
    void loadedChanged(); ///< loaded(), plan(), missing(), cannotRun()
    void runsChanged(); ///< at most every 50 ms
    void weightsReady(kerascope::LayerId layer, const std::vector<kerascope::WeightView>& weights);
    void activationsReady(kerascope::LayerId layer, const std::vector<kerascope::WeightView>& activations);
    void partProgressed(const kerascope::Progress& progress); ///< of savePart
    void exported(const QString& path);
};

} // namespace kerascope
