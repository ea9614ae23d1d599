// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/element_functions.h"
#include "core/engine/reference/reference_kernels.h"
#include "core/engine/strides.h"

#include <cmath>

namespace kerascope::reference {

void unary(const HostStep& step)
{
    const Activation& activation = step.as<UnaryAttributes>().activation;
    for (int64_t i = 0; i < step.out[0].elements; ++i)
        step.out[0].data[i] = float(applyUnary(activation, double(step.in[0].data[i])));
}

void binary(const HostStep& step)
{
    const auto& attributes = step.as<BinaryAttributes>();
    const HostTensor a = step.in[0], b = step.in[1], y = step.out[0];
    StridedWalk<2> walk(
        *y.shape, {broadcastStrides(*a.shape, *y.shape), broadcastStrides(*b.shape, *y.shape)});
    for (int64_t i = 0; i < y.elements; ++i, walk.next()) {
        const double value =
            applyBinary(attributes.function, double(a.data[walk.at(0)]), double(b.data[walk.at(1)]));
        y.data[i] = float(applyUnary(attributes.activation, value));
    }
}

void select(const HostStep& step)
{
    const HostTensor condition = step.in[0], a = step.in[1], b = step.in[2], y = step.out[0];
    StridedWalk<3> walk(*y.shape,
        {broadcastStrides(*condition.shape, *y.shape), broadcastStrides(*a.shape, *y.shape),
            broadcastStrides(*b.shape, *y.shape)});
    for (int64_t i = 0; i < y.elements; ++i, walk.next())
        y.data[i] = condition.data[walk.at(0)] != 0 ? a.data[walk.at(1)] : b.data[walk.at(2)];
}

void affine(const HostStep& step)
{
    const Activation& activation = step.as<AffineAttributes>().activation;
    const HostTensor x = step.in[0], y = step.out[0];
    const int64_t channels = (*x.shape)[-1];
    for (int64_t i = 0; i < y.elements; ++i) {
        const int64_t c = i % channels;
        const double shift = step.input(2) ? double(step.input(2).data[c]) : 0.0;
        y.data[i] = float(applyUnary(activation, double(x.data[i]) * double(step.in[1].data[c]) + shift));
    }
}

void cast(const HostStep& step)
{
    const HostTensor x = step.in[0], y = step.out[0];
    for (int64_t i = 0; i < y.elements; ++i) {
        const float value = x.data[i];
        y.data[i] = y.dtype == DType::Bool ? float(value != 0) : isFloat(y.dtype) ? value : std::trunc(value);
    }
}

} // namespace kerascope::reference
