// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/hdf5_library.h"

#include "core/file/hdf5_lzf.h"

namespace kerascope {
namespace {

std::recursive_mutex& libraryMutex()
{
    static std::recursive_mutex mutex;
    return mutex;
}

} // namespace

Hdf5Lock::Hdf5Lock()
    : guard_(libraryMutex())
{
    static const bool ready = [] {
        H5open();
        H5PLset_loading_state(0); // a filter id in a file must not load a library
        registerLzfFilter();
        return true;
    }();
    static_cast<void>(ready);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); // kept per thread where the library was built for threads
}

void Hdf5Id::reset()
{
    if (id_ < 0)
        return;
    const Hdf5Lock lock;
    H5Idec_ref(id_);
    id_ = H5I_INVALID_HID;
}

} // namespace kerascope
