// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keras/layer_def.h"

namespace kerascope::keras {

/// Looks that never throw: the member of an object, or null.
const Json& member(const Json& object, const char* key);
std::string stringOr(const Json& value, const std::string& fallback);
std::string memberString(const Json& object, const char* key);
bool memberBool(const Json& object, const char* key, bool fallback);
/// A whole number, also written as 3.0; nothing else.
std::optional<int64_t> wholeNumber(const Json& value);

/// [null, 28, 28] → (?, 28, 28); understands __tuple__ and TensorShape objects. Nothing if it is no shape.
std::optional<Shape> shapeOf(const Json& value);
/// Shape of a first layer, batch included, from any of the keys that the dialects use.
std::optional<Shape> inputShapeOf(const Json& config);

/// An InputLayer's config: {"batch_shape": [null, …], "dtype"}.
Json inputLayerConfig(const Shape& shape, DType dtype);

/// {"class_name":"__tuple__","items":[…]} → the list; other values as they are.
const Json& unwrapTuple(const Json& value);

/// "its KEY makes no sense: VALUE".
Text nonsense(const std::string& key, const Json& value);

/// Does Keras have such a number type or policy? Nothing written counts as known.
bool knownDType(const Json& dtype);
/// Compute type of a dtype entry: a name or a policy in any form.
DType computeDType(const Json& dtype);
/// The policy quantises ("int8", "int4", "float8" …): its name, else empty.
std::string quantizedPolicy(const Json& dtype);

} // namespace kerascope::keras
