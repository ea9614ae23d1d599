// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/cpu/onednn_post_ops.h"

#include <cmath>

namespace kerascope::onednn {

PostOps::PostOps(bool residual, bool sumInPlace, const std::vector<int64_t>& dims,
    const std::vector<int64_t>& strides, const Activation& activation)
{
    if (residual && sumInPlace) {
        operations.append_sum(1.0F);
        sum = true;
    } else if (residual) {
        residualIndex = 0;
        operations.append_binary(
            dnnl::algorithm::binary_add, dnnl::memory::desc(dims, dnnl::memory::data_type::f32, strides));
    }
    if (!append(activation))
        remaining = activation;
}

void PostOps::eltwise(dnnl::algorithm algorithm, float alpha, float beta)
{
#if DNNL_VERSION_MAJOR >= 3
    operations.append_eltwise(algorithm, alpha, beta);
#else
    operations.append_eltwise(1.0F, algorithm, alpha, beta);
#endif
}

bool PostOps::append(const Activation& p)
{
    using dnnl::algorithm;
    switch (p.function) {
    case Unary::Identity:
        return true;
    case Unary::Relu:
        if (p.gamma != 0 || (p.alpha != 0 && !std::isinf(p.beta)))
            return false;
        if (std::isinf(p.beta))
            eltwise(algorithm::eltwise_relu, p.alpha, 0);
        else
            eltwise(algorithm::eltwise_clip, 0, p.beta);
        return true;
    case Unary::Elu:
        eltwise(algorithm::eltwise_elu, p.alpha, 0);
        return true;
    case Unary::Selu:
        eltwise(algorithm::eltwise_elu, 1.67326324235437F, 0);
        eltwise(algorithm::eltwise_linear, 1.05070098735548F, 0);
        return true;
    case Unary::Tanh:
        eltwise(algorithm::eltwise_tanh, 0, 0);
        return true;
    case Unary::Sigmoid:
        eltwise(algorithm::eltwise_logistic, 0, 0);
        return true;
    case Unary::Silu:
        eltwise(algorithm::eltwise_swish, 1, 0);
        return true;
    case Unary::GeluErf:
        eltwise(algorithm::eltwise_gelu_erf, 0, 0);
        return true;
    case Unary::GeluTanh:
        eltwise(algorithm::eltwise_gelu_tanh, 0, 0);
        return true;
    case Unary::Mish:
        eltwise(algorithm::eltwise_mish, 0, 0);
        return true;
    case Unary::HardSilu:
        eltwise(algorithm::eltwise_hardswish, 1.0F / 6, 0.5F);
        return true;
    case Unary::HardTanh:
        eltwise(algorithm::eltwise_clip, -1, 1);
        return true;
    case Unary::HardSigmoid:
        eltwise(algorithm::eltwise_linear, p.alpha, p.beta);
        eltwise(algorithm::eltwise_clip, 0, 1);
        return true;
    case Unary::Softplus:
        eltwise(algorithm::eltwise_soft_relu, 1, 0);
        return true;
    case Unary::Square:
        eltwise(algorithm::eltwise_square, 0, 0);
        return true;
    case Unary::Abs:
        eltwise(algorithm::eltwise_abs, 0, 0);
        return true;
    case Unary::Sqrt:
        eltwise(algorithm::eltwise_sqrt, 0, 0);
        return true;
    case Unary::Exp:
        eltwise(algorithm::eltwise_exp, 0, 0);
        return true;
    case Unary::Linear:
        eltwise(algorithm::eltwise_linear, p.alpha, p.beta);
        return true;
    case Unary::Clip:
        eltwise(algorithm::eltwise_clip, p.alpha, p.beta);
        return true;
    default:
        return false;
    }
}

} // namespace kerascope::onednn
