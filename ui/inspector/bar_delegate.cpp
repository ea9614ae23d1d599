// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/bar_delegate.h"

#include "ui/theme.h"

#include <QPainter>

namespace kerascope {

void BarDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const double share = index.data(ShareRole).toDouble();
    if (share > 0) {
        QRectF bar = QRectF(option.rect).adjusted(4, 3, -4, -3);
        bar.setWidth(bar.width() * share);
        painter->fillRect(
            bar, mixed(option.palette.color(QPalette::Base), accentColour(option.palette), 0.3));
    }
    QStyledItemDelegate::paint(painter, option, index);
}

} // namespace kerascope
