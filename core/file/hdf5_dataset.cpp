// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/hdf5_dataset.h"

#include "core/file/file_error.h"
#include "core/file/hdf5_lzf.h"
#include "core/file/hdf5_type.h"

#include <algorithm>
#include <array>

namespace kerascope {
namespace {

constexpr uint64_t maxCacheBytes = uint64_t(64) << 20;
/// Never-written parts of a dataset read as zeros; more of them than this is refused.
constexpr uint64_t slackBytes = uint64_t(1) << 20;
/// Most that deflate can shrink, rounded up.
constexpr uint64_t maxDeflateRatio = 1100;

/// One open dataset on its way through the checks.
struct Inspection {
    const Hdf5File& file;
    hid_t dataset;
    const std::string& path;
    Hdf5Dataset out;

    Error damaged() const
    {
        return damagedFile(file.where(), {msg("core", "the tensor \"%1\" cannot be read"), path});
    }
    Error unsupported(Text what) const
    {
        return {ErrorCode::Unsupported, file.where(), std::move(what),
            {msg("core", "save the model again with Keras, or convert the file with h5repack")}};
    }
};

std::string filterName(H5Z_filter_t filter, const char* written)
{
    switch (filter) {
    case H5Z_FILTER_SZIP:
        return "szip";
    case H5Z_FILTER_NBIT:
        return "n-bit";
    case H5Z_FILTER_SCALEOFFSET:
        return "scale-offset";
    case 32001:
        return "blosc";
    case 32004:
        return "lz4";
    case 32008:
        return "bitshuffle";
    case 32013:
        return "zfp";
    case 32015:
        return "zstd";
    case 32026:
        return "blosc2";
    default:
        return written[0] != '\0' ? written : std::to_string(filter);
    }
}

Result<void> readExtent(Inspection& in)
{
    const Hdf5Id space(H5Dget_space(in.dataset));
    if (!space)
        return in.damaged();
    const H5S_class_t kind = H5Sget_simple_extent_type(space.get());
    if (kind == H5S_NULL) {
        in.out.tensor.shape = Shape{0};
        return {};
    }
    const int rank = H5Sget_simple_extent_ndims(space.get());
    std::array<hsize_t, H5S_MAX_RANK> dims{};
    if ((kind != H5S_SCALAR && kind != H5S_SIMPLE) || rank < 0 || rank > int(dims.size())
        || H5Sget_simple_extent_dims(space.get(), dims.data(), nullptr) < 0)
        return in.damaged();
    for (int axis = 0; axis < rank; ++axis) {
        if (dims[size_t(axis)] > uint64_t(1) << 62)
            return in.damaged();
        in.out.tensor.shape.dims.push_back(int64_t(dims[size_t(axis)]));
    }
    return {};
}

Result<void> readType(Inspection& in)
{
    const Hdf5Id type(H5Dget_type(in.dataset));
    const auto number = type ? hdf5Number(in.file, in.dataset, type.get()) : std::nullopt;
    if (!type)
        return in.damaged();
    if (!number)
        return in.unsupported(
            {msg("core", "the tensor \"%1\" holds values of a type that is not read"), in.path});
    StoredTensor& tensor = in.out.tensor;
    tensor.dtype = number->dtype;
    in.out.place.bigEndian = number->bigEndian;
    const auto elements = tensor.shape.elements();
    const auto bytes =
        elements ? checkedMultiply(*elements, int64_t(dtypeBytes(number->dtype))) : std::nullopt;
    if (!bytes)
        return damagedFile(
            in.file.where(), {msg("core", "the tensor \"%1\" declares an impossible size"), in.path});
    tensor.bytes = uint64_t(*bytes);
    return {};
}

Error declaresTooMuch(const Inspection& in, uint64_t stored)
{
    return damagedFile(in.file.where(),
        {msg("core", "the tensor \"%1\" declares %2 bytes but the file holds %3 for it"), in.path,
            grouped(in.out.tensor.bytes), grouped(stored)});
}

/// Gives the most that the filters can shrink a chunk.
Result<uint64_t> checkFilters(const Inspection& in, hid_t creation)
{
    uint64_t ratio = 1;
    const int filters = H5Pget_nfilters(creation);
    for (int i = 0; i < filters; ++i) {
        unsigned flags = 0;
        unsigned settings = 0;
        size_t settingCount = 0;
        std::array<char, 64> name{};
        const H5Z_filter_t filter = H5Pget_filter2(
            creation, unsigned(i), &flags, &settingCount, nullptr, name.size() - 1, name.data(), &settings);
        if (filter < 0)
            return in.damaged();
        const bool packs = filter == H5Z_FILTER_DEFLATE || filter == lzfFilter;
        if (!packs && filter != H5Z_FILTER_SHUFFLE && filter != H5Z_FILTER_FLETCHER32)
            return in.unsupported(
                {msg("core", "the tensor \"%1\" is packed with the filter %2, which is not read"), in.path,
                    filterName(filter, name.data())});
        if (packs)
            ratio = std::max(ratio, filter == lzfFilter ? uint64_t(maxLzfRatio) : maxDeflateRatio);
    }
    if (filters < 0)
        return in.damaged();
    return ratio;
}

Result<void> checkChunks(Inspection& in, hid_t creation, uint64_t stored)
{
    const auto ratio = checkFilters(in, creation);
    if (!ratio)
        return ratio.error();
    const uint64_t bytes = in.out.tensor.bytes;
    if (stored > in.file.source()->size() || bytes / *ratio > stored + slackBytes)
        return declaresTooMuch(in, stored);
    const Shape& shape = in.out.tensor.shape;
    std::array<hsize_t, H5S_MAX_RANK> chunk{};
    const int rank = H5Pget_chunk(creation, int(chunk.size()), chunk.data());
    if (rank != shape.rank())
        return in.damaged();
    uint64_t chunkBytes = dtypeBytes(in.out.tensor.dtype);
    uint64_t chunksInRow = 1; // chunks that one index of the first axis cuts
    for (int axis = 0; axis < rank; ++axis) {
        const uint64_t size = chunk[size_t(axis)];
        const auto product = size == 0 || size > UINT32_MAX
            ? std::nullopt
            : checkedMultiply(int64_t(chunkBytes), int64_t(size));
        if (!product || uint64_t(*product) > UINT32_MAX)
            return in.damaged();
        chunkBytes = uint64_t(*product);
        if (axis > 0)
            chunksInRow = std::min(chunksInRow * uint64_t(uint64_t(shape[axis]) / size + 1), maxCacheBytes);
    }
    if (chunkBytes > std::max(maxCacheBytes, bytes * 2))
        return declaresTooMuch(in, stored);
    in.out.place.cacheBytes = std::min(maxCacheBytes, chunkBytes * std::min(chunksInRow, maxCacheBytes));
    return {};
}

Result<void> checkStorage(Inspection& in)
{
    const Hdf5Id creation(H5Dget_create_plist(in.dataset));
    if (!creation)
        return in.damaged();
    if (H5Pget_external_count(creation.get()) != 0)
        return in.unsupported({msg("core", "the values of the tensor \"%1\" lie in another file"), in.path});
    const uint64_t stored = H5Dget_storage_size(in.dataset);
    const uint64_t bytes = in.out.tensor.bytes;
    switch (H5Pget_layout(creation.get())) {
    case H5D_VIRTUAL:
        return in.unsupported({msg("core", "the tensor \"%1\" is put together from other files"), in.path});
    case H5D_COMPACT:
        return stored == bytes ? Result<void>() : declaresTooMuch(in, stored);
    case H5D_CHUNKED:
        return checkChunks(in, creation.get(), stored);
    case H5D_CONTIGUOUS:
        break;
    default:
        return in.damaged();
    }
    const haddr_t offset = H5Dget_offset(in.dataset);
    if (offset == HADDR_UNDEF) // never written: all zeros
        return bytes <= slackBytes ? Result<void>() : declaresTooMuch(in, 0);
    if (stored != bytes)
        return declaresTooMuch(in, stored);
    if (!in.file.source()->contains(offset, bytes))
        return damagedFile(
            in.file.where(), {msg("core", "the tensor \"%1\" lies beyond the end of the file"), in.path});
    in.out.place.offset = offset;
    return {};
}

} // namespace

Result<Hdf5Dataset> describeHdf5Dataset(const Hdf5File& file, hid_t dataset, const std::string& path)
{
    Inspection in{file, dataset, path, {}};
    in.out.tensor.name = path;
    in.out.place.path = path;
    for (Result<void> (*step)(Inspection&) : {readExtent, readType, checkStorage})
        if (const auto done = step(in); !done)
            return done.error();
    return std::move(in.out);
}

} // namespace kerascope
