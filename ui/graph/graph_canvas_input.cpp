// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/graph_canvas.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <limits>

namespace kerascope {
namespace {

constexpr double zoomPerNotch = 1.2;
constexpr double pixelsPerNotch = 70;
constexpr double notch = 120; ///< QWheelEvent::angleDelta
constexpr double tickReach = 3; ///< pixels around a tick box that still count

} // namespace

GraphCanvas::Hit GraphCanvas::hitAt(const QPointF& at) const
{
    if (scene_.empty())
        return {};
    const QRectF spot(camera_.toScene(at), QSizeF(0.001, 0.001));
    const auto partOf = [&](int item, Hit::Part otherwise) -> Hit {
        const auto reached = [&](const QRectF& rect) {
            return !rect.isNull() && rect.adjusted(-tickReach, -tickReach, tickReach, tickReach).contains(at);
        };
        if (reached(tickRect(scene_, metrics_, camera_, item)))
            return {Hit::Tick, item};
        if (foldRect(scene_, metrics_, camera_, item).contains(at))
            return {Hit::Fold, item};
        return {otherwise, item};
    };
    for (int item : scene_.geometry().boxes.query(spot))
        if (scene_.geometry().rect(item).contains(spot.topLeft()))
            return partOf(item, Hit::Body);
    const std::vector<int>& frames = scene_.geometry().frames.query(spot);
    for (auto item = frames.rbegin(); item != frames.rend(); ++item) // inner ones stand later
        if (titleRect(scene_, metrics_, camera_, *item).contains(at))
            return partOf(*item, Hit::Body);
    return {};
}

void GraphCanvas::mousePressEvent(QMouseEvent* event)
{
    motion_.stop();
    pressedAt_ = event->pos();
    pressedOffset_ = camera_.offset;
    panning_ = false;
    pressed_ = event->button() == Qt::LeftButton ? hitAt(event->position()) : Hit{};
    if (event->button() == Qt::LeftButton && pressed_.part == Hit::Body)
        selectItem(pressed_.item, true);
    event->accept();
}

void GraphCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (!(event->buttons() & (Qt::LeftButton | Qt::MiddleButton))) {
        showHover(event->position());
        return;
    }
    const QPoint way = event->pos() - pressedAt_;
    if (!panning_ && way.manhattanLength() < QApplication::startDragDistance())
        return;
    panning_ = true;
    viewport()->setCursor(Qt::ClosedHandCursor);
    setCamera({camera_.zoom, pressedOffset_ - way});
}

void GraphCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    const bool panned = std::exchange(panning_, false);
    showHover(event->position());
    if (panned || event->button() != Qt::LeftButton)
        return;
    const Hit hit = hitAt(event->position());
    if (hit.item != pressed_.item || hit.part != pressed_.part)
        return;
    if (hit.part == Hit::Tick)
        toggleTick(hit.item);
    else if (hit.part == Hit::Fold)
        setFolded(hit.item, !isFolded(hit.item));
    else if (hit.part == Hit::Nothing)
        selectItem(-1, true);
}

void GraphCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    mousePressEvent(event);
    if (event->button() == Qt::LeftButton && pressed_.part == Hit::Body)
        activateItem(pressed_.item);
}

void GraphCanvas::wheelEvent(QWheelEvent* event)
{
    motion_.stop();
    if (event->modifiers() & Qt::ControlModifier) {
        const double zoom = camera_.zoom * std::pow(zoomPerNotch, event->angleDelta().y() / notch);
        setCamera(camera_.zoomed(std::clamp(zoom, Camera::leastZoom, Camera::mostZoom), event->position()));
    } else {
        QPointF way = event->pixelDelta();
        if (way.isNull())
            way = QPointF(event->angleDelta()) * (pixelsPerNotch / notch);
        if (event->modifiers() & Qt::ShiftModifier && way.x() == 0)
            way = way.transposed();
        setCamera({camera_.zoom, camera_.offset - way});
    }
    event->accept();
}

void GraphCanvas::showHover(const QPointF& at)
{
    const Hit hit = hitAt(at);
    viewport()->setCursor(hit.part == Hit::Nothing ? Qt::OpenHandCursor
            : hit.part == Hit::Body                ? Qt::ArrowCursor
                                                   : Qt::PointingHandCursor);
    if (scene_.hover(hit.item))
        viewport()->update();
}

bool GraphCanvas::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        showToolTip(help->pos(), help->globalPos());
        return true;
    }
    if (event->type() == QEvent::Leave && scene_.hover(-1))
        viewport()->update();
    return QAbstractScrollArea::viewportEvent(event);
}

void GraphCanvas::showToolTip(const QPoint& at, const QPoint& global)
{
    const Hit hit = hitAt(at);
    if (hit.item < 0) {
        QToolTip::hideText();
        return;
    }
    const QRectF rect = camera_.toWindow(scene_.geometry().rect(hit.item));
    QToolTip::showText(global, scene_.toolTip(hit.item), viewport(), rect.toAlignedRect());
}

// keyboard

namespace {

QPointF direction(int key)
{
    return key == Qt::Key_Left ? QPointF(-1, 0)
        : key == Qt::Key_Right ? QPointF(1, 0)
        : key == Qt::Key_Up    ? QPointF(0, -1)
                               : QPointF(0, 1);
}

} // namespace

