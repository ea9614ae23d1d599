// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/lower.h"

#include <string>
#include <utility>
#include <vector>

namespace kerascope::test {

/// Builds small graphs by hand, as the importer would.
class ModelFixture {
public:
    ModelFixture();
    /// An InputLayer; unknownDim where open.
    TensorRef input(const std::string& name, Shape shape, DType dtype = DType::Float32);
    struct Role {
        TensorRef tensor;
        std::string role;
    };
    /// A layer with one call on `inputs`. Weights by role and shape.
    TensorRef add(const std::string& name, const std::string& type, const char* config,
        const std::vector<Role>& inputs, std::vector<std::pair<std::string, Shape>> weights = {},
        int outputs = 1, int maskOutput = -1);
    void output(TensorRef tensor);
    Layer& layer(const std::string& name);
    Call& call(TensorRef tensor) { return model_->calls[size_t(tensor.call)]; }
    std::shared_ptr<const Model> model() const { return model_; }

    LowerRequest request() const;
    /// Only the layers of these names ticked.
    LowerRequest part(const std::vector<std::string>& names) const;

private:
    std::shared_ptr<Model> model_;
};

/// Shape of the first output of one layer on inputs of these shapes; "blocked: reason" or "error: sentence".
std::string outcome(const std::string& type, const char* config, const std::vector<Shape>& inputs,
    std::vector<std::pair<std::string, Shape>> weights = {});

} // namespace kerascope::test
