// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/inspector.h"

#include "ui/icons.h"
#include "ui/inspector/layer_page.h"
#include "ui/inspector/output_page.h"
#include "ui/inspector/tensors_view.h"
#include "ui/inspector/treat_as_box.h"
#include "ui/layer_focus.h"
#include "ui/tick_box.h"

#include <QPushButton>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

namespace kerascope {

using namespace Qt::Literals::StringLiterals;

namespace {
constexpr int askDelayMs = 150; ///< walking through the list with the keys asks for the last layer only
}

Inspector::Inspector(Session& session, const LayerFigures& figures, LayerFocus& focus, QWidget* parent)
    : QWidget(parent)
    , session_(session)
    , focus_(focus)
    , tabs_(new QTabWidget(this))
    , layer_(new LayerPage(session, figures, this))
    , weights_(new TensorsView(u"weights"_s, tr("Weights"), this))
    , activations_(new TensorsView(u"activations"_s, tr("Activations"), this))
    , capture_(new QPushButton(themedIcon(u"run"_s), tr("Read the activations"), this))
    , output_(new OutputPage(session, this))
{
    setObjectName(u"inspectorPanel"_s);
    tabs_->setObjectName(u"inspectorTabs"_s);
    tabs_->setDocumentMode(true);
    tabs_->tabBar()->setStyle(new TickStyle(tabs_->tabBar()));
    tabs_->setElideMode(Qt::ElideRight);
    tabs_->setUsesScrollButtons(false); // arrows would hide the last tab
    tabs_->tabBar()->setAccessibleName(tr("Inspector"));
    tabs_->addTab(layer_, tr("Layer"));
    tabs_->addTab(weights_, tr("Weights"));
    tabs_->addTab(makeActivations(), tr("Activations"));
    tabs_->addTab(output_, tr("Output"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(tabs_);
    askTimer_.setSingleShot(true);
    askTimer_.setInterval(askDelayMs);
    connect(&askTimer_, &QTimer::timeout, this, &Inspector::ask);
    connect(tabs_, &QTabWidget::currentChanged, this, [this] { askTimer_.start(); });
    connect(&focus, &LayerFocus::changed, this, &Inspector::takeLayer);
    connect(&session, &Session::modelChanged, this, &Inspector::takeLayer);
    connect(&session, &Session::weightsReady, this, &Inspector::takeWeights);
    connect(&session, &Session::activationsReady, this, &Inspector::takeActivations);
    connect(&session, &Session::failed, this, &Inspector::takeFailure);
    connect(layer_->treatAs(), &TreatAsBox::chosen, this, &Inspector::treatAsChosen);
    takeLayer();
}

QWidget* Inspector::makeActivations()
{
    auto* page = new QWidget(this);
    capture_->setObjectName(u"captureActivations"_s);
    capture_->setToolTip(tr("Runs the model once more and keeps what this layer gives out"));
    connect(capture_, &QPushButton::clicked, this, &Inspector::askForActivations);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 6, 0, 0);
    layout->addWidget(capture_, 0, Qt::AlignHCenter);
    layout->addWidget(activations_, 1);
    return page;
}

bool Inspector::isContainer() const
{
    const auto model = session_.model();
    const LayerId layer = focus_.layer();
    return model && layer >= 0 && size_t(layer) < model->summary->model->layers.size()
        && model->summary->model->layers[size_t(layer)].container;
}

void Inspector::takeLayer()
{
    layer_->setLayer(focus_.layer());
    weightsOf_ = activationsOf_ = noId;
    weightsWanted_ = activationsWanted_ = false;
    const bool some = session_.model() && focus_.layer() != noId;
    weights_->setNothing(!some ? tr("No layer is selected")
            : isContainer()    ? tr("A nested model has no weights of its own; select a layer inside it")
                               : tr("Reading…"));
    activations_->setNothing(some ? tr("Not read yet") : tr("No layer is selected"));
    capture_->setEnabled(some);
    askTimer_.start();
}

void Inspector::ask()
{
    if (!session_.model() || focus_.layer() == noId || isContainer())
        return;
    if (tabs_->currentWidget() == weights_)
        askForWeights();
}

void Inspector::askForWeights()
{
    // Another request may have pushed an unanswered one aside: then it is asked again.
    if (weightsOf_ == focus_.layer() && !weightsWanted_)
        return;
    weightsOf_ = focus_.layer();
    weightsWanted_ = true;
    session_.requestWeights(weightsOf_);
}

void Inspector::askForActivations()
{
    activationsOf_ = focus_.layer();
    activationsWanted_ = true;
    activations_->setNothing(tr("Running…"));
    session_.requestActivations(activationsOf_);
}

void Inspector::takeWeights(LayerId layer, const std::vector<WeightView>& weights)
{
    if (layer != weightsOf_ || layer != focus_.layer())
        return;
    weightsWanted_ = false;
    if (weights.empty())
        weights_->setNothing(tr("This layer has no weights"));
    else
        weights_->setTensors(weights);
}

void Inspector::takeActivations(LayerId layer, const std::vector<WeightView>& activations)
{
    if (layer != activationsOf_ || layer != focus_.layer())
        return;
    activationsWanted_ = false;
    if (activations.empty())
        activations_->setNothing(tr("The run gave no activations of this layer; is it ticked?"));
    else
        activations_->setTensors(activations);
}

/// The message bar says what went wrong; nothing here may look as if an answer were still on its way. If one
/// comes all the same, because something else failed, it is shown.
void Inspector::takeFailure()
{
    if (weightsWanted_)
        weights_->setNothing(tr("Could not be read"));
    if (activationsWanted_)
        activations_->setNothing(tr("Could not be read"));
}

void Inspector::showOutput() { tabs_->setCurrentWidget(output_); }

} // namespace kerascope
