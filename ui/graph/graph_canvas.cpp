// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/graph_canvas.h"

#include "ui/graph/graph_accessible.h"
#include "ui/graph/minimap.h"
#include "ui/session.h"
#include "ui/translate.h"

#include <QAccessible>
#include <QEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyle>
#include <algorithm>
#include <cmath>

namespace kerascope {
namespace {

constexpr double readableZoom = 0.7;
constexpr int motionMs = 150;

} // namespace

GraphCanvas::GraphCanvas(QWidget* parent)
    : QAbstractScrollArea(parent)
    , minimap_(new Minimap(this))
{
    installGraphAccessibility(); // before the first event that would make an interface of Qt's own
    setObjectName(QStringLiteral("graphCanvas"));
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    motion_.setDuration(motionMs);
    motion_.setStartValue(0.0);
    motion_.setEndValue(1.0);
    motion_.setEasingCurve(QEasingCurve::InOutCubic);
    connect(&worker_, &LayoutWorker::answered, this, &GraphCanvas::takeLayout, Qt::QueuedConnection);
    retranslate();
    restyle();
}

GraphCanvas::~GraphCanvas() = default;

void GraphCanvas::retranslate()
{
    setAccessibleName(tr("Graph"));
    setAccessibleDescription(tr("Layers of the model. Arrow keys follow the edges, space ticks a layer."));
    if (scene_.count() > 0)
        askForLayout(folded_, true);
}

void GraphCanvas::restyle()
{
    style_ = GraphStyle::of(palette());
    texts_.setFont(font());
    const GraphMetrics metrics = GraphMetrics::of(font());
    const bool resized = metrics != metrics_;
    metrics_ = metrics;
    if (resized && scene_.count() > 0)
        askForLayout(folded_);
    minimap_->refresh();
    viewport()->update();
}

void GraphCanvas::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange
        || event->type() == QEvent::StyleChange)
        restyle();
    else if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void GraphCanvas::setModel(std::shared_ptr<const SessionModel> model)
{
    model_ = std::move(model);
    worker_.cancel();
    motion_.stop();
    const HeatScale heat = scene_.heat();
    scene_.clear();
    scene_.setHeat(heat.kind, heat.logarithmic);
    layoutError_.reset();
    anchor_ = {};
    pendingReveal_ = searchPlace_ = -1;
    firstLayout_ = true;
    answered_ = ++asked_;
    if (model_ && model_->summary)
        askForLayout({});
    updateScrollBars();
    minimap_->refresh();
    emit heatChanged();
    emit foundChanged();
    viewport()->update();
}

void GraphCanvas::askForLayout(std::vector<char> folded, bool newTexts)
{
    LayoutJob job;
    job.number = ++asked_;
    job.summary = model_->summary;
    job.items = newTexts ? nullptr : scene_.sharedItems();
    folded_ = std::move(folded);
    job.folded = folded_;
    job.metrics = metrics_;
    worker_.start(std::move(job));
}

void GraphCanvas::takeLayout()
{
    auto answer = worker_.take();
    if (!answer || answer->number != asked_)
        return;
    answered_ = asked_;
    layoutError_ = answer->error;
    if (answer->geometry) {
        scene_.setGraph(answer->items, answer->geometry);
        folded_ = answer->geometry->folded;
        placeCamera(std::exchange(firstLayout_, false));
    }
    minimap_->refresh();
    viewport()->update();
    emit heatChanged();
    emit foundChanged();
    QAccessibleEvent reordered(this, QAccessible::ObjectReorder);
    QAccessible::updateAccessibility(&reordered);
    emit laidOut();
    if (pendingReveal_ >= 0)
        centreOn(std::exchange(pendingReveal_, -1));
}

