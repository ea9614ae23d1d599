// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/heat_legend.h"

#include "ui/theme.h"

#include <QLinearGradient>
#include <QPainter>
#include <utility>

namespace kerascope {
namespace {

constexpr int longStrip = 96, shortStrip = 36, stripHeight = 10, gap = 6;
constexpr int gradientSteps = 12;

} // namespace

HeatLegend::HeatLegend(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("graphHeatLegend"));
    setAccessibleName(tr("Heat scale"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QStringList HeatLegend::labels() const
{
    if (scale_.empty())
        return {tr("no values yet")};
    return {scale_.text(scale_.valueAt(0)), scale_.text(scale_.valueAt(1))};
}

void HeatLegend::setScale(const HeatScale& scale)
{
    scale_ = scale;
    const QString middle = scale_.empty() ? QString() : scale_.text(scale_.valueAt(0.5));
    setAccessibleDescription(labels().join(tr(" to ")));
    setToolTip(middle.isEmpty() ? QString() : tr("Middle of the scale: %1").arg(middle));
    updateGeometry();
    update();
}

void HeatLegend::setShort(bool narrow)
{
    if (std::exchange(short_, narrow) != narrow)
        updateGeometry();
}

int HeatLegend::stripWidth() const { return short_ ? shortStrip : longStrip; }

QSize HeatLegend::sizeHint() const
{
    const QFontMetrics metrics = fontMetrics();
    int width = scale_.empty() ? 0 : stripWidth() + 2 * gap;
    for (const QString& label : labels())
        width += metrics.horizontalAdvance(label);
    return {width, metrics.height() + 4};
}

void HeatLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QStringList texts = labels();
    painter.setPen(scale_.empty() ? quietText(palette()) : palette().color(QPalette::WindowText));
    painter.drawText(rect(), int(Qt::AlignLeft | Qt::AlignVCenter), texts.front());
    if (scale_.empty())
        return;
    painter.drawText(rect(), int(Qt::AlignRight | Qt::AlignVCenter), texts.back());
    const int left = fontMetrics().horizontalAdvance(texts.front()) + gap;
    const QRect strip(left, (height() - stripHeight) / 2, stripWidth(), stripHeight);
    QLinearGradient gradient(strip.topLeft(), strip.topRight());
    for (int step = 0; step <= gradientSteps; ++step) {
        const double at = double(step) / gradientSteps;
        gradient.setColorAt(at, HeatScale::colour(at, isDark(palette())));
    }
    painter.setPen(lineColour(palette()));
    painter.setBrush(gradient);
    painter.drawRect(strip.adjusted(0, 0, -1, -1));
}

} // namespace kerascope
