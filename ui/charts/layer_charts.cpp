// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/layer_charts.h"

#include "ui/layer_figures.h"
#include "ui/theme.h"

namespace kerascope {

using namespace Qt::Literals::StringLiterals;

namespace {

QString pathOf(const Session& session, size_t layer)
{
    return QString::fromStdString(session.model()->summary->model->layers[layer].path);
}

bool isLeaf(const Session& session, size_t layer)
{
    return !session.model()->summary->model->layers[layer].container;
}

} // namespace

LayerMemoryChart::LayerMemoryChart(
    const Session& session, const LayerFigures& figures, LayerFocus& focus, QWidget* parent)
    : BarPage(u"layerMemoryChart"_s, tr("Memory per layer"), session, figures, focus, 3, parent)
{
    recolour();
}

std::vector<BarRow> LayerMemoryChart::rows() const
{
    std::vector<BarRow> rows;
    if (!session().model())
        return rows;
    const auto& all = figures().figures();
    for (size_t i = 0; i < all.size(); ++i) {
        if (!isLeaf(session(), i) || (figures().planned() && !all[i].planned))
            continue;
        rows.push_back({LayerId(i), pathOf(session(), i),
            {double(all[i].weightBytes), double(all[i].activationBytes), double(all[i].workspaceBytes)}});
    }
    return rows;
}

ScaledUnit LayerMemoryChart::unit(double most) const { return byteUnit(most); }
QColor LayerMemoryChart::colour(int set) const { return memoryColour(palette(), set); }

QStringList LayerMemoryChart::valueLines(const BarRow& row) const
{
    return {tr("weights %1").arg(formatBytes(uint64_t(row.values[0]))),
        tr("activations %1").arg(formatBytes(uint64_t(row.values[1]))),
        tr("workspace %1").arg(formatBytes(uint64_t(row.values[2])))};
}

void LayerMemoryChart::showTexts(const std::vector<BarRow>& all, const QString& unitName)
{
    setTitle(figures().planned() ? tr("Memory per layer, %1").arg(unitName)
                                 : tr("Memory per layer, predicted, %1").arg(unitName));
    BarRow sum;
    for (const BarRow& row : all)
        for (size_t i = 0; i < sum.values.size(); ++i)
            sum.values[i] += row.values[i];
    const QStringList words = valueLines(sum);
    QStringList parts;
    for (int i = 0; i < int(words.size()); ++i)
        parts << u"<span style='color:%1'>■</span> %2"_s.arg(colour(i).name(), words[i].toHtmlEscaped());
    setFigures(parts.join(u"&nbsp;&nbsp; "_s));
}

void LayerMemoryChart::recolour()
{
    BarPage::recolour();
    markDirty(); // the figures carry the colours too
}

LayerTimesChart::LayerTimesChart(
    const Session& session, const LayerFigures& figures, LayerFocus& focus, QWidget* parent)
    : BarPage(u"layerTimesChart"_s, tr("Layer times"), session, figures, focus, 1, parent)
{
    recolour();
}

std::vector<BarRow> LayerTimesChart::rows() const
{
    std::vector<BarRow> rows;
    if (!session().model())
        return rows;
    const auto& all = figures().figures();
    for (size_t i = 0; i < all.size(); ++i)
        if (isLeaf(session(), i) && all[i].meanMs)
            rows.push_back({LayerId(i), pathOf(session(), i), {*all[i].meanMs, 0, 0}});
    return rows;
}

ScaledUnit LayerTimesChart::unit(double most) const { return timeUnit(most); }
QColor LayerTimesChart::colour(int) const { return accentColour(palette()); }

QStringList LayerTimesChart::valueLines(const BarRow& row) const { return {formatMs(row.values[0])}; }

void LayerTimesChart::showTexts(const std::vector<BarRow>& all, const QString& unitName)
{
    setTitle(tr("Mean time per layer, %1").arg(unitName));
    double sum = 0;
    for (const BarRow& row : all)
        sum += row.values[0];
    // Sum and whole run side by side: what lies between is the work around the layers.
    const auto whole = figures().meanRunMs();
    if (!whole) {
        setFigures(tr("no runs with layer times yet"));
        return;
    }
    setFigures(tr("sum of layers %1 · whole run %2 · difference %3")
                   .arg(formatMs(sum), formatMs(*whole), formatMs(*whole - sum)));
}

} // namespace kerascope