void GraphCanvas::openCamera()
{
    const GraphGeometry& geometry = scene_.geometry();
    Camera camera = Camera::opening(geometry.size, windowSize(), readableZoom);
    const QRectF start = scene_.empty() ? QRectF() : geometry.rect(geometry.shown.front());
    if (geometry.size.width() * camera.zoom > windowSize().width())
        camera.offset.setX(camera.centred(start.center(), windowSize()).offset.x());
    setCamera(camera);
    untouched_ = true;
}

void GraphCanvas::placeCamera(bool first)
{
    if (first) {
        openCamera();
        return;
    }
    const GraphGeometry& geometry = scene_.geometry();
    const int item = anchor_.item < 0 ? -1 : geometry.standIn(scene_.items(), anchor_.item);
    Camera camera = camera_;
    if (item >= 0) {
        const QRectF rect = geometry.rect(item);
        camera.offset = QPointF(rect.center().x(), rect.top()) * camera.zoom - anchor_.window;
    }
    anchor_ = {};
    setCamera(camera);
}

void GraphCanvas::refold(std::vector<char> folded, int anchorItem)
{
    if (scene_.count() == 0 || folded == folded_)
        return;
    motion_.stop();
    const int item = anchorItem < 0 ? -1 : scene_.geometry().standIn(scene_.items(), anchorItem);
    if (item >= 0) {
        const QRectF rect = scene_.geometry().rect(item);
        anchor_ = {anchorItem, camera_.toWindow(QPointF(rect.center().x(), rect.top()))};
    }
    askForLayout(std::move(folded));
}

void GraphCanvas::setFolded(int item, bool folded)
{
    if (item < 0 || item >= scene_.count() || !scene_.items()[item].group)
        return;
    auto all = folded_;
    all[size_t(item)] = folded;
    refold(std::move(all), item);
}

void GraphCanvas::setAllFolded(bool folded)
{
    if (scene_.count() == 0)
        return;
    auto all = folded_;
    for (int i = 0; i < scene_.count(); ++i)
        all[size_t(i)] = folded && scene_.items()[i].group;
    refold(std::move(all), scene_.selected());
}

bool GraphCanvas::isFolded(int item) const
{
    return item >= 0 && item < scene_.count() && folded_[size_t(item)];
}

void GraphCanvas::setTicked(const LayerSelection& selection)
{
    scene_.setTicked(selection);
    minimap_->refresh();
    viewport()->update();
}

void GraphCanvas::setFigures(const std::vector<LayerFigure>& figures, bool stale)
{
    scene_.setFigures(figures, stale);
    if (scene_.heat().kind != HeatKind::None) {
        minimap_->refresh();
        emit heatChanged();
    }
    viewport()->update();
}

void GraphCanvas::setHeat(HeatKind kind, bool logarithmic)
{
    scene_.setHeat(kind, logarithmic);
    minimap_->refresh();
    viewport()->update();
    emit heatChanged();
}

// camera

void GraphCanvas::setCamera(const Camera& wanted)
{
    const double before = camera_.zoom;
    untouched_ = false;
    camera_ = wanted;
    if (!scene_.empty())
        camera_ = camera_.held(scene_.geometry().size, windowSize());
    updateScrollBars();
    minimap_->place();
    viewport()->update();
    if (camera_.zoom != before)
        emit zoomChanged(camera_.zoom);
}

void GraphCanvas::moveCamera(const Camera& wanted, bool animated)
{
    motion_.stop();
    motion_.disconnect(this);
    if (!animated || !animated_ || !isVisible()
        || QWidget::style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) <= 0) {
        setCamera(wanted);
        return;
    }
    connect(&motion_, &QVariantAnimation::valueChanged, this,
        [this, from = camera_, to = wanted](const QVariant& share) {
            setCamera(share.toDouble() >= 1 ? to : Camera::between(from, to, share.toDouble(), windowSize()));
        });
    motion_.start();
}

void GraphCanvas::fit()
{
    if (!scene_.empty())
        moveCamera(Camera::fitting(scene_.geometry().size, windowSize()), true);
}

