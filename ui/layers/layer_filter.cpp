// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/layers/layer_filter.h"

#include "ui/layers/layer_tree_model.h"

namespace kerascope {

LayerFilter::LayerFilter(QObject* parent)
    : QSortFilterProxyModel(parent)
{
    setRecursiveFilteringEnabled(true);
    setAutoAcceptChildRows(true);
    setDynamicSortFilter(false);
    setSortRole(LayerTreeModel::SortRole);
    setFilterCaseSensitivity(Qt::CaseInsensitive);
}

bool LayerFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const QRegularExpression wanted = filterRegularExpression();
    if (wanted.pattern().isEmpty())
        return true;
    for (int column : {int(LayerTreeModel::Name), int(LayerTreeModel::Type)}) {
        const QModelIndex index = sourceModel()->index(row, column, parent);
        const int role = column == LayerTreeModel::Name ? int(Qt::ToolTipRole) : int(Qt::DisplayRole);
        if (index.data(Qt::DisplayRole).toString().contains(wanted)
            || index.data(role).toString().contains(wanted))
            return true;
    }
    return false;
}

} // namespace kerascope
