// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/graph_maker.h"

#include <utility>

namespace kerascope::test {

GraphMaker::GraphMaker()
    : model_(std::make_shared<Model>())
{
    model_->name = "made";
    model_->className = "Functional";
}

LayerId GraphMaker::makeLayer(const std::string& name, const std::string& type)
{
    Layer layer;
    layer.id = LayerId(model_->layers.size());
    layer.name = layer.path = name;
    layer.type = layer.fileType = type;
    if (!groups_.empty()) {
        const Layer& around = model_->layerOf(groups_.back());
        layer.parent = around.id;
        layer.depth = around.depth + 1;
        layer.path = around.path + "/" + name;
    }
    model_->layers.push_back(layer);
    return layer.id;
}

CallId GraphMaker::makeCall(LayerId layer, const std::vector<CallId>& from)
{
    Call call;
    call.id = CallId(model_->calls.size());
    call.layer = layer;
    call.parent = groups_.empty() ? noId : groups_.back();
    call.number = int(model_->layers[size_t(layer)].calls.size());
    call.key = model_->layers[size_t(layer)].path;
    for (CallId source : from)
        call.inputs.push_back({{source, 0}, {}});
    model_->layers[size_t(layer)].calls.push_back(call.id);
    model_->calls.push_back(call);
    shapes_.emplace_back();
    return call.id;
}

CallId GraphMaker::add(const std::string& name, const std::string& type, const std::vector<CallId>& from,
    Shape shape, int64_t params)
{
    const LayerId layer = makeLayer(name, type);
    model_->layers[size_t(layer)].params = params;
    const CallId call = makeCall(layer, from);
    shapes_.back() = std::move(shape);
    return call;
}

CallId GraphMaker::callAgain(CallId first, const std::vector<CallId>& from)
{
    const Shape shape = shapes_[size_t(first)];
    const CallId call = makeCall(model_->calls[size_t(first)].layer, from);
    shapes_.back() = shape;
    return call;
}

LayerId GraphMaker::beginGroup(const std::string& name)
{
    const LayerId layer = makeLayer(name, "Functional");
    model_->layers[size_t(layer)].container = true;
    groups_.push_back(makeCall(layer, {}));
    return layer;
}

void GraphMaker::endGroup()
{
    Call& group = model_->calls[size_t(groups_.back())];
    group.results = {{CallId(model_->calls.size()) - 1, 0}};
    groups_.pop_back();
}

void GraphMaker::refuse(CallId call, const std::string& reason)
{
    layerOf(call).supported = false;
    layerOf(call).reason = Text(reason);
}

std::shared_ptr<const SessionModel> GraphMaker::session()
{
    ModelSummary summary;
    const CallId last = CallId(model_->calls.size()) - 1;
    model_->outputs.push_back({model_->layerOf(last).name, {last, 0}});
    for (size_t i = model_->layers.size(); i-- > 0;)
        if (const LayerId parent = model_->layers[i].parent; parent != noId)
            model_->layers[size_t(parent)].params += model_->layers[i].params;
    for (const Layer& layer : model_->layers) {
        LayerSummary row;
        row.layer = layer.id;
        row.params = layer.params;
        row.weightBytes = row.fileBytes = uint64_t(layer.params) * 4;
        row.supported = layer.supported;
        row.reason = layer.reason;
        Shape one = shapes_[size_t(layer.calls.front())];
        if (one.rank() > 0)
            one[0] = 1;
        if (const auto elements = one.elements(); elements && !layer.container)
            row.activationBytes = uint64_t(*elements) * 4;
        if (one.rank() == 4)
            row.flops = 2.0 * double(layer.params) * double(one[1]) * double(one[2]);
        else
            row.flops = 2.0 * double(layer.params);
        summary.layers.push_back(row);
    }
    for (const Call& call : model_->calls)
        if (shapes_[size_t(call.id)].rank() > 0)
            summary.shapes.shapes[{call.id, 0}] = shapes_[size_t(call.id)];
    summary.model = model_;
    auto session = std::make_shared<SessionModel>();
    session->title = QStringLiteral("made.keras");
    session->summary = std::make_shared<const ModelSummary>(std::move(summary));
    return session;
}

namespace {

CallId convolution(GraphMaker& make, const std::string& name, CallId from, int64_t side, int64_t in,
    int64_t out, int64_t kernel, bool activated = true)
{
    const Shape shape{unknownDim, side, side, out};
    CallId last = make.add(name + "_conv", "Conv2D", {from}, shape, kernel * kernel * in * out + out);
    last = make.add(name + "_bn", "BatchNormalization", {last}, shape, 4 * out);
    return activated ? make.add(name + "_relu", "Activation", {last}, shape) : last;
}

} // namespace

std::shared_ptr<const SessionModel> chainModel(int layers)
{
    GraphMaker make;
    CallId last = make.add("tokens", "InputLayer", {}, Shape{unknownDim, 64});
    for (int i = 1; i < layers; ++i)
        last = make.add("dense_" + std::to_string(i), "Dense", {last}, Shape{unknownDim, 64}, 64 * 65);
    return make.session();
}

std::shared_ptr<const SessionModel> residualModel(int blocks)
{
    GraphMaker make;
    CallId last = make.add("input_1", "InputLayer", {}, Shape{unknownDim, 224, 224, 3});
    last = make.add("conv1_pad", "ZeroPadding2D", {last}, Shape{unknownDim, 230, 230, 3});
    last = convolution(make, "conv1", last, 112, 3, 64, 7);
    last = make.add("pool1_pool", "MaxPooling2D", {last}, Shape{unknownDim, 56, 56, 64});
    int64_t side = 56, width = 64, in = 64;
    for (int block = 0; block < blocks; ++block) {
        const std::string name =
            "conv" + std::to_string(2 + block / 4) + "_block" + std::to_string(1 + block % 4);
        const bool first = block % 4 == 0;
        if (first && block > 0) {
            side = std::max<int64_t>(7, side / 2);
            width = std::min<int64_t>(512, width * 2);
        }
        const CallId start = last;
        last = convolution(make, name + "_1", start, side, in, width, 1);
        last = convolution(make, name + "_2", last, side, width, width, 3);
        last = convolution(make, name + "_3", last, side, width, 4 * width, 1, false);
        const CallId skip =
            first ? convolution(make, name + "_0", start, side, in, 4 * width, 1, false) : start;
        in = 4 * width;
        last = make.add(name + "_add", "Add", {skip, last}, Shape{unknownDim, side, side, in});
        last = make.add(name + "_out", "Activation", {last}, Shape{unknownDim, side, side, in});
    }
    last = make.add("avg_pool", "GlobalAveragePooling2D", {last}, Shape{unknownDim, in});
    make.add("predictions", "Dense", {last}, Shape{unknownDim, 1000}, in * 1000 + 1000);
    return make.session();
}

std::shared_ptr<const SessionModel> inceptionModel(int blocks)
{
    GraphMaker make;
    CallId last = make.add("image", "InputLayer", {}, Shape{unknownDim, 149, 149, 3});
    last = convolution(make, "stem", last, 35, 3, 192, 3);
    for (int block = 0; block < blocks; ++block) {
        const std::string name = "mixed" + std::to_string(block);
        const CallId one = convolution(make, name + "_1x1", last, 35, 256, 64, 1);
        const CallId five = convolution(
            make, name + "_5x5", convolution(make, name + "_5x5a", last, 35, 256, 48, 1), 35, 48, 64, 5);
        CallId three = convolution(make, name + "_3x3a", last, 35, 256, 64, 1);
        three = convolution(make, name + "_3x3b", three, 35, 64, 96, 3);
        three = convolution(make, name + "_3x3c", three, 35, 96, 96, 3);
        const CallId pool =
            make.add(name + "_pool", "AveragePooling2D", {last}, Shape{unknownDim, 35, 35, 256});
        const CallId after = convolution(make, name + "_pool", pool, 35, 256, 32, 1);
        last = make.add(name, "Concatenate", {one, five, three, after}, Shape{unknownDim, 35, 35, 256});
    }
    make.add("predictions", "Dense", {last}, Shape{unknownDim, 10}, 2570);
    return make.session();
}

std::shared_ptr<const SessionModel> denseModel(int blocks, int layers)
{
    GraphMaker make;
    CallId last = make.add("image", "InputLayer", {}, Shape{unknownDim, 56, 56, 64});
    for (int block = 0; block < blocks; ++block) {
        std::vector<CallId> all{last};
        for (int i = 0; i < layers; ++i) {
            const std::string name = "dense" + std::to_string(block) + "_" + std::to_string(i);
            const CallId joined = i == 0
                ? last
                : make.add(name + "_concat", "Concatenate", all, Shape{unknownDim, 56, 56, 64 + 32 * i});
            all.push_back(convolution(make, name, joined, 56, 64 + 32 * i, 32, 3));
        }
        last = make.add(
            "join" + std::to_string(block), "Concatenate", all, Shape{unknownDim, 56, 56, 64 + 32 * layers});
    }
    return make.session();
}

std::shared_ptr<const SessionModel> nestedModel()
{
    GraphMaker make;
    const CallId left = make.add("left_image", "InputLayer", {}, Shape{unknownDim, 64, 64, 3});
    const CallId right = make.add("right_image", "InputLayer", {}, Shape{unknownDim, 64, 64, 3});
    make.beginGroup("backbone");
    const CallId inner = make.add("backbone_input", "InputLayer", {left}, Shape{unknownDim, 64, 64, 3});
    CallId a = convolution(make, "stem", inner, 32, 3, 16, 3);
    make.beginGroup("block");
    CallId b = convolution(make, "expand", a, 32, 16, 64, 1);
    make.beginGroup("attention");
    const CallId squeeze = make.add("squeeze", "GlobalAveragePooling2D", {b}, Shape{unknownDim, 64});
    const CallId gate = make.add("gate", "Dense", {squeeze}, Shape{unknownDim, 64}, 4160);
    const CallId scaled = make.add("scale", "Multiply", {b, gate}, Shape{unknownDim, 32, 32, 64});
    make.endGroup();
    b = convolution(make, "project", scaled, 32, 64, 16, 1, false);
    b = make.add("add", "Add", {a, b}, Shape{unknownDim, 32, 32, 16});
    make.endGroup();
    const CallId features = make.add("pool", "GlobalAveragePooling2D", {b}, Shape{unknownDim, 16});
    make.endGroup();
    const CallId flat = make.add("flatten", "Flatten", {right}, Shape{unknownDim, 12288});
    const CallId one = make.add("shared_dense", "Dense", {features}, Shape{unknownDim, 32}, 544);
    const CallId two = make.callAgain(one, {flat});
    const CallId odd = make.add("my_distance", "ContrastiveDistance", {one, two}, Shape{});
    make.refuse(odd, "layer class ContrastiveDistance is not known");
    const CallId join = make.add("concatenate", "Concatenate", {one, two}, Shape{unknownDim, 64});
    make.add("same_or_not", "Dense", {join}, Shape{unknownDim, 1}, 65);
    return make.session();
}

std::vector<LayerFigure> figuresOf(const SessionModel& model)
{
    std::vector<LayerFigure> figures;
    double total = 0;
    for (const LayerSummary& row : model.summary->layers) {
        LayerFigure figure;
        figure.planned = true;
        figure.lastMs = 0.004 + row.flops.value_or(0) / 4e9 + double(row.activationBytes.value_or(0)) / 3e8;
        figure.weightBytes = row.weightBytes;
        figure.activationBytes = row.activationBytes.value_or(0);
        total += *figure.lastMs;
        figures.push_back(figure);
    }
    for (LayerFigure& figure : figures) {
        figure.meanMs = *figure.lastMs * 1.02;
        figure.share = *figure.lastMs / total;
    }
    return figures;
}

} // namespace kerascope::test
