// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>

namespace kerascope {

/// Filters by name, path or type; a match shows with its nested models around it and all that is inside.
/// Sorts only when asked: rows keep their places while the numbers change.
class LayerFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit LayerFilter(QObject* parent = nullptr);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
};

} // namespace kerascope
