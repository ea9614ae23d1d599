// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/input_spec.h"

#include <QDialog>
#include <map>
#include <string>

class QFormLayout;

namespace kerascope {

class InputEditor;
class Session;
class Settings;

/// Chooses what feeds each input of the ticked part. Not modal; a change holds at once.
class InputDialog : public QDialog {
    Q_OBJECT
public:
    InputDialog(Session& session, Settings& settings, QWidget* parent);

private:
    void fill();

    Session& session_;
    Settings& settings_;
    QFormLayout* form_;
    std::map<std::string, Shape> shown_; ///< the model's shape of each input, as the editors have it
    std::map<std::string, InputEditor*> editors_;
};

/// Shows the one dialog of `parent`.
void showInputDialog(Session& session, Settings& settings, QWidget* parent);

} // namespace kerascope
