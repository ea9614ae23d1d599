// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/hdf5_tensors.h"

#include "core/file/file_error.h"
#include "core/file/hdf5_type.h"

#include <algorithm>
#include <array>
#include <atomic>

namespace kerascope {
namespace {

void swapElements(std::span<std::byte> bytes, size_t width)
{
    for (size_t at = 0; at + width <= bytes.size(); at += width)
        std::reverse(bytes.begin() + std::ptrdiff_t(at), bytes.begin() + std::ptrdiff_t(at + width));
}

/// Cuts a row-major range of elements into hyperslabs of whole inner blocks along one axis.
struct Slab {
    std::array<hsize_t, H5S_MAX_RANK> start{};
    std::array<hsize_t, H5S_MAX_RANK> count{};
    uint64_t elements = 1;
    uint64_t skip = 0; ///< elements of the slab before the wanted one
};

/// The largest slab from element `first` on that is no more than a piece, or one innermost line where the
/// last axis alone is longer.
Slab slabAt(const Shape& shape, uint64_t first, uint64_t wanted, size_t width)
{
    const uint64_t most = std::max<uint64_t>(1, pieceBytes / width);
    Slab out;
    const int rank = shape.rank();
    uint64_t inner = 1;
    int axis = rank;
    while (axis > 0 && (axis == rank || inner * uint64_t(shape[axis]) <= most)) {
        if (axis < rank)
            inner *= uint64_t(shape[axis]);
        --axis;
    }
    uint64_t rest = first / inner; // index of the block, over axes 0 … axis
    for (int i = axis; i >= 0; --i) {
        out.start[size_t(i)] = rest % uint64_t(shape[i]);
        rest /= uint64_t(shape[i]);
        out.count[size_t(i)] = 1;
    }
    out.skip = first % inner;
    const uint64_t blocks = (out.skip + wanted + inner - 1) / inner;
    const auto a = size_t(axis);
    out.count[a] = std::min(
        {blocks, std::max<uint64_t>(1, most / inner), uint64_t(shape[axis]) - uint64_t(out.start[a])});
    for (int i = axis + 1; i < rank; ++i)
        out.count[size_t(i)] = hsize_t(shape[i]);
    out.elements = out.count[a] * inner;
    return out;
}

class Hdf5Tensors : public TensorSource {
public:
    Hdf5Tensors(
        std::shared_ptr<Hdf5File> file, std::vector<StoredTensor> tensors, std::vector<Hdf5Place> places)
        : file_(std::move(file))
        , tensors_(std::move(tensors))
        , places_(std::move(places))
    {
    }

    Result<void> read(
        int tensor, uint64_t first, std::span<std::byte> out, const std::stop_token& stop) override
    {
        if (tensor < 0 || size_t(tensor) >= tensors_.size())
            return Error{
                ErrorCode::Internal, file_->where(), {msg("core", "there is no tensor %1"), tensor}, {}};
        const StoredTensor& stored = tensors_[size_t(tensor)];
        const size_t width = dtypeBytes(stored.dtype);
        const uint64_t count = out.size() / width;
        const uint64_t all = stored.bytes / width;
        if (out.size() % width != 0 || first > all || count > all - first)
            return Error{ErrorCode::Internal, file_->where(),
                {msg("core", "a read goes beyond the tensor \"%1\""), stored.name}, {}};
        if (out.empty())
            return {};
        return places_[size_t(tensor)].offset ? readPlain(tensor, first * width, out, stop)
                                              : readByLibrary(tensor, first, out, stop);
    }
    uint64_t bestPiece(int tensor) const override
    {
        return places_.at(size_t(tensor)).offset ? plainPieceBytes : pieceBytes;
    }
    uint64_t bytesRead() const override { return bytesRead_; }
    std::optional<FilePlace> place(int tensor) const override
    {
        const Hdf5Place& stored = places_[size_t(tensor)];
        return stored.offset && !stored.bigEndian ? file_->source()->place(*stored.offset) : std::nullopt;
    }

private:
    Error damaged(int tensor) const
    {
        return damagedFile(file_->where(),
            {msg("core", "the values of the tensor \"%1\" cannot be read"), tensors_[size_t(tensor)].name});
    }

