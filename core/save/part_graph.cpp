// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/save/part_graph.h"

#include "core/plan/part.h"

#include <algorithm>

namespace kerascope::save {
namespace {

class Unfolding {
public:
    Unfolding(const ModelSummary& summary, const Program& program)
        : summary_(summary)
        , model_(*summary.model)
        , program_(program)
    {
        out_.model = summary.model;
        for (const ProgramInput& input : program.inputs)
            open_.emplace(input.tensor, input.name);
    }

    Result<PartGraph> run(const LayerSelection& ticked, const std::stop_token& stop)
    {
        addInputs(ticked);
        std::map<LayerId, int> known;
        for (const Call& call : model_.calls) {
            if (stop.stop_requested())
                return cancelled();
            const Layer& layer = model_.layerOf(call.id);
            if (layer.container || !ticked[size_t(layer.id)] || open_.contains({call.id, 0}))
                continue;
            if (layer.type == "InputLayer") { // of a nested model: hands its tensor on
                if (!call.inputs.empty())
                    places_[{call.id, 0}] = places_.at(call.inputs[0].tensor);
                continue;
            }
            const auto [found, fresh] = known.emplace(layer.id, int(out_.layers.size()));
            if (fresh)
                out_.layers.push_back({layer.id, uniqueName(layer.path, names_), {}, layer.dtype, {}});
            addCall(call, found->second);
        }
        for (const ProgramOutput& output : program_.outputs)
            out_.outputs.push_back(places_.at(output.tensor));
        return std::move(out_);
    }

private:
    /// What the part takes from outside, as far as one of its calls uses it.
    void addInputs(const LayerSelection& ticked)
    {
        std::set<TensorRef> used;
        for (const Call& call : model_.calls)
            if (!model_.layerOf(call.id).container && ticked[size_t(call.layer)])
                for (const CallInput& input : call.inputs)
                    used.insert(input.tensor);
        for (const ProgramOutput& output : program_.outputs)
            used.insert(output.tensor);
        for (const Layer& layer : model_.layers) // a layer keeps its name where an input wants the same
            if (!layer.container && layer.type != "InputLayer" && ticked[size_t(layer.id)])
                reserved_.insert(layer.path);
        for (const ProgramInput& input : program_.inputs) {
            if (!used.contains(input.tensor))
                continue;
            PartLayer made;
            std::set<std::string> taken = names_;
            taken.insert(reserved_.begin(), reserved_.end());
            made.name = uniqueName(input.name, taken);
            names_.insert(made.name);
            const auto shape = summary_.shapes.shapes.find(input.tensor);
            const auto dtype = summary_.shapes.dtypes.find(input.tensor);
            for (const ModelInput& whole : model_.inputs)
                if (TensorRef{whole.call, 0} == input.tensor) {
                    made.shape = whole.shape;
                    made.dtype = whole.dtype;
                }
            if (made.shape.rank() == 0 && shape != summary_.shapes.shapes.end())
                made.shape = shape->second;
            if (dtype != summary_.shapes.dtypes.end() && made.dtype == DType::Float32)
                made.dtype = dtype->second;
            made.calls.push_back({});
            places_[input.tensor] = {int(out_.layers.size()), 0, 0};
            out_.layers.push_back(std::move(made));
        }
    }

    void addCall(const Call& call, int layer)
    {
        PartCall made;
        made.id = call.id;
        for (const CallInput& input : call.inputs)
            made.inputs.push_back({places_.at(input.tensor), input.role});
        const int number = int(out_.layers[size_t(layer)].calls.size());
        for (int k = 0; k < call.outputs; ++k)
            places_[{call.id, k}] = {layer, number, k};
        out_.layers[size_t(layer)].calls.push_back(std::move(made));
    }

    const ModelSummary& summary_;
    const Model& model_;
    const Program& program_;
    std::map<TensorRef, std::string> open_; ///< what the part takes from outside
    std::map<TensorRef, Source> places_;
    std::set<std::string> names_, reserved_;
    PartGraph out_;
};

/// Masks have no place in a file: Keras makes them anew from what makes them.
std::optional<Error> cutMask(const Model& model, const Program& program)
{
    for (const ProgramInput& input : program.inputs) {
        const Call& call = model.calls[size_t(input.tensor.call)];
        if (call.maskOutput >= 0 && call.maskOutput == input.tensor.index)
            return Error{ErrorCode::Unsupported, call.key,
                {msg("core", "its mask crosses the cut, and no file can hold a mask")},
                {msg("core", "take the layer into the part")}};
    }
    return std::nullopt;
}

} // namespace

std::string uniqueName(std::string wanted, std::set<std::string>& used)
{
    std::replace(wanted.begin(), wanted.end(), '/', '_');
    std::replace(wanted.begin(), wanted.end(), ':', '_');
    std::string name = wanted;
    for (int number = 1; !used.insert(name).second; ++number)
        name = wanted + "_" + std::to_string(number);
    return name;
}

Result<PartGraph> partGraph(
    const ModelSummary& summary, const LayerSelection& ticked, const std::stop_token& stop)
{
    LowerRequest request;
    request.model = summary.model;
    request.ticked = ticked;
    auto lowered = lower(request, stop);
    constexpr int64_t largerBatch = 16; // a model may slice its batch; nothing is computed here
    if (lowered && !lowered->blocked.empty() && lowered->blocked.front().misfit) {
        request.batch = largerBatch;
        lowered = lower(request, stop);
    }
    if (!lowered)
        return lowered.error();
    if (!lowered->blocked.empty())
        return blockedError(*summary.model, lowered->blocked);
    if (lowered->program.outputs.empty())
        return Error{ErrorCode::Usage, {}, {msg("core", "no layer is ticked")},
            {msg("core", "name some with --layers")}};
    if (auto cut = cutMask(*summary.model, lowered->program))
        return *cut;
    const LayerSelection all = ticked.empty() ? allLayers(*summary.model) : ticked;
    return Unfolding(summary, lowered->program).run(all, stop);
}

} // namespace kerascope::save
