// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/file/model_file.h"
#include "core/keras/weight_spec.h"

#include <optional>
#include <set>
#include <stop_token>

namespace kerascope::keras {

/// Finds each layer's weights among the file's tensors by structure and name and checks every shape
/// (LayerDef::weights, Keras 3 order). A missing weight leaves Weight::tensors empty and a note. A wrong
/// shape is an error (File) that names tensor, layer and both shapes; in a pair that was given as such the
/// layer alone is left without its weights, as long as another one fits.
Result<void> assignWeights(ModelDef& model, const ModelFile& file, const std::stop_token& stop);

/// A tensor of the file by the name that its group gives it: "dense/kernel:0".
struct NamedTensor {
    std::string name;
    int tensor = -1;
};

/// Puts tensors into layers; shared by the layouts.
class WeightAssigner {
public:
    WeightAssigner(ModelDef& model, const ModelFile& file);

    /// Assigns by specs: choice[i] holds the sources of specs[i] (none = missing).
    struct Choice {
        std::vector<int> tensors;
        WeightConversion conversion;
    };
    Result<void> assign(int layer, const std::vector<WeightSpec>& specs, const std::vector<Choice>& choices);
    /// After all layers: what was left, as notes. An error where no layer at all could take its weights.
    Result<void> finish();
    /// A layer of a class that is not known: everything that the file has for it.
    void assignAll(int layer, const std::vector<NamedTensor>& tensors);

    const Shape& shapeOf(int tensor) const { return file_.tensors[size_t(tensor)].shape; }
    bool trainable(int layer) const { return trainable_[size_t(layer)]; }
    std::vector<WeightSpec> specsOf(int layer) const;
    bool known(int layer) const;
    /// Leaf layers below a layer (itself, or inside its nested or wrapped model), in order, without
    /// recursion.
    std::vector<int> leavesOf(int layer) const;
    std::vector<NamedTensor> tensorsOf(const TensorGroup& group) const;

    ModelDef& model() { return model_; }
    const ModelDef& model() const { return model_; }
    const ModelFile& file() const { return file_; }

private:
    void noteMissing(LayerDef& layer, const std::string& role);
    void leave(int layer, const std::vector<WeightSpec>& specs, const Error& why);
    void noteUnused();
    Error wrongShape(
        int layer, const WeightSpec& spec, int tensor, const Shape& found, const Symbols& symbols) const;

    ModelDef& model_;
    const ModelFile& file_;
    std::vector<bool> trainable_;
    bool strict_; ///< a wrong shape spoils the file; else, in a pair, only the layer
    int missing_ = 0, loaded_ = 0, left_ = 0;
    std::optional<Error> firstLeft_;
};

/// Shape after a conversion; nothing if it cannot be applied.
std::optional<Shape> convertedShape(const WeightConversion& conversion, const std::vector<Shape>& sources);

/// Keras 2's kernels trained with Theano are flipped.
WeightConversion theanoFlip(const std::string& type, const WeightSpec& spec);

/// Part of a name after the last "/", without ":0".
std::string leafName(const std::string& name);

/// Legacy layer groups (weights_legacy.cpp).
Result<void> assignLayerGroups(WeightAssigner& assigner, const std::stop_token& stop);
/// One leaf layer from the tensors that are its own. `exact` tells whether nothing was missing or left
/// over and every shape fits.
std::vector<WeightAssigner::Choice> chooseLegacy(const WeightAssigner& assigner, int layer,
    const std::vector<WeightSpec>& specs, const std::vector<NamedTensor>& tensors, bool& exact);
/// Keras 1's arrays (weights_keras1.cpp); empty if the layer's arrays are not in Keras 1's form.
std::vector<WeightAssigner::Choice> chooseKeras1(const WeightAssigner& assigner, const LayerDef& layer,
    const std::vector<WeightSpec>& specs, const std::vector<NamedTensor>& tensors);
/// Keras 3 paths and those of Keras 2.12–2.15 (weights_keras3.cpp).
Result<void> assignKeras3Paths(WeightAssigner& assigner, const std::stop_token& stop);

} // namespace kerascope::keras
