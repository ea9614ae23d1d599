// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/hdf5_driver.h"

#if H5_VERSION_GE(1, 13, 2)
#include <H5FDdevelop.h>
#endif

#include <new>

namespace kerascope {
namespace {

/// libhdf5 sees its own base (first in memory), we see the rest.
struct SourceFile {
    H5FD_t base{};
    SharedSource source;
    haddr_t endOfAddresses = 0;
};

/// What the file access list carries: a pointer that lives as long as the call of H5Fopen.
struct AccessInfo {
    const SharedSource* source = nullptr;
};

SourceFile* ours(H5FD_t* file) { return reinterpret_cast<SourceFile*>(file); }
const SourceFile* ours(const H5FD_t* file) { return reinterpret_cast<const SourceFile*>(file); }

H5FD_t* openFile(const char* /*name*/, unsigned flags, hid_t accessList, haddr_t /*maxaddr*/)
{
    const auto* info = static_cast<const AccessInfo*>(H5Pget_driver_info(accessList));
    if (info == nullptr || info->source == nullptr || (flags & H5F_ACC_RDWR) != 0)
        return nullptr;
    auto* file = new (std::nothrow) SourceFile;
    if (file == nullptr)
        return nullptr;
    file->source = *info->source;
    return &file->base;
}

herr_t closeFile(H5FD_t* file)
{
    delete ours(file);
    return 0;
}

int compareFiles(const H5FD_t* first, const H5FD_t* second)
{
    const ByteSource* a = ours(first)->source.get();
    const ByteSource* b = ours(second)->source.get();
    return a == b ? 0 : std::less<>()(a, b) ? -1 : 1;
}

herr_t queryFeatures(const H5FD_t* /*file*/, unsigned long* flags)
{
    if (flags != nullptr)
        *flags = H5FD_FEAT_DATA_SIEVE; // HDF5 1.10 copies past its metadata accumulator in a damaged file
    return 0;
}

haddr_t getEndOfAddresses(const H5FD_t* file, H5FD_mem_t /*type*/) { return ours(file)->endOfAddresses; }

herr_t setEndOfAddresses(H5FD_t* file, H5FD_mem_t /*type*/, haddr_t address)
{
    ours(file)->endOfAddresses = address;
    return 0;
}

haddr_t getEndOfFile(const H5FD_t* file, H5FD_mem_t /*type*/) { return ours(file)->source->size(); }

herr_t readBytes(
    H5FD_t* file, H5FD_mem_t /*type*/, hid_t /*transferList*/, haddr_t address, size_t size, void* out)
{
    const std::span bytes(static_cast<std::byte*>(out), size);
    return ours(file)->source->read(address, bytes) ? 0 : -1;
}

herr_t writeBytes(H5FD_t* /*file*/, H5FD_mem_t /*type*/, hid_t /*transferList*/, haddr_t /*address*/,
    size_t /*size*/, const void* /*bytes*/)
{
    return -1;
}

/// Members are set by name: the order differs between HDF5 1.10 and 1.14.
H5FD_class_t makeClass()
{
    H5FD_class_t driver{};
#if H5_VERSION_GE(1, 13, 2)
    driver.version = H5FD_CLASS_VERSION;
    driver.value = H5FD_class_value_t(601); // 512 and up are free for drivers that are not registered
#endif
    driver.name = "kerascope_source";
    driver.maxaddr = haddr_t(1) << 62;
    driver.fc_degree = H5F_CLOSE_STRONG;
    driver.fapl_size = sizeof(AccessInfo);
    driver.open = openFile;
    driver.close = closeFile;
    driver.cmp = compareFiles;
    driver.query = queryFeatures;
    driver.get_eoa = getEndOfAddresses;
    driver.set_eoa = setEndOfAddresses;
    driver.get_eof = getEndOfFile;
    driver.read = readBytes;
    driver.write = writeBytes;
    for (H5FD_mem_t& place : driver.fl_map)
        place = H5FD_MEM_SUPER;
    return driver;
}

hid_t driverId()
{
    static const H5FD_class_t driver = makeClass();
    static const hid_t id = H5FDregister(&driver);
    return id;
}

} // namespace

Hdf5Id openHdf5OnSource(const SharedSource& source)
{
    const Hdf5Id access(H5Pcreate(H5P_FILE_ACCESS));
    const AccessInfo info{&source};
    if (!access || H5Pset_driver(access.get(), driverId(), &info) < 0
        || H5Pset_fclose_degree(access.get(), H5F_CLOSE_STRONG) < 0)
        return {};
    return Hdf5Id(H5Fopen("model", H5F_ACC_RDONLY, access.get()));
}

} // namespace kerascope
