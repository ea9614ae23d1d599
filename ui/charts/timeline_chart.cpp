// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/timeline_chart.h"

#include "ui/format.h"
#include "ui/layer_figures.h"
#include "ui/layer_focus.h"
#include "ui/run_range.h"
#include "ui/theme.h"

#include <QPainter>
#include <QtCharts/QLineSeries>
#include <QtCharts/QValueAxis>
#include <algorithm>

namespace kerascope {

using namespace Qt::Literals::StringLiterals;

namespace {
constexpr double usPerMs = 1000;
constexpr double leastNameWidth = 36; ///< pixels of a span that can hold a part of a name
} // namespace

std::vector<TimelineSpan> timelineOf(const RunRecord& run)
{
    std::vector<TimelineSpan> spans;
    const double start = run.uploadUs / usPerMs;
    if (run.uploadUs > 0)
        spans.push_back({TimelineSpan::Kind::Upload, 0, start, noId, noId, 0});
    const auto& operations = run.plan->steps();
    const auto& calls = run.plan->program().model->calls;
    for (const StepTime& step : run.steps) {
        TimelineSpan span{TimelineSpan::Kind::Step, start + step.startUs / usPerMs, step.durationUs / usPerMs,
            noId, noId, 0};
        if (step.step >= 0 && size_t(step.step) < operations.size()) {
            const auto& served = operations[size_t(step.step)].calls;
            if (!served.empty()) {
                span.layer = calls[size_t(served.back())].layer;
                span.first = calls[size_t(served.front())].layer;
                span.others = int(served.size()) - 1;
            }
        }
        spans.push_back(span);
    }
    if (run.readbackUs > 0)
        spans.push_back({TimelineSpan::Kind::Readback, start + run.runUs / usPerMs, run.readbackUs / usPerMs,
            noId, noId, 0});
    return spans;
}

TimelineChart::TimelineChart(
    const Session& session, const LayerFigures& figures, LayerFocus& focus, QWidget* parent)
    : ChartPage(u"timelineChart"_s, tr("Timeline"), parent)
    , session_(session)
    , focus_(focus)
    , line_(new QLineSeries(this))
    , x_(plot()->addValueAxis(Qt::AlignBottom))
    , y_(plot()->addValueAxis(Qt::AlignLeft))
{
    plot()->chart()->addSeries(line_);
    line_->attachAxis(x_);
    line_->attachAxis(y_);
    PlotView::setRange(y_, {0, 1}, 1);
    y_->setVisible(false);
    plot()->chart()->setMargins(QMargins(8, 2, 16, 2));
    plot()->foreground = [this](QPainter& painter) { paintSpans(painter); };
    connect(&figures, &LayerFigures::changed, this, &ChartPage::markDirty);
    connect(&session, &Session::modelChanged, this, &ChartPage::markDirty);
    connect(&focus, &LayerFocus::changed, this, [this] { plot()->viewport()->update(); });
    connect(plot(), &PlotView::plotClicked, this, [this](const QPointF& at) {
        if (const TimelineSpan* span = spanAt(at); span && span->layer != noId)
            focus_.setLayer(span->layer);
    });
}

void TimelineChart::follow(const RunRange& range)
{
    picked_ = &range;
    connect(&range, &RunRange::changed, this, &ChartPage::markDirty);
}

void TimelineChart::redraw()
{
    const auto& runs = session_.runs();
    const auto run = std::find_if(runs.rbegin(), runs.rend(), [this](const RunRecord& record) {
        return !record.steps.empty() && record.plan && session_.model()
            && record.version == session_.model()->version && (!picked_ || picked_->holds(record.run));
    });
    spans_.clear();
    model_.reset();
    if (run == runs.rend()) {
        setTitle(tr("Timeline of one run"));
        setFigures(tr("no runs with layer times yet"));
        describe(tr("nothing to show yet"));
        return;
    }
    model_ = run->plan->program().model;
    spans_ = timelineOf(*run);
    double end = 0;
    for (const TimelineSpan& span : spans_)
        end = std::max(end, span.startMs + span.durationMs);
    const ScaledUnit unit = timeUnit(end);
    if (unit.size != unitMs_)
        range_ = {0, 0};
    unitMs_ = unit.size;
    range_ = steadyFromZero(range_, end / unitMs_);
    PlotView::setRange(x_, range_);
    setTitle(tr("Timeline of run %1, %2").arg(exactCount(run->run), unit.name));
    const QString figures = tr("upload %1 · run %2 · readback %3")
                                .arg(formatMs(run->uploadUs / usPerMs), formatMs(run->runUs / usPerMs),
                                    formatMs(run->readbackUs / usPerMs));
    setFigures(figures);
    describe(figures);
}

QString TimelineChart::nameOf(const TimelineSpan& span) const
{
    if (span.kind == TimelineSpan::Kind::Upload)
        return tr("upload");
    if (span.kind == TimelineSpan::Kind::Readback)
        return tr("readback");
    return span.layer == noId ? tr("around the layers")
                              : QString::fromStdString(model_->layers[size_t(span.layer)].path);
}

QColor TimelineChart::colourOf(const TimelineSpan& span) const
{
    if (span.first == noId)
        return mixed(palette().color(QPalette::Base), palette().color(QPalette::Text), 0.3);
    return visibleMark(categoryColour(categoryOf(model_->layers[size_t(span.first)])), palette());
}

QRectF TimelineChart::place(const TimelineSpan& span) const
{
    const QRectF area = plot()->chart()->plotArea();
    const double scale = range_.to > 0 ? area.width() / (range_.to * unitMs_) : 0;
    const double height = std::min(area.height() - 8, 56.0);
    return {
        area.left() + span.startMs * scale, area.center().y() - height / 2, span.durationMs * scale, height};
}

const TimelineSpan* TimelineChart::spanAt(const QPointF& at) const
{
    for (const TimelineSpan& span : spans_)
        if (place(span).adjusted(-1, -8, 1, 8).contains(at))
            return &span;
    return nullptr;
}

void TimelineChart::paintSpans(QPainter& painter) const
{
    const QRectF area = plot()->chart()->plotArea();
    if (spans_.empty()) {
        painter.setPen(quietText(palette()));
        painter.drawText(area, Qt::AlignCenter, tr("Nothing to show yet"));
        return;
    }
    const QFontMetricsF metrics(painter.font());
    const QColor base = palette().color(QPalette::Base);
    for (const TimelineSpan& span : spans_) {
        const QRectF rect = place(span);
        const QColor colour = colourOf(span);
        painter.fillRect(rect, mixed(base, colour, 0.4));
        painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), 4), colour);
        painter.fillRect(QRectF(rect.right() - 0.5, rect.top(), 0.5, rect.height()), base);
        if (rect.width() >= leastNameWidth) {
            painter.setPen(palette().color(QPalette::Text));
            painter.drawText(rect.adjusted(4, 4, -3, 0), Qt::AlignLeft | Qt::AlignVCenter,
                metrics.elidedText(nameOf(span), Qt::ElideMiddle, rect.width() - 7));
        }
        if (span.layer != noId && span.layer == focus_.layer()) {
            painter.setPen(QPen(accentColour(palette()), 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(rect.adjusted(0, -2, 0, 2));
        }
    }
    paintHover(painter);
}

void TimelineChart::paintHover(QPainter& painter) const
{
    const auto mouse = plot()->hover();
    const TimelineSpan* span = mouse ? spanAt(*mouse) : nullptr;
    if (!span)
        return;
    QStringList lines{nameOf(*span), exactMs(span->durationMs), tr("from %1").arg(exactMs(span->startMs))};
    if (span->others > 0)
        lines << tr("together with %n more layer(s)", nullptr, span->others);
    drawValueBox(painter, palette(), plot()->chart()->plotArea(), *mouse, lines);
}

} // namespace kerascope
