// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/read_config.h"
#include "core/keras/class_names.h"
#include "core/keras/config_reader.h"
#include "core/keras/json_access.h"

#include "core/base/destroy_later.h"

#include <cstdlib>

namespace kerascope::keras {
namespace {

void dropLater(ModelDef& model)
{
    const size_t layers = model.layers.size();
    destroyLater(std::move(model), layers);
}

bool has(const std::string& text, const char* key) { return text.find(key) != std::string::npos; }

} // namespace

Origin originOf(const std::string& version, const std::string& backend, const std::string& text)
{
    Origin origin;
    origin.backend = backend;
    if (!version.empty() && version[0] >= '0' && version[0] <= '9') {
        origin.major = int(std::strtol(version.c_str(), nullptr, 10));
        const size_t dot = version.find('.');
        if (dot != std::string::npos)
            origin.minor = int(std::strtol(version.c_str() + dot + 1, nullptr, 10));
    }
    if (origin.major >= 3)
        origin.dialect = Origin::Keras3;
    else if (origin.major == 2)
        origin.dialect = origin.minor >= 4 || has(version, "-tf") ? Origin::TfKeras : Origin::Keras2;
    else if (origin.major == 1 || (origin.major == 0 && !version.empty() && version[0] == '0'))
        origin.dialect = Origin::Keras1;
    else if (has(text, "\"keras_history\"") || has(text, "\"DTypePolicy\""))
        origin.dialect = Origin::Keras3;
    else if (has(version, "tfjs") || has(text, "\"registered_name\""))
        origin.dialect = Origin::TfKeras;
    else if (has(text, "_initializer\"") || has(text, "\"units\"") || has(text, "\"kernel_size\"")
        || has(text, "\"data_format\"") || has(text, "\"rate\""))
        origin.dialect = Origin::Keras2;
    else
        origin.dialect = Origin::Keras1; // keras_version came with 1.0
    return origin;
}

bool holdsLayers(const Json& root)
{
    const Json& config = member(root, "config");
    return config.is_array() || member(config, "layers").is_array();
}

Result<ModelDef> readConfig(Json& root, Origin origin, const std::stop_token& stop)
{
    ModelDef model;
    model.origin = std::move(origin);
    ConfigReader reader(model, stop);
    if (auto read = reader.read(root); !read) {
        dropLater(model);
        return read.error();
    }
    for (size_t i = 0; i < model.containers.size(); ++i) {
        if (stop.stop_requested()) {
            dropLater(model);
            return cancelled();
        }
        if (auto linked = linkContainer(model, int(i)); !linked)
            return linked.error();
    }
    return model;
}

} // namespace kerascope::keras