/// Up and down follow the edges; sideways, and where no edge leads, the nearest box in that direction.
int GraphCanvas::neighbour(int item, int key) const
{
    const GraphGeometry& geometry = scene_.geometry();
    const int from = item < 0 ? -1 : geometry.standIn(scene_.items(), item);
    if (from < 0)
        return geometry.shown.front();
    const bool frame = geometry.isFrame(scene_.items(), from);
    if (key == Qt::Key_Down && !geometry.routesOut[size_t(from)].empty())
        return geometry.routes[size_t(geometry.routesOut[size_t(from)].front())].to;
    if (key == Qt::Key_Up && !geometry.routesIn[size_t(from)].empty())
        return geometry.routes[size_t(geometry.routesIn[size_t(from)].front())].from;
    const QPointF aim = direction(key);
    const QRectF start = geometry.rect(from);
    const QPointF origin = frame ? QPointF(start.center().x(), start.top()) : start.center();
    const double reach = std::max(geometry.size.width(), geometry.size.height()) / 4 + 2000;
    const QRectF window = QRectF(origin - QPointF(reach, reach), QSizeF(2 * reach, 2 * reach));
    int best = from;
    double least = std::numeric_limits<double>::max();
    for (int other : geometry.boxes.query(window)) {
        const QPointF way = geometry.rect(other).center() - origin;
        const double along = QPointF::dotProduct(way, aim);
        const double across = std::abs(QPointF::dotProduct(way, QPointF(aim.y(), aim.x())));
        if (other == from || along < 1 || across > 2 * along)
            continue;
        if (along + 2 * across < least) {
            least = along + 2 * across;
            best = other;
        }
    }
    return best;
}

bool GraphCanvas::scrollByKey(int key)
{
    QScrollBar* bar = verticalScrollBar();
    if (key == Qt::Key_PageUp || key == Qt::Key_PageDown)
        bar->triggerAction(
            key == Qt::Key_PageUp ? QAbstractSlider::SliderPageStepSub : QAbstractSlider::SliderPageStepAdd);
    else if (key == Qt::Key_Home || key == Qt::Key_End)
        selectItem(
            key == Qt::Key_Home ? scene_.geometry().shown.front() : scene_.geometry().shown.back(), true);
    else
        return false;
    return true;
}

void GraphCanvas::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key(), selected = scene_.selected();
    if (scene_.empty() || event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) {
        event->ignore();
        return;
    }
    const bool group = selected >= 0 && scene_.items()[selected].group;
    if (group && (isFolded(selected) ? key == Qt::Key_Right : key == Qt::Key_Left))
        setFolded(selected, key == Qt::Key_Left); // as in a tree
    else if (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_Left || key == Qt::Key_Right)
        selectItem(neighbour(selected, key), true);
    else if (key == Qt::Key_Plus || key == Qt::Key_Equal)
        zoomBy(zoomPerNotch);
    else if (key == Qt::Key_Minus)
        zoomBy(1 / zoomPerNotch);
    else if (key == Qt::Key_0)
        zoomToFactor(1);
    else if (key == Qt::Key_F)
        fit();
    else if (key == Qt::Key_Space && selected >= 0)
        toggleTick(selected);
    else if ((key == Qt::Key_Return || key == Qt::Key_Enter) && selected >= 0)
        activateItem(selected);
    else if (key == Qt::Key_Escape && selected >= 0)
        selectItem(-1, true);
    else if (!scrollByKey(key))
        event->ignore();
}

void GraphCanvas::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void GraphCanvas::focusOutEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

// menu

void GraphCanvas::contextMenuEvent(QContextMenuEvent* event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const int item = byKey ? scene_.selected() : hitAt(viewport()->mapFrom(this, event->pos())).item;
    if (item >= 0)
        selectItem(item, true);
    const QPoint at = byKey && item >= 0 ? mapToGlobal(itemRect(item).center()) : event->globalPos();
    openMenu(item, at);
}

void GraphCanvas::openMenu(int item, const QPoint& global)
{
    if (scene_.empty())
        return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(QStringLiteral("graphMenu"));
    menu->setAccessibleName(tr("Graph menu"));
    if (item >= 0) {
        const bool ticked = scene_.tick(item) == Qt::Checked;
        menu->addAction(ticked ? tr("Untick") : tr("Tick"), this, [this, item] { toggleTick(item); });
        menu->addAction(tr("Tick everything that feeds it"), this, [this, item] {
            const Model& model = *scene_.items().summary->model;
            LayerSelection targets = noLayers(model);
            tickLayer(model, targets, scene_.items()[item].layer, true);
            LayerSelection selection = selectFeeding(model, targets);
            for (size_t i = 0; i < selection.size() && i < scene_.ticked().size(); ++i)
                selection[i] = selection[i] || scene_.ticked()[i];
            emit ticksRequested(selection);
        });
        if (scene_.items()[item].group)
            menu->addAction(isFolded(item) ? tr("Unfold") : tr("Fold"), this,
                [this, item] { setFolded(item, !isFolded(item)); });
        menu->addAction(
            tr("Copy name"), this, [path = QString::fromStdString(scene_.items().layerOf(item).path)] {
                QGuiApplication::clipboard()->setText(path);
            });
        menu->addSeparator();
    }
    if (scene_.items().groups > 0) {
        menu->addAction(tr("Fold all"), this, [this] { setAllFolded(true); });
        menu->addAction(tr("Unfold all"), this, [this] { setAllFolded(false); });
    }
    menu->addAction(tr("Show all"), this, &GraphCanvas::fit);
    menu->popup(global);
}

} // namespace kerascope
