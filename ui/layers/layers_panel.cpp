// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/layers/layers_panel.h"

#include "ui/elided_label.h"
#include "ui/format.h"
#include "ui/icons.h"
#include "ui/layer_focus.h"
#include "ui/layers/layer_filter.h"
#include "ui/shell/actions.h"
#include "ui/theme.h"
#include "ui/tick_box.h"
#include "ui/ticks.h"

#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>
#include <set>

namespace kerascope {

using namespace Qt::Literals::StringLiterals;

LayersPanel::LayersPanel(Session& session, Ticks& ticks, const LayerFigures& figures, LayerFocus& focus,
    Actions& actions, QWidget* parent)
    : QWidget(parent)
    , session_(session)
    , ticks_(ticks)
    , focus_(focus)
    , actions_(actions)
    , model_(new LayerTreeModel(ticks, figures, this))
    , proxy_(new LayerFilter(this))
    , filter_(new QLineEdit(this))
    , presets_(new QMenu(tr("Ticks"), this))
    , strip_(nullptr)
    , stripText_(nullptr)
    , stripButton_(nullptr)
    , tree_(new QTreeView(this))
    , sum_(new ElidedLabel(this))
{
    setObjectName(u"layersPanel"_s);
    proxy_->setSourceModel(model_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->setSpacing(4);
    layout->addWidget(makeTop(actions));
    layout->addWidget(makeStrip());
    makeTree(actions);
    layout->addWidget(tree_, 1);
    sum_->setObjectName(u"layersSum"_s);
    layout->addWidget(sum_);
    connectPresets(actions);
    connect(&session, &Session::modelChanged, this, &LayersPanel::takeModel);
    connect(&ticks, &Ticks::changed, this, &LayersPanel::showTicks);
    connect(&focus, &LayerFocus::changed, this, &LayersPanel::showFocus);
    takeModel();
}

QWidget* LayersPanel::makeTop(Actions& actions)
{
    auto* top = new QWidget(this);
    filter_->setObjectName(u"layerFilter"_s);
    filter_->setAccessibleName(tr("Filter"));
    filter_->setPlaceholderText(tr("Filter by name or type"));
    filter_->setToolTip(tr("Shows the layers whose name, path or type holds this text (Ctrl+F)"));
    filter_->setClearButtonEnabled(true);
    filter_->setStyle(new TickStyle(filter_));
    filter_->setAcceptDrops(false); // files dropped here belong to the window
    presets_->setObjectName(u"presets"_s);
    presets_->setToolTipsVisible(true);
    presets_->addActions({actions.tickAll, actions.tickNone});
    presets_->addSeparator();
    presets_->addActions({actions.tickSelected, actions.tickFeeding, actions.tickBetween, actions.tickFirst});
    presets_->addSeparator();
    presets_->addAction(actions.tickMissing);
    auto* button = new QToolButton(top);
    button->setObjectName(u"presetsButton"_s);
    button->setText(tr("Ticks"));
    button->setAccessibleName(tr("Presets of ticks"));
    button->setToolTip(tr("Tick many layers at once"));
    button->setIcon(themedIcon(u"ticks"_s));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setMenu(presets_);
    auto* row = new QHBoxLayout(top);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(filter_, 1);
    row->addWidget(button);
    connect(filter_, &QLineEdit::textChanged, this, &LayersPanel::filter);
    connect(actions.find, &QAction::triggered, this, [this] {
        filter_->setFocus(Qt::ShortcutFocusReason);
        filter_->selectAll();
    });
    return top;
}

QWidget* LayersPanel::makeStrip()
{
    strip_ = new QWidget(this);
    strip_->setObjectName(u"missingStrip"_s);
    strip_->setAccessibleName(tr("Missing layers"));
    stripText_ = new QLabel(strip_);
    stripText_->setObjectName(u"missingText"_s);
    stripText_->setWordWrap(true);
    stripButton_ = new QPushButton(themedIcon(u"add"_s), {}, strip_);
    stripButton_->setObjectName(u"addMissing"_s);
    stripButton_->setMinimumWidth(1); // the strip must not widen the dock when it comes up
    auto* column = new QVBoxLayout(strip_);
    column->setContentsMargins(4, 2, 2, 2);
    column->setSpacing(3);
    column->addWidget(stripText_);
    column->addWidget(stripButton_, 0, Qt::AlignLeft);
    connect(stripButton_, &QPushButton::clicked, &ticks_, &Ticks::addMissing);
    strip_->hide();
    return strip_;
}

void LayersPanel::makeTree(Actions& actions)
{
    tree_->setObjectName(u"layerTree"_s);
    tree_->setAccessibleName(tr("Layers"));
    tree_->setStyle(new TickStyle(tree_));
    tree_->setModel(proxy_);
    tree_->setUniformRowHeights(true);
    tree_->setAlternatingRowColors(true);
    tree_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    tree_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    tree_->setTextElideMode(Qt::ElideMiddle);
    tree_->setIndentation(14);
    tree_->setFrameShape(QFrame::NoFrame);
    tree_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    tree_->header()->setAccessibleName(tr("Columns"));
    tree_->header()->setSectionsMovable(true);
    tree_->header()->setStretchLastSection(false);
    tree_->header()->setSortIndicatorClearable(true);
    tree_->header()->setSortIndicator(-1, Qt::AscendingOrder); // the file's own order until asked
    tree_->setSortingEnabled(true);
    const int widths[LayerTreeModel::ColumnCount] = {170, 110, 96, 64, 70, 74, 74, 70, 70, 60, 96};
    for (int column = 0; column < LayerTreeModel::ColumnCount; ++column)
        tree_->header()->resizeSection(
            column, std::max(widths[column], tree_->header()->sectionSizeHint(column)));

    auto* tick = new QAction(tr("Tick"), tree_);
    auto* untick = new QAction(tr("Untick"), tree_);
    tick->setToolTip(tr("Tick the selected layers"));
    untick->setToolTip(tr("Untick the selected layers"));
    connect(tick, &QAction::triggered, this, [this] { tickRows(true); });
    connect(untick, &QAction::triggered, this, [this] { tickRows(false); });
    auto* separator = new QAction(tree_);
    separator->setSeparator(true);
    tree_->setContextMenuPolicy(Qt::ActionsContextMenu);
    tree_->addActions({tick, untick, separator, actions.tickSelected, actions.tickFeeding,
        actions.tickBetween, actions.tickFirst, actions.tickMissing});

    connect(tree_->selectionModel(), &QItemSelectionModel::currentChanged, this,
        [this](const QModelIndex& current) {
            const LayerId layer = model_->layerOf(proxy_->mapToSource(current));
            if (layer != noId)
                focus_.setLayer(layer);
        });
    connect(tree_->selectionModel(), &QItemSelectionModel::selectionChanged, this,
        [this] { actions_.setSelectedLayers(int(selectedLayers().size())); });
}

void LayersPanel::connectPresets(Actions& actions)
{
    connect(actions.tickAll, &QAction::triggered, this, [this] {
        if (session_.model())
            ticks_.setSelection(allLayers(*session_.model()->summary->model));
    });
    connect(actions.tickNone, &QAction::triggered, this, [this] {
        if (session_.model())
            ticks_.setSelection(noLayers(*session_.model()->summary->model));
    });
    connect(actions.tickSelected, &QAction::triggered, this, [this] { tickOnlySelected(false); });
    connect(actions.tickFeeding, &QAction::triggered, this, [this] { tickOnlySelected(true); });
    connect(actions.tickBetween, &QAction::triggered, this, &LayersPanel::tickBetween);
    connect(actions.tickFirst, &QAction::triggered, this, &LayersPanel::tickFirst);
    connect(actions.tickMissing, &QAction::triggered, &ticks_, &Ticks::addMissing);
}

QByteArray LayersPanel::columns() const { return tree_->header()->saveState(); }

void LayersPanel::restoreColumns(const QByteArray& state)
{
    if (!state.isEmpty())
        tree_->header()->restoreState(state);
}

void LayersPanel::takeModel()
{
    model_->setModel(session_.model());
    constexpr int fewLayers = 200;
    if (session_.model() && session_.model()->summary->layers.size() < fewLayers)
        tree_->expandAll();
    actions_.setSelectedLayers(0);
    showTicks();
}

void LayersPanel::showTicks()
{
    const int missing = int(ticks_.missing().size());
    strip_->setVisible(missing > 0);
    stripText_->setText(tr("%n layer(s) that feed the ticked ones are not ticked", nullptr, missing));
    stripButton_->setText(tr("Add %n missing layer(s)", nullptr, missing));
    stripButton_->setToolTip(tr("Ticks them, so that the ticked part can run from the model's own inputs"));
    actions_.setMissingLayers(missing);
    if (!session_.model()) {
        sum_->clear();
        return;
    }
    const auto& layers = session_.model()->summary->model->layers;
    int ticked = 0, all = 0;
    double params = 0;
    for (const Layer& layer : layers) {
        if (layer.container)
            continue;
        ++all;
        if (ticks_.state(layer.id) == Qt::Checked) {
            ++ticked;
            params += double(layer.params);
        }
    }
    sum_->setText(tr("%1 of %2 layers ticked, %3 params").arg(ticked).arg(all).arg(formatCount(params)));
}

void LayersPanel::showFocus(LayerId layer)
{
    const QModelIndex index = proxy_->mapFromSource(model_->indexOf(layer));
    if (!index.isValid() || index.siblingAtColumn(0) == tree_->currentIndex().siblingAtColumn(0))
        return;
    tree_->setCurrentIndex(index);
    tree_->scrollTo(index);
}

void LayersPanel::filter(const QString& text)
{
    proxy_->setFilterFixedString(text);
    if (!text.isEmpty())
        tree_->expandAll();
}

std::vector<LayerId> LayersPanel::selectedLayers() const
{
    std::set<LayerId> layers;
    for (const QModelIndex& index : tree_->selectionModel()->selectedRows())
        layers.insert(model_->layerOf(proxy_->mapToSource(index)));
    return {layers.begin(), layers.end()};
}

void LayersPanel::tickOnlySelected(bool withFeeds)
{
    if (!session_.model())
        return;
    const Model& model = *session_.model()->summary->model;
    LayerSelection selection = noLayers(model);
    for (LayerId layer : selectedLayers())
        tickLayer(model, selection, layer, true);
    ticks_.setSelection(withFeeds ? selectFeeding(model, selection) : selection);
}

void LayersPanel::tickBetween()
{
    const auto layers = selectedLayers();
    if (!session_.model() || layers.size() != 2)
        return;
    const Model& model = *session_.model()->summary->model;
    const std::string& one = model.layers[size_t(layers[0])].path;
    const std::string& two = model.layers[size_t(layers[1])].path;
    auto selection = selectBetween(model, one, two);
    if (!selection) // the order of the list need not be the order of the graph
        selection = selectBetween(model, two, one);
    if (selection)
        ticks_.setSelection(*selection);
    else
        emit failed(selection.error());
}

/// The first layers of the file, up to the last selected one.
void LayersPanel::tickFirst()
{
    const auto layers = selectedLayers();
    if (!session_.model() || layers.empty())
        return;
    const Model& model = *session_.model()->summary->model;
    LayerSelection selection = noLayers(model);
    tickLayer(model, selection, layers.back(), true);
    for (LayerId layer = 0; layer < layers.back(); ++layer)
        if (!model.layers[size_t(layer)].container)
            tickLayer(model, selection, layer, true);
    ticks_.setSelection(selection);
}

void LayersPanel::tickRows(bool ticked)
{
    if (!session_.model())
        return;
    LayerSelection selection = ticks_.selection();
    for (LayerId layer : selectedLayers())
        tickLayer(*session_.model()->summary->model, selection, layer, ticked);
    ticks_.setSelection(selection);
}

} // namespace kerascope
