// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <nlohmann/json.hpp>
#include <stop_token>
#include <string>
#include <string_view>

namespace kerascope {

/// Largest text, depth and number of values that parseJson takes.
inline constexpr size_t maxJsonBytes = size_t(64) << 20;
inline constexpr size_t maxJsonDepth = 256;
inline constexpr size_t maxJsonValues = size_t(16) << 20;

enum class JsonKeep {
    All,
    Outline, ///< what stands under the outermost "config" is read, but not kept: an empty container is
};

/// Untrusted JSON → values, within the limits above. Takes what Python's json.dumps writes: NaN, Infinity and
/// -Infinity become such doubles. Refuses a key that stands twice in one object. Errors: File (not JSON, with
/// the byte where it ends to be; over a limit), Cancelled.
Result<nlohmann::json> parseJson(std::string_view text, const std::string& where, const std::stop_token& stop,
    JsonKeep keep = JsonKeep::All);

/// A text that is itself one JSON string (a configuration that was encoded twice) → what is inside; others
/// come back as they are.
Result<std::string> innermostJson(std::string text, const std::string& where, const std::stop_token& stop);

/// What stands under the key; null where nothing does, or where `object` is none.
const nlohmann::json& jsonField(const nlohmann::json& object, const char* key);
/// The text under the key, empty where there is none.
std::string jsonText(const nlohmann::json& object, const char* key);

} // namespace kerascope
