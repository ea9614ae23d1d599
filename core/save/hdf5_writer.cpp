// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/save/hdf5_writer.h"

#include "core/save/save_part.h"

namespace kerascope::save {
namespace {

hid_t typeOf(DType type)
{
    switch (type) {
    case DType::Int8:
        return H5T_STD_I8LE;
    case DType::UInt8:
        return H5T_STD_U8LE;
    case DType::Int16:
        return H5T_STD_I16LE;
    case DType::Int32:
        return H5T_STD_I32LE;
    case DType::UInt32:
        return H5T_STD_U32LE;
    case DType::Int64:
        return H5T_STD_I64LE;
    default:
        return H5T_IEEE_F32LE;
    }
}

Hdf5Id missingGroups()
{
    Hdf5Id properties(H5Pcreate(H5P_LINK_CREATE));
    H5Pset_create_intermediate_group(properties.get(), 1);
    return properties;
}

/// The library keeps what went wrong per thread, for as long as nobody clears it.
Error refused(const std::filesystem::path& path)
{
    H5Eclear2(H5E_DEFAULT);
    return cannotWrite(path);
}

} // namespace

Error Hdf5Writer::failed() const { return refused(path_); }

Result<Hdf5Writer> Hdf5Writer::create(const std::filesystem::path& path)
{
    const Hdf5Lock lock;
    Hdf5Id file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
    if (!file)
        return refused(path);
    return Hdf5Writer(path, std::move(file));
}

Result<void> Hdf5Writer::group(const std::string& path, const std::string& name)
{
    const Hdf5Lock lock;
    const Hdf5Id properties = missingGroups();
    const Hdf5Id group(H5Gcreate2(file_.get(), path.c_str(), properties.get(), H5P_DEFAULT, H5P_DEFAULT));
    const Hdf5Id type(H5Tcopy(H5T_C_S1));
    H5Tset_size(type.get(), H5T_VARIABLE); // as h5py writes texts
    H5Tset_cset(type.get(), H5T_CSET_UTF8);
    const Hdf5Id space(H5Screate(H5S_SCALAR));
    const Hdf5Id attribute(
        H5Acreate2(group.get(), "name", type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT));
    const char* text = name.c_str();
    if (!attribute || H5Awrite(attribute.get(), type.get(), &text) < 0)
        return failed();
    return {};
}

Result<void> Hdf5Writer::dataset(const std::string& path, const Tensor& tensor, DType stored)
{
    const Hdf5Lock lock;
    std::vector<hsize_t> dims(tensor.shape.dims.begin(), tensor.shape.dims.end());
    const Hdf5Id space(
        dims.empty() ? H5Screate(H5S_SCALAR) : H5Screate_simple(int(dims.size()), dims.data(), nullptr));
    const Hdf5Id properties = missingGroups();
    const Hdf5Id dataset(H5Dcreate2(
        file_.get(), path.c_str(), typeOf(stored), space.get(), properties.get(), H5P_DEFAULT, H5P_DEFAULT));
    if (!dataset
        || H5Dwrite(dataset.get(), H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, tensor.data.data()) < 0)
        return failed();
    return {};
}

Result<void> Hdf5Writer::close()
{
    const Hdf5Lock lock;
    const bool written = H5Fflush(file_.get(), H5F_SCOPE_GLOBAL) >= 0;
    file_ = Hdf5Id();
    return written ? Result<void>() : Result<void>(failed());
}

} // namespace kerascope::save