    Result<void> readPlain(int tensor, uint64_t offset, std::span<std::byte> out, const std::stop_token& stop)
    {
        const Hdf5Place& place = places_[size_t(tensor)];
        for (uint64_t at = 0; at < out.size(); at += pieceBytes) {
            if (stop.stop_requested())
                return cancelled();
            const auto piece = out.subspan(at, std::min<uint64_t>(pieceBytes, out.size() - at));
            if (!file_->source()->read(*place.offset + offset + at, piece))
                return damaged(tensor);
            if (place.bigEndian)
                swapElements(piece, dtypeBytes(tensors_[size_t(tensor)].dtype));
            bytesRead_ += piece.size();
        }
        return {};
    }

    Result<void> readByLibrary(
        int tensor, uint64_t first, std::span<std::byte> out, const std::stop_token& stop)
    {
        const StoredTensor& stored = tensors_[size_t(tensor)];
        const size_t width = dtypeBytes(stored.dtype);
        std::vector<std::byte> piece;
        while (!out.empty()) {
            if (stop.stop_requested())
                return cancelled();
            const uint64_t wanted = out.size() / width;
            const Slab slab = slabAt(stored.shape, first, wanted, width);
            const uint64_t got = std::min(wanted, slab.elements - slab.skip);
            const bool inPlace = slab.skip == 0 && slab.elements == got;
            if (!inPlace)
                piece.resize(slab.elements * width);
            if (!readSlab(tensor, slab, inPlace ? out.data() : piece.data()))
                return damaged(tensor);
            if (!inPlace)
                std::copy_n(piece.begin() + std::ptrdiff_t(slab.skip * width), got * width, out.begin());
            bytesRead_ += got * width;
            out = out.subspan(got * width);
            first += got;
        }
        return {};
    }

    bool readSlab(int tensor, const Slab& slab, std::byte* out)
    {
        const Hdf5Lock lock;
        if (openTensor_ != tensor && !openTensor(tensor))
            return false;
        const int rank = tensors_[size_t(tensor)].shape.rank();
        const Hdf5Id fileSpace(H5Dget_space(open_.get()));
        if (rank == 0)
            return H5Dread(open_.get(), openType_.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, out) >= 0;
        const Hdf5Id memorySpace(H5Screate_simple(rank, slab.count.data(), nullptr));
        return fileSpace && memorySpace
            && H5Sselect_hyperslab(
                   fileSpace.get(), H5S_SELECT_SET, slab.start.data(), nullptr, slab.count.data(), nullptr)
            >= 0
            && H5Dread(open_.get(), openType_.get(), memorySpace.get(), fileSpace.get(), H5P_DEFAULT, out)
            >= 0;
    }

    /// One dataset stays open, so that reading it in order keeps its chunk cache.
    bool openTensor(int tensor)
    {
        openTensor_ = -1;
        const Hdf5Place& place = places_[size_t(tensor)];
        const Hdf5Id access(H5Pcreate(H5P_DATASET_ACCESS));
        if (place.cacheBytes > 0
            && H5Pset_chunk_cache(access.get(), 12421, std::max<uint64_t>(place.cacheBytes, 1U << 20), 1.0)
                < 0)
            return false;
        open_ = Hdf5Id(H5Dopen2(file_->id(), place.path.c_str(), access.get()));
        const Hdf5Id type(open_ ? H5Dget_type(open_.get()) : H5I_INVALID_HID);
        if (!type)
            return false;
        openType_ = littleEndianType(type.get());
        if (!openType_)
            return false;
        openTensor_ = tensor;
        return true;
    }

    std::shared_ptr<Hdf5File> file_; // before the handles, so that it goes last
    std::vector<StoredTensor> tensors_;
    std::vector<Hdf5Place> places_;
    Hdf5Id open_;
    Hdf5Id openType_;
    int openTensor_ = -1;
    std::atomic<uint64_t> bytesRead_ = 0;
};

} // namespace

std::shared_ptr<TensorSource> hdf5Tensors(
    std::shared_ptr<Hdf5File> file, std::vector<StoredTensor> tensors, std::vector<Hdf5Place> places)
{
    return std::make_shared<Hdf5Tensors>(std::move(file), std::move(tensors), std::move(places));
}

} // namespace kerascope
