// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reader/common_memory.h"

#include "core/file/byte_source.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace kerascope {

std::optional<CommonMemory> CommonMemory::create()
{
    Descriptor descriptor(::memfd_create("kerascope", MFD_CLOEXEC));
    if (!descriptor || ::ftruncate(descriptor.get(), off_t(pieceBytes)) != 0)
        return std::nullopt;
    return over(std::move(descriptor));
}

std::optional<CommonMemory> CommonMemory::over(Descriptor descriptor)
{
    struct stat status { };
    if (::fstat(descriptor.get(), &status) != 0 || uint64_t(status.st_size) != pieceBytes)
        return std::nullopt;
    void* mapped =
        ::mmap(nullptr, size_t(pieceBytes), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor.get(), 0);
    if (mapped == MAP_FAILED)
        return std::nullopt;
    return CommonMemory(std::move(descriptor), mapped);
}

CommonMemory::~CommonMemory()
{
    if (mapped_ != nullptr)
        ::munmap(mapped_, size_t(pieceBytes));
}

CommonMemory::CommonMemory(CommonMemory&& other) noexcept
    : descriptor_(std::move(other.descriptor_))
    , mapped_(std::exchange(other.mapped_, nullptr))
{
}

CommonMemory& CommonMemory::operator=(CommonMemory&& other) noexcept
{
    descriptor_ = std::move(other.descriptor_);
    std::swap(mapped_, other.mapped_);
    return *this;
}

std::span<std::byte> CommonMemory::bytes() const
{
    return {static_cast<std::byte*>(mapped_), size_t(pieceBytes)};
}

} // namespace kerascope
