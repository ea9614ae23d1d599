// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/weights.h"
#include "core/keras/class_names.h"
#include "core/keras/json_access.h"

#include <algorithm>

namespace kerascope::keras {

std::string leafName(const std::string& name)
{
    const size_t slash = name.rfind('/');
    std::string leaf = slash == std::string::npos ? name : name.substr(slash + 1);
    const size_t colon = leaf.rfind(':');
    if (colon != std::string::npos)
        leaf.resize(colon);
    return leaf;
}

std::optional<Shape> convertedShape(const WeightConversion& conversion, const std::vector<Shape>& sources)
{
    if (sources.empty())
        return std::nullopt;
    Shape shape = sources[0];
    if (conversion.concatAxis >= 0) {
        if (conversion.concatAxis >= shape.rank())
            return std::nullopt;
        for (size_t i = 1; i < sources.size(); ++i) {
            Shape other = sources[i];
            if (other.rank() != shape.rank())
                return std::nullopt;
            const int64_t size = other[conversion.concatAxis];
            other[conversion.concatAxis] = shape[conversion.concatAxis];
            if (other != shape)
                return std::nullopt;
            shape[conversion.concatAxis] += size;
        }
    }
    if (conversion.reshaped.rank() > 0) {
        if (conversion.reshaped.elements() != shape.elements())
            return std::nullopt;
        shape = conversion.reshaped;
    }
    if (conversion.permutation.empty())
        return shape;
    if (int(conversion.permutation.size()) != shape.rank())
        return std::nullopt;
    Shape out;
    for (int axis : conversion.permutation)
        out.dims.push_back(shape[axis]);
    return out;
}

WeightConversion theanoFlip(const std::string& type, const WeightSpec& spec)
{
    static const std::set<std::string> flipped{"Conv1D", "Conv2D", "Conv3D", "Conv2DTranspose", "ConvLSTM2D"};
    WeightConversion conversion;
    if (flipped.contains(type) && spec.leaf.ends_with("kernel"))
        for (int axis = 0; axis < spatialRank(type); ++axis)
            conversion.flippedAxes.push_back(axis);
    return conversion;
}

WeightAssigner::WeightAssigner(ModelDef& model, const ModelFile& file)
    : model_(model)
    , file_(file)
    , trainable_(model.layers.size())
    , strict_(file.format != FileFormat::JsonAndWeights || file.foundBeside)
{
    // A container stands before those inside it, so a nested model's owner is settled before its layers.
    for (const ContainerDef& container : model.containers)
        for (int layer : container.layers) {
            const bool outer = container.owner < 0 || trainable_[size_t(container.owner)];
            trainable_[size_t(layer)] = outer && model.layers[size_t(layer)].trainable;
        }
}

std::vector<WeightSpec> WeightAssigner::specsOf(int layer) const
{
    const LayerDef& def = model_.layers[size_t(layer)];
    if (def.operation || def.inner >= 0)
        return {};
    return weightSpecs(def.type, def.config).value_or(std::vector<WeightSpec>{});
}

bool WeightAssigner::known(int layer) const
{
    const LayerDef& def = model_.layers[size_t(layer)];
    const bool quantized = !quantizedPolicy(member(def.fileConfig, "dtype")).empty()
        && member(def.config, "quantization").is_null();
    return def.operation || (!quantized && weightSpecs(def.type, def.config).has_value());
}

std::vector<int> WeightAssigner::leavesOf(int layer) const
{
    std::vector<int> leaves;
    std::vector<int> open{layer};
    while (!open.empty()) {
        const int index = open.back();
        open.pop_back();
        const LayerDef& def = model_.layers[size_t(index)];
        if (def.inner < 0) {
            leaves.push_back(index);
            continue;
        }
        const auto& inner = model_.containers[size_t(def.inner)].layers;
        open.insert(open.end(), inner.rbegin(), inner.rend());
    }
    return leaves;
}

std::vector<NamedTensor> WeightAssigner::tensorsOf(const TensorGroup& group) const
{
    std::vector<NamedTensor> tensors;
    for (size_t i = 0; i < group.tensors.size(); ++i) {
        const int tensor = group.tensors[i];
        if (tensor < 0 || size_t(tensor) >= file_.tensors.size())
            continue;
        const bool named = i < group.weightNames.size();
        tensors.push_back({named ? group.weightNames[i] : file_.tensors[size_t(tensor)].name, tensor});
    }
    return tensors;
}

Error WeightAssigner::wrongShape(
    int layer, const WeightSpec& spec, int tensor, const Shape& found, const Symbols& symbols) const
{
    const StoredTensor& stored = file_.tensors[size_t(tensor)];
    return badFile(model_.origin,
        {msg("core", "tensor '%1' has shape %2, but the %3 of layer '%4' needs %5"), stored.name,
            found.text(), spec.role, model_.layers[size_t(layer)].name, wantedShape(spec, symbols)},
        {msg("core", "the weights are damaged or belong to another architecture")});
}

Result<void> WeightAssigner::assign(
    int layer, const std::vector<WeightSpec>& specs, const std::vector<Choice>& choices)
{
    LayerDef& def = model_.layers[size_t(layer)];
    Symbols symbols;
    def.weights.clear();
    def.notLoaded = {};
    for (size_t i = 0; i < specs.size(); ++i) {
        Weight weight;
        weight.role = specs[i].role;
        weight.trainable = specs[i].trainable && trainable(layer);
        weight.tensors = choices[i].tensors;
        weight.conversion = choices[i].conversion;
        std::vector<Shape> shapes;
        for (int tensor : weight.tensors) {
            shapes.push_back(shapeOf(tensor));
            weight.fileBytes += file_.tensors[size_t(tensor)].bytes;
        }
        if (weight.tensors.empty()) {
            for (const Dim& dim : specs[i].dims)
                weight.shape.dims.push_back(dim.size);
            noteMissing(def, weight.role);
        } else {
            const auto shape = convertedShape(weight.conversion, shapes);
            if (!shape || !fits(specs[i], *shape, symbols)) {
                Error wrong =
                    wrongShape(layer, specs[i], weight.tensors[0], shape.value_or(shapes[0]), symbols);
                // what the user chose to stand in may want other shapes: no fault of the file
                if (strict_ && !def.replaced)
                    return wrong;
                leave(layer, specs, wrong);
                return {};
            }
            weight.shape = *shape;
        }
        def.weights.push_back(std::move(weight));
    }
    loaded_ += !specs.empty() && def.notLoaded.empty() ? 1 : 0;
    return {};
}

namespace {
constexpr int maxNotes = 20;
}

void WeightAssigner::noteMissing(LayerDef& layer, const std::string& role)
{
    if (file_.layout == WeightLayout::None)
        return;
    if (layer.notLoaded.empty())
        layer.notLoaded = {msg("core", "the file holds no %1 for it"), role};
    if (++missing_ <= maxNotes)
        model_.notes.push_back({msg("core", "the file holds no %1 for layer '%2'"), role, layer.name});
    else if (missing_ == maxNotes + 1)
        model_.notes.push_back({msg("core", "more weights are missing in the file")});
}

/// The layer gets none of its weights: a part of them would be of another layer.
void WeightAssigner::leave(int layer, const std::vector<WeightSpec>& specs, const Error& why)
{
    LayerDef& def = model_.layers[size_t(layer)];
    def.weights.clear();
    for (const WeightSpec& spec : specs) {
        Weight weight;
        weight.role = spec.role;
        weight.trainable = spec.trainable && trainable(layer);
        for (const Dim& dim : spec.dims)
            weight.shape.dims.push_back(dim.size);
        def.weights.push_back(std::move(weight));
    }
    def.notLoaded = why.what;
    if (!firstLeft_ && !def.replaced)
        firstLeft_ = why;
    if (++left_ <= maxNotes)
        model_.notes.push_back(
            {msg("core", "the weights of layer '%1' are left out: %2"), def.name, why.what.english()});
}

/// Groups of which nothing was taken. Only where the weights may be of another model: a whole file holds
/// counters and states that no layer wants.
void WeightAssigner::noteUnused()
{
    if (file_.format != FileFormat::JsonAndWeights || file_.layout != WeightLayout::Keras3Paths)
        return; // layer groups were looked through by their matcher
    std::set<int> used;
    for (const LayerDef& layer : model_.layers)
        for (const Weight& weight : layer.weights)
            used.insert(weight.tensors.begin(), weight.tensors.end());
    int count = 0;
    for (const TensorGroup& group : file_.groups) {
        const bool taken = std::any_of(
            group.tensors.begin(), group.tensors.end(), [&](int tensor) { return used.contains(tensor); });
        const bool state = group.name.ends_with("seed_generator") || group.name.starts_with("metrics")
            || group.name.starts_with("_metrics") || group.name.starts_with("optimizer");
        if (!taken && !state && !group.tensors.empty() && ++count <= maxNotes)
            model_.notes.push_back(
                {msg("core", "the weights of '%1' belong to no layer of the architecture"), group.name});
    }
}

Result<void> WeightAssigner::finish()
{
    if (loaded_ == 0 && firstLeft_)
        return *firstLeft_;
    if (loaded_ == 0 && missing_ > 0 && file_.format == FileFormat::JsonAndWeights)
        return badFile(model_.origin, {msg("core", "none of the weights belongs to this architecture")},
            {msg("core", "the weights are damaged or belong to another architecture")});
    noteUnused();
    if (left_ > 0)
        model_.notes.push_back({msg("core", "%1 layers got their weights, %2 did not"), loaded_, left_});
    return {};
}

void WeightAssigner::assignAll(int layer, const std::vector<NamedTensor>& tensors)
{
    LayerDef& def = model_.layers[size_t(layer)];
    def.weights.clear();
    std::set<std::string> used;
    for (const NamedTensor& from : tensors) {
        Weight weight;
        weight.role = from.name;
        if (const size_t colon = weight.role.rfind(':'); colon != std::string::npos)
            weight.role.resize(colon);
        if (weight.role.starts_with(def.name + "/"))
            weight.role.erase(0, def.name.size() + 1);
        while (!used.insert(weight.role).second)
            weight.role += "_";
        weight.shape = shapeOf(from.tensor);
        weight.trainable = trainable(layer);
        weight.tensors = {from.tensor};
        weight.fileBytes = file_.tensors[size_t(from.tensor)].bytes;
        def.weights.push_back(std::move(weight));
    }
}

Result<void> assignWeights(ModelDef& model, const ModelFile& file, const std::stop_token& stop)
{
    WeightAssigner assigner(model, file);
    if (file.layout != WeightLayout::None) {
        const auto done = file.layout == WeightLayout::LayerGroups ? assignLayerGroups(assigner, stop)
                                                                   : assignKeras3Paths(assigner, stop);
        return done ? assigner.finish() : done;
    }
    // An architecture alone: what its layers will want.
    for (size_t layer = 0; layer < model.layers.size(); ++layer) {
        const auto specs = assigner.specsOf(int(layer));
        if (auto done = assigner.assign(int(layer), specs, std::vector<WeightAssigner::Choice>(specs.size()));
            !done)
            return done;
    }
    return {};
}

} // namespace kerascope::keras
