// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/app_session.h"

#include "core/profile/csv.h"
#include "core/profile/trace.h"
#include "core/save/save_part.h"
#include "ui/background.h"
#include "ui/translate.h"

#include <QFileInfo>
#include <algorithm>
#include <set>

namespace kerascope {

/// The engine's device for the window: the count of threads at its end is in the language of the window.
QString AppSession::deviceText(const EngineInfo& info)
{
    QString device = QString::fromStdString(info.device);
    for (const auto& [name, value] : info.limits) {
        const QString count = QString::fromStdString(value);
        const qsizetype end = device.lastIndexOf(QStringLiteral(", ") + count + QStringLiteral(" thread"));
        if (name == "threads" && end > 0)
            return tr("%1, %n thread(s)", nullptr, count.toInt()).arg(device.first(end));
    }
    return device;
}

LoadedPart AppSession::loaded() const
{
    LoadedPart part;
    if (!loaded_)
        return part;
    const Model& model = *loaded_->opened.model;
    for (const Layer& layer : model.layers)
        part.layersTotal += layer.container ? 0 : 1;
    part.bytesTotal = loaded_->summary->fileBytes;
    if (!plan_)
        return part;
    // What the plan's constants were read from: a shared tensor counts once.
    std::set<std::pair<LayerId, int>> weights;
    for (const Constant& constant : plan_->program().constants)
        if (const auto* ref = std::get_if<WeightRef>(&constant.source))
            if (weights.emplace(ref->layer, ref->weight).second)
                part.bytesRead += model.layers[size_t(ref->layer)].weights[size_t(ref->weight)].fileBytes;
    part.layers = int(std::count(ticked_.begin(), ticked_.end(), true));
    return part;
}

std::vector<EngineChoice> AppSession::engines() const
{
    const auto label = [this](const char* id, const QString& name) {
        const auto known = known_.find(id);
        return known == known_.end() ? name : name + QStringLiteral(": ") + deviceText(known->second);
    };
    EngineChoice gl{QStringLiteral("gl"), label("gl", QStringLiteral("OpenGL")), true, engineNote_};
    if (gl_ && !*gl_) {
        gl.available = false;
        gl.reason = errorText(gl_->error());
    }
    return {gl, {QStringLiteral("cpu"), label("cpu", QStringLiteral("CPU")), true, {}},
        {QStringLiteral("reference"), tr("Reference (slow, for checking)"), true, {}}};
}

std::vector<ProgramInput> AppSession::neededInputs() const
{
    return plan_ ? plan_->program().inputs : std::vector<ProgramInput>();
}

std::vector<LayerId> AppSession::missing() const
{
    return loaded_ ? missingFeeds(*loaded_->opened.model, ticked_) : std::vector<LayerId>();
}

std::optional<Error> AppSession::cannotRun() const
{
    if (!model_)
        return Error{ErrorCode::Usage, {}, {msg("core", "no model is open")},
            {msg("core", "drop a model on the window")}};
    if (prepareError_)
        return prepareError_;
    if (plan_)
        return std::nullopt;
    if (working_)
        return Error{ErrorCode::Usage, {}, {msg("core", "the model is being prepared")}, {}};
    return Error{
        ErrorCode::Usage, {}, {msg("core", "no layer is ticked")}, {msg("core", "tick layers to run")}};
}

PrepareRequest AppSession::prepareRequest(int version, const LoadedModel& model) const
{
    PrepareRequest request;
    request.version = version;
    request.engineId = engine_.toStdString();
    request.ticked = version == version_ ? ticked_ : model.summary->runnable;
    request.batch = batch_;
    request.inputs = inputs_;
    return request;
}

ProgressSink AppSession::progressSink(uint64_t ticket)
{
    return [this, ticket](const Progress& progress) { post(EngineEvent(PrepareProgress{ticket, progress})); };
}

void AppSession::open(const QStringList& paths)
{
    if (paths.isEmpty())
        return;
    std::vector<std::filesystem::path> files;
    for (const QString& path : paths)
        files.emplace_back(path.toStdString());
    const uint64_t ticket = ++ticket_;
    const int version = ++lastVersion_;
    working_ = ticket;
    workingVersion_ = version;
    asked_ = wishes();
    titles_[version] = QFileInfo(paths.front()).fileName();
    progress_ = Progress{{msg("core", "Reading the model")}, 0, 0, false};
    engines_.cancelPreparation();
    // Inputs stay for a model with the same names and shapes; the request is completed once the graph is
    // known.
    PrepareRequest request;
    request.ticket = ticket;
    request.version = version;
    request.engineId = engine_.toStdString();
    request.batch = batch_;
    request.inputs = inputs_;
    const std::shared_ptr<const ModelFile> onto = loaded_ ? loaded_->opened.file : nullptr;
    loader_.submit([this, files, request, treatAs = treatAs_, onto](const std::stop_token& stop) {
        auto loaded = loadModel(files, stop, treatAs, onto.get());
        if (!loaded)
            return post(LoadFailed{request.ticket, loaded.error()});
        const auto model = std::make_shared<const LoadedModel>(std::move(*loaded));
        post(Opened{request.ticket, request.version, model});
        if (const auto half = halfAlone(*model))
            return post(LoadFailed{request.ticket, *half});
        PrepareRequest complete = request;
        complete.ticked = model->summary->runnable;
        std::erase_if(complete.inputs, [&](const auto& entry) {
            const auto& inputs = model->opened.model->inputs;
            return std::none_of(
                inputs.begin(), inputs.end(), [&](const ModelInput& in) { return in.name == entry.first; });
        });
        auto candidate =
            prepareCandidate(*model, complete, engines_, ledger_, progressSink(request.ticket), stop);
        if (!candidate)
            return post(LoadFailed{request.ticket, candidate.error()});
        engines_.prepare(std::move(*candidate));
    });
    emit progressChanged();
    setState();
}

void AppSession::rebuild()
{
    if (!loaded_ || (working_ && workingVersion_ != version_))
        return; // a model on its way takes the settings along when it is asked for again
    prepareError_.reset();
    if (std::none_of(ticked_.begin(), ticked_.end(), [](bool ticked) { return ticked; })) {
        loader_.cancel();
        engines_.cancelPreparation();
        if (working_)
            finishWork(*working_);
        unload();
        prepared_ = wishes();
        outputs_.clear();
        emit loadedChanged();
        setState();
        return;
    }
    const uint64_t ticket = ++ticket_;
    working_ = ticket;
    workingVersion_ = version_;
    asked_ = wishes();
    progress_ = Progress{{msg("core", "Preparing the layers")}, 0, 0, false};
    engines_.cancelPreparation();
    PrepareRequest request = prepareRequest(version_, *loaded_);
    request.ticket = ticket;
    prepareOn(loader_, request, loaded_);
    emit progressChanged();
    setState();
}

void AppSession::prepareOn(
    LoaderThread& loader, PrepareRequest request, std::shared_ptr<const LoadedModel> model)
{
    loader.submit(
        [this, request = std::move(request), model = std::move(model)](const std::stop_token& stop) {
            auto candidate =
                prepareCandidate(*model, request, engines_, ledger_, progressSink(request.ticket), stop);
            if (!candidate)
                return post(LoadFailed{request.ticket, candidate.error()});
            engines_.prepare(std::move(*candidate));
        });
}

void AppSession::cancel()
{
    if (!working_)
        return;
    loader_.cancel();
    engines_.cancelPreparation();
    finishWork(*working_);
    if (workingVersion_ == version_)
        takeBack();
    else
        catchUp();
    setState();
}

/// After a cancel the window shows what the engine holds: the settings before, or no ticks.
void AppSession::takeBack()
{
    if (prepared_) {
        ticked_ = prepared_->ticked;
        engine_ = prepared_->engine;
        batch_ = prepared_->batch;
        inputs_ = prepared_->inputs;
    } else {
        ticked_.assign(ticked_.size(), false);
        prepared_ = wishes();
    }
    emit settingsChanged();
    emit loadedChanged();
}

void AppSession::setTicked(const LayerSelection& selection)
{
    if (!loaded_ || selection == ticked_ || selection.size() != ticked_.size())
        return;
    ticked_ = selection;
    emit settingsChanged();
    rebuild();
}

void AppSession::setEngine(const QString& id)
{
    engineChosen_ = true;
    if (id == engine_)
        return;
    engine_ = id;
    emit settingsChanged();
    rebuild();
}

void AppSession::setBatch(int batch)
{
    if (batch == batch_ || batch < 1)
        return;
    batch_ = batch;
    emit settingsChanged();
    rebuild();
}

void AppSession::setInput(const std::string& name, const InputSpec& spec)
{
    inputs_[name] = spec;
    emit settingsChanged();
    rebuild();
}

void AppSession::run(int runs)
{
    if (cannotRun())
        return;
    running_ = true;
    engines_.run(runs);
    setState();
}

void AppSession::stop() { engines_.stop(); }

void AppSession::clearRuns()
{
    history_.clear();
    switches_.clear();
    emit runsChanged();
}

void AppSession::requestWeights(LayerId layer)
{
    if (!loaded_ || layer < 0 || size_t(layer) >= loaded_->opened.model->layers.size())
        return;
    inspector_.submit([this, layer, version = version_, model = loaded_](const std::stop_token& stop) {
        std::vector<WeightView> views;
        const Layer& description = model->opened.model->layers[size_t(layer)];
        for (size_t i = 0; i < description.weights.size(); ++i) {
            auto tensor = model->weights->weight({layer, int(i)}, stop);
            if (!tensor)
                return post(Failure{tensor.error()});
            views.push_back({description.weights[i].role, (*tensor)->shape, tensorStatistics(**tensor)});
        }
        post(WeightsRead{layer, version, std::move(views)});
    });
}

void AppSession::requestActivations(LayerId layer)
{
    if (!loaded_ || !plan_ || layer < 0 || size_t(layer) >= loaded_->opened.model->layers.size())
        return;
    const Model& model = *loaded_->opened.model;
    PrepareRequest request = prepareRequest(version_, *loaded_);
    for (const CallId id : model.layers[size_t(layer)].calls) {
        const Call& call = model.calls[size_t(id)];
        if (!call.results.empty())
            request.captured.insert(request.captured.end(), call.results.begin(), call.results.end());
        else
            for (int k = 0; k < call.outputs; ++k)
                request.captured.push_back({id, k});
    }
    request.capture = true;
    request.ticket = ++ticket_;
    captureTicket_ = request.ticket;
    captureLayer_ = layer;
    prepareOn(capturer_, request, loaded_);
}

void AppSession::savePart(const QString& file)
{
    if (!loaded_)
        return;
    saver_.submit([this, file, ticked = ticked_, model = loaded_](const std::stop_token& stop) {
        constexpr double everyUs = 100'000;
        double told = 0;
        const auto progress = [&](const Progress& now) {
            if (const double time = programTimeUs(); time - told > everyUs) {
                told = time;
                post(PartProgress{now});
            }
        };
        const auto saved = save::savePart(*model->summary, *model->opened.file, *model->weights, ticked,
            file.toStdString(), progress, stop);
        post(PartSaved{file, saved ? Result<void>() : Result<void>(saved.error())});
    });
}

/// Writes in the pool: every export is finished, however many are asked for at a time.
void AppSession::exportBy(std::function<Result<void>(const ProfileData&)> write, const QString& path)
{
    runInBackground(
        this, [write = std::move(write), data = snapshot()] { return write(data); },
        [this, path](const Result<void>& written) {
            if (written)
                emit exported(path);
            else
                fail(written.error());
        });
}

void AppSession::exportCsv(const QString& folder)
{
    exportBy(
        [target = folder.toStdString()](const ProfileData& data) { return writeCsv(data, target); }, folder);
}

void AppSession::exportTrace(const QString& file)
{
    exportBy(
        [target = file.toStdString()](const ProfileData& data) { return writeTrace(data, target); }, file);
}

} // namespace kerascope
