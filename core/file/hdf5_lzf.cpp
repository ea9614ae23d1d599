// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/hdf5_lzf.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <lzf.h>

namespace kerascope {
namespace {

/// As the HDF5 library calls it: gives the bytes in *buffer, 0 for a failure. options[2] is the size of a
/// chunk, which a file may state wrongly.
size_t unpack(unsigned flags, size_t optionCount, const unsigned* options, size_t bytes, size_t* bufferBytes,
    void** buffer)
{
    if ((flags & H5Z_FLAG_REVERSE) == 0 || bytes == 0 || bytes > UINT_MAX)
        return 0;
    const size_t most = std::min<size_t>(bytes * maxLzfRatio, UINT_MAX);
    size_t size = optionCount > 2 && options[2] != 0 ? options[2] : bytes * 2;
    for (size = std::min(size, most);; size = std::min(size * 2, most)) {
        void* out = H5allocate_memory(size, false);
        if (out == nullptr)
            return 0;
        errno = 0;
        const unsigned got = lzf_decompress(*buffer, unsigned(bytes), out, unsigned(size));
        if (got != 0) {
            H5free_memory(*buffer);
            *buffer = out;
            *bufferBytes = size;
            return got;
        }
        H5free_memory(out);
        if (errno != E2BIG || size == most)
            return 0;
    }
}

} // namespace

void registerLzfFilter()
{
    static const H5Z_class2_t filter{H5Z_CLASS_T_VERS, lzfFilter, 0, 1, "lzf", nullptr, nullptr, unpack};
    H5Zregister(&filter);
}

} // namespace kerascope
