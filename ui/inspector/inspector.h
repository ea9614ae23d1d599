// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session.h"

#include <QTimer>
#include <QWidget>

class QPushButton;
class QTabWidget;

namespace kerascope {

class LayerFigures;
class LayerFocus;
class LayerPage;
class OutputPage;
class TensorsView;

/// The selected layer from inside: configuration, weights, activations; and what the model answered.
class Inspector : public QWidget {
    Q_OBJECT
public:
    Inspector(Session& session, const LayerFigures& figures, LayerFocus& focus, QWidget* parent = nullptr);
    OutputPage* outputPage() const { return output_; }
    void showOutput();

signals:
    /// Nothing = the class is to stay one that cannot run.
    void treatAsChosen(
        const std::string& foreignClass, const std::optional<kerascope::Replacement>& replacement);

private:
    QWidget* makeActivations();
    void takeLayer();
    void ask();
    void askForWeights();
    void askForActivations();
    void takeWeights(LayerId layer, const std::vector<WeightView>& weights);
    void takeActivations(LayerId layer, const std::vector<WeightView>& activations);
    void takeFailure();
    bool isContainer() const;

    Session& session_;
    LayerFocus& focus_;
    QTabWidget* tabs_;
    LayerPage* layer_;
    TensorsView* weights_;
    TensorsView* activations_;
    QPushButton* capture_;
    OutputPage* output_;
    QTimer askTimer_;
    LayerId weightsOf_ = noId; ///< asked for or shown
    LayerId activationsOf_ = noId;
    bool weightsWanted_ = false, activationsWanted_ = false; ///< asked for, no answer yet
};

} // namespace kerascope
