// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart_page.h"
#include "ui/format.h"

#include <vector>

class QBarCategoryAxis;
class QBarSet;
class QStackedBarSeries;

namespace kerascope {

class LayerFigures;
class LayerFocus;

/// Bars of the layers, up to three stacked values each; a click selects the layer. Names stand slanted below.
class BarPage : public ChartPage {
    Q_OBJECT
public:
    BarPage(const QString& objectName, const QString& name, const Session& session,
        const LayerFigures& figures, LayerFocus& focus, int sets, QWidget* parent);

protected:
    void redraw() override;
    void recolour() override;
    /// All rows in model order, values in base units (bytes, ms).
    virtual std::vector<BarRow> rows() const = 0;
    virtual ScaledUnit unit(double most) const = 0;
    virtual QColor colour(int set) const = 0;
    virtual QStringList valueLines(const BarRow& row) const = 0;
    /// Title and figures from the rows, before the others were summed up.
    virtual void showTexts(const std::vector<BarRow>& all, const QString& unitName) = 0;
    const Session& session() const { return session_; }
    const LayerFigures& figures() const { return figures_; }

private:
    void setBars(double scale);
    /// Room below the bars for their names, flat or slanted.
    void fitNames();
    int slantedSpace() const;
    bool namesAreFlat(double pitch) const;
    void paintMarks(QPainter& painter) const;
    void paintNames(QPainter& painter, const QRectF& area, double pitch) const;
    std::optional<size_t> barAt(const QPointF& scenePosition) const;

    const Session& session_;
    const LayerFigures& figures_;
    LayerFocus& focus_;
    std::vector<BarRow> bars_;
    QStackedBarSeries* series_;
    std::vector<QBarSet*> sets_;
    QBarCategoryAxis* x_;
    QValueAxis* y_;
    AxisRange range_{0, 0};
};

} // namespace kerascope
