// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_page.h"

#include "ui/elided_label.h"
#include "ui/theme.h"

#include <QVBoxLayout>

namespace kerascope {

namespace {
constexpr int frameMs = 50;
constexpr int describeMs = 1000;
} // namespace

ChartPage::ChartPage(const QString& objectName, const QString& name, QWidget* parent)
    : QWidget(parent)
    , title_(new ElidedLabel(this))
    , figures_(new ElidedLabel(this))
    , plot_(new PlotView(this))
{
    setObjectName(objectName);
    setAccessibleName(name);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    plot_->setObjectName(objectName + QStringLiteral("Plot"));
    plot_->setAccessibleName(name);
    title_->setObjectName(objectName + QStringLiteral("Title"));
    figures_->setObjectName(objectName + QStringLiteral("Figures"));
    figures_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    figures_->setFont(numberFont(figures_->font()));
    QFont strong = title_->font();
    strong.setBold(true);
    title_->setFont(strong);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 4, 8, 0);
    top->addWidget(title_);
    top->addSpacing(12);
    top->addStretch();
    top->addWidget(figures_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(top);
    layout->addWidget(plot_, 1);
    timer_.setSingleShot(true);
    timer_.setInterval(frameMs);
    connect(&timer_, &QTimer::timeout, this, &ChartPage::draw);
    connect(plot_, &PlotView::paletteChanged, this, [this] {
        recolour();
        plot_->viewport()->update();
    });
}

void ChartPage::setPaused(bool paused)
{
    paused_ = paused;
    if (!paused && dirty_)
        markDirty();
}

void ChartPage::markDirty()
{
    dirty_ = true;
    if (!paused_ && isVisible() && !timer_.isActive())
        timer_.start();
}

void ChartPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (dirty_)
        markDirty();
}

void ChartPage::draw()
{
    if (paused_ || !isVisible())
        return; // stays dirty until it can be seen again
    dirty_ = false;
    redraw();
    plot_->viewport()->update();
}

void ChartPage::setTitle(const QString& title)
{
    if (title_->text() != title)
        title_->setText(title);
}

void ChartPage::setFigures(const QString& figures)
{
    if (figures_->text() != figures)
        figures_->setText(figures);
}

void ChartPage::setHint(const QString& hint)
{
    title_->setToolTip(hint);
    figures_->setToolTip(hint);
    plot_->setWhatsThis(hint);
}

void ChartPage::describe(const QString& figures)
{
    if (sinceDescription_.isValid() && sinceDescription_.elapsed() < describeMs)
        return;
    sinceDescription_.start();
    plot_->setAccessibleDescription(figures);
}

} // namespace kerascope
