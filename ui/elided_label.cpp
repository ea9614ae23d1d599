// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/elided_label.h"

#include <QHelpEvent>
#include <QPainter>
#include <QStyle>
#include <QToolTip>

namespace kerascope {

ElidedLabel::ElidedLabel(QWidget* parent)
    : QLabel(parent)
{
}

void ElidedLabel::setElideMode(Qt::TextElideMode mode)
{
    mode_ = mode;
    update();
}

QSize ElidedLabel::minimumSizeHint() const
{
    constexpr int ems = 2;
    const QSize whole = QLabel::minimumSizeHint();
    return {std::min(whole.width(), fontMetrics().height() * ems), whole.height()};
}

bool ElidedLabel::isCut() const { return sizeHint().width() > width(); }

void ElidedLabel::paintEvent(QPaintEvent* event)
{
    if (!isCut() || Qt::mightBeRichText(text())) {
        QLabel::paintEvent(event);
        return;
    }
    QPainter painter(this);
    const QRect area = contentsRect().adjusted(margin(), margin(), -margin(), -margin());
    style()->drawItemText(&painter, area, int(alignment()), palette(), isEnabled(),
        fontMetrics().elidedText(text(), mode_, area.width()), foregroundRole());
}

bool ElidedLabel::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && isCut()) {
        const QString tip = toolTip().isEmpty() ? text() : text() + u'\n' + toolTip();
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), tip, this);
        return true;
    }
    return QLabel::event(event);
}

} // namespace kerascope
