// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/operation.h"

namespace kerascope {

const char* opName(OpKind kind)
{
    switch (kind) {
    case OpKind::Conv:
        return "Conv";
    case OpKind::ConvTranspose:
        return "ConvTranspose";
    case OpKind::MatMul:
        return "MatMul";
    case OpKind::Pool:
        return "Pool";
    case OpKind::Unary:
        return "Unary";
    case OpKind::Binary:
        return "Binary";
    case OpKind::Select:
        return "Select";
    case OpKind::Reduce:
        return "Reduce";
    case OpKind::Softmax:
        return "Softmax";
    case OpKind::Normalize:
        return "Normalize";
    case OpKind::Affine:
        return "Affine";
    case OpKind::Pad:
        return "Pad";
    case OpKind::Slice:
        return "Slice";
    case OpKind::Concat:
        return "Concat";
    case OpKind::Transpose:
        return "Transpose";
    case OpKind::Reshape:
        return "Reshape";
    case OpKind::Repeat:
        return "Repeat";
    case OpKind::Broadcast:
        return "Broadcast";
    case OpKind::Resize:
        return "Resize";
    case OpKind::Gather:
        return "Gather";
    case OpKind::Recurrent:
        return "Recurrent";
    case OpKind::Host:
        return "Host";
    case OpKind::Cast:
        return "Cast";
    }
    return "";
}

} // namespace kerascope
