// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/charts_panel.h"

#include "ui/charts/latency_chart.h"
#include "ui/charts/layer_charts.h"
#include "ui/charts/memory_time_chart.h"
#include "ui/charts/timeline_chart.h"
#include "ui/icons.h"
#include "ui/shell/actions.h"

#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace kerascope {

using namespace Qt::Literals::StringLiterals;

ChartsPanel::ChartsPanel(const Session& session, const LayerFigures& figures, LayerFocus& focus,
    RunRange& range, Actions& actions, QWidget* parent)
    : QWidget(parent)
    , tabs_(new QTabWidget(this))
    , pause_(new QToolButton(this))
{
    setObjectName(u"chartsPanel"_s);
    tabs_->setObjectName(u"chartTabs"_s);
    tabs_->setDocumentMode(true);
    tabs_->tabBar()->setAccessibleName(tr("Charts"));
    pause_->setObjectName(u"pauseCharts"_s);
    pause_->setText(tr("Pause"));
    pause_->setAccessibleName(tr("Pause the charts"));
    pause_->setToolTip(tr("Holds the charts as they are; the runs go on"));
    pause_->setIcon(themedIcon(u"pause"_s));
    pause_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    pause_->setCheckable(true);
    pause_->setAutoRaise(true);
    auto* clear = new QToolButton(this);
    clear->setObjectName(u"clearRunsButton"_s);
    clear->setDefaultAction(actions.clearRuns);
    clear->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    clear->setAutoRaise(true);
    auto* corner = new QWidget(tabs_);
    auto* row = new QHBoxLayout(corner);
    row->setContentsMargins(0, 0, 4, 0);
    row->setSpacing(2);
    row->addWidget(pause_);
    row->addWidget(clear);
    tabs_->setCornerWidget(corner);
    auto* latency = new LatencyChart(session, tabs_);
    latency->follow(range);
    add(latency, tr("Latency"));
    add(new LayerMemoryChart(session, figures, focus, tabs_), tr("Memory per layer"));
    add(new MemoryTimeChart(session, tabs_), tr("Memory over time"));
    add(new LayerTimesChart(session, figures, focus, tabs_), tr("Layer times"));
    auto* timeline = new TimelineChart(session, figures, focus, tabs_);
    timeline->follow(range);
    add(timeline, tr("Timeline"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(tabs_);
}

void ChartsPanel::add(ChartPage* page, const QString& title)
{
    tabs_->addTab(page, title);
    connect(pause_, &QToolButton::toggled, page, &ChartPage::setPaused);
}

} // namespace kerascope
