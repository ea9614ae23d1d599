// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keras/layer_def.h"

#include <deque>
#include <map>
#include <stop_token>

namespace kerascope::keras {

/// Reads containers one after the other from a queue, so that nesting costs no stack.
class ConfigReader {
public:
    ConfigReader(ModelDef& model, std::stop_token stop)
        : model_(model)
        , stop_(std::move(stop))
    {
    }
    /// Moves what it keeps out of `root`.
    Result<void> read(Json& root);

private:
    struct Pending {
        int container;
        Json* config;
    };

    Result<void> readSequential(int container, Json& config);
    Result<void> readSequentialEntry(int container, Json& entry, std::vector<NodeInput>& tail);
    Result<void> readBranches(int container, Json& merge, std::vector<NodeInput>& tail);
    Result<void> readFunctional(int container, Json& config);
    Result<void> readPorts(std::vector<PortDef>& ports, const Json& written);
    /// Adds a layer (and its container to the queue); its index.
    /// `shared`: other entries or containers still need the entry's config, which is else moved out.
    Result<int> addLayer(int container, Json& entry, bool shared);
    int openContainer(int owner, const std::string& className, const std::string& name, Json& config);
    /// The tensor that enters a Sequential without InputLayer: a made-up InputLayer at the root, else a port.
    NodeInput entrance(int container, const Json& firstEntry, const Json& config);
    std::string freeName(int container, const std::string& wish) const;

    ModelDef& model_;
    std::stop_token stop_;
    std::deque<Pending> pending_;
    int unnamed_ = 0;
};

/// Shape of what a first layer takes, found in its config, however the dialect wrote it; an empty shape if
/// the file does not say (a model that was never built).
Shape entranceShape(const Json& firstEntry, const Json& sequentialConfig);

} // namespace kerascope::keras
