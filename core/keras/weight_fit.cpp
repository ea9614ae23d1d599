// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/weight_spec.h"

namespace kerascope::keras {

bool fits(const WeightSpec& spec, const Shape& shape, Symbols& symbols)
{
    if (spec.anyShape)
        return true;
    if (shape.dims.size() != spec.dims.size())
        return false;
    for (size_t i = 0; i < spec.dims.size(); ++i) {
        const Dim& dim = spec.dims[i];
        const int64_t size = shape.dims[i];
        if (dim.symbol.empty()) {
            if (dim.size >= 0 && dim.size != size)
                return false;
            continue;
        }
        if (dim.factor < 1 || size % dim.factor != 0)
            return false;
        const auto [known, fresh] = symbols.emplace(spec.group + dim.symbol, size / dim.factor);
        if (!fresh && known->second != size / dim.factor)
            return false;
    }
    return true;
}

std::string wantedShape(const WeightSpec& spec, const Symbols& symbols)
{
    Shape shape;
    for (const Dim& dim : spec.dims) {
        const auto known = symbols.find(spec.group + dim.symbol);
        const bool bound = !dim.symbol.empty() && known != symbols.end();
        shape.dims.push_back(bound ? known->second * dim.factor : dim.size);
    }
    return spec.dims.empty() ? std::string("()") : shape.text();
}

} // namespace kerascope::keras
