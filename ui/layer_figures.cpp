// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/layer_figures.h"

#include "core/profile/layer_times.h"
#include "ui/run_range.h"
#include "ui/session.h"

namespace kerascope {
namespace {

constexpr int refreshMs = 400;
constexpr size_t mostRuns = 100; ///< the newest stamped runs; bounds the work in the GUI thread
constexpr size_t mostStepTimes = 200'000;

std::vector<const RunRecord*> newestStamped(
    const Session& session, const std::shared_ptr<const Plan>& plan, const RunRange* range)
{
    std::vector<const RunRecord*> records;
    size_t stepTimes = 0;
    const auto& runs = session.runs();
    for (auto run = runs.rbegin(); run != runs.rend() && records.size() < mostRuns; ++run) {
        if (run->plan != plan)
            break; // older runs belong to another plan
        if (range && !range->holds(run->run))
            continue;
        if (run->steps.empty())
            continue;
        stepTimes += run->steps.size();
        if (stepTimes > mostStepTimes && !records.empty())
            break;
        records.push_back(&*run);
    }
    return {records.rbegin(), records.rend()};
}

void addTo(std::optional<double>& sum, const std::optional<double>& value)
{
    if (value)
        sum = sum.value_or(0) + *value;
}

std::optional<double> meanMs(const std::vector<const RunRecord*>& records)
{
    constexpr double usPerMs = 1000;
    double sum = 0;
    int count = 0;
    for (const RunRecord* run : records) {
        if (run->warmup)
            continue; // as in the layers' means
        sum += run->runUs / usPerMs;
        ++count;
    }
    return count > 0 ? std::optional(sum / count) : std::nullopt;
}

} // namespace

LayerFigures::LayerFigures(const Session& session, QObject* parent)
    : QObject(parent)
    , session_(session)
{
    timer_.setSingleShot(true);
    timer_.setInterval(refreshMs);
    connect(&timer_, &QTimer::timeout, this, &LayerFigures::refresh);
    connect(&session, &Session::runsChanged, this, &LayerFigures::schedule);
    connect(&session, &Session::modelChanged, this, &LayerFigures::refresh);
    connect(&session, &Session::loadedChanged, this, &LayerFigures::refresh);
    refresh();
}

void LayerFigures::follow(const RunRange& range)
{
    range_ = &range;
    connect(&range, &RunRange::changed, this, &LayerFigures::schedule);
}

void LayerFigures::schedule()
{
    if (!timer_.isActive())
        timer_.start();
}

void LayerFigures::refresh()
{
    figures_.clear();
    stampedRuns_ = 0;
    meanRunMs_.reset();
    planned_ = false;
    const auto model = session_.model();
    if (model && model->summary) {
        predict();
        addPlan();
        addToContainers();
    }
    emit changed();
}

void LayerFigures::predict()
{
    const ModelSummary& summary = *session_.model()->summary;
    figures_.resize(summary.layers.size());
    for (size_t i = 0; i < figures_.size(); ++i) {
        if (summary.model->layers[i].container)
            continue;
        figures_[i].weightBytes = summary.layers[i].weightBytes;
        figures_[i].activationBytes = summary.layers[i].activationBytes.value_or(0);
    }
}

void LayerFigures::addPlan()
{
    const auto plan = session_.plan();
    const Model& model = *session_.model()->summary->model;
    if (!plan || plan->program().model.get() != &model)
        return;
    planned_ = true;
    const auto records = newestStamped(session_, plan, range_);
    stampedRuns_ = records.size();
    meanRunMs_ = meanMs(records);
    for (const LayerTimes& row : layerTimes(*plan, records)) {
        LayerFigure& figure = figures_[size_t(model.calls[size_t(row.call)].layer)];
        if (!figure.planned) {
            figure = LayerFigure{};
            figure.planned = true;
        }
        figure.weightBytes += row.weightBytes;
        figure.activationBytes += row.activationBytes;
        figure.workspaceBytes += row.workspaceBytes;
        if (row.fusedInto != noId) {
            figure.fusedInto = model.calls[size_t(row.fusedInto)].layer;
        } else if (row.count > 0) {
            addTo(figure.lastMs, row.lastMs);
            addTo(figure.meanMs, row.ms.mean);
            addTo(figure.share, row.share);
        }
    }
}

void LayerFigures::addToContainers()
{
    const auto& layers = session_.model()->summary->model->layers;
    // A nested model stands before its inner layers, so going backwards adds inner sums first.
    for (size_t i = layers.size(); i-- > 0;) {
        if (layers[i].parent == noId)
            continue;
        const LayerFigure& inner = figures_[i];
        LayerFigure& outer = figures_[size_t(layers[i].parent)];
        addTo(outer.lastMs, inner.lastMs);
        addTo(outer.meanMs, inner.meanMs);
        addTo(outer.share, inner.share);
        outer.weightBytes += inner.weightBytes;
        outer.activationBytes += inner.activationBytes;
        outer.workspaceBytes += inner.workspaceBytes;
        outer.planned = outer.planned || inner.planned;
    }
}

} // namespace kerascope
