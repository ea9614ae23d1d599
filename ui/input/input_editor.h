// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/input_spec.h"

#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace kerascope {

class Settings;

/// One input's source: random with a seed, a constant, an array from .npy or .npz, a picture with a mode,
/// text; and the sizes that its model leaves open.
class InputEditor : public QWidget {
    Q_OBJECT
public:
    /// `shape`: the model's, with the batch axis; empty where it is not known.
    InputEditor(const QString& inputName, const Shape& shape, Settings& settings, QWidget* parent = nullptr);
    void setSpec(const InputSpec& spec);
    InputSpec spec() const;

signals:
    void changed(const kerascope::InputSpec& spec);

private:
    void makeFields(const QString& inputName);
    void makeSizes(const QString& inputName, const Shape& shape);
    void chooseSize(QSpinBox* changed);
    void chooseFile();
    bool takesFile() const;
    void showKind();
    void tell();

    Settings& settings_;
    QComboBox* kind_;
    QSpinBox* seed_;
    QDoubleSpinBox* value_;
    QPushButton* file_;
    QLineEdit* key_;
    QLineEdit* text_;
    QComboBox* mode_;
    QString path_;
    std::vector<QSpinBox*> sizes_; ///< 0: the program chooses
};

} // namespace kerascope
