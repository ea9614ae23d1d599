// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/json_model.h"

#include "core/file/file_error.h"
#include "core/file/json.h"

namespace kerascope {
namespace {

using Json = nlohmann::json;

Error otherJson(const Json& json, const std::string& where)
{
    const bool object = json.is_object();
    if (object && json.contains("layers") && json.contains("name") && json["layers"].is_array())
        return {ErrorCode::Unsupported, where,
            {msg("core", "this is an architecture of Keras 0.x, which is not read")},
            {msg("core", "load it with Keras 1 and save it again")}};
    return fileError(where, {msg("core", "this is a JSON file, but no Keras architecture")},
        {msg("core", "open what model.to_json() wrote")});
}

} // namespace

Result<JsonFile> readJson(const ByteSource& source, const std::string& where, const std::stop_token& stop)
{
    if (source.size() > maxJsonBytes)
        return fileError(where,
            {msg("core", "the JSON text is %1 bytes long, more than the %2 that are read"),
                grouped(source.size()), grouped(maxJsonBytes)},
            {msg("core", "no Keras configuration is that large; check the file")});
    auto raw = readText(source, where, stop);
    if (!raw)
        return raw.error();
    auto text = innermostJson(std::move(*raw), where, stop);
    if (!text)
        return text.error();
    auto json = parseJson(*text, where, stop, JsonKeep::Outline);
    if (!json)
        return json.error();
    return JsonFile{std::move(*text), std::move(*json)};
}

Result<ModelFile> jsonArchitecture(JsonFile json, const std::string& where)
{
    if (!json.root.is_object() || !json.root.contains("class_name") || !json.root.contains("config"))
        return otherJson(json.root, where);
    ModelFile out;
    out.format = FileFormat::JsonArchitecture;
    out.kerasVersion = jsonText(json.root, "keras_version");
    out.backend = jsonText(json.root, "backend");
    out.config = std::move(json.text);
    return out;
}

} // namespace kerascope
