// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/statistics.h"
#include "ui/charts/chart_page.h"

class QLineSeries;

namespace kerascope {

class RunRange;

/// Latency of each run. Warm-up runs have their own mark at the left edge and never squeeze the rest; mean
/// and percentiles are of the measured runs since the last switch.
class LatencyChart final : public ChartPage {
    Q_OBJECT
public:
    explicit LatencyChart(const Session& session, QWidget* parent = nullptr);

    /// Dragging over the plot picks runs, a double click lets them go; arrows and Escape do the same from the
    /// keyboard. `range` must outlive this.
    void follow(RunRange& range);

protected:
    void redraw() override;
    void recolour() override;

private:
    void takeRuns();
    void stepRange(int direction, bool grow);
    void measure();
    void showFigures();
    void paintMarks(QPainter& painter) const;
    void paintRange(QPainter& painter, const QRectF& area) const;
    void paintSwitches(QPainter& painter, const QRectF& area) const;
    void paintWarmup(QPainter& painter, const QRectF& area) const;
    void paintHover(QPainter& painter, const QRectF& area) const;
    QPointF place(double run, double ms) const;

    const Session& session_;
    RunRange* range_ = nullptr;
    QLineSeries* line_;
    QValueAxis* x_;
    QValueAxis* y_;
    AxisRange xRange_{0, 0}, yRange_{0, 0};
    double usualMs_ = 0; ///< what the axis has to reach
    QVector<QPointF> points_; ///< run, ms; warm-up runs left out
    int64_t measuredFrom_ = 0; ///< first run since the last switch
    std::optional<double> warmupMs_; ///< the longest since the last switch
    Statistics statistics_;
    std::vector<SwitchMark> marks_; ///< as drawn; a pause keeps them
};

} // namespace kerascope
