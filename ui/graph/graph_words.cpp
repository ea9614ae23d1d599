// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format.h"
#include "ui/graph/graph_scene.h"

#include <QCoreApplication>
#include <QStringList>

namespace kerascope {
namespace {

using namespace Qt::Literals::StringLiterals;

QString row(const QString& name, const QString& value)
{
    return u"<tr><td>%1&nbsp;&nbsp;</td><td align='right'>%2</td></tr>"_s.arg(
        name.toHtmlEscaped(), value.toHtmlEscaped());
}

QString tickWord(Qt::CheckState state)
{
    return state == Qt::Checked  ? graphText(QT_TRANSLATE_NOOP("GraphScene", "ticked"))
        : state == Qt::Unchecked ? graphText(QT_TRANSLATE_NOOP("GraphScene", "not ticked"))
                                 : graphText(QT_TRANSLATE_NOOP("GraphScene", "partly ticked"));
}

QString timeRows(const LayerFigure& figure, const Model& model)
{
    QString rows;
    if (figure.lastMs)
        rows += row(graphText(QT_TRANSLATE_NOOP("GraphScene", "Last time")), exactMs(*figure.lastMs));
    if (figure.meanMs)
        rows += row(graphText(QT_TRANSLATE_NOOP("GraphScene", "Average time")), exactMs(*figure.meanMs));
    if (figure.share)
        rows +=
            row(graphText(QT_TRANSLATE_NOOP("GraphScene", "Share of the run")), formatShare(*figure.share));
    if (figure.fusedInto)
        rows += row(graphText(QT_TRANSLATE_NOOP("GraphScene", "Time counted in")),
            QString::fromStdString(model.layers[size_t(*figure.fusedInto)].name));
    if (figure.workspaceBytes > 0)
        rows +=
            row(graphText(QT_TRANSLATE_NOOP("GraphScene", "Workspace")), exactBytes(figure.workspaceBytes));
    return rows;
}

} // namespace

QString GraphScene::toolTip(int index) const
{
    const GraphItem& item = items()[index];
    const Layer& layer = items().layerOf(index);
    const LayerSummary& summary = items().summaryOf(index);
    QString text = u"<p style='white-space:pre'><b>%1</b>  %2</p>"_s.arg(
        QString::fromStdString(layer.path).toHtmlEscaped(), item.type.toHtmlEscaped());
    if (!item.supported)
        text += u"<p>%1</p>"_s.arg(
            graphText(QT_TRANSLATE_NOOP("GraphScene", "Cannot run: %1")).arg(item.reason).toHtmlEscaped());
    text += u"<table>"_s;
    if (item.group)
        text += row(graphText(QT_TRANSLATE_NOOP("GraphScene", "Layers")), exactCount(item.leaves));
    if (!item.shape.isEmpty())
        text += row(graphText(QT_TRANSLATE_NOOP("GraphScene", "Output")), item.shape);
    text += row(graphText(QT_TRANSLATE_NOOP("GraphScene", "Parameters")), exactCount(summary.params));
    if (summary.weightBytes > 0)
        text += row(graphText(QT_TRANSLATE_NOOP("GraphScene", "Weights")), exactBytes(summary.weightBytes));
    if (const auto bytes = activationBytes(index))
        text += row(graphText(QT_TRANSLATE_NOOP("GraphScene", "Activations")), exactBytes(*bytes));
    if (summary.flops)
        text += row(graphText(QT_TRANSLATE_NOOP("GraphScene", "FLOPs")), exactCount(int64_t(*summary.flops)));
    if (const LayerFigure* known = figure(index))
        text += timeRows(*known, *items().summary->model);
    if (!item.callOf.isEmpty())
        text += row(graphText(QT_TRANSLATE_NOOP("GraphScene", "Shared layer")), item.callOf);
    text += row(graphText(QT_TRANSLATE_NOOP("GraphScene", "State")), tickWord(tick(index)));
    return text + u"</table>"_s;
}

QString GraphScene::description(int index) const
{
    const GraphItem& item = items()[index];
    QStringList parts;
    if (item.group)
        parts << graphText(QT_TRANSLATE_NOOP("GraphScene", "%1 layers")).arg(item.leaves);
    if (!item.shape.isEmpty())
        parts << item.shape;
    if (const int64_t params = items().summaryOf(index).params; params > 0)
        parts << graphText(QT_TRANSLATE_NOOP("GraphScene", "%1 parameters")).arg(exactCount(params));
    if (!item.callOf.isEmpty())
        parts << item.callOf;
    parts << tickWord(tick(index));
    if (const LayerFigure* known = figure(index); known && known->lastMs && !stale_)
        parts << formatMs(*known->lastMs);
    if (const auto bytes = activationBytes(index))
        parts << graphText(QT_TRANSLATE_NOOP("GraphScene", "activations %1")).arg(formatBytes(*bytes));
    if (!item.supported)
        parts << graphText(QT_TRANSLATE_NOOP("GraphScene", "cannot run: %1")).arg(item.reason);
    return parts.join(u", "_s);
}

} // namespace kerascope
