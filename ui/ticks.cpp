// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ticks.h"

#include "ui/session.h"

namespace kerascope {

namespace {
constexpr int debounceMs = 120;
}

Ticks::Ticks(Session& session, QObject* parent)
    : QObject(parent)
    , session_(session)
{
    timer_.setSingleShot(true);
    timer_.setInterval(debounceMs);
    connect(&timer_, &QTimer::timeout, this, &Ticks::send);
    connect(&session, &Session::modelChanged, this, [this] {
        timer_.stop(); // what was not sent belonged to the model before
        takeFromSession();
    });
    connect(&session, &Session::settingsChanged, this, [this] {
        if (!timer_.isActive())
            takeFromSession();
    });
    takeFromSession();
}

Qt::CheckState Ticks::state(LayerId layer) const
{
    if (layer < 0 || size_t(layer) >= leaves_.size())
        return Qt::Unchecked;
    const int ticked = tickedLeaves_[size_t(layer)];
    return ticked == 0                     ? Qt::Unchecked
        : ticked == leaves_[size_t(layer)] ? Qt::Checked
                                           : Qt::PartiallyChecked;
}

void Ticks::setSelection(const LayerSelection& selection)
{
    if (selection == selection_)
        return;
    selection_ = selection;
    update();
    timer_.start();
    emit changed();
}

void Ticks::tick(LayerId layer, bool ticked)
{
    const auto model = session_.model();
    if (!model || layer < 0 || size_t(layer) >= selection_.size())
        return;
    LayerSelection selection = selection_;
    tickLayer(*model->summary->model, selection, layer, ticked);
    setSelection(selection);
}

void Ticks::addMissing()
{
    LayerSelection selection = selection_;
    for (LayerId layer : missing_)
        selection[size_t(layer)] = true;
    setSelection(selection);
}

void Ticks::takeFromSession()
{
    LayerSelection selection = session_.ticked();
    if (selection == selection_ && leaves_.size() == selection.size())
        return;
    selection_ = std::move(selection);
    update();
    emit changed();
}

void Ticks::update()
{
    leaves_.assign(selection_.size(), 0);
    tickedLeaves_ = leaves_;
    missing_.clear();
    const auto model = session_.model();
    if (!model || model->summary->model->layers.size() != selection_.size())
        return;
    const auto& layers = model->summary->model->layers;
    for (size_t i = layers.size(); i-- > 0;) {
        if (!layers[i].container) {
            leaves_[i] = 1;
            tickedLeaves_[i] = selection_[i] ? 1 : 0;
        }
        if (layers[i].parent != noId) {
            leaves_[size_t(layers[i].parent)] += leaves_[i];
            tickedLeaves_[size_t(layers[i].parent)] += tickedLeaves_[i];
        }
    }
    missing_ = missingFeeds(*model->summary->model, selection_);
}

void Ticks::send() { session_.setTicked(selection_); }

} // namespace kerascope
