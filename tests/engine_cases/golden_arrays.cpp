// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/npy.h"
#include "tests/engine_cases/golden_cases.h"

#include <algorithm>
#include <hdf5.h>

namespace kerascope::cases {
namespace {

namespace fs = std::filesystem;
using Arrays = std::map<std::string, Tensor>;

/// A float dataset at the root's group/name.
bool readDataset(hid_t file, const std::string& path, Tensor& out)
{
    const hid_t set = H5Dopen2(file, path.c_str(), H5P_DEFAULT);
    if (set < 0)
        return false;
    const hid_t space = H5Dget_space(set);
    const int rank = H5Sget_simple_extent_ndims(space);
    std::vector<hsize_t> dims(size_t(std::max(rank, 0)));
    H5Sget_simple_extent_dims(space, dims.data(), nullptr);
    out.shape.dims.assign(dims.begin(), dims.end());
    out.data.resize(size_t(out.shape.elements().value_or(0)));
    const bool good = H5Dread(set, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, out.data.data()) >= 0;
    H5Sclose(space);
    H5Dclose(set);
    return good;
}

Result<void> readGroup(hid_t file, const std::string& group, const std::string& kind, Arrays& out)
{
    if (H5Lexists(file, group.c_str(), H5P_DEFAULT) <= 0)
        return {};
    H5G_info_t info;
    if (H5Gget_info_by_name(file, group.c_str(), &info, H5P_DEFAULT) < 0)
        return Error{ErrorCode::File, group, "the group cannot be read", {}};
    for (hsize_t i = 0; i < info.nlinks; ++i) {
        std::string name(256, '\0');
        const ssize_t size = H5Lget_name_by_idx(
            file, group.c_str(), H5_INDEX_NAME, H5_ITER_INC, i, name.data(), name.size(), H5P_DEFAULT);
        name.resize(size_t(std::max<ssize_t>(size, 0)));
        const std::string path = group + "/" + name;
        Tensor tensor;
        if (!readDataset(file, path, tensor))
            return Error{ErrorCode::File, path, "the array cannot be read", {}};
        out.emplace(kind + name, std::move(tensor));
    }
    return {};
}

} // namespace

Result<Arrays> readArrays(const fs::path& path)
{
    if (path.extension() == ".npz") {
        const auto read = readNpzAll(path);
        if (!read)
            return read.error();
        return Arrays(read->begin(), read->end());
    }
    if (path.extension() == ".json")
        return readKerasJsArrays(path);
    if (path.extension() == ".txt")
        return readTextArrays(path);
    const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    if (file < 0)
        return Error{ErrorCode::File, path.string(), "the file cannot be opened", {}};
    Arrays out;
    const std::pair<const char*, const char*> groups[]{
        {"inputs", "in:"}, {"predictions", "out:"}, {"activations", "layer:"}};
    Result<void> done;
    for (const auto& [group, kind] : groups)
        if (done.ok())
            done = readGroup(file, group, kind, out);
    H5Fclose(file);
    if (!done)
        return done.error();
    return out;
}

} // namespace kerascope::cases
