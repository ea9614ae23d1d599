// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/fake_session.h"

#include <cmath>

namespace kerascope {
namespace {

/// Adds layers and their one call in a chain.
class ModelMaker {
public:
    explicit ModelMaker(Model& model)
        : model_(model)
    {
    }

    LayerId layer(
        const std::string& name, const std::string& type, LayerId parent, std::vector<Shape> weights)
    {
        Layer layer;
        layer.id = LayerId(model_.layers.size());
        layer.name = name;
        layer.path = parent == noId ? name : model_.layers[size_t(parent)].path + "/" + name;
        layer.type = layer.fileType = type;
        layer.parent = parent;
        layer.depth = parent == noId ? 0 : 1;
        layer.fileConfig = {{"name", name}, {"trainable", true}, {"units", 32}, {"activation", "relu"}};
        for (const Shape& shape : weights) {
            Weight weight;
            weight.role = layer.weights.empty() ? "kernel" : "bias";
            weight.shape = shape;
            weight.fileBytes = uint64_t(*shape.elements()) * 4;
            layer.params += *shape.elements();
            layer.fileBytes += weight.fileBytes;
            layer.weights.push_back(weight);
        }
        layer.trainableParams = layer.params;
        model_.layers.push_back(layer);
        return layer.id;
    }

    CallId call(LayerId layer, std::vector<CallId> from, CallId parent = noId)
    {
        Call call;
        call.id = CallId(model_.calls.size());
        call.layer = layer;
        call.parent = parent;
        call.key = model_.layers[size_t(layer)].path;
        for (CallId source : from)
            call.inputs.push_back({{source, 0}, {}});
        model_.layers[size_t(layer)].calls.push_back(call.id);
        model_.calls.push_back(call);
        return call.id;
    }

