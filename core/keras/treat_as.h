// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace kerascope {

/// The layer of Keras that stands in for a class whose code is not in the file, or is never run.
struct Replacement {
    std::string type; ///< one of replacementClasses()
    nlohmann::json options =
        nlohmann::json::object(); ///< arguments beside those that the file has; these win
    bool operator==(const Replacement&) const = default;
};

/// By foreign class as foreignName() gives it: "Swish", "Lambda:scale"; "Lambda" is all that have none of
/// their own.
using TreatAs = std::map<std::string, Replacement, std::less<>>;

/// "Custom>Swish" → "Swish". A Lambda holds a function of its own, so its layer's name belongs to it:
/// "Lambda:scale".
std::string foreignName(const std::string& fileType, const std::string& layerName);
/// What the user chose for that name; null if nothing.
const Replacement* replacementFor(const TreatAs& treatAs, const std::string& foreign);

/// "Rescaling {"scale": 0.5}": a class, then its arguments as JSON. Errors: Usage (no such layer; no JSON
/// object).
Result<Replacement> parseReplacement(std::string_view text);
std::string replacementText(const Replacement& replacement);

/// Layers of Keras that may stand in for another one, in alphabetical order. Containers and wrappers need
/// layers inside, which the file does not have.
const std::vector<std::string>& replacementClasses();

} // namespace kerascope
