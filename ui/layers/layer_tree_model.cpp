// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/layers/layer_tree_model.h"

#include "ui/category.h"
#include "ui/format.h"
#include "ui/theme.h"
#include "ui/ticks.h"
#include "ui/translate.h"

#include <QGuiApplication>
#include <QPixmap>

namespace kerascope {

using namespace Qt::Literals::StringLiterals;

namespace {

const LayerFigure noFigure;

/// The 4 px stripe of the layer's category.
QPixmap stripe(LayerCategory category)
{
    constexpr QSize size(4, 14);
    QPixmap pixmap(size);
    pixmap.fill(visibleMark(categoryColour(category), QGuiApplication::palette()));
    return pixmap;
}

QString orNone(const std::optional<double>& ms, bool exact)
{
    return !ms ? noValue() : exact ? exactMs(*ms) : formatMs(*ms);
}

QString bytesText(uint64_t bytes, bool exact) { return exact ? exactBytes(bytes) : formatBytes(bytes); }

} // namespace

LayerTreeModel::LayerTreeModel(Ticks& ticks, const LayerFigures& figures, QObject* parent)
    : QAbstractItemModel(parent)
    , ticks_(ticks)
    , figures_(figures)
    , children_(1)
{
    connect(&ticks, &Ticks::changed, this, &LayerTreeModel::update);
    connect(&figures, &LayerFigures::changed, this, [this] { tellColumns(Weights, State); });
}

void LayerTreeModel::setModel(const std::shared_ptr<const SessionModel>& model)
{
    beginResetModel();
    summary_ = model ? model->summary : nullptr;
    const size_t count = summary_ ? summary_->model->layers.size() : 0;
    children_.assign(count + 1, {});
    rows_.assign(count, 0);
    missing_.assign(count, 0);
    for (size_t i = 0; i < count; ++i) {
        const LayerId above = summary_->model->layers[i].parent;
        auto& siblings = children_[above == noId ? count : size_t(above)];
        rows_[i] = int(siblings.size());
        siblings.push_back(LayerId(i));
    }
    endResetModel();
    update();
}

QModelIndex LayerTreeModel::indexOf(LayerId layer) const
{
    if (layer < 0 || size_t(layer) >= rows_.size())
        return {};
    return createIndex(rows_[size_t(layer)], 0, quintptr(layer));
}

LayerId LayerTreeModel::layerOf(const QModelIndex& index) const
{
    return index.isValid() ? LayerId(index.internalId()) : noId;
}

QModelIndex LayerTreeModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    const size_t above = parent.isValid() ? size_t(layerOf(parent)) : children_.size() - 1;
    return createIndex(row, column, quintptr(children_[above][size_t(row)]));
}

QModelIndex LayerTreeModel::parent(const QModelIndex& index) const
{
    const LayerId layer = layerOf(index);
    if (layer == noId)
        return {};
    return indexOf(summary_->model->layers[size_t(layer)].parent);
}

int LayerTreeModel::rowCount(const QModelIndex& parent) const
{
    if (parent.column() > 0)
        return 0;
    return int(children_[parent.isValid() ? size_t(layerOf(parent)) : children_.size() - 1].size());
}

int LayerTreeModel::columnCount(const QModelIndex&) const { return ColumnCount; }

Qt::ItemFlags LayerTreeModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    if (index.column() == Name)
        flags |= Qt::ItemIsUserCheckable;
    return flags;
}

QVariant LayerTreeModel::data(const QModelIndex& index, int role) const
{
    const LayerId layer = layerOf(index);
    if (layer == noId)
        return {};
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return text(layer, column, false);
    case Qt::ToolTipRole:
        return toolTip(layer, column);
    case Qt::TextAlignmentRole:
        return QVariant(column >= Params && column <= Share ? Qt::AlignRight | Qt::AlignVCenter
                                                            : Qt::AlignLeft | Qt::AlignVCenter);
    case SortRole:
        return sortKey(layer, column);
    case LayerRole:
        return layer;
    default:
        break;
    }
    if (column != Name)
        return {};
    if (role == Qt::CheckStateRole)
        return ticks_.state(layer);
    if (role == Qt::DecorationRole)
        return stripe(categoryOf(summary_->model->layers[size_t(layer)]));
    if (role == Qt::AccessibleDescriptionRole)
        return tickText(layer);
    return {};
}

bool LayerTreeModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::CheckStateRole || index.column() != Name || layerOf(index) == noId)
        return false;
    ticks_.tick(layerOf(index), value.toInt() == Qt::Checked);
    return true;
}

