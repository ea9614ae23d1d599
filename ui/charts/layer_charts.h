// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/bar_page.h"

namespace kerascope {

/// Memory of each layer: weights, activations, workspace.
class LayerMemoryChart final : public BarPage {
    Q_OBJECT
public:
    LayerMemoryChart(
        const Session& session, const LayerFigures& figures, LayerFocus& focus, QWidget* parent = nullptr);

protected:
    std::vector<BarRow> rows() const override;
    ScaledUnit unit(double most) const override;
    QColor colour(int set) const override;
    QStringList valueLines(const BarRow& row) const override;
    void showTexts(const std::vector<BarRow>& all, const QString& unitName) override;
    void recolour() override;
};

/// Mean time of each layer.
class LayerTimesChart final : public BarPage {
    Q_OBJECT
public:
    LayerTimesChart(
        const Session& session, const LayerFigures& figures, LayerFocus& focus, QWidget* parent = nullptr);

protected:
    std::vector<BarRow> rows() const override;
    ScaledUnit unit(double most) const override;
    QColor colour(int set) const override;
    QStringList valueLines(const BarRow& row) const override;
    void showTexts(const std::vector<BarRow>& all, const QString& unitName) override;
};

} // namespace kerascope
