// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/model.h"

namespace kerascope {

std::optional<LayerId> Model::findLayer(const std::string& path) const
{
    for (const Layer& layer : layers)
        if (layer.path == path)
            return layer.id;
    return std::nullopt;
}

std::optional<CallId> Model::findCall(const std::string& key) const
{
    for (const Call& call : calls)
        if (call.key == key)
            return call.id;
    return std::nullopt;
}

std::string Model::tensorKey(TensorRef tensor) const
{
    const Call& call = calls[size_t(tensor.call)];
    if (tensor.index == call.maskOutput && call.maskOutput >= 0)
        return call.key + ":mask";
    return tensor.index == 0 ? call.key : call.key + ":" + std::to_string(tensor.index);
}

} // namespace kerascope
