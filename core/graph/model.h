// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"
#include "core/graph/dtype.h"
#include "core/graph/shape.h"

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace kerascope {

using LayerId = int; ///< index in Model::layers
using CallId = int; ///< index in Model::calls
inline constexpr int noId = -1;

/// Tensor number `index` of a leaf call.
struct TensorRef {
    CallId call = noId;
    int index = 0;
    auto operator<=>(const TensorRef&) const = default;
};

/// How stored tensors become one weight in Keras 3's layout. Applied in this order while decoding:
/// concatenate the sources along `concatAxis`, reshape to `reshaped` (if not empty), transpose by
/// `permutation` (if not empty), flip the spatial axes (Theano).
struct WeightConversion {
    int concatAxis = -1; ///< sources already stand in the order i,f,c,o or z,r,h; -1 = one source
    Shape reshaped;
    std::vector<int> permutation;
    std::vector<int> flippedAxes;
    bool none() const
    {
        return concatAxis < 0 && reshaped.rank() == 0 && permutation.empty() && flippedAxes.empty();
    }
};

/// One weight variable of a layer.
struct Weight {
    std::string role; ///< leaf as in Keras 3: "kernel", "bias", "gamma", "moving_mean", "recurrent_kernel" …;
                      ///< inside wrappers with a prefix: "forward/kernel", "backward/bias", "layer/kernel",
                      ///< TimeDistributed over a model: "layer/<inner path>/kernel"
    Shape shape; ///< after the conversion
    bool trainable = true;
    std::vector<int> tensors; ///< indices in ModelFile::tensors; empty = missing in the file
    WeightConversion conversion;
    uint64_t fileBytes = 0; ///< as stored, after decompression
};

struct Model;

/// One layer, at any depth. A shared layer is one Layer with several calls.
struct Layer {
    LayerId id = noId;
    std::string name; ///< as in the file; unique within its parent
    std::string path; ///< "outer/inner"; unique in the model
    std::string type; ///< class name of Keras 3 ("Conv2D"), whatever the dialect called it
    std::string fileType; ///< class name as in the file; empty for an InputLayer that is not in the file
                          ///< (made up for a Sequential without one)
    std::string module; ///< Python module of the class as a Keras 3 file names it: "keras.layers",
                        ///< "keras.src.ops.numpy"; else empty
    std::string foreignClass; ///< foreignName() of a class whose code is not in the file or is never run,
                              ///< its own or that of the layer it wraps; else empty
    nlohmann::json config; ///< keys and values of Keras 3's class, whatever the dialect; activations of an
                           ///< older meaning get their own name ("hard_sigmoid_keras2")
    nlohmann::json fileConfig; ///< as in the file, for the inspector
    LayerId parent = noId; ///< the nested model it stands in
    int depth = 0;
    bool container = false; ///< a nested Sequential or Functional: its calls hold other calls
    bool operation = false; ///< a Keras op used as a layer (Keras 3 ops, TFOpLambda)
    std::shared_ptr<const Model> inner; ///< TimeDistributed over a model: that model, called per time step
    std::vector<Weight> weights; ///< own weights; a container has none
    int64_t params = 0; ///< elements of all weights; a container: sum of its inner layers
    int64_t trainableParams = 0;
    uint64_t fileBytes = 0; ///< likewise summed
    Text notLoaded; ///< why weights are missing: none in the file, or of another shape; empty = all there
    DType dtype = DType::Float32; ///< compute type that the file asks for
    bool supported = true;
    Text reason; ///< why not
    std::vector<CallId> calls;
};

/// An edge into a call. `role` is empty for the layer's positional tensors, else "mask", "initial_state",
/// "query", "value", "key", "attention_mask" …; an operation's constants stay in Call::arguments.
struct CallInput {
    TensorRef tensor;
    std::string role;
};

/// One call of a layer. Leaf calls compute; calls of nested models group them. Masks are ordinary edges: a
/// call that makes or passes one has it as its last output (`maskOutput`), a call that uses one has an input
/// with role "mask". Inner InputLayers are leaf calls with one input (they pass it on).
struct Call {
    CallId id = noId;
    LayerId layer = noId;
    int number = 0; ///< 0 for the first call of the layer at this place
    CallId parent = noId; ///< call of the nested model around it
    std::string key; ///< OUT.npz form: "outer@1/inner"
    std::vector<CallInput> inputs; ///< only leaf calls are referred to
    nlohmann::json
        arguments; ///< call arguments that are not tensors; in an operation's positional list a tensor
                   ///< stands as {"tensor": index into inputs}: {"args": […], "kwargs": {…}}, with
                   ///< {"constant": …}, {"slice": […]}, {"ellipsis": true} for Keras's objects. A merge
                   ///< call with a mask: "masked" lists the inputs that its mask inputs belong to
    int outputs = 1; ///< number of output tensors, mask included
    int maskOutput = -1; ///< index of the mask among them
    std::vector<std::optional<Shape>>
        declaredShapes; ///< as the file states them, where it does (may be empty)
    std::vector<TensorRef> results; ///< container call: the leaf tensors that it returns
};

struct ModelInput {
    std::string name; ///< name of the InputLayer
    CallId call = noId; ///< its leaf call (made up for a Sequential of Keras 1, 2 without one)
    Shape shape; ///< with the batch axis; unknownDim where open
    DType dtype = DType::Float32;
};

struct ModelOutput {
    std::string name; ///< OUT.npz key: producing layer, ":K" for its K-th tensor, "@N" where two calls clash
    TensorRef tensor;
};

/// The graph of a model, independent of the file's dialect. Immutable once imported, shared by
/// shared_ptr<const Model>. Holds no tensor data.
struct Model {
    std::string name;
    std::string className; ///< "Sequential", "Functional", …
    std::string format; ///< formatName()
    std::string kerasVersion;
    std::string dialect; ///< "keras1", "keras2", "tf.keras", "keras3"
    std::vector<Layer> layers; ///< file order, a nested model before its inner layers
    std::vector<Call> calls; ///< topological order of the leaf calls; a container call before its inner ones
    std::vector<ModelInput> inputs;
    std::vector<ModelOutput> outputs;
    std::vector<Text> notes; ///< what was ignored or assumed while importing

    const Layer& layerOf(CallId call) const { return layers[size_t(calls[size_t(call)].layer)]; }
    /// By path; nothing if there is none.
    std::optional<LayerId> findLayer(const std::string& path) const;
    std::optional<CallId> findCall(const std::string& key) const;
    /// OUT.npz key of a tensor: the call's key, ":K" for K > 0, ":mask" for a mask.
    std::string tensorKey(TensorRef tensor) const;
};

} // namespace kerascope
