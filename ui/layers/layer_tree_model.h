// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/summary.h"
#include "ui/layer_figures.h"
#include "ui/session.h"

#include <QAbstractItemModel>
#include <memory>
#include <vector>

namespace kerascope {

class Ticks;

/// The layers of the model as a tree, nested models as parents; ticks come from and go to Ticks.
class LayerTreeModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column {
        Name,
        Type,
        Output,
        Params,
        Weights,
        Activation,
        Workspace,
        Last,
        Average,
        Share,
        State,
        ColumnCount
    };
    enum Role { SortRole = Qt::UserRole + 1, LayerRole };

    LayerTreeModel(Ticks& ticks, const LayerFigures& figures, QObject* parent = nullptr);
    void setModel(const std::shared_ptr<const SessionModel>& model);
    QModelIndex indexOf(LayerId layer) const;
    LayerId layerOf(const QModelIndex& index) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QVariant text(LayerId layer, int column, bool exact) const;
    QVariant sortKey(LayerId layer, int column) const;
    QString stateText(LayerId layer) const;
    QString outputText(LayerId layer) const;
    QString toolTip(LayerId layer, int column) const;
    QString tickText(LayerId layer) const;
    void tellColumns(int first, int last);
    void update();
    const LayerFigure& figure(LayerId layer) const;

    Ticks& ticks_;
    const LayerFigures& figures_;
    std::shared_ptr<const ModelSummary> summary_;
    std::vector<std::vector<LayerId>> children_; ///< by LayerId; the last entry holds the top level
    std::vector<int> rows_; ///< place among the siblings, by LayerId
    std::vector<char> missing_; ///< by LayerId
};

} // namespace kerascope
