// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/program.h"

#include <array>
#include <cstddef>
#include <vector>

namespace kerascope {

/// A tensor at its fixed place. data is null for an absent optional input.
struct HostTensor {
    float* data = nullptr;
    const Shape* shape = nullptr;
    DType dtype = DType::Float32;
    int64_t elements = 0;
    bool constant = false; ///< its numbers stay as they are
    explicit operator bool() const { return data != nullptr; }
};

/// One operation with the addresses of all that it reads and writes; made once, at preparation.
struct HostStep {
    const Operation* operation = nullptr;
    std::vector<HostTensor> in, out;
    std::array<HostTensor, 2> state; ///< of a stateful Recurrent: h, c
    std::byte* workspace = nullptr;

    HostTensor input(size_t index) const { return index < in.size() ? in[index] : HostTensor{}; }
    HostTensor output(size_t index) const { return index < out.size() ? out[index] : HostTensor{}; }
    template <class T> const T& as() const { return operation->as<T>(); }
};

/// Runs an OpKind::Host.
Result<void> runHostFunction(const HostStep& step);

/// Places of a Recurrent's inputs in Operation::inputs; −1 where absent. Absent ones may be written as −1 or
/// be left out altogether.
struct RecurrentInputs {
    int bias = -1, mask = -1, state0 = -1, state1 = -1;
    explicit RecurrentInputs(const Operation& operation);
};

} // namespace kerascope
