// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/graph_accessible.h"

#include "ui/graph/graph_canvas.h"

#include <QWindow>
#include <algorithm>

namespace kerascope {
namespace {

using namespace Qt::Literals::StringLiterals;

QAccessibleInterface* makeInterface(const QString& className, QObject* object)
{
    if (className != "kerascope::GraphCanvas"_L1)
        return nullptr;
    auto* canvas = qobject_cast<GraphCanvas*>(object);
    return canvas ? new GraphCanvasAccessible(canvas) : nullptr;
}

} // namespace

void installGraphAccessibility()
{
    static const bool installed = [] {
        QAccessible::installFactory(makeInterface);
        return true;
    }();
    Q_UNUSED(installed)
}

// the canvas

GraphCanvasAccessible::GraphCanvasAccessible(GraphCanvas* canvas)
    : QAccessibleWidget(canvas, QAccessible::List)
{
}

GraphCanvasAccessible::~GraphCanvasAccessible()
{
    for (QAccessible::Id id : std::as_const(children_))
        QAccessible::deleteAccessibleInterface(id);
}

GraphCanvas& GraphCanvasAccessible::canvas() const { return *static_cast<GraphCanvas*>(widget()); }

int GraphCanvasAccessible::childCount() const
{
    return canvas().scene().empty() ? 0 : int(canvas().scene().geometry().shown.size());
}

QAccessibleInterface* GraphCanvasAccessible::child(int index) const
{
    if (index < 0 || index >= childCount())
        return nullptr;
    const int item = canvas().scene().geometry().shown[size_t(index)];
    if (const auto known = children_.constFind(item); known != children_.cend())
        if (QAccessibleInterface* interface = QAccessible::accessibleInterface(*known))
            return interface;
    auto* interface = new GraphItemAccessible(&canvas(), item);
    children_.insert(item, QAccessible::registerAccessibleInterface(interface));
    return interface;
}

int GraphCanvasAccessible::indexOfItem(int item) const
{
    if (canvas().scene().empty())
        return -1;
    const auto& shown = canvas().scene().geometry().shown;
    const auto found = std::lower_bound(shown.begin(), shown.end(), item);
    return found != shown.end() && *found == item ? int(found - shown.begin()) : -1;
}

int GraphCanvasAccessible::indexOfChild(const QAccessibleInterface* child) const
{
    const auto* item = dynamic_cast<const GraphItemAccessible*>(child);
    return item ? indexOfItem(item->item()) : -1;
}

QAccessibleInterface* GraphCanvasAccessible::childAt(int x, int y) const
{
    const int item = canvas().itemAt(canvas().viewport()->mapFromGlobal(QPoint(x, y)));
    return item < 0 ? nullptr : child(indexOfItem(item));
}

QAccessibleInterface* GraphCanvasAccessible::focusChild() const
{
    const GraphScene& scene = canvas().scene();
    if (!canvas().hasFocus() || scene.empty() || scene.selected() < 0)
        return nullptr;
    return child(indexOfItem(scene.geometry().standIn(scene.items(), scene.selected())));
}

QAccessible::State GraphCanvasAccessible::state() const
{
    QAccessible::State state = QAccessibleWidget::state();
    state.focusable = true;
    return state;
}

// one box

GraphItemAccessible::GraphItemAccessible(GraphCanvas* canvas, int item)
    : canvas_(canvas)
    , item_(item)
{
}

bool GraphItemAccessible::known() const { return canvas_ && item_ < canvas_->scene().count(); }

bool GraphItemAccessible::isValid() const { return known() && canvas_->scene().geometry().visible(item_); }

QWindow* GraphItemAccessible::window() const { return canvas_ ? canvas_->window()->windowHandle() : nullptr; }

QAccessibleInterface* GraphItemAccessible::parent() const
{
    return canvas_ ? QAccessible::queryAccessibleInterface(canvas_) : nullptr;
}

QString GraphItemAccessible::text(QAccessible::Text kind) const
{
    if (!known())
        return {};
    const GraphItem& item = canvas_->scene().items()[item_];
    if (kind == QAccessible::Name)
        return item.name + u", "_s + item.type;
    if (kind == QAccessible::Description)
        return canvas_->scene().description(item_);
    return {};
}

QRect GraphItemAccessible::rect() const
{
    if (!isValid())
        return {};
    const QRect inCanvas = canvas_->itemRect(item_);
    return {canvas_->mapToGlobal(inCanvas.topLeft()), inCanvas.size()};
}

QAccessible::State GraphItemAccessible::state() const
{
    QAccessible::State state;
    if (!isValid()) {
        state.invalid = true;
        return state;
    }
    const GraphScene& scene = canvas_->scene();
    const GraphItem& item = scene.items()[item_];
    state.selectable = state.focusable = true;
    state.selected = scene.geometry().standIn(scene.items(), scene.selected()) == item_;
    state.focused = state.selected && canvas_->hasFocus();
    state.checkable = true;
    state.checked = scene.tick(item_) == Qt::Checked;
    state.checkStateMixed = scene.tick(item_) == Qt::PartiallyChecked;
    state.expandable = item.group;
    state.expanded = item.group && !canvas_->isFolded(item_);
    state.collapsed = item.group && canvas_->isFolded(item_);
    state.offscreen = !canvas_->viewport()->geometry().intersects(canvas_->itemRect(item_));
    state.invisible = !canvas_->isVisible();
    return state;
}

void* GraphItemAccessible::interface_cast(QAccessible::InterfaceType type)
{
    return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr;
}

QStringList GraphItemAccessible::actionNames() const
{
    if (!isValid())
        return {};
    QStringList names{toggleAction(), setFocusAction()};
    if (canvas_->scene().items()[item_].group)
        names << pressAction();
    return names;
}

void GraphItemAccessible::doAction(const QString& name)
{
    if (!isValid())
        return;
    if (name == toggleAction())
        canvas_->toggleTick(item_);
    else if (name == setFocusAction())
        canvas_->selectItem(item_, true);
    else if (name == pressAction())
        canvas_->activateItem(item_);
}

QStringList GraphItemAccessible::keyBindingsForAction(const QString& name) const
{
    return name == toggleAction() ? QStringList{u"Space"_s} : QStringList{};
}

} // namespace kerascope
