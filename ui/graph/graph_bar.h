// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/graph/heat_scale.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace kerascope {

class HeatLegend;

/// The strip above the graph. Where the room is short, what keys and wheel do as well steps back first.
class GraphBar : public QWidget {
    Q_OBJECT
public:
    explicit GraphBar(QWidget* parent = nullptr);

    void setScale(const HeatScale& scale); ///< for combo, box and legend
    void setZoom(double zoom);
    /// "3 of 12"; total < 0 = no search.
    void setFound(int place, int total);
    void setHasGroups(bool has);
    void setSearchText(const QString& text);
    QString searchText() const;
    void focusSearch();
    QSize minimumSizeHint() const override;

signals:
    void searchEdited(const QString& text);
    void searchStepped(int step);
    void heatChosen(kerascope::HeatKind heat, bool logarithmic);
    void fitClicked();
    void zoomStepped(int step);
    void actualSizeClicked();
    void foldAllClicked();
    void unfoldAllClicked();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QToolButton* addButton(const QString& objectName, const QString& icon);
    void retranslate();
    void chooseHeat();
    void fit();
    void showUpTo(int level);

    QLineEdit* search_;
    QLabel* found_;
    QToolButton *previous_, *next_;
    QLabel* heatLabel_;
    QComboBox* heat_;
    QCheckBox* logarithmic_;
    HeatLegend* legend_;
    QToolButton *foldAll_, *unfoldAll_, *zoomOut_, *zoom_, *zoomIn_, *fit_;
    bool hot_ = false, grouped_ = false, searching_ = false;
};

} // namespace kerascope
