// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/file/model_file.h"

#include <map>

namespace kerascope {

/// Sorts tensors into the groups of a ModelFile by name, groups in the order of their first tensor.
class TensorGroups {
public:
    void add(ModelFile& file, const std::string& group, StoredTensor tensor, std::string weightName)
    {
        const auto [at, added] = known_.emplace(group, file.groups.size());
        if (added)
            file.groups.push_back({group, {}, {}, {}});
        TensorGroup& into = file.groups[at->second];
        into.tensors.push_back(int(file.tensors.size()));
        into.weightNames.push_back(std::move(weightName));
        file.tensors.push_back(std::move(tensor));
    }

private:
    std::map<std::string, size_t> known_;
};

} // namespace kerascope
