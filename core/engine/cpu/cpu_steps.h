// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/engine/host/host_step.h"

#include <functional>
#include <memory>

namespace kerascope::cpu {

/// A prepared step: all is looked up and allocated, a call only computes.
using Step = std::function<void()>;

// Own kernels, one family a file. Each gets addresses that stay where they are.
Step unaryStep(const HostStep& step, int threads);
Step binaryStep(const HostStep& step, int threads);
Step selectStep(const HostStep& step, int threads);
Step affineStep(const HostStep& step, int threads);
Step castStep(const HostStep& step, int threads);
Step poolStep(const HostStep& step, int threads);
Step reduceStep(const HostStep& step, int threads);
Step softmaxStep(const HostStep& step, int threads);
Step normalizeStep(const HostStep& step, int threads);
Step padStep(const HostStep& step, int threads);
Step sliceStep(const HostStep& step, int threads);
Step concatStep(const HostStep& step, int threads);
Step transposeStep(const HostStep& step, int threads);
Step reshapeStep(const HostStep& step, int threads);
Step repeatStep(const HostStep& step, int threads);
Step broadcastStep(const HostStep& step, int threads);
Step resizeStep(const HostStep& step, int threads);
Step gatherStep(const HostStep& step, int threads);

/// Convolutions that oneDNN has no good kernel for. For ConvTranspose the kernel is [k…, cin, cout].
Step directConvStep(const HostStep& step, int threads);
Step directConvTransposeStep(const HostStep& step, int threads);
Step directMatMulStep(const HostStep& step, int threads);

/// What a Recurrent step needs besides its tensors: x·kernel of all time steps is made first, in one product.
struct RecurrentPlaces {
    const float* kernel = nullptr; ///< in panels
    const float* recurrent = nullptr; ///< in panels, packRecurrent()
    float* scratch = nullptr; ///< recurrentScratch() floats
};
int64_t recurrentScratch(const RecurrentAttributes& attributes, int64_t batch, int64_t time);
int64_t recurrentPanelFloats(const RecurrentAttributes& attributes);
void packRecurrent(const RecurrentAttributes& attributes, const float* recurrent, float* packed);
Step recurrentStep(const HostStep& step, const RecurrentPlaces& places, int threads);

/// Applies an activation in place.
Step activationStep(const Activation& activation, const HostTensor& y, int threads);
/// y = activation(y + x)
Step addStep(const HostTensor& y, const HostTensor& x, const Activation& activation, int threads);

/// Bytes of workspace that an own kernel wants.
uint64_t ownWorkspace(const Program& program, const Operation& operation, int threads);
/// The own kernel of an operation that is no product and not Recurrent.
Step ownStep(const HostStep& step, int threads);

} // namespace kerascope::cpu
