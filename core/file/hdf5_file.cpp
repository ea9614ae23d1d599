// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/hdf5_file.h"

#include "core/file/file_error.h"
#include "core/file/hdf5_driver.h"

namespace kerascope {
namespace {

constexpr size_t maxChildren = 1'000'000;

Error unreadableObject(const Hdf5File& file, std::string_view path)
{
    return damagedFile(file.where(),
        {msg("core", "\"%1\" inside the HDF5 file cannot be read"), std::string(path.substr(0, 200))});
}

Error badLink(const Hdf5File& file, std::string_view path, bool external)
{
    return fileError(file.where(),
        external ? Text(msg("core", "\"%1\" lies in another file"), std::string(path.substr(0, 200)))
                 : Text(msg("core", "\"%1\" is a soft link"), std::string(path.substr(0, 200))),
        {msg("core", "links are not followed; save the model again as one plain file")});
}

/// The next name of a path, without empty ones and ".".
std::string_view nextName(std::string_view& path)
{
    while (!path.empty()) {
        const size_t slash = path.find('/');
        const std::string_view name = path.substr(0, slash);
        path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
        if (!name.empty() && name != ".")
            return name;
    }
    return {};
}

/// A C callback for H5Literate: 1 stops, 0 goes on.
herr_t collectName(hid_t /*group*/, const char* name, const H5L_info_t* /*info*/, void* names) noexcept
{
    auto* out = static_cast<std::vector<std::string>*>(names);
    try {
        if (out->size() >= maxChildren)
            return 1;
        out->emplace_back(name);
    } catch (...) {
        return -1;
    }
    return 0;
}

} // namespace

Result<std::shared_ptr<Hdf5File>> Hdf5File::open(SharedSource source, std::string where)
{
    const auto signature = findHdf5Signature(*source);
    if (!signature)
        return fileError(
            where, {msg("core", "this is not an HDF5 file")}, {msg("core", "choose another file")});
    const auto geometry = checkHdf5Superblock(*source, *signature, where);
    if (!geometry)
        return geometry.error();
    auto file = std::make_shared<Hdf5File>();
    file->source_ = std::move(source);
    file->where_ = std::move(where);
    file->geometry_ = *geometry;
    file->id_ = openHdf5OnSource(file->source_);
    if (!file->id_)
        return damagedFile(
            file->where_, {msg("core", "the HDF5 file cannot be read: its first headers are damaged")});
    return file;
}

Result<Hdf5Id> openHdf5Object(const Hdf5File& file, hid_t from, std::string_view path)
{
    std::string_view rest = path;
    Hdf5Id object;
    for (std::string_view part = nextName(rest); !part.empty(); part = nextName(rest)) {
        const std::string name(part);
        const hid_t parent = object ? object.get() : from;
        if (object && !isHdf5Group(parent))
            return Hdf5Id();
        const htri_t exists = H5Lexists(parent, name.c_str(), H5P_DEFAULT);
        if (exists == 0)
            return Hdf5Id();
        H5L_info_t info{};
        if (exists < 0 || H5Lget_info(parent, name.c_str(), &info, H5P_DEFAULT) < 0)
            return unreadableObject(file, path);
        if (info.type != H5L_TYPE_HARD)
            return badLink(file, path, info.type != H5L_TYPE_SOFT);
        object = Hdf5Id(H5Oopen(parent, name.c_str(), H5P_DEFAULT));
        if (!object)
            return unreadableObject(file, path);
    }
    return object;
}

Result<Hdf5Id> openHdf5Group(const Hdf5File& file, hid_t from, std::string_view path)
{
    auto object = openHdf5Object(file, from, path);
    if (object && *object && !isHdf5Group(object->get()))
        return Hdf5Id();
    return object;
}

std::string hdf5ObjectKey(hid_t group, const std::string& child)
{
    H5L_info_t info{};
    if (H5Lget_info(group, child.c_str(), &info, H5P_DEFAULT) < 0)
        return {};
#if H5_VERSION_GE(1, 12, 0)
    const auto* bytes = reinterpret_cast<const char*>(&info.u.token);
    return {bytes, sizeof info.u.token};
#else
    return std::to_string(info.u.address);
#endif
}

Result<std::vector<std::string>> hdf5Children(const Hdf5File& file, hid_t group)
{
    std::vector<std::string> names;
    const herr_t end = H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, nullptr, collectName, &names);
    if (end < 0)
        return damagedFile(
            file.where(), {msg("core", "a list of names inside the HDF5 file cannot be read")});
    if (end > 0)
        return fileError(file.where(),
            {msg("core", "a group of the HDF5 file holds more than %1 entries"), maxChildren},
            {msg("core", "no Keras model looks like this; check the file")});
    return names;
}

bool isHdf5Group(hid_t object) { return H5Iget_type(object) == H5I_GROUP || H5Iget_type(object) == H5I_FILE; }
bool isHdf5Dataset(hid_t object) { return H5Iget_type(object) == H5I_DATASET; }

} // namespace kerascope
