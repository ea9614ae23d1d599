// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/graph_lowering.h"

#include "core/op/layers/inner_model.h"

#include <stdexcept>

namespace kerascope {
namespace {

/// The types that a program knows.
DType computeType(DType stored)
{
    if (stored == DType::Bool || stored == DType::String)
        return stored;
    return isFloat(stored) ? DType::Float32 : DType::Int32;
}

} // namespace

GraphLowering::GraphLowering(const LowerRequest& request, OpenSizes sizes, bool shapesOnly)
    : request_(request)
    , model_(request.model)
    , sizes_(sizes)
    , shapesOnly_(shapesOnly)
    , builder_(program_)
    , lowered_(model_->calls.size(), false)
{
    program_.model = model_;
    builder_.allowMissingWeights(shapesOnly);
    for (const Call& call : model_->calls)
        if (!model_->layerOf(call.id).container && !ticked(call))
            partial_ = true;
}

bool GraphLowering::ticked(const Call& call) const
{
    return request_.ticked.empty()
        || (size_t(call.layer) < request_.ticked.size() && request_.ticked[size_t(call.layer)]);
}

/// Puts sizes in the place of open dimensions.
Shape GraphLowering::filled(const Shape& shape, const std::string& name, bool say)
{
    Shape out = shape;
    bool chosen = false;
    for (int axis = 0; axis < out.rank(); ++axis) {
        if (out[axis] >= 0)
            continue;
        if (axis == 0) {
            out[axis] = sizes_.batch;
            continue;
        }
        const bool image = out.rank() >= 4;
        const bool channels = image && axis == out.rank() - 1 && shape[1] < 0;
        out[axis] = channels ? 3 : image ? sizes_.spatial : sizes_.time;
        chosen = true;
    }
    openSizes_ = openSizes_ || chosen;
    if (chosen && say)
        chosen_.push_back(name + ": " + out.text());
    return out;
}

Result<void> GraphLowering::makeInput(const ModelInput& input)
{
    Shape shape;
    const auto given = request_.inputShapes.find(input.name);
    if (given != request_.inputShapes.end()) {
        shape = given->second;
        bool fits = shape.rank() == input.shape.rank() && shape.known();
        for (int axis = 1; fits && axis < shape.rank(); ++axis)
            fits = input.shape[axis] < 0 || input.shape[axis] == shape[axis];
        if (!fits)
            return Error{ErrorCode::Usage, input.name,
                Text(msg("core", "the input has the shape %1, not %2"), input.shape.text(), shape.text()),
                Text(msg("core", "give it the model's shape, batch axis included"))};
    } else {
        shape = filled(input.shape, input.name, true);
    }
    builder_.beginCall(input.call);
    const ValueId value = builder_.source(std::move(shape), computeType(input.dtype));
    if (const auto failure = builder_.endCall()) { // sizes that nobody gave are the file's
        const bool asked = given != request_.inputShapes.end() || request_.batch > 1;
        return Error{asked ? ErrorCode::Usage : ErrorCode::File, input.name, failure->what, {}};
    }
    places_[{input.call, 0}] = {value, value};
    inputCalls_.insert(input.call);
    return {};
}

/// A blocked call's tensors as the file declares them, so that what follows can still be judged.
void GraphLowering::takeDeclared(const Call& call)
{
    for (size_t i = 0; i < call.declaredShapes.size(); ++i) {
        if (!call.declaredShapes[i])
            continue;
        builder_.beginCall(call.id);
        const bool mask = int(i) == call.maskOutput && call.maskOutput >= 0;
        const ValueId value = builder_.source(
            filled(*call.declaredShapes[i], call.key, false), mask ? DType::Bool : DType::Float32);
        if (!builder_.endCall())
            places_[{call.id, int(i)}].whole = value;
    }
}

/// The input at a cut edge, made on first use.
ValueId GraphLowering::cutInput(TensorRef tensor)
{
    Places& places = places_[tensor];
    if (places.part >= 0)
        return places.part;
    const std::string name = model_->tensorKey(tensor);
    const Call& producer = model_->calls[size_t(tensor.call)];
    const bool mask = tensor.index == producer.maskOutput && producer.maskOutput >= 0;
    const auto given = request_.inputShapes.find(name);
    if (given == request_.inputShapes.end() && places.whole < 0)
        return -1;
    const DType type = places.whole >= 0 ? builder_.dtype(places.whole) : mask ? DType::Bool : DType::Float32;
    const Shape shape = given != request_.inputShapes.end() ? given->second : builder_.shape(places.whole);
    places.part = builder_.source(shape, type);
    if (places.part >= 0)
        program_.inputs.push_back({name, tensor, places.part});
    return places.part;
}

ValueId GraphLowering::seen(TensorRef tensor, bool fromPart)
{
    const auto found = places_.find(tensor);
    if (!fromPart)
        return found == places_.end() ? -1 : found->second.whole;
    if (inputCalls_.contains(tensor.call) || lowered_[size_t(tensor.call)])
        return found == places_.end() ? -1 : found->second.part;
    if (ticked(model_->calls[size_t(tensor.call)])) // blocked itself
        return shapesOnly_ && found != places_.end() ? found->second.whole : -1;
    return cutInput(tensor);
}

void GraphLowering::lowerOne(const Call& call)
{
    const Layer& layer = model_->layerOf(call.id);
    const bool inPart = ticked(call);
    builder_.beginCall(call.id);
    std::vector<LayerInput> inputs;
    bool own = true;
    for (const CallInput& input : call.inputs) {
        const ValueId value = seen(input.tensor, inPart);
        if (value < 0 && !builder_.failed() && layer.supported) {
            own = false;
            const bool cut = inPart && !ticked(model_->calls[size_t(input.tensor.call)]);
            builder_.fail(cut ? Text(msg("core", "the shape of its input \"%1\" is not known"),
                              model_->tensorKey(input.tensor))
                              : Text(msg("core", "it needs \"%1\", which cannot run"),
                                  model_->tensorKey(input.tensor)));
        }
        inputs.push_back({value, input.role});
    }
    std::vector<ValueId> made;
    try {
        if (!builder_.failed())
            made = lowerCall(builder_, layer, {}, 0, layer, call, inputs);
    } catch (const LoweringEnded&) { // the builder has the failure
    } catch (const std::out_of_range&) { // an axis that a shape does not have
        builder_.misfit(Text(msg("core", "its options do not fit the shapes of its inputs")));
    }
    if (auto failure = builder_.endCall()) {
        if (inPart)
            failed_.push_back({call.id, std::move(failure->what), failure->misfit, own});
        takeDeclared(call);
        return;
    }
    for (size_t i = 0; i < made.size(); ++i)
        places_[{call.id, int(i)}] = {made[i], inPart ? made[i] : -1};
    lowered_[size_t(call.id)] = inPart;
}

Result<void> GraphLowering::run(const std::stop_token& stop)
{
    for (const ModelInput& input : model_->inputs)
        if (auto made = makeInput(input); !made)
            return made;
    for (const Call& call : model_->calls) {
        if (stop.stop_requested())
            return cancelled();
        if (!model_->layerOf(call.id).container && !inputCalls_.contains(call.id))
            lowerOne(call);
    }
    return {};
}

ValueId GraphLowering::value(TensorRef tensor) const
{
    const auto found = places_.find(tensor);
    if (found == places_.end())
        return -1;
    return found->second.part >= 0 ? found->second.part : found->second.whole;
}

/// Tensors of lowered calls that are outputs of the model; of a part also those used outside it or by nobody.
void GraphLowering::collectOutputs()
{
    std::set<TensorRef> listed;
    const auto available = [&](TensorRef tensor) {
        const bool ready = lowered_[size_t(tensor.call)]
            || (inputCalls_.contains(tensor.call) && ticked(model_->calls[size_t(tensor.call)]));
        return ready ? places_[tensor].part : -1;
    };
    for (const ModelOutput& output : model_->outputs) {
        const ValueId value = available(output.tensor);
        if (value >= 0) {
            program_.outputs.push_back({output.name, output.tensor, value});
            listed.insert(output.tensor);
        }
    }
    if (!partial_ && failed_.empty())
        return;
    std::map<TensorRef, bool> usedOutside; // absent: used by nobody
    for (const Call& call : model_->calls)
        if (!model_->layerOf(call.id).container)
            for (const CallInput& input : call.inputs)
                usedOutside[input.tensor] |= !lowered_[size_t(call.id)];
    for (const Call& call : model_->calls) {
        if (!lowered_[size_t(call.id)])
            continue;
        for (int i = 0; i < call.outputs; ++i) {
            const TensorRef tensor{call.id, i};
            const auto use = usedOutside.find(tensor);
            const bool wanted = use != usedOutside.end() ? use->second : i != call.maskOutput;
            const ValueId value = available(tensor);
            if (wanted && value >= 0 && listed.insert(tensor).second)
                program_.outputs.push_back({model_->tensorKey(tensor), tensor, value});
        }
    }
}

void GraphLowering::finish()
{
    collectOutputs();
    std::vector<ProgramInput> inputs;
    for (const ModelInput& input : model_->inputs)
        inputs.push_back({input.name, {input.call, 0}, places_[{input.call, 0}].part});
    inputs.insert(inputs.end(), program_.inputs.begin(), program_.inputs.end());
    program_.inputs = std::move(inputs);
    for (const auto& [tensor, places] : places_) {
        const bool inPart = lowered_[size_t(tensor.call)] || inputCalls_.contains(tensor.call);
        if (inPart && places.part >= 0)
            program_.tensorValues.emplace(tensor, places.part);
    }
    std::vector<ValueId> needed;
    for (const ProgramOutput& output : program_.outputs)
        needed.push_back(output.value);
    for (const auto& [tensor, value] : program_.tensorValues)
        if (request_.allTensors && lowered_[size_t(tensor.call)])
            needed.push_back(value);
    for (const TensorRef tensor : request_.captured)
        if (const auto found = program_.tensorValues.find(tensor); found != program_.tensorValues.end())
            needed.push_back(found->second);
    compact(program_, needed);
}

} // namespace kerascope
