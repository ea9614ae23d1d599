// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/bar_page.h"

#include "ui/layer_figures.h"
#include "ui/layer_focus.h"
#include "ui/theme.h"

#include <QPainter>
#include <QtCharts/QBarCategoryAxis>
#include <QtCharts/QBarSet>
#include <QtCharts/QStackedBarSeries>
#include <QtCharts/QValueAxis>
#include <cmath>

namespace kerascope {

using namespace Qt::Literals::StringLiterals;

namespace {
constexpr int leastSlanted = 34, mostSlanted = 62; ///< pixels under the bars for the names
constexpr double slantedShare = 0.36; ///< of the plot's height
constexpr int flatSpace = 20;
constexpr double nameAngle = -38, nameSine = 0.616;
constexpr double nameWidth = 84;
constexpr int tickPitch = 26; ///< pixels of height for one label of the axis
constexpr int mostTicks = 4;
constexpr double barWidth = 0.7;
} // namespace

BarPage::BarPage(const QString& objectName, const QString& name, const Session& session,
    const LayerFigures& figures, LayerFocus& focus, int sets, QWidget* parent)
    : ChartPage(objectName, name, parent)
    , session_(session)
    , figures_(figures)
    , focus_(focus)
    , series_(new QStackedBarSeries(this))
    , x_(new QBarCategoryAxis(this))
    , y_(plot()->addValueAxis(Qt::AlignLeft))
{
    for (int i = 0; i < sets; ++i) {
        sets_.push_back(new QBarSet(QString::number(i), series_));
        series_->append(sets_.back());
    }
    series_->setBarWidth(barWidth);
    plot()->chart()->addSeries(series_);
    plot()->chart()->addAxis(x_, Qt::AlignBottom);
    plot()->chart()->setMargins(QMargins(2, 2, 8, mostSlanted));
    connect(plot()->chart(), &QChart::plotAreaChanged, this, &BarPage::fitNames);
    x_->setLabelsVisible(false);
    x_->setGridLineVisible(false);
    series_->attachAxis(x_);
    series_->attachAxis(y_);
    plot()->applyPalette();
    plot()->foreground = [this](QPainter& painter) { paintMarks(painter); };
    connect(&figures, &LayerFigures::changed, this, &ChartPage::markDirty);
    connect(&focus, &LayerFocus::changed, this, [this] { plot()->viewport()->update(); });
    connect(plot(), &PlotView::plotClicked, this, [this](const QPointF& place) {
        const auto bar = barAt(place);
        if (bar && bars_[*bar].layer != noId)
            focus_.setLayer(bars_[*bar].layer);
    });
}

void BarPage::recolour()
{
    for (size_t i = 0; i < sets_.size(); ++i) {
        sets_[i]->setBrush(colour(int(i)));
        sets_[i]->setPen(QPen(palette().color(QPalette::Base), 0.5));
    }
}

void BarPage::redraw()
{
    const std::vector<BarRow> all = rows();
    bars_ = chosenBars(all, tr("%1 others"));
    double most = 0;
    for (const BarRow& bar : bars_)
        most = std::max(most, bar.sum());
    const ScaledUnit scale = unit(most);
    setBars(scale.size);
    fitNames();
    range_ = steadyFromZero(range_, most > 0 ? most / scale.size : 1);
    PlotView::setRange(
        y_, range_, std::clamp(int(plot()->chart()->plotArea().height()) / tickPitch, 1, mostTicks));
    showTexts(all, scale.name);
    QStringList said;
    for (const BarRow& bar : bars_)
        said << bar.name + u": "_s + valueLines(bar).join(u", "_s);
    describe(said.isEmpty() ? tr("nothing to show yet") : said.join(u"; "_s));
}

bool BarPage::namesAreFlat(double pitch) const { return pitch > nameWidth + 6; }

int BarPage::slantedSpace() const
{
    return std::clamp(int(plot()->height() * slantedShare), leastSlanted, mostSlanted);
}

void BarPage::fitNames()
{
    const double pitch = plot()->chart()->plotArea().width() / double(std::max<size_t>(1, bars_.size()));
    const QMargins margins(2, 2, 8, namesAreFlat(pitch) ? flatSpace : slantedSpace());
    if (margins != plot()->chart()->margins()) {
        plot()->chart()->setMargins(margins);
        markDirty(); // there may be room for other ticks
    }
}

void BarPage::setBars(double scale)
{
    const bool resized = sets_.front()->count() != int(bars_.size());
    for (size_t set = 0; set < sets_.size(); ++set) {
        QList<qreal> values;
        for (const BarRow& bar : bars_)
            values << bar.values[set] / scale;
        bool same = !resized;
        for (int i = 0; same && i < int(values.size()); ++i)
            same = sets_[set]->at(i) == values[i];
        if (same)
            continue;
        sets_[set]->remove(0, sets_[set]->count());
        sets_[set]->append(values);
    }
    if (!resized)
        return;
    QStringList numbers; // the axis wants different names; ours are painted
    for (size_t i = 0; i < bars_.size(); ++i)
        numbers << QString::number(i);
    x_->setCategories(numbers);
}

std::optional<size_t> BarPage::barAt(const QPointF& scenePosition) const
{
    const QRectF area = plot()->chart()->plotArea();
    if (bars_.empty() || scenePosition.x() < area.left() || scenePosition.x() >= area.right()
        || scenePosition.y() < area.top())
        return std::nullopt;
    return size_t((scenePosition.x() - area.left()) / area.width() * double(bars_.size()));
}

void BarPage::paintMarks(QPainter& painter) const
{
    const QRectF area = plot()->chart()->plotArea();
    if (bars_.empty()) {
        painter.setPen(quietText(palette()));
        painter.drawText(area, Qt::AlignCenter, tr("Nothing to show yet"));
        return;
    }
    const double pitch = area.width() / double(bars_.size());
    paintNames(painter, area, pitch);
    const auto column = [&](size_t bar) {
        return QRectF(area.left() + pitch * double(bar), area.top(), pitch, area.height());
    };
    for (size_t i = 0; i < bars_.size(); ++i) {
        if (bars_[i].layer == noId || bars_[i].layer != focus_.layer())
            continue;
        painter.setPen(QPen(accentColour(palette()), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(column(i).adjusted(0.5, 0.5, -0.5, -0.5));
    }
    const auto mouse = plot()->hover();
    const auto bar = mouse ? barAt(*mouse) : std::nullopt;
    if (!bar)
        return;
    QColor veil = palette().color(QPalette::Text);
    veil.setAlphaF(0.07F);
    painter.fillRect(column(*bar), veil);
    drawValueBox(painter, palette(), area, *mouse, QStringList(bars_[*bar].name) + valueLines(bars_[*bar]));
}

void BarPage::paintNames(QPainter& painter, const QRectF& area, double pitch) const
{
    const QFontMetricsF metrics(painter.font());
    painter.setPen(quietText(palette()));
    const bool flat = namesAreFlat(pitch);
    // Names that would run into each other are left out; hovering tells them.
    const double length =
        flat ? pitch - 6 : std::min(nameWidth, (slantedSpace() - metrics.height()) / nameSine);
    const int every = flat ? 1 : std::max(1, int(std::ceil(metrics.height() * 1.15 / pitch)));
    for (size_t i = 0; i < bars_.size(); i += size_t(every)) {
        const double x = area.left() + pitch * (double(i) + 0.5);
        const QString name = metrics.elidedText(bars_[i].name, Qt::ElideMiddle, length);
        if (flat) {
            painter.drawText(
                QRectF(x - pitch / 2, area.bottom() + 4, pitch, metrics.height()), Qt::AlignCenter, name);
            continue;
        }
        painter.save();
        painter.translate(x + metrics.height() / 4, area.bottom() + metrics.height() * 0.7);
        painter.rotate(nameAngle);
        painter.drawText(QPointF(-metrics.horizontalAdvance(name), 0), name);
        painter.restore();
    }
}

} // namespace kerascope
