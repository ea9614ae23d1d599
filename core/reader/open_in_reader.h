// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/file/model_file.h"

namespace kerascope {

/// openModelFile() in a process of its own: a library that crashes or hangs in a damaged file takes neither
/// the window nor a running model with it. Tensors that lie in a file as they are, are read from there by
/// this process; others come through memory that both see. A reader that was cancelled or died is started
/// again by the next read. A stop is heard within 20 ms, whatever the reader does.
Result<OpenedFile> openInReader(const std::vector<std::filesystem::path>& paths, const std::stop_token& stop,
    Beside beside = Beside::Take);

} // namespace kerascope
