// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/plot_view.h"
#include "ui/session.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QLabel;

namespace kerascope {

/// One tab of the charts: a title with the unit, figures as text, and the plot. Draws at most 20 times a
/// second, only while it can be seen and is not paused.
class ChartPage : public QWidget {
    Q_OBJECT
public:
    ChartPage(const QString& objectName, const QString& name, QWidget* parent);
    void setPaused(bool paused);
    /// Something to draw has changed.
    void markDirty();

protected:
    void showEvent(QShowEvent* event) override;
    /// Takes the data over and draws.
    virtual void redraw() = 0;
    virtual void recolour() = 0;
    void setTitle(const QString& title);
    void setFigures(const QString& figures);
    /// What can be done in the chart, at its texts.
    void setHint(const QString& hint);
    /// What a screen reader says of the chart; told at most once a second.
    void describe(const QString& figures);
    PlotView* plot() const { return plot_; }

private:
    void draw();

    QLabel* title_;
    QLabel* figures_;
    PlotView* plot_;
    QTimer timer_;
    QElapsedTimer sinceDescription_;
    bool dirty_ = true;
    bool paused_ = false;
};

} // namespace kerascope
