// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/byte_source.h"

#include "core/file/file_error.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace kerascope {
namespace {

class FileSource : public ByteSource {
public:
    FileSource(int descriptor, uint64_t size)
        : descriptor_(descriptor)
        , size_(size)
    {
    }
    ~FileSource() override { ::close(descriptor_); }
    FileSource(const FileSource&) = delete;
    FileSource& operator=(const FileSource&) = delete;

    uint64_t size() const override { return size_; }
    bool read(uint64_t offset, std::span<std::byte> out) const override
    {
        if (!contains(offset, out.size()))
            return false;
        while (!out.empty()) {
            const ssize_t got = ::pread(descriptor_, out.data(), out.size(), off_t(offset));
            if (got < 0 && errno == EINTR)
                continue;
            if (got <= 0) // the file shrank, or the disk failed
                return false;
            offset += uint64_t(got);
            out = out.subspan(size_t(got));
        }
        return true;
    }
    std::optional<FilePlace> place(uint64_t offset) const override { return FilePlace{descriptor_, offset}; }

private:
    int descriptor_;
    uint64_t size_;
};

class MemorySource : public ByteSource {
public:
    explicit MemorySource(std::vector<std::byte> bytes)
        : bytes_(std::move(bytes))
    {
    }
    uint64_t size() const override { return bytes_.size(); }
    bool read(uint64_t offset, std::span<std::byte> out) const override
    {
        if (!contains(offset, out.size()))
            return false;
        if (!out.empty())
            std::memcpy(out.data(), bytes_.data() + offset, out.size());
        return true;
    }

private:
    std::vector<std::byte> bytes_;
};

class PartSource : public ByteSource {
public:
    PartSource(SharedSource whole, uint64_t offset, uint64_t size)
        : whole_(std::move(whole))
        , offset_(offset)
        , size_(size)
    {
    }
    uint64_t size() const override { return size_; }
    bool read(uint64_t offset, std::span<std::byte> out) const override
    {
        return contains(offset, out.size()) && whole_->read(offset_ + offset, out);
    }
    std::optional<FilePlace> place(uint64_t offset) const override { return whole_->place(offset_ + offset); }

private:
    SharedSource whole_;
    uint64_t offset_;
    uint64_t size_;
};

class JoinedSource : public ByteSource {
public:
    explicit JoinedSource(std::vector<SharedSource> parts)
        : parts_(std::move(parts))
    {
        for (const SharedSource& part : parts_) {
            starts_.push_back(size_);
            size_ += part->size();
        }
    }
    uint64_t size() const override { return size_; }
    bool read(uint64_t offset, std::span<std::byte> out) const override
    {
        if (!contains(offset, out.size()))
            return false;
        while (!out.empty()) {
            const auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
            const auto part = size_t(after - starts_.begin()) - 1;
            const uint64_t inside = offset - starts_[part];
            const size_t count = size_t(std::min<uint64_t>(parts_[part]->size() - inside, out.size()));
            if (!parts_[part]->read(inside, out.first(count)))
                return false;
            out = out.subspan(count);
            offset += count;
        }
        return true;
    }
    std::optional<FilePlace> place(uint64_t offset) const override
    {
        if (offset >= size_)
            return std::nullopt;
        const auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
        const auto part = size_t(after - starts_.begin()) - 1;
        return parts_[part]->place(offset - starts_[part]);
    }

private:
    std::vector<SharedSource> parts_;
    std::vector<uint64_t> starts_;
    uint64_t size_ = 0;
};

} // namespace

Result<FileBytes> openFileBytes(const std::filesystem::path& path)
{
    // O_NONBLOCK: a named pipe must not hold the program.
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return unreadableFile(path.string(), errno);
    struct stat status { };
    if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        ::close(descriptor);
        return fileError(path.string(), {msg("core", "this is not a regular file")},
            {msg("core", "open a model file or the folder that holds one")});
    }
    FileBytes out;
    out.identity.path = path;
    out.identity.size = uint64_t(status.st_size);
#ifdef __APPLE__
    const struct timespec& modified = status.st_mtimespec;
#else
    const struct timespec& modified = status.st_mtim;
#endif
    out.identity.modifiedNs = int64_t(modified.tv_sec) * 1'000'000'000 + int64_t(modified.tv_nsec);
    out.bytes = descriptorSource(descriptor, out.identity.size);
    return out;
}

SharedSource descriptorSource(int descriptor, uint64_t size)
{
    return std::make_shared<FileSource>(descriptor, size);
}

SharedSource memorySource(std::vector<std::byte> bytes)
{
    return std::make_shared<MemorySource>(std::move(bytes));
}

SharedSource partOf(SharedSource whole, uint64_t offset, uint64_t size)
{
    return std::make_shared<PartSource>(std::move(whole), offset, size);
}

SharedSource joinedSource(std::vector<SharedSource> parts)
{
    return std::make_shared<JoinedSource>(std::move(parts));
}

Result<std::string> readText(const ByteSource& source, const std::string& where, const std::stop_token& stop)
{
    std::string text(source.size(), '\0');
    const std::span<std::byte> out = std::as_writable_bytes(std::span(text));
    for (uint64_t at = 0; at < text.size(); at += pieceBytes) {
        if (stop.stop_requested())
            return cancelled();
        if (!source.read(at, out.subspan(at, std::min<uint64_t>(pieceBytes, text.size() - at))))
            return damagedFile(where, {msg("core", "the file could not be read to its end")});
    }
    return text;
}

} // namespace kerascope
