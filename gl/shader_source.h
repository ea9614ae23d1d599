// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "gl/kernel.h"

#include <cstdint>
#include <string>
#include <vector>

namespace kerascope {

/// Whether reads go through buffer textures (fast on llvmpipe) or through storage buffers.
enum class ReadPath { Storage, Texture };

/// The text of a kernel: version, defines, parameters, operand accessors, then the file from :/shaders. Only
/// names of ours and integers go in.
Result<std::string> shaderSource(const KernelCall& call, ReadPath path);

/// The kernel's uniform block as the text declares it (std140). `bases`: per access, the first element in
/// units of its width, counted from the start of the bound range or texture.
std::vector<int32_t> uniformBlock(const KernelCall& call, const std::vector<int32_t>& bases);

} // namespace kerascope