    CallId step(const std::string& name, const std::string& type, std::vector<Shape> weights,
        std::vector<CallId> from, LayerId parent = noId, CallId around = noId)
    {
        return call(layer(name, type, parent, std::move(weights)), std::move(from), around);
    }

private:
    Model& model_;
};

std::shared_ptr<Model> makeGraph(int extra)
{
    auto model = std::make_shared<Model>();
    model->name = "digits";
    model->className = "Functional";
    ModelMaker make(*model);
    const CallId image = make.step("image", "InputLayer", {}, {});
    const CallId conv = make.step("conv1", "Conv2D", {Shape{3, 3, 1, 16}, Shape{16}}, {image});
    const CallId relu = make.step("relu1", "ReLU", {}, {conv});
    const LayerId block = make.layer("block", "Functional", noId, {});
    model->layers[size_t(block)].container = true;
    const CallId outer = make.call(block, {relu});
    const CallId inner = make.step("conv2", "Conv2D", {Shape{3, 3, 16, 32}, Shape{32}}, {relu}, block, outer);
    const CallId norm =
        make.step("norm2", "BatchNormalization", {Shape{32}, Shape{32}}, {inner}, block, outer);
    const CallId pool = make.step("pool", "MaxPooling2D", {}, {norm});
    const CallId odd = make.step("odd", "MyLayer", {}, {pool});
    Layer& foreign = model->layers[size_t(model->calls[size_t(odd)].layer)];
    foreign.supported = false;
    foreign.foreignClass = "MyLayer";
    foreign.reason = Text("layer class %1 is not known", "MyLayer");
    model->notes.push_back(Text("the architecture was found beside it"));
    const CallId flat = make.step("flatten", "Flatten", {}, {pool});
    CallId last = make.step("hidden", "Dense", {Shape{512, 48}, Shape{48}}, {flat});
    for (int i = 0; i < extra; ++i)
        last = make.step("dense_" + std::to_string(i), "Dense", {Shape{48, 48}, Shape{48}}, {last});
    const CallId digit = make.step("digit", "Dense", {Shape{48, 10}, Shape{10}}, {last});
    for (LayerId inside = block + 1; inside <= block + 2; ++inside) {
        model->layers[size_t(block)].params += model->layers[size_t(inside)].params;
        model->layers[size_t(block)].trainableParams += model->layers[size_t(inside)].params;
        model->layers[size_t(block)].fileBytes += model->layers[size_t(inside)].fileBytes;
    }
    model->inputs.push_back({"image", image, Shape{unknownDim, 8, 8, 1}, DType::Float32});
    model->outputs.push_back({"digit", {digit, 0}});
    return model;
}

/// One step per ticked leaf call; only what the window asks of a plan is filled in.
std::shared_ptr<const Plan> makeFakePlan(
    const std::shared_ptr<const Model>& model, const LayerSelection& ticked)
{
    Program program;
    program.model = model;
    StorageNeeds needs;
    std::vector<Placement> placements, workspaces;
    PlanMemory memory;
    for (const Call& call : model->calls) {
        const Layer& layer = model->layers[size_t(call.layer)];
        if (layer.container || !layer.supported || !ticked[size_t(call.layer)])
            continue;
        Operation operation;
        operation.kind = OpKind::Unary;
        operation.outputs = {ValueId(program.values.size())};
        operation.calls = {call.id};
        program.tensorValues[{call.id, 0}] = ValueId(program.values.size());
        program.values.push_back({Shape{1, 8, 8, 16}, DType::Float32, -1});
        const uint64_t bytes = 4096 * uint64_t(1 + call.id % 3);
        needs.values.push_back(bytes);
        needs.alias.push_back(-1);
        needs.workspace.push_back(uint64_t(512 * (call.id % 2)));
        placements.push_back({memory.arenaBytes, bytes, call.id, call.id + 1});
        workspaces.push_back({0, uint64_t(512 * (call.id % 2)), call.id, call.id});
        memory.arenaBytes += bytes;
        program.operations.push_back(operation);
        for (size_t i = 0; i < layer.weights.size(); ++i) {
            Constant constant;
            constant.shape = layer.weights[i].shape;
            constant.source = WeightRef{layer.id, int(i)};
            constant.owner = call.id;
            program.constants.push_back(constant);
            needs.constants.push_back(layer.weights[i].fileBytes);
            memory.constantBytes += layer.weights[i].fileBytes;
        }
    }
    memory.activationBytes = memory.arenaBytes;
    memory.predictedPeakBytes = memory.arenaBytes + memory.constantBytes;
    return std::make_shared<const Plan>(
        std::move(program), std::move(needs), std::move(placements), std::move(workspaces), memory);
}

} // namespace

std::shared_ptr<const SessionModel> FakeSession::makeModel(int version, const QString& title, int extra)
{
    const std::shared_ptr<const Model> model = makeGraph(extra);
    ModelSummary summary;
    summary.model = model;
    for (const Layer& layer : model->layers) {
        LayerSummary row;
        row.layer = layer.id;
        row.outputShapes = {Shape{unknownDim, 8, 8, 16}};
        row.params = layer.params;
        row.trainableParams = layer.trainableParams;
        row.weightBytes = row.fileBytes = layer.fileBytes;
        row.activationBytes = 4096;
        row.flops = double(layer.params) * 128;
        row.supported = layer.supported;
        row.reason = layer.reason;
        if (!layer.container) {
            summary.params += layer.params;
            summary.fileBytes += layer.fileBytes;
        }
        summary.layers.push_back(row);
    }
    ModelFile file;
    file.files.push_back({("/models/" + title.toStdString()), 1000, 0});
    auto session = std::make_shared<SessionModel>();
    session->version = version;
    session->title = title;
    session->file = std::make_shared<const ModelFile>(file);
    session->summary = std::make_shared<const ModelSummary>(summary);
    return session;
}

void FakeSession::load(std::shared_ptr<const SessionModel> model)
{
    model_ = std::move(model);
    ticked_ = allLayers(*model_->summary->model);
    plan_ = makeFakePlan(model_->summary->model, ticked_);
    warm_ = false;
    state_ = SessionState::Ready;
    emit modelChanged();
    emit settingsChanged();
    emit loadedChanged();
    emit stateChanged();
}

void FakeSession::addRuns(int count)
{
    for (int i = 0; i < count; ++i) {
        RunRecord run;
        run.run = runs_.empty() ? 0 : runs_.back().run + 1;
        run.timestampUs = double(run.run) * 20'000;
        run.version = model_->version;
        run.engine = "cpu";
        run.warmup = !warm_;
        run.plan = plan_;
        const double wave = 1 + 0.15 * std::sin(double(run.run) * 0.7) + (run.run % 37 == 36 ? 0.8 : 0);
        double at = 0;
        for (size_t step = 0; step < plan_->steps().size(); ++step) {
            const double us = 20.0 * double(1 + step % 4) * wave;
            run.steps.push_back({int(step), at, us, {}, {}});
            at += us;
        }
        run.runUs = at + 12;
        run.totalUs = run.warmup ? 84'000 : run.runUs + 30;
        warm_ = true;
        MemorySample sample;
        sample.timestampUs = run.timestampUs;
        sample.plannedBytes = plan_->memory().predictedPeakBytes;
        sample.ledgerBytes = sample.plannedBytes + 20'000;
        sample.processBytes = 400'000 + uint64_t(run.run) * 50;
        samples_.push_back(sample);
        runs_.push_back(std::move(run));
    }
    emit runsChanged();
}

void FakeSession::addMark(const QString& title, bool sameModel)
{
    const int64_t next = runs_.empty() ? 0 : runs_.back().run + 1;
    marks_.push_back({double(next) * 20'000, next, model_ ? model_->version : 1, title, sameModel});
}

void FakeSession::setState(SessionState state)
{
    state_ = state;
    emit stateChanged();
}

void FakeSession::setProgress(std::optional<Progress> progress)
{
    progress_ = std::move(progress);
    emit progressChanged();
}

void FakeSession::fail(const Error& error)
{
    error_ = error;
    emit failed(error);
}

void FakeSession::setCannotRun(std::optional<Error> error)
{
    cannotRun_ = std::move(error);
    emit loadedChanged();
}

void FakeSession::setOutputs(std::vector<NamedTensor> outputs)
{
    outputs_ = std::move(outputs);
    emit runsChanged();
}

void FakeSession::sendWeights(LayerId layer)
{
    Tensor tensor;
    tensor.shape = Shape{3, 3, 16};
    for (int i = 0; i < 144; ++i)
        tensor.data.push_back(std::sin(float(i) * 0.37F) * float(i % 7));
    emit weightsReady(layer, {{"kernel", tensor.shape, tensorStatistics(tensor)}});
}

LoadedPart FakeSession::loaded() const
{
    LoadedPart part;
    if (!model_)
        return part;
    for (const Layer& layer : model_->summary->model->layers) {
        if (layer.container)
            continue;
        ++part.layersTotal;
        part.bytesTotal += layer.fileBytes;
        if (ticked_[size_t(layer.id)]) {
            ++part.layers;
            part.bytesRead += layer.fileBytes;
        }
    }
    return part;
}

std::vector<EngineChoice> FakeSession::engines() const
{
    return {{QStringLiteral("gl"), QStringLiteral("OpenGL"), false, QStringLiteral("no OpenGL 4.3")},
        {QStringLiteral("cpu"), QStringLiteral("CPU: 2 threads"), true, {}},
        {QStringLiteral("reference"), QStringLiteral("Reference"), true, {}}};
}

std::vector<LayerId> FakeSession::missing() const
{
    return model_ ? missingFeeds(*model_->summary->model, ticked_) : std::vector<LayerId>();
}

void FakeSession::setTicked(const LayerSelection& selection)
{
    ++tickCalls;
    ticked_ = selection;
    plan_ = makeFakePlan(model_->summary->model, ticked_);
    emit settingsChanged();
    emit loadedChanged();
}

void FakeSession::setEngine(const QString& id)
{
    engine_ = id;
    emit settingsChanged();
}

void FakeSession::setBatch(int batch)
{
    batch_ = batch;
    emit settingsChanged();
}

void FakeSession::setInput(const std::string& name, const InputSpec& spec)
{
    inputs_[name] = spec;
    emit settingsChanged();
}

void FakeSession::clearRuns()
{
    runs_.clear();
    emit runsChanged();
}

} // namespace kerascope
