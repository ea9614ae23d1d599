// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/memory_time_chart.h"

#include "ui/format.h"
#include "ui/theme.h"

#include <QPainter>
#include <QtCharts/QLineSeries>
#include <QtCharts/QValueAxis>
#include <algorithm>

namespace kerascope {

using namespace Qt::Literals::StringLiterals;

namespace {
constexpr double usPerSecond = 1e6;
constexpr int labelSpace = 150; ///< pixels at the right side for the lines' names and values
constexpr double shortest = 10; ///< seconds that the axis shows at least
} // namespace

MemoryTimeChart::MemoryTimeChart(const Session& session, QWidget* parent)
    : ChartPage(u"memoryTimeChart"_s, tr("Memory over time"), parent)
    , session_(session)
    , x_(plot()->addValueAxis(Qt::AlignBottom))
    , y_(plot()->addValueAxis(Qt::AlignLeft))
{
    x_->setTitleText(tr("seconds since the start"));
    plot()->chart()->setMargins(QMargins(2, 2, labelSpace, 2));
    for (auto& line : lines_) {
        line = new QLineSeries(this);
        plot()->chart()->addSeries(line);
        line->attachAxis(x_);
        line->attachAxis(y_);
    }
    plot()->foreground = [this](QPainter& painter) { paintMarks(painter); };
    setTitle(tr("Memory over time, %1").arg(byteUnit(1e6).name));
    connect(&session, &Session::runsChanged, this, &ChartPage::markDirty);
    connect(&session, &Session::loadedChanged, this, &ChartPage::markDirty);
    recolour();
}

QString MemoryTimeChart::lineName(int line) const
{
    return line == Planned ? tr("planned")
        : line == Ledger   ? tr("buffers")
        : line == Process  ? tr("process")
                           : tr("driver");
}

QColor MemoryTimeChart::lineShade(int line) const
{
    const QPalette colours = palette();
    const QColor quiet = quietText(colours);
    return line == Planned || line == Ledger ? accentColour(colours)
        : line == Process                    ? quiet
                                             : warningColour(colours);
}

void MemoryTimeChart::recolour()
{
    for (int line = 0; line < LineCount; ++line)
        lines_[size_t(line)]->setPen(
            QPen(lineShade(line), 1.5, line == Planned ? Qt::DashLine : Qt::SolidLine));
}

void MemoryTimeChart::redraw()
{
    marks_ = session_.switches();
    for (auto& points : points_)
        points.clear();
    double most = 0;
    for (const MemorySample& sample : session_.memorySamples()) {
        const double time = sample.timestampUs / usPerSecond;
        points_[Planned] << QPointF(time, double(sample.plannedBytes));
        points_[Ledger] << QPointF(time, double(sample.ledgerBytes));
        points_[Process] << QPointF(time, double(sample.processBytes));
        if (sample.driverBytes)
            points_[Driver] << QPointF(time, double(*sample.driverBytes));
        most = std::max({most, double(sample.plannedBytes), double(sample.ledgerBytes),
            double(sample.processBytes), double(sample.driverBytes.value_or(0))});
    }
    const ScaledUnit unit = byteUnit(most);
    if (unit.size != unitSize_)
        yRange_ = {0, 0};
    unitSize_ = unit.size;
    QStringList said;
    for (int line = 0; line < LineCount; ++line) {
        QVector<QPointF> scaled = thinned(points_[size_t(line)]);
        for (QPointF& point : scaled)
            point.ry() /= unitSize_;
        lines_[size_t(line)]->replace(scaled);
        if (!scaled.isEmpty())
            said << lineName(line) + u' ' + formatBytes(uint64_t(latest(line)));
    }
    const auto& times = points_[Planned];
    const double first = times.isEmpty() ? 0 : times.front().x();
    xRange_ = steadyAround(
        xRange_, first, times.isEmpty() ? shortest : std::max(times.back().x(), first + shortest));
    yRange_ = steadyFromZero(yRange_, most > 0 ? most / unitSize_ : 1);
    PlotView::setRange(x_, xRange_);
    PlotView::setRange(y_, yRange_);
    setTitle(tr("Memory over time, %1").arg(unit.name));
    describe(said.isEmpty() ? tr("nothing to show yet") : said.join(u", "_s));
}

double MemoryTimeChart::latest(int line) const
{
    const auto& points = points_[size_t(line)];
    return points.isEmpty() ? 0 : points.back().y();
}

void MemoryTimeChart::paintMarks(QPainter& painter) const
{
    const QRectF area = plot()->chart()->plotArea();
    const QFontMetricsF metrics(painter.font());
    painter.setPen(QPen(warningColour(palette()), 1, Qt::DashLine));
    for (const SwitchMark& mark : marks_) {
        const double x = plot()->chart()->mapToPosition({mark.timestampUs / usPerSecond, 0}, lines_[0]).x();
        if (!mark.sameModel && x >= area.left() && x <= area.right())
            painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    }
    struct Label {
        double y;
        int line;
    };
    std::vector<Label> labels;
    for (int line = 0; line < LineCount; ++line)
        if (!points_[size_t(line)].isEmpty())
            labels.push_back(
                {plot()->chart()->mapToPosition({0, latest(line) / unitSize_}, lines_[0]).y(), line});
    // From the bottom up, each at its line or just above the label below.
    std::sort(labels.begin(), labels.end(), [](const Label& a, const Label& b) { return a.y > b.y; });
    double limit = area.bottom() + metrics.height() / 2;
    for (const Label& label : labels) {
        const double y = std::min(label.y + metrics.height() / 2, limit);
        painter.setPen(lineShade(label.line));
        painter.drawText(QRectF(area.right() + 6, y - metrics.height(), labelSpace - 8, metrics.height()),
            Qt::AlignLeft | Qt::AlignVCenter,
            lineName(label.line) + u' ' + formatBytes(uint64_t(latest(label.line))));
        limit = y - metrics.height();
    }
    paintHover(painter, area);
}

void MemoryTimeChart::paintHover(QPainter& painter, const QRectF& area) const
{
    const auto mouse = plot()->hover();
    const auto& times = points_[Planned];
    if (!mouse || times.isEmpty())
        return;
    const double time = plot()->chart()->mapToValue(*mouse, lines_[0]).x();
    auto at = std::lower_bound(
        times.begin(), times.end(), time, [](const QPointF& point, double x) { return point.x() < x; });
    if (at == times.end())
        --at;
    const auto index = at - times.begin();
    const double x = plot()->chart()->mapToPosition({at->x(), 0}, lines_[0]).x();
    painter.setPen(QPen(quietText(palette()), 1, Qt::DotLine));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    QStringList lines{tr("%1 s").arg(formatNumber(at->x()))};
    for (int line = 0; line < LineCount; ++line)
        if (points_[size_t(line)].size() == times.size())
            lines << lineName(line) + u' ' + formatBytes(uint64_t(points_[size_t(line)][index].y()));
    drawValueBox(painter, palette(), area, {x, mouse->y()}, lines);
}

} // namespace kerascope
