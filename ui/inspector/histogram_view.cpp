// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/histogram_view.h"

#include "ui/format.h"
#include "ui/theme.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

namespace kerascope {

using namespace Qt::Literals::StringLiterals;

namespace {
constexpr int margin = 8;
constexpr int viewHeight = 130;
} // namespace

HistogramView::HistogramView(QWidget* parent)
    : QWidget(parent)
{
    setMouseTracking(true);
    setMinimumHeight(viewHeight);
    setAccessibleName(tr("Histogram"));
}

QSize HistogramView::sizeHint() const { return {240, viewHeight}; }

void HistogramView::setStatistics(std::optional<TensorStatistics> statistics)
{
    statistics_ = std::move(statistics);
    hoverBin_ = -1;
    setAccessibleDescription(!statistics_
            ? tr("nothing chosen")
            : tr("from %1 to %2, mean %3, standard deviation %4")
                  .arg(formatNumber(statistics_->min), formatNumber(statistics_->max),
                      formatNumber(statistics_->mean), formatNumber(statistics_->std)));
    update();
}

void HistogramView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    painter.setPen(quietText(palette()));
    if (!statistics_ || statistics_->elements == 0) {
        painter.drawText(rect(), Qt::AlignCenter, tr("No values"));
        return;
    }
    const QFontMetrics metrics(font());
    const QRect area =
        rect().adjusted(margin, metrics.height() + margin, -margin, -metrics.height() - margin);
    const auto& bins = statistics_->histogram;
    const int64_t most = std::max<int64_t>(1, *std::max_element(bins.begin(), bins.end()));
    const double pitch = double(area.width()) / double(bins.size());
    for (size_t i = 0; i < bins.size(); ++i) {
        if (bins[i] == 0)
            continue;
        const double height = std::max(1.0, double(bins[i]) / double(most) * area.height());
        const QColor colour = int(i) == hoverBin_ ? palette().color(QPalette::Text) : accentColour(palette());
        painter.fillRect(
            QRectF(area.left() + pitch * double(i), area.bottom() - height, pitch - 0.5, height), colour);
    }
    painter.setPen(lineColour(palette()));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.setPen(quietText(palette()));
    const QRect below(area.left(), area.bottom() + 3, area.width(), metrics.height());
    painter.drawText(below, Qt::AlignLeft, formatNumber(statistics_->min));
    painter.drawText(below, Qt::AlignRight, formatNumber(statistics_->max));
    const QRect above(area.left(), 4, area.width(), metrics.height());
    if (hoverBin_ < 0) {
        painter.drawText(above, Qt::AlignLeft, tr("most in a bin: %1").arg(exactCount(most)));
        return;
    }
    const double width = (statistics_->max - statistics_->min) / double(bins.size());
    const double from = statistics_->min + width * hoverBin_;
    painter.drawText(above, Qt::AlignLeft,
        tr("%1 … %2: %3")
            .arg(formatNumber(from), formatNumber(from + width), exactCount(bins[size_t(hoverBin_)])));
}

void HistogramView::mouseMoveEvent(QMouseEvent* event)
{
    const double place = (event->position().x() - margin) / std::max(1, width() - 2 * margin);
    const int bins = statistics_ ? int(statistics_->histogram.size()) : 0;
    hoverBin_ = place >= 0 && place < 1 ? int(place * bins) : -1;
    update();
}

void HistogramView::leaveEvent(QEvent*)
{
    hoverBin_ = -1;
    update();
}

} // namespace kerascope