void GraphCanvas::zoomBy(double factor) { zoomToFactor(camera_.zoom * factor); }

void GraphCanvas::zoomToFactor(double zoom)
{
    const QPointF middle(windowSize().width() / 2, windowSize().height() / 2);
    moveCamera(camera_.zoomed(std::clamp(zoom, Camera::leastZoom, Camera::mostZoom), middle), true);
}

void GraphCanvas::centreOn(int item)
{
    const int shown = scene_.geometry().standIn(scene_.items(), item);
    if (shown < 0)
        return;
    const QRectF rect = scene_.geometry().rect(shown);
    Camera camera = camera_;
    camera.zoom = std::max(camera.zoom, readableZoom);
    const QPointF aim = scene_.geometry().isFrame(scene_.items(), shown)
        ? QPointF(rect.center().x(), rect.top() + windowSize().height() / camera.zoom / 3)
        : rect.center();
    moveCamera(camera.centred(aim, windowSize()), true);
}

void GraphCanvas::reveal(int item)
{
    auto folded = folded_;
    for (int group = scene_.items()[item].parent; group >= 0; group = scene_.items()[group].parent)
        folded[size_t(group)] = 0;
    if (folded == folded_ && settled()) {
        centreOn(item);
        return;
    }
    pendingReveal_ = item;
    if (folded != folded_)
        refold(std::move(folded), item);
}

void GraphCanvas::updateScrollBars()
{
    const QSizeF window = windowSize();
    const QSizeF drawing = scene_.empty() ? QSizeF(0, 0) : scene_.geometry().size * camera_.zoom;
    const auto set = [](QScrollBar* bar, double offset, double length, double view) {
        const int value = int(std::lround(offset));
        const bool fits = length <= view + 1 && !(offset > 0) && offset + view >= length;
        bar->setRange(fits ? value : std::min(0, value), fits ? value : std::max(int(length - view), value));
        bar->setPageStep(int(view));
        bar->setSingleStep(std::max(1, int(view / 12)));
        bar->setValue(value);
    };
    settingBars_ = true;
    set(horizontalScrollBar(), camera_.offset.x(), drawing.width(), window.width());
    set(verticalScrollBar(), camera_.offset.y(), drawing.height(), window.height());
    settingBars_ = false;
}

void GraphCanvas::scrollContentsBy(int dx, int dy)
{
    if (settingBars_)
        return;
    motion_.stop();
    setCamera({camera_.zoom, camera_.offset - QPointF(dx, dy)});
}

void GraphCanvas::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    if (scene_.empty())
        return;
    // What is in the middle stays there; the upper edge stays too.
    const double wider = event->oldSize().isValid() ? event->size().width() - event->oldSize().width() : 0;
    if (untouched_)
        openCamera();
    else
        setCamera({camera_.zoom, camera_.offset - QPointF(wider / 2, 0)});
    minimap_->refresh();
}

// painting

void GraphCanvas::paintEvent(QPaintEvent* event)
{
    QPainter painter(viewport());
    paintTo(painter, event->rect());
}

void GraphCanvas::paintTo(QPainter& painter, const QRect& window)
{
    PaintContext context{
        painter, scene_, style_, metrics_, texts_, camera_, detailAt(camera_.zoom), hasFocus()};
    paintGraph(context, window);
    if (scene_.empty())
        showMessage(painter);
}

void GraphCanvas::showMessage(QPainter& painter) const
{
    QString text;
    if (layoutError_)
        text = errorText(*layoutError_);
    else if (!model_ || !model_->summary)
        text = tr("Drop a model here");
    else if (answered_ != asked_)
        text = tr("Laying out the graph…");
    else
        text = tr("This file holds no layers, only weights");
    painter.setPen(style_.quiet);
    painter.setFont(font());
    painter.drawText(viewport()->rect(), int(Qt::AlignCenter) | Qt::TextWordWrap, text);
}

} // namespace kerascope
