// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/host/host_step.h"

namespace kerascope::reference {

// One family a file; each runs one step by plain loops with double accumulators.
void conv(const HostStep& step);
void convTranspose(const HostStep& step);
void matMul(const HostStep& step);
void pool(const HostStep& step);
void unary(const HostStep& step);
void binary(const HostStep& step);
void select(const HostStep& step);
void affine(const HostStep& step);
void cast(const HostStep& step);
void reduce(const HostStep& step);
void softmax(const HostStep& step);
void normalize(const HostStep& step);
void pad(const HostStep& step);
void slice(const HostStep& step);
void concat(const HostStep& step);
void transpose(const HostStep& step);
void reshape(const HostStep& step);
void repeat(const HostStep& step);
void broadcast(const HostStep& step);
void resize(const HostStep& step);
void gather(const HostStep& step);
void recurrent(const HostStep& step);

void run(const HostStep& step);

} // namespace kerascope::reference
