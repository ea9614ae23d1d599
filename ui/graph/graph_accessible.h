// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessibleActionInterface>
#include <QAccessibleWidget>
#include <QHash>
#include <QPointer>

namespace kerascope {

class GraphCanvas;

/// Makes the boxes of every GraphCanvas known to screen readers. More calls do nothing.
void installGraphAccessibility();

/// The canvas as a list; its children, one a box in sight or out of it (but not hidden in a folded model),
/// are made when they are asked for.
class GraphCanvasAccessible : public QAccessibleWidget {
public:
    explicit GraphCanvasAccessible(GraphCanvas* canvas);
    ~GraphCanvasAccessible() override;

    int childCount() const override;
    QAccessibleInterface* child(int index) const override;
    int indexOfChild(const QAccessibleInterface* child) const override;
    QAccessibleInterface* childAt(int x, int y) const override;
    QAccessibleInterface* focusChild() const override;
    QAccessible::State state() const override;

    /// Index among the children of an item; −1 where it is hidden.
    int indexOfItem(int item) const;

private:
    GraphCanvas& canvas() const;
    mutable QHash<int, QAccessible::Id> children_; ///< by item
};

/// One box: a leaf call or a nested model.
class GraphItemAccessible : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    GraphItemAccessible(GraphCanvas* canvas, int item);
    int item() const { return item_; }

    bool isValid() const override;
    QObject* object() const override { return nullptr; }
    QWindow* window() const override;
    QAccessibleInterface* parent() const override;
    QAccessibleInterface* child(int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    QString text(QAccessible::Text kind) const override;
    void setText(QAccessible::Text, const QString&) override { } // names come from the file
    QRect rect() const override;
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    QAccessible::State state() const override;
    void* interface_cast(QAccessible::InterfaceType type) override;

    QStringList actionNames() const override;
    void doAction(const QString& name) override;
    QStringList keyBindingsForAction(const QString& name) const override;

private:
    bool known() const; ///< the item still exists in the canvas

    QPointer<GraphCanvas> canvas_;
    int item_;
};

} // namespace kerascope
