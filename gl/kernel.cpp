// SPDX-License-Identifier: GPL-3.0-or-later
#include "gl/kernel.h"

#include <bit>

namespace kerascope {

int32_t KernelCall::narrow(int64_t value)
{
    if (value < std::numeric_limits<int32_t>::min() || value > std::numeric_limits<int32_t>::max()) {
        tooBig = true;
        return 0;
    }
    return int32_t(value);
}

void KernelCall::put(std::string name, int64_t value, bool dynamic)
{
    params.push_back({std::move(name), false, dynamic, {narrow(value)}, false});
}

void KernelCall::addReal(std::string name, float value)
{
    params.push_back({std::move(name), true, true, {std::bit_cast<int32_t>(value)}, false});
}

void KernelCall::addArray(std::string name, std::span<const int64_t> values)
{
    KernelParam param{std::move(name), false, false, {}, true};
    for (const int64_t value : values)
        param.numbers.push_back(narrow(value));
    params.push_back(std::move(param));
}

} // namespace kerascope
