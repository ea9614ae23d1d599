// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session.h"

#include <QWidget>

class QLabel;
class QTreeWidget;

namespace kerascope {

class HistogramView;

/// A table of tensors with their statistics, and the histogram of the chosen one. Serves weights and
/// activations.
class TensorsView : public QWidget {
    Q_OBJECT
public:
    TensorsView(const QString& objectName, const QString& name, QWidget* parent = nullptr);
    void setTensors(const std::vector<WeightView>& tensors);
    /// Nothing to show, and why.
    void setNothing(const QString& sentence);

private:
    void showChosen();

    std::vector<WeightView> tensors_;
    QLabel* note_;
    QTreeWidget* table_;
    HistogramView* histogram_;
};

} // namespace kerascope
