// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session.h"

#include <QWidget>

class QFormLayout;
class QLabel;
class QPlainTextEdit;

namespace kerascope {

class LayerFigures;
class TreatAsBox;

/// What is known of one layer: facts with units, and its configuration as the file has it. Without a layer:
/// what was noted while the model was read.
class LayerPage : public QWidget {
    Q_OBJECT
public:
    LayerPage(const Session& session, const LayerFigures& figures, QWidget* parent = nullptr);
    void setLayer(LayerId layer);
    TreatAsBox* treatAs() const { return treatAs_; }

private:
    void addFact(QFormLayout* form, const QString& name, const QString& objectName, QLabel*& value);
    void showFacts();
    void showNumbers();
    void showConfig();
    void showNotes();

    const Session& session_;
    const LayerFigures& figures_;
    LayerId layer_ = noId;
    QWidget* stripe_;
    QLabel* name_;
    QLabel* kind_;
    QLabel* reason_;
    TreatAsBox* treatAs_;
    QLabel* output_ = nullptr;
    QLabel* params_ = nullptr;
    QLabel* weights_ = nullptr;
    QLabel* stored_ = nullptr;
    QLabel* activation_ = nullptr;
    QLabel* workspace_ = nullptr;
    QLabel* flops_ = nullptr;
    QLabel* time_ = nullptr;
    QLabel* calls_ = nullptr;
    QWidget* facts_;
    QPlainTextEdit* config_;
    QPlainTextEdit* notes_;
};

} // namespace kerascope
