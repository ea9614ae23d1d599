// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart_page.h"

#include <array>

class QLineSeries;

namespace kerascope {

/// Memory over time: the plan, all buffers alive (ledger), the process, and what the driver tells.
class MemoryTimeChart final : public ChartPage {
    Q_OBJECT
public:
    explicit MemoryTimeChart(const Session& session, QWidget* parent = nullptr);

protected:
    void redraw() override;
    void recolour() override;

private:
    enum Line { Planned, Ledger, Process, Driver, LineCount };
    QString lineName(int line) const;
    QColor lineShade(int line) const;
    void paintMarks(QPainter& painter) const;
    void paintHover(QPainter& painter, const QRectF& area) const;
    double latest(int line) const;

    const Session& session_;
    std::array<QLineSeries*, LineCount> lines_{};
    std::array<QVector<QPointF>, LineCount> points_; ///< s, bytes
    QValueAxis* x_;
    QValueAxis* y_;
    AxisRange xRange_{0, 0}, yRange_{0, 0};
    double unitSize_ = 1;
    std::vector<SwitchMark> marks_;
};

} // namespace kerascope
