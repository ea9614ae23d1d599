// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/layers/layer_tree_model.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QMenu;
class QPushButton;
class QSortFilterProxyModel;
class QTreeView;

namespace kerascope {

class Actions;
class LayerFocus;

/// The layer list: filter, presets, tree with tick boxes, and a strip that offers to add what is missing.
class LayersPanel : public QWidget {
    Q_OBJECT
public:
    LayersPanel(Session& session, Ticks& ticks, const LayerFigures& figures, LayerFocus& focus,
        Actions& actions, QWidget* parent = nullptr);
    QByteArray columns() const;
    void restoreColumns(const QByteArray& state);

signals:
    void failed(const kerascope::Error& error);

private:
    QWidget* makeTop(Actions& actions);
    QWidget* makeStrip();
    void makeTree(Actions& actions);
    void connectPresets(Actions& actions);
    void takeModel();
    void showTicks();
    void showFocus(LayerId layer);
    void filter(const QString& text);
    std::vector<LayerId> selectedLayers() const;
    void tickOnlySelected(bool withFeeds);
    void tickBetween();
    void tickFirst();
    void tickRows(bool ticked);

    Session& session_;
    Ticks& ticks_;
    LayerFocus& focus_;
    Actions& actions_;
    LayerTreeModel* model_;
    QSortFilterProxyModel* proxy_;
    QLineEdit* filter_;
    QMenu* presets_;
    QWidget* strip_;
    QLabel* stripText_;
    QPushButton* stripButton_;
    QTreeView* tree_;
    QLabel* sum_;
};

} // namespace kerascope
