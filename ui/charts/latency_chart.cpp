// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/latency_chart.h"

#include "ui/format.h"
#include "ui/run_range.h"
#include "ui/theme.h"

#include <QPainter>
#include <QtCharts/QLineSeries>
#include <QtCharts/QValueAxis>
#include <algorithm>
#include <cmath>

namespace kerascope {

using namespace Qt::Literals::StringLiterals;

namespace {
constexpr size_t mostRuns = 10'000; ///< the newest runs that the chart and the percentiles are of
constexpr double usPerMs = 1000;

/// The top of the axis follows the usual run: a few slow ones must not press all others flat.
double usualMost(const QVector<QPointF>& points)
{
    constexpr double room = 4, share = 0.95;
    std::vector<double> values;
    values.reserve(size_t(points.size()));
    for (const QPointF& point : points)
        values.push_back(point.y());
    if (values.empty())
        return 0;
    const auto p95 = values.begin() + std::ptrdiff_t(share * double(values.size() - 1));
    std::nth_element(values.begin(), p95, values.end());
    const double limit = room * *p95;
    const double most = *std::max_element(p95, values.end());
    return limit > 0 ? std::min(most, limit) : most;
}

/// How many of the newest runs to show: of a model before no more than of this one, so that thousands of its
/// fast runs do not press a few slow new ones to the edge.
size_t shownRuns(const std::deque<RunRecord>& runs, int64_t measuredFrom)
{
    constexpr size_t leastBefore = 100;
    const auto current = std::lower_bound(runs.begin(), runs.end(), measuredFrom,
        [](const RunRecord& run, int64_t number) { return run.run < number; });
    const auto now = size_t(runs.end() - current);
    return std::min(mostRuns, now + std::max(leastBefore, now));
}
} // namespace

LatencyChart::LatencyChart(const Session& session, QWidget* parent)
    : ChartPage(u"latencyChart"_s, tr("Latency"), parent)
    , session_(session)
    , line_(new QLineSeries(this))
    , x_(plot()->addValueAxis(Qt::AlignBottom))
    , y_(plot()->addValueAxis(Qt::AlignLeft))
{
    setTitle(tr("Latency per run, ms"));
    plot()->chart()->addSeries(line_);
    line_->attachAxis(x_);
    line_->attachAxis(y_);
    x_->setTitleText(tr("run"));
    plot()->foreground = [this](QPainter& painter) { paintMarks(painter); };
    connect(&session, &Session::runsChanged, this, &ChartPage::markDirty);
    connect(&session, &Session::modelChanged, this, &ChartPage::markDirty);
    recolour();
}

void LatencyChart::follow(RunRange& range)
{
    range_ = &range;
    setHint(tr("Drag over the chart to pick runs; a double click takes all of them again. From the keyboard: "
               "arrows, "
               "Shift with arrows, Escape"));
    connect(&range, &RunRange::changed, this, [this] {
        measure(); // of what is shown, also while the chart is paused
        showFigures();
        plot()->viewport()->update();
    });
    connect(plot(), &PlotView::dragged, this, [this](const QPointF& from, const QPointF& to) {
        const auto runAt = [this](const QPointF& at) {
            return std::llround(plot()->chart()->mapToValue(at, line_).x());
        };
        if (!points_.isEmpty())
            range_->pick(runAt(from), runAt(to));
    });
    connect(plot(), &PlotView::doubleClicked, &range, &RunRange::clear);
    connect(plot(), &PlotView::stepped, this, &LatencyChart::stepRange);
}

/// By a twentieth of what is shown; the first step picks the newest twentieth.
void LatencyChart::stepRange(int direction, bool grow)
{
    constexpr int64_t steps = 20;
    if (points_.isEmpty())
        return;
    const auto oldest = int64_t(points_.front().x()), newest = int64_t(points_.back().x());
    const int64_t step = std::max<int64_t>(1, (newest - oldest + 1) / steps);
    if (!range_->isSet())
        return range_->pick(std::max(oldest, newest - step + 1), newest);
    const int64_t first = std::clamp(range_->first(), oldest, newest);
    const int64_t last = std::clamp(range_->last(), first, newest);
    if (grow)
        return range_->pick(first, std::clamp(last + direction * step, first, newest));
    const int64_t moved = std::clamp(direction * step, oldest - first, newest - last);
    range_->pick(first + moved, last + moved);
}

void LatencyChart::recolour() { line_->setPen(QPen(accentColour(palette()), 1.5)); }

void LatencyChart::takeRuns()
{
    marks_ = session_.switches();
    const auto& runs = session_.runs();
    measuredFrom_ = marks_.empty() ? 0 : marks_.back().run;
    const size_t first = runs.size() - std::min(runs.size(), shownRuns(runs, measuredFrom_));
    points_.clear();
    points_.reserve(qsizetype(runs.size() - first));
    warmupMs_.reset();
    qsizetype ofCurrent = 0;
    for (size_t i = first; i < runs.size(); ++i) {
        const RunRecord& run = runs[i];
        const double ms = run.totalUs / usPerMs;
        const bool current = run.run >= measuredFrom_;
        if (run.warmup) {
            if (current)
                warmupMs_ = std::max(warmupMs_.value_or(0), ms);
            continue;
        }
        points_ << QPointF(double(run.run), ms);
        ofCurrent += current ? 1 : 0;
    }
    measure();
    usualMs_ = std::max(usualMost(points_), usualMost(points_.last(ofCurrent)));
}

/// Of the runs since the last switch, or of those that are picked.
void LatencyChart::measure()
{
    std::vector<double> values;
    for (const QPointF& point : points_)
        if (int64_t(point.x()) >= measuredFrom_ && (!range_ || range_->holds(int64_t(point.x()))))
            values.push_back(point.y());
    statistics_ = statistics(values);
}

void LatencyChart::redraw()
{
    takeRuns();
    line_->replace(thinned(points_));
    yRange_ = steadyFromZero(yRange_, usualMs_ > 0 ? usualMs_ : 1);
    const double first = points_.isEmpty() ? 0 : points_.front().x();
    const double last = points_.isEmpty() ? 10 : std::max(points_.back().x(), first + 10);
    xRange_ = steadyAround(xRange_, first, last);
    PlotView::setRange(y_, yRange_);
    PlotView::setRange(x_, xRange_);
    showFigures();
}

void LatencyChart::showFigures()
{
    if (statistics_.count == 0) {
        const QString text = warmupMs_ ? tr("warm-up %1").arg(formatMs(*warmupMs_)) : tr("no runs yet");
        setFigures(text);
        describe(text);
        return;
    }
    QString text = tr("mean %1 · p50 %2 · p95 %3 · p99 %4 · %n run(s)", nullptr, int(statistics_.count))
                       .arg(formatMs(statistics_.mean), formatMs(statistics_.median),
                           formatMs(statistics_.p95), formatMs(statistics_.p99));
    if (range_ && range_->isSet())
        text = tr("runs %1 to %2").arg(exactCount(range_->first()), exactCount(range_->last())) + u" · "_s
            + text;
    setFigures(text);
    if (warmupMs_)
        text += u" · "_s + tr("warm-up %1").arg(formatMs(*warmupMs_));
    describe(text);
}

QPointF LatencyChart::place(double run, double ms) const
{
    return plot()->chart()->mapToPosition(QPointF(run, ms), line_);
}

void LatencyChart::paintMarks(QPainter& painter) const
{
    const QRectF area = plot()->chart()->plotArea();
    paintRange(painter, area);
    paintSwitches(painter, area);
    if (statistics_.count > 1) {
        const double height = QFontMetricsF(painter.font()).height();
        const double p50 = place(0, statistics_.median).y(), p95 = place(0, statistics_.p95).y();
        // p50 below its line and p95 above, moved up where the axis or the other one is in the way
        const double lower = std::min(p50 + 1, area.bottom() - height);
        const double upper = std::min(p95, lower) - height;
        drawLimitLine(painter, palette(), area, p95, u"p95 "_s + formatMs(statistics_.p95), upper);
        drawLimitLine(painter, palette(), area, p50, u"p50 "_s + formatMs(statistics_.median), lower);
    }
    paintWarmup(painter, area);
    if (statistics_.max > yRange_.to) {
        const QString beyond = u"↑ "_s + formatMs(statistics_.max);
        const double width = QFontMetricsF(painter.font()).horizontalAdvance(beyond) + 4;
        drawNote(painter, palette(), {area.right() - width, area.top()}, beyond);
    }
    paintHover(painter, area);
}

/// What is left out lies under a veil.
void LatencyChart::paintRange(QPainter& painter, const QRectF& area) const
{
    if (!range_ || !range_->isSet())
        return;
    QColor veil = palette().color(QPalette::Base);
    veil.setAlphaF(0.6F);
    const double left = std::clamp(place(double(range_->first()), 0).x(), area.left(), area.right());
    const double right = std::clamp(place(double(range_->last()), 0).x(), area.left(), area.right());
    painter.fillRect(QRectF(area.topLeft(), QPointF(left, area.bottom())), veil);
    painter.fillRect(QRectF(QPointF(right, area.top()), area.bottomRight()), veil);
    painter.setPen(QPen(accentColour(palette()), 1));
    painter.drawLine(QPointF(left, area.top()), QPointF(left, area.bottom()));
    painter.drawLine(QPointF(right, area.top()), QPointF(right, area.bottom()));
}

void LatencyChart::paintSwitches(QPainter& painter, const QRectF& area) const
{
    const QFontMetricsF metrics(painter.font());
    for (const SwitchMark& mark : marks_) {
        const double x = place(double(mark.run) - 0.5, 0).x();
        if (x < area.left() || x > area.right())
            continue;
        const QColor colour = mark.sameModel ? lineColour(palette()) : warningColour(palette());
        painter.setPen(QPen(colour, 1, Qt::DashLine));
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        if (mark.sameModel)
            continue;
        painter.drawText(QPointF(x + 4, area.top() + metrics.ascent()),
            metrics.elidedText(u"→ "_s + mark.title, Qt::ElideMiddle, 160));
    }
}

void LatencyChart::paintWarmup(QPainter& painter, const QRectF& area) const
{
    if (!warmupMs_)
        return;
    constexpr double radius = 4;
    const QColor accent = accentColour(palette());
    const double y = std::clamp(place(0, *warmupMs_).y(), area.top() + radius + 2, area.bottom() - radius);
    const bool above = *warmupMs_ > yRange_.to;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(accent, 1.5));
    painter.setBrush(palette().color(QPalette::Base));
    painter.drawEllipse(QPointF(area.left() + radius + 3, y), radius, radius);
    const QFontMetricsF metrics(painter.font());
    const QString text = (above ? u"↑ "_s : QString()) + tr("warm-up %1").arg(formatMs(*warmupMs_));
    const double top = std::clamp(y - metrics.height() / 2, area.top(), area.bottom() - metrics.height());
    drawNote(painter, palette(), {area.left() + 3 * radius + 2, top}, text);
}

void LatencyChart::paintHover(QPainter& painter, const QRectF& area) const
{
    const auto mouse = plot()->hover();
    if (!mouse || points_.isEmpty())
        return;
    const double run = plot()->chart()->mapToValue(*mouse, line_).x();
    auto after = std::lower_bound(
        points_.begin(), points_.end(), run, [](const QPointF& point, double x) { return point.x() < x; });
    if (after == points_.end() || (after != points_.begin() && run - (after - 1)->x() < after->x() - run))
        --after;
    QPointF at = place(after->x(), after->y());
    at.setY(std::max(at.y(), area.top())); // a run beyond the axis shows at its edge
    painter.setPen(QPen(quietText(palette()), 1, Qt::DotLine));
    painter.drawLine(QPointF(at.x(), area.top()), QPointF(at.x(), area.bottom()));
    painter.setPen(Qt::NoPen);
    painter.setBrush(accentColour(palette()));
    painter.drawEllipse(at, 3, 3);
    drawValueBox(painter, palette(), area, at,
        {tr("run %1").arg(exactCount(int64_t(after->x()))), exactMs(after->y())});
}

} // namespace kerascope
