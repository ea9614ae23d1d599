// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/graph/model.h"
#include "core/keras/treat_as.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// The importer's own form of a config: containers that hold layers that hold nodes, before calls are made.
namespace kerascope::keras {

using Json = nlohmann::json;

/// Which program wrote the config.
struct Origin {
    enum Dialect { Keras1, Keras2, TfKeras, Keras3 };
    Dialect dialect = Keras2;
    int major = 0; ///< of keras_version, 0 where the file is silent
    int minor = 0;
    std::string backend; ///< "theano" flips kernels
    std::string file; ///< for messages
    TreatAs treatAs; ///< what the user chose for classes whose code is not in the file

    bool keras3() const { return dialect == Keras3; }
    bool keras1() const { return dialect == Keras1; }
};

/// A tensor as a config names it.
struct Ref {
    std::string layer;
    int64_t node = 0;
    int64_t tensor = 0;
};

/// One tensor that a node takes. `layer` and `node` are found by linkContainer().
struct NodeInput {
    Ref ref;
    std::string role; ///< as CallInput::role
    std::string key; ///< of a dict of inputs
    std::optional<Shape> declared; ///< shape that the file states for this tensor
    int layer = -1; ///< index in ModelDef::layers
    int node = -1;
};

/// One call of a layer as written: an entry of inbound_nodes.
struct NodeDef {
    std::vector<NodeInput> inputs;
    Json arguments; ///< as Call::arguments
    bool maskWritten = false; ///< Keras 3 wrote kwargs.mask (a tensor or null): nothing is implied
    bool empty = false; ///< a placeholder entry without inputs: keeps the numbering, makes no call
    int number = 0; ///< among the layer's real calls
};

struct LayerDef {
    std::string name;
    std::string type; ///< Keras 3's class
    std::string fileType; ///< empty for a made-up InputLayer
    std::string module; ///< as Layer::module
    std::string foreignClass; ///< as Layer::foreignClass
    bool replaced = false; ///< it has one, and the user chose what stands in
    Json config;
    Json fileConfig;
    int container = -1; ///< ContainerDef it stands in
    int inner = -1; ///< ContainerDef that it is, or (wrapsModel) wraps
    bool wrapsModel = false; ///< TimeDistributed over a model
    bool operation = false;
    bool trainable = true;
    DType dtype = DType::Float32;
    bool supported = true;
    Text reason;
    std::vector<NodeDef> nodes;
    std::vector<Weight> weights;
    Text notLoaded; ///< as Layer::notLoaded

    void refuse(Text why)
    {
        if (supported)
            reason = std::move(why);
        supported = false;
    }
};

/// An input or output of a container.
struct PortDef {
    Ref ref;
    std::string key; ///< where the file names its inputs or outputs
    int layer = -1;
    int node = -1;
};

struct ContainerDef {
    std::string className; ///< "Sequential" or "Functional"
    std::string name;
    bool sequential = false;
    int owner = -1; ///< LayerDef, -1 for the root
    std::vector<int> layers; ///< in file order
    std::vector<PortDef> inputs;
    std::vector<PortDef> outputs;
    std::vector<std::pair<int, int>> order; ///< (layer, node) in topological order
};

struct ModelDef {
    Origin origin;
    std::vector<ContainerDef> containers; ///< the root first, a container before those inside it
    std::vector<LayerDef> layers;
    std::vector<Text> notes;
};

/// An invalid file: WHERE: WHAT; HINT.
inline Error badFile(const Origin& origin, Text what, Text hint = {})
{
    return {ErrorCode::File, origin.file, std::move(what), std::move(hint)};
}

} // namespace kerascope::keras
