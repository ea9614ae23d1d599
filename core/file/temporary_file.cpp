// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/temporary_file.h"

#include "core/file/file_error.h"

#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace kerascope {
namespace {

constexpr uint64_t reserveBytes = uint64_t(64) << 20;

Error noSpace(const std::string& folder, uint64_t bytes)
{
    return {ErrorCode::Device, folder,
        {msg("core", "unpacking the model needs %1 bytes in the temporary folder and they are not free"),
            grouped(bytes)},
        {msg("core", "free some space, or set TMPDIR to a folder on a larger disk")}};
}

} // namespace

Result<TemporaryFile> TemporaryFile::create(uint64_t bytes)
{
    std::error_code failed;
    const std::filesystem::path folder = std::filesystem::temp_directory_path(failed);
    if (failed)
        return unreadableFile("TMPDIR", failed.value());
    const std::filesystem::space_info space = std::filesystem::space(folder, failed);
    if (!failed && (space.available < reserveBytes || space.available - reserveBytes < bytes))
        return noSpace(folder.string(), bytes);
    std::string name = (folder / "kerascope-XXXXXX").string();
    const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);
    if (descriptor < 0)
        return unreadableFile(folder.string(), errno);
    ::unlink(name.c_str());
    return TemporaryFile(descriptor, folder.string());
}

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1))
    , folder_(std::move(other.folder_))
    , size_(other.size_)
{
}

TemporaryFile::~TemporaryFile()
{
    if (descriptor_ >= 0)
        ::close(descriptor_);
}

Result<void> TemporaryFile::append(std::span<const std::byte> bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return noSpace(folder_, size_ + bytes.size());
        bytes = bytes.subspan(size_t(written));
        size_ += uint64_t(written);
    }
    return {};
}

SharedSource TemporaryFile::finish() { return descriptorSource(std::exchange(descriptor_, -1), size_); }

} // namespace kerascope