QVariant LayerTreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(section >= Params && section <= Share ? Qt::AlignRight | Qt::AlignVCenter
                                                              : Qt::AlignLeft | Qt::AlignVCenter);
    const bool tip = role == Qt::ToolTipRole;
    if (role != Qt::DisplayRole && !tip)
        return {};
    switch (section) {
    case Name:
        return tip ? tr("Layer name; the tick says whether it is loaded") : tr("Name");
    case Type:
        return tip ? tr("Class of the layer") : tr("Type");
    case Output:
        return tip ? tr("Output shape without the batch axis") : tr("Output shape");
    case Params:
        return tip ? tr("Number of weights, the untrained ones included") : tr("Params");
    case Weights:
        return tip ? tr("Memory of the weights in the engine") : tr("Weights");
    case Activation:
        return tip ? tr("Memory of the outputs") : tr("Activation");
    case Workspace:
        return tip ? tr("Memory that the layer needs only while it computes") : tr("Workspace");
    case Last:
        return tip ? tr("Time in the last measured run") : tr("Last");
    case Average:
        return tip ? tr("Mean time over the measured runs, warm-up left out") : tr("Average");
    case Share:
        return tip ? tr("Share of the sum of all layers") : tr("Share");
    case State:
        return tip ? tr("Loaded, missing or not supported") : tr("State");
    default:
        return {};
    }
}

const LayerFigure& LayerTreeModel::figure(LayerId layer) const
{
    const auto& figures = figures_.figures();
    return size_t(layer) < figures.size() ? figures[size_t(layer)] : noFigure;
}

QString LayerTreeModel::outputText(LayerId layer) const
{
    QStringList shapes;
    for (const Shape& shape : summary_->layers[size_t(layer)].outputShapes)
        shapes << formatShape(shape, false);
    return shapes.isEmpty() ? noValue() : shapes.join(u", "_s);
}

QVariant LayerTreeModel::text(LayerId layer, int column, bool exact) const
{
    const Layer& of = summary_->model->layers[size_t(layer)];
    switch (column) {
    case Name:
        return QString::fromStdString(of.name);
    case Type:
        return QString::fromStdString(of.type);
    case Output:
        return outputText(layer);
    case Params:
        return exact ? exactCount(of.params) : formatCount(double(of.params));
    case Weights:
        return bytesText(figure(layer).weightBytes, exact);
    case Activation:
        return bytesText(figure(layer).activationBytes, exact);
    case Workspace:
        return bytesText(figure(layer).workspaceBytes, exact);
    case Last:
        return orNone(figure(layer).lastMs, exact);
    case Average:
        return orNone(figure(layer).meanMs, exact);
    case Share:
        return figure(layer).share ? formatShare(*figure(layer).share) : noValue();
    case State:
        return stateText(layer);
    default:
        return {};
    }
}

QVariant LayerTreeModel::sortKey(LayerId layer, int column) const
{
    const LayerFigure& numbers = figure(layer);
    switch (column) {
    case Output: {
        const auto& shapes = summary_->layers[size_t(layer)].outputShapes;
        return shapes.empty() ? qlonglong(-1) : qlonglong(shapes.front().elements().value_or(-1));
    }
    case Params:
        return qlonglong(summary_->model->layers[size_t(layer)].params);
    case Weights:
        return qulonglong(numbers.weightBytes);
    case Activation:
        return qulonglong(numbers.activationBytes);
    case Workspace:
        return qulonglong(numbers.workspaceBytes);
    case Last:
        return numbers.lastMs.value_or(-1);
    case Average:
        return numbers.meanMs.value_or(-1);
    case Share:
        return numbers.share.value_or(-1);
    default:
        return text(layer, column, false);
    }
}

QString LayerTreeModel::stateText(LayerId layer) const
{
    const Layer& of = summary_->model->layers[size_t(layer)];
    if (!of.supported)
        return tr("not supported");
    if (missing_[size_t(layer)])
        return tr("missing");
    if (ticks_.state(layer) == Qt::Unchecked)
        return tr("not loaded");
    if (const auto carrier = figure(layer).fusedInto)
        return tr("in %1").arg(QString::fromStdString(summary_->model->layers[size_t(*carrier)].name));
    if (ticks_.state(layer) == Qt::PartiallyChecked)
        return tr("partly loaded");
    return figures_.planned() && figure(layer).planned ? tr("loaded") : tr("ticked");
}

QString LayerTreeModel::toolTip(LayerId layer, int column) const
{
    const Layer& of = summary_->model->layers[size_t(layer)];
    if (column == Name)
        return QString::fromStdString(of.path) + u'\n' + categoryName(categoryOf(of));
    if (column == State && !of.supported)
        return translateText(of.reason);
    if (column == State && missing_[size_t(layer)])
        return tr("Feeds a ticked layer, but is not ticked itself");
    if (column == State && figure(layer).fusedInto)
        return tr("Computed together with this layer, which carries the time");
    return text(layer, column, true).toString();
}

QString LayerTreeModel::tickText(LayerId layer) const
{
    const Qt::CheckState state = ticks_.state(layer);
    return state == Qt::Checked  ? tr("ticked")
        : state == Qt::Unchecked ? tr("not ticked")
                                 : tr("partly ticked");
}

void LayerTreeModel::update()
{
    std::fill(missing_.begin(), missing_.end(), char(0));
    for (LayerId layer : ticks_.missing())
        if (size_t(layer) < missing_.size())
            missing_[size_t(layer)] = 1;
    tellColumns(Name, State);
}

void LayerTreeModel::tellColumns(int first, int last)
{
    for (const auto& siblings : children_)
        if (!siblings.empty())
            emit dataChanged(indexOf(siblings.front()).siblingAtColumn(first),
                indexOf(siblings.back()).siblingAtColumn(last));
}

} // namespace kerascope
