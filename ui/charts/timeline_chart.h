// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/category.h"
#include "ui/charts/chart_page.h"

class QLineSeries;

namespace kerascope {

class LayerFigures;
class LayerFocus;
class RunRange;

/// A piece of one run, in ms since its start.
struct TimelineSpan {
    enum class Kind { Upload, Step, Readback } kind = Kind::Step;
    double startMs = 0, durationMs = 0;
    LayerId layer = noId; ///< the layer that carries the step's time; noId for transfers
    LayerId first = noId; ///< the first layer of the step, whose kind of work gives the colour
    int others = 0; ///< further layers that are computed in the same step
};

/// Upload, steps and readback of a run in their order. Without stamps there are no steps.
std::vector<TimelineSpan> timelineOf(const RunRecord& run);

/// The newest run with stamps, step after step; changes at most as often as the figures of the layers.
class TimelineChart : public ChartPage {
    Q_OBJECT
public:
    TimelineChart(const Session& session, const LayerFigures& figures, LayerFocus& focus, QWidget* parent);
    /// Shows the newest of the picked runs; `range` must outlive this.
    void follow(const RunRange& range);

protected:
    void redraw() override;
    void recolour() override { }

private:
    QString nameOf(const TimelineSpan& span) const;
    QColor colourOf(const TimelineSpan& span) const;
    QRectF place(const TimelineSpan& span) const;
    const TimelineSpan* spanAt(const QPointF& place) const;
    void paintSpans(QPainter& painter) const;
    void paintHover(QPainter& painter) const;

    const Session& session_;
    LayerFocus& focus_;
    const RunRange* picked_ = nullptr;
    QLineSeries* line_; ///< without points; the axes hang on it
    QValueAxis *x_, *y_;
    double unitMs_ = 1; ///< one unit of the axis
    AxisRange range_{0, 0};
    std::vector<TimelineSpan> spans_;
    std::shared_ptr<const Model> model_;
};

} // namespace kerascope
