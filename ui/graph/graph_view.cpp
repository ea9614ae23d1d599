// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/graph_view.h"

#include "ui/graph/graph_bar.h"
#include "ui/graph/graph_canvas.h"
#include "ui/graph/graph_export.h"
#include "ui/session.h"

#include <QVBoxLayout>

namespace kerascope {
namespace {

constexpr double zoomStep = 1.25;

} // namespace

GraphView::GraphView(QWidget* parent)
    : QWidget(parent)
    , bar_(new GraphBar(this))
    , canvas_(new GraphCanvas(this))
{
    setObjectName(QStringLiteral("graphView"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(bar_);
    column->addWidget(canvas_, 1);
    setFocusProxy(canvas_);

    connect(bar_, &GraphBar::searchEdited, canvas_, &GraphCanvas::search);
    connect(bar_, &GraphBar::searchStepped, canvas_, &GraphCanvas::searchStep);
    connect(bar_, &GraphBar::heatChosen, canvas_, &GraphCanvas::setHeat);
    connect(bar_, &GraphBar::fitClicked, canvas_, &GraphCanvas::fit);
    connect(bar_, &GraphBar::zoomStepped, canvas_, [this](int step) { step > 0 ? zoomIn() : zoomOut(); });
    connect(bar_, &GraphBar::actualSizeClicked, this, &GraphView::actualSize);
    connect(bar_, &GraphBar::foldAllClicked, this, &GraphView::foldAll);
    connect(bar_, &GraphBar::unfoldAllClicked, this, &GraphView::unfoldAll);
    connect(canvas_, &GraphCanvas::layerSelected, this, &GraphView::layerSelected);
    connect(canvas_, &GraphCanvas::layerActivated, this, &GraphView::layerActivated);
    connect(canvas_, &GraphCanvas::tickChanged, this, &GraphView::tickChanged);
    connect(canvas_, &GraphCanvas::ticksRequested, this, &GraphView::ticksRequested);
    connect(canvas_, &GraphCanvas::zoomChanged, bar_, &GraphBar::setZoom);
    connect(canvas_, &GraphCanvas::zoomChanged, this, &GraphView::zoomChanged);
    connect(canvas_, &GraphCanvas::heatChanged, bar_, [this] { bar_->setScale(canvas_->scene().heat()); });
    connect(canvas_, &GraphCanvas::foundChanged, bar_, [this] {
        const GraphScene& scene = canvas_->scene();
        bar_->setFound(canvas_->searchPlace(), scene.searching() ? int(scene.found().size()) : -1);
    });
    connect(canvas_, &GraphCanvas::laidOut, this, [this] {
        bar_->setHasGroups(canvas_->scene().count() > 0 && canvas_->scene().items().groups > 0);
        emit laidOut();
    });
}

GraphView::~GraphView() = default;

void GraphView::setModel(std::shared_ptr<const SessionModel> model)
{
    bar_->setSearchText({});
    bar_->setHasGroups(false);
    canvas_->setModel(std::move(model));
}

void GraphView::setTicked(const LayerSelection& selection) { canvas_->setTicked(selection); }

void GraphView::setFigures(const std::vector<LayerFigure>& figures, bool stale)
{
    canvas_->setFigures(figures, stale);
}

LayerId GraphView::selectedLayer() const
{
    const int item = canvas_->scene().selected();
    return item < 0 ? noId : canvas_->scene().items()[item].layer;
}

HeatKind GraphView::heat() const { return canvas_->scene().heat().kind; }

bool GraphView::logarithmicHeat() const { return canvas_->scene().heat().logarithmic; }

double GraphView::zoom() const { return canvas_->camera().zoom; }

bool GraphView::settled() const { return canvas_->settled(); }

bool GraphView::folded(LayerId container) const
{
    if (canvas_->scene().count() == 0 || container < 0)
        return false;
    const auto& items = canvas_->scene().items().ofLayer;
    return size_t(container) < items.size() && !items[size_t(container)].empty()
        && canvas_->isFolded(items[size_t(container)].front());
}

GraphPicture GraphView::picture() const
{
    return {canvas_->scene().detached(), canvas_->graphStyle(), canvas_->metrics(), font()};
}

Result<void> GraphView::exportPng(const QString& path, double scale) const
{
    return exportGraphPng(picture(), path, scale);
}

Result<void> GraphView::exportSvg(const QString& path) const { return exportGraphSvg(picture(), path); }

void GraphView::setAnimated(bool animated) { canvas_->setAnimated(animated); }

void GraphView::selectLayer(LayerId layer) { canvas_->selectLayer(layer); }

void GraphView::setHeat(HeatKind heat) { canvas_->setHeat(heat, logarithmicHeat()); }

void GraphView::setLogarithmicHeat(bool logarithmic) { canvas_->setHeat(heat(), logarithmic); }

void GraphView::fit() { canvas_->fit(); }

void GraphView::zoomIn() { canvas_->zoomBy(zoomStep); }

void GraphView::zoomOut() { canvas_->zoomBy(1 / zoomStep); }

void GraphView::actualSize() { canvas_->zoomToFactor(1); }

void GraphView::zoomTo(LayerId layer) { canvas_->zoomToLayer(layer); }

void GraphView::search(const QString& text)
{
    bar_->setSearchText(text);
    canvas_->search(text);
}

void GraphView::searchNext() { canvas_->searchStep(1); }

void GraphView::searchPrevious() { canvas_->searchStep(-1); }

void GraphView::focusSearch() { bar_->focusSearch(); }

void GraphView::setFolded(LayerId container, bool folded)
{
    if (canvas_->scene().count() == 0 || container < 0)
        return;
    const auto& items = canvas_->scene().items().ofLayer;
    if (size_t(container) < items.size())
        for (int item : items[size_t(container)])
            canvas_->setFolded(item, folded);
}

void GraphView::foldAll() { canvas_->setAllFolded(true); }

void GraphView::unfoldAll() { canvas_->setAllFolded(false); }

} // namespace kerascope
