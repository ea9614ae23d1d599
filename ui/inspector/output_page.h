// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session.h"

#include <QStringList>
#include <QTimer>
#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;
class QTreeWidget;

namespace kerascope {

/// What the last run gave: the largest values with their labels as bars, and the picture that went in.
class OutputPage : public QWidget {
    Q_OBJECT
public:
    explicit OutputPage(Session& session, QWidget* parent = nullptr);
    /// One label a line; a path or a resource. Read in the background.
    void loadLabels(const QString& file);
    void clearLabels();

signals:
    void labelsWanted();

private:
    void schedule();
    void refresh();
    void showOutputs();
    void showTop(const NamedTensor& output);
    void showInput();
    QString labelOf(size_t index, const Shape& shape) const;

    Session& session_;
    QComboBox* output_;
    QSpinBox* sample_;
    QLabel* note_;
    QLabel* answer_;
    QTreeWidget* top_;
    QPushButton* labelsButton_;
    QLabel* picture_;
    QLabel* pictureName_;
    QStringList labels_;
    QString shownPicture_;
    QTimer timer_;
};

/// Indices of the `count` largest values, the largest first; NaN counts as the smallest.
std::vector<size_t> largest(const float* values, size_t size, size_t count);

} // namespace kerascope
