// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/graph_items.h"

#include "ui/format.h"
#include "ui/translate.h"

#include <QCoreApplication>
#include <QStringList>
#include <utility>

namespace kerascope {
namespace {

using namespace Qt::Literals::StringLiterals;

class Builder {
public:
    explicit Builder(std::shared_ptr<const ModelSummary> summary)
        : model_(*summary->model)
        , summary_(*summary)
        , itemOfCall_(model_.calls.size(), -1)
        , passed_(model_.calls.size())
    {
        result_.summary = std::move(summary);
        result_.ofLayer.resize(model_.layers.size());
    }

    GraphItems build()
    {
        for (const Call& call : model_.calls) {
            if (passesOn(call))
                passed_[size_t(call.id)] = source(call.inputs[0].tensor);
            else
                addItem(call);
        }
        for (const ModelOutput& output : model_.outputs)
            if (const int item = itemOf(source(output.tensor)); item >= 0)
                result_.items[size_t(item)].output = true;
        sumUpGroups();
        return std::move(result_);
    }

private:
    bool passesOn(const Call& call) const
    {
        return call.parent != noId && call.inputs.size() == 1
            && model_.layers[size_t(call.layer)].type == "InputLayer";
    }

    // One step is enough: calls come in topological order, so what stands in passed_ is already resolved.
    TensorRef source(TensorRef tensor) const
    {
        if (tensor.call < 0 || size_t(tensor.call) >= passed_.size())
            return {};
        const TensorRef passed = passed_[size_t(tensor.call)];
        return passed.call == noId ? tensor : passed;
    }

    int itemOf(TensorRef tensor) const { return tensor.call == noId ? -1 : itemOfCall_[size_t(tensor.call)]; }

    QString shapeOf(TensorRef tensor) const
    {
        const auto found = summary_.shapes.shapes.find(tensor);
        return found == summary_.shapes.shapes.end() ? QString() : formatShape(found->second, false);
    }

    QString shapesOf(const Call& call, const Layer& layer) const
    {
        QStringList shapes;
        if (layer.container) {
            for (TensorRef result : call.results)
                shapes << shapeOf(source(result));
        } else {
            for (int index = 0; index < call.outputs; ++index)
                if (index != call.maskOutput)
                    shapes << shapeOf({call.id, index});
        }
        shapes.removeAll(QString());
        return shapes.join(u", "_s);
    }

    void addItem(const Call& call)
    {
        const Layer& layer = model_.layers[size_t(call.layer)];
        const LayerSummary& summary = summary_.layers[size_t(call.layer)];
        GraphItem item;
        item.group = layer.container;
        item.leaves = layer.container ? 0 : 1;
        item.parent = call.parent == noId ? -1 : itemOfCall_[size_t(call.parent)];
        item.depth = item.parent < 0 ? 0 : result_[item.parent].depth + 1;
        item.call = call.id;
        item.layer = call.layer;
        item.supported = layer.supported && summary.supported;
        item.category = item.supported ? categoryOf(layer) : LayerCategory::Unsupported;
        item.type = QString::fromStdString(layer.type);
        item.name = QString::fromStdString(layer.name);
        item.shape = shapesOf(call, layer);
        if (layer.params > 0)
            item.params = graphText(QT_TRANSLATE_NOOP("GraphScene", "%1 params"))
                              .arg(formatCount(double(layer.params)));
        if (!item.supported)
            item.reason = translateText(layer.supported ? summary.reason : layer.reason);
        auto& siblings = result_.ofLayer[size_t(call.layer)];
        if (layer.calls.size() > 1)
            item.callOf = graphText(QT_TRANSLATE_NOOP("GraphScene", "call %1 of %2"))
                              .arg(siblings.size() + 1)
                              .arg(layer.calls.size());
        const int index = result_.count();
        result_.items.push_back(std::move(item));
        siblings.push_back(index);
        itemOfCall_[size_t(call.id)] = index;
        result_.groups += layer.container;
        if (!layer.container)
            addEdges(call, index);
    }

    void addEdges(const Call& call, int to)
    {
        for (const CallInput& input : call.inputs) {
            const TensorRef tensor = source(input.tensor);
            const int from = itemOf(tensor);
            if (from >= 0)
                result_.edges.push_back({from, to, shapeOf(tensor), input.role == "mask"});
        }
    }

    // Inner items stand after their group, so from the back every group is complete when it is added up.
    void sumUpGroups()
    {
        for (int index = result_.count() - 1; index >= 0; --index) {
            const GraphItem& item = result_[index];
            if (item.parent < 0)
                continue;
            GraphItem& around = result_.items[size_t(item.parent)];
            around.leaves += item.leaves;
            if (!item.supported && around.supported) {
                around.supported = false;
                around.reason = item.group ? item.reason : item.name + u": "_s + item.reason;
            }
        }
    }

    const Model& model_;
    const ModelSummary& summary_;
    std::vector<int> itemOfCall_;
    std::vector<TensorRef> passed_; ///< by call: the tensor that a hidden InputLayer hands on
    GraphItems result_;
};

} // namespace

QString graphText(const char* source) { return QCoreApplication::translate("GraphScene", source); }

GraphItems makeGraphItems(std::shared_ptr<const ModelSummary> summary)
{
    return Builder(std::move(summary)).build();
}

} // namespace kerascope
