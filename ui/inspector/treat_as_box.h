// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keras/treat_as.h"

#include <QWidget>
#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace kerascope {

/// Which layer of Keras stands in for a class whose code is not in the file: chosen here, once for all layers
/// of that class.
class TreatAsBox : public QWidget {
    Q_OBJECT
public:
    explicit TreatAsBox(QWidget* parent = nullptr);
    /// `chosen` is what stands in now, or null.
    void show(const std::string& foreignClass, const Replacement* chosen);

signals:
    /// Nothing = it is to stay a layer that cannot run.
    void chosen(const std::string& foreignClass, const std::optional<kerascope::Replacement>& replacement);

private:
    void apply();

    std::string foreignClass_;
    QLabel* title_;
    QComboBox* type_;
    QLineEdit* options_;
    QLabel* problem_;
    QPushButton* apply_;
    QPushButton* forget_;
};

} // namespace kerascope
