// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/file/byte_source.h"

#include <nlohmann/json.hpp>

namespace kerascope {

/// A JSON text, also one that was encoded twice, and what it says; of an architecture the outline
/// (JsonKeep): whoever needs its layers reads the text again, and a large one costs much as values.
struct JsonFile {
    std::string text;
    nlohmann::json root;
};
Result<JsonFile> readJson(const ByteSource& source, const std::string& where, const std::stop_token& stop);

/// model.to_json() of any Keras. Gives format JsonArchitecture; `files` is left to the caller. Other JSON
/// kinds (Keras.js, weights lists) are errors that name them.
Result<ModelFile> jsonArchitecture(JsonFile json, const std::string& where);

} // namespace kerascope
