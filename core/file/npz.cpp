// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/npy.h"

#include <memory>
#include <zip.h>

namespace kerascope {
namespace {

struct Discard {
    void operator()(zip_t* archive) const { zip_discard(archive); }
};
struct Close {
    void operator()(zip_file_t* file) const { zip_fclose(file); }
};
using Archive = std::unique_ptr<zip_t, Discard>;

/// An array larger than this is refused before memory is taken.
constexpr uint64_t maxArrayBytes = uint64_t(4) << 30;

Error badArchive(const std::filesystem::path& file, Text what)
{
    return {ErrorCode::File, file.string(), std::move(what),
        {msg("core", "save the arrays again with numpy.savez")}};
}

Result<Archive> openArchive(const std::filesystem::path& file)
{
    int code = 0;
    Archive archive(zip_open(file.c_str(), ZIP_RDONLY, &code));
    if (archive)
        return archive;
    if (code == ZIP_ER_NOENT || code == ZIP_ER_OPEN)
        return Error{ErrorCode::File, file.string(), {msg("core", "the file cannot be read")},
            {msg("core", "check that it exists and that you may read it")}};
    return badArchive(file, {msg("core", "this is not an .npz file")});
}

Result<Tensor> readMember(zip_t* archive, zip_uint64_t index, const std::filesystem::path& file)
{
    zip_stat_t stat;
    zip_stat_init(&stat);
    if (zip_stat_index(archive, index, 0, &stat) != 0 || (stat.valid & ZIP_STAT_SIZE) == 0)
        return badArchive(file, {msg("core", "this is not an .npz file")});
    if (stat.size > maxArrayBytes || stat.size > stat.comp_size * 1100 + 4096)
        return badArchive(file, {msg("core", "the array %1 claims %2 bytes"), stat.name, stat.size});
    std::unique_ptr<zip_file_t, Close> in(zip_fopen_index(archive, index, 0));
    std::vector<std::byte> bytes(stat.size);
    if (!in || zip_fread(in.get(), bytes.data(), bytes.size()) != zip_int64_t(bytes.size()))
        return badArchive(file, {msg("core", "the array %1 is damaged"), stat.name});
    return parseNpy(bytes, file.string() + ":" + stat.name);
}

std::string keyOf(const char* member)
{
    std::string name = member ? member : "";
    if (name.ends_with(".npy"))
        name.resize(name.size() - 4);
    return name;
}

} // namespace

Result<std::vector<std::pair<std::string, Tensor>>> readNpzAll(const std::filesystem::path& file)
{
    auto archive = openArchive(file);
    if (!archive)
        return archive.error();
    std::vector<std::pair<std::string, Tensor>> out;
    const zip_int64_t count = zip_get_num_entries(archive->get(), 0);
    for (zip_int64_t i = 0; i < count; ++i) {
        auto tensor = readMember(archive->get(), zip_uint64_t(i), file);
        if (!tensor)
            return tensor.error();
        out.emplace_back(keyOf(zip_get_name(archive->get(), zip_uint64_t(i), 0)), std::move(*tensor));
    }
    return out;
}

Result<Tensor> readNpz(const std::filesystem::path& file, const std::string& key)
{
    auto archive = openArchive(file);
    if (!archive)
        return archive.error();
    const zip_int64_t count = zip_get_num_entries(archive->get(), 0);
    std::string names;
    for (zip_int64_t i = 0; i < count; ++i) {
        const std::string name = keyOf(zip_get_name(archive->get(), zip_uint64_t(i), 0));
        if (name == key || (key.empty() && count == 1))
            return readMember(archive->get(), zip_uint64_t(i), file);
        names += (names.empty() ? "" : ", ") + name;
    }
    return Error{ErrorCode::Usage, file.string(), {msg("core", "there is no array %1 in it"), key},
        {msg("core", "it holds %1"), names}};
}

Result<void> writeNpz(
    const std::filesystem::path& file, const std::vector<std::pair<std::string, const Tensor*>>& arrays)
{
    const auto failed = [&] {
        return Error{ErrorCode::File, file.string(), {msg("core", "the file cannot be written")},
            {msg("core", "check the folder and the space on the disk")}};
    };
    int code = 0;
    Archive archive(zip_open(file.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code));
    if (!archive)
        return failed();
    std::vector<std::vector<std::byte>> kept; // libzip reads the buffers when it closes
    kept.reserve(arrays.size());
    for (const auto& [name, tensor] : arrays) {
        kept.push_back(npyBytes(*tensor));
        zip_source_t* source = zip_source_buffer(archive.get(), kept.back().data(), kept.back().size(), 0);
        const zip_int64_t index =
            source ? zip_file_add(archive.get(), (name + ".npy").c_str(), source, ZIP_FL_ENC_UTF_8) : -1;
        if (index < 0) {
            zip_source_free(source);
            return failed();
        }
        zip_set_file_compression(archive.get(), zip_uint64_t(index), ZIP_CM_STORE, 0);
    }
    if (zip_close(archive.get()) != 0)
        return failed();
    archive.release(); // closed
    return {};
}

} // namespace kerascope
