// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/op/program.h"

#include <cstddef>
#include <memory>
#include <string>

namespace kerascope::onednn {

/// The one door to oneDNN: its API changed between 2 and 3, so no other file includes its headers. Exceptions
/// of its own end here. Primitives are made for the number of OpenMP threads that is set in the calling
/// thread, and must run with the same number.
std::string versionText();
/// "AVX-512", "AVX2" …: what its kernels may use here.
std::string instructionSet();

/// Fixed addresses of one product.
struct Addresses {
    const float* x = nullptr;
    const float* kernel = nullptr; ///< packed if Product::packs(), else as in the program
    const float* bias = nullptr;
    const float* residual = nullptr;
    float* y = nullptr;
    std::byte* scratchpad = nullptr;
};

/// Conv, ConvTranspose or MatMul with bias, residual and activation.
class Product {
public:
    virtual ~Product() = default;
    /// Bytes of working memory that a run needs.
    virtual uint64_t scratchpadBytes() const = 0;
    /// Are the weights kept in a layout of oneDNN's own?
    virtual bool packs() const = 0;
    virtual uint64_t packedBytes() const = 0;
    /// Names the layout: equal names, equal bytes.
    virtual std::string packedLayout() const = 0;
    /// From the program's layout to its own; one thread.
    virtual Result<void> pack(const float* plain, float* packed) const = 0;
    /// The activation that the caller has to apply afterwards; Identity if it is part of the product.
    virtual const Activation& remainingActivation() const = 0;
    /// Must the caller add the residual, before the remaining activation?
    virtual bool residualRemains() const = 0;
    virtual std::string implementation() const = 0;
    /// Makes the kernel.
    virtual Result<void> compile(const Addresses& addresses) = 0;
    virtual Result<void> run() = 0;
};

/// Null if oneDNN has no good kernel for it: the engine's own takes over. `constantKernel` false: the kernel
/// is made while running and stays as it is. `sum`: the residual shares y's storage.
std::unique_ptr<Product> describe(
    const Program& program, const Operation& operation, bool constantKernel, bool sum);

} // namespace kerascope::onednn
