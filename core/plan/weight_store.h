// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/tensor.h"
#include "core/file/model_file.h"
#include "core/op/program.h"

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>

namespace kerascope {

/// Gives an engine the numbers of constants: reads the weight's bytes, converts them to float32 in Keras 3's
/// layout, computes derived ones (folded kernels). Only what is asked for is read; each stored tensor is
/// counted once. Keeps weak handles, so that plans share what is still alive and nothing else stays. Any
/// thread.
class WeightStore {
public:
    WeightStore(std::shared_ptr<const Model> model, std::shared_ptr<const ModelFile> file,
        std::shared_ptr<TensorSource> source);

    /// Numbers of a constant of `program` (made from the same model). Error code File names layer and tensor.
    Result<TensorPtr> get(const Program& program, ConstId constant, const std::stop_token& stop);
    /// One weight as the inspector wants it.
    Result<TensorPtr> weight(WeightRef ref, const std::stop_token& stop);
    /// Sum of file bytes of the tensors read, each counted once.
    uint64_t bytesRead() const;
    /// Time spent in reading and decoding stored tensors so far, ms.
    double readMs() const;

private:
    Result<TensorPtr> find(const Program& program, ConstId constant, const std::stop_token& stop);
    TensorPtr lookUp(const std::string& key) const;
    Result<std::shared_ptr<Tensor>> make(const Constant& constant, const std::vector<TensorPtr>& operands,
        bool firstIsOwn, const std::stop_token& stop);
    Result<std::shared_ptr<Tensor>> readWeight(WeightRef ref, const std::stop_token& stop);
    void count(const std::vector<int>& tensors);

    std::shared_ptr<const Model> model_;
    std::shared_ptr<const ModelFile> file_;
    std::shared_ptr<TensorSource> source_;
    mutable std::mutex mutex_;
    std::map<std::string, std::weak_ptr<const Tensor>> alive_;
    std::vector<bool> counted_;
    uint64_t bytesRead_ = 0;
    std::chrono::steady_clock::duration readTime_{0};
};

} // namespace kerascope
