// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keras/layer_def.h"

#include <map>

namespace kerascope::keras {

/// One size of a weight: a number, or a name bound at first sight (× factor), or anything.
struct Dim {
    int64_t size = -1;
    std::string symbol;
    int64_t factor = 1;

    static Dim any() { return {}; }
    static Dim of(int64_t number) { return {number, {}, 1}; }
    static Dim named(std::string name, int64_t times = 1) { return {-1, std::move(name), times}; }
};

/// What one weight variable of a class must look like (keras.md 1.1–1.9).
struct WeightSpec {
    std::string role; ///< as Weight::role
    std::string leaf; ///< last part of its name in Keras 2's files
    std::string mark; ///< the name has a part that starts so: "forward_", "query"; empty = no such part
    std::vector<std::string>
        holders; ///< Keras 3: path below the layer's, alternatives: "", "cell", "query_dense"
    int index = 0; ///< number in the holder's vars
    bool trainable = true;
    bool anyShape = false;
    std::vector<Dim> dims;
    std::string group; ///< symbols are shared within it (forward and backward are apart)
};

/// The weights of a layer by class and config, in Keras 3's order. Nothing for a class whose weights are not
/// known here: they are taken as the file has them.
std::optional<std::vector<WeightSpec>> weightSpecs(const std::string& type, const Json& config);

using Symbols = std::map<std::string, int64_t>;
/// Does the shape fit? Binds symbols.
bool fits(const WeightSpec& spec, const Shape& shape, Symbols& symbols);
/// "(3, 3, ?, 16)" for messages.
std::string wantedShape(const WeightSpec& spec, const Symbols& symbols);

} // namespace kerascope::keras
