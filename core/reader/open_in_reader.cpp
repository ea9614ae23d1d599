// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reader/open_in_reader.h"

#include "core/file/byte_source.h"
#include "core/file/file_error.h"
#include "core/reader/reader_process.h"

#include <algorithm>
#include <sys/stat.h>

namespace kerascope {
namespace {

using Paths = std::vector<std::filesystem::path>;

struct TensorPlace {
    SharedSource source; ///< null: by the reader
    uint64_t offset = 0;
};

/// The places are looked at before they are used: the reader has read a file of unknown origin.
Result<std::vector<TensorPlace>> placesOf(const std::vector<StoredTensor>& tensors,
    const std::vector<SentPlace>& sent, std::vector<Descriptor> descriptors, const std::string& where)
{
    std::vector<SharedSource> sources;
    for (Descriptor& descriptor : descriptors) {
        struct stat status { };
        if (::fstat(descriptor.get(), &status) != 0 || !S_ISREG(status.st_mode))
            return damagedFile(where, {msg("core", "the weights cannot be read")});
        sources.push_back(descriptorSource(descriptor.release(), uint64_t(status.st_size)));
    }
    std::vector<TensorPlace> places(tensors.size());
    for (size_t i = 0; i < std::min(places.size(), sent.size()); ++i) {
        const auto [file, offset] = sent[i];
        if (file < 0 || size_t(file) >= sources.size())
            continue;
        if (!sources[size_t(file)]->contains(offset, tensors[i].bytes))
            return damagedFile(where, {msg("core", "the weights cannot be read")});
        places[i] = {sources[size_t(file)], offset};
    }
    return places;
}

class ReaderTensors : public TensorSource {
public:
    ReaderTensors(Paths paths, Beside beside, const ModelFile& file, std::vector<TensorPlace> places,
        std::unique_ptr<ReaderProcess> process)
        : paths_(std::move(paths))
        , beside_(beside)
        , files_(file.files)
        , places_(std::move(places))
        , process_(std::move(process))
    {
        for (const StoredTensor& tensor : file.tensors) {
            widths_.push_back(std::max<uint64_t>(1, dtypeBytes(tensor.dtype)));
            sizes_.push_back(tensor.bytes);
        }
        // Nothing is left to decode: then the process has done its work.
        if (std::all_of(places_.begin(), places_.end(), [](const TensorPlace& p) { return p.source; }))
            process_.reset();
    }

    Result<void> read(
        int tensor, uint64_t first, std::span<std::byte> out, const std::stop_token& stop) override
    {
        const auto index = size_t(tensor);
        if (tensor < 0 || index >= places_.size() || first > sizes_[index] / widths_[index]
            || out.size() > sizes_[index] - first * widths_[index])
            return Error{ErrorCode::Internal, where(), {msg("core", "there is no tensor %1"), tensor}, {}};
        const uint64_t most = pieceBytes / widths_[index] * widths_[index];
        for (uint64_t at = 0; at < out.size(); at += most) {
            if (stop.stop_requested())
                return cancelled();
            const auto piece = out.subspan(at, std::min<uint64_t>(most, out.size() - at));
            const uint64_t element = first + at / widths_[index];
            auto done = places_[index].source ? readHere(index, element, piece)
                                              : readThere(tensor, element, piece, stop);
            if (!done)
                return done;
            bytesRead_ += piece.size();
        }
        return {};
    }
    uint64_t bestPiece(int tensor) const override
    {
        return places_.at(size_t(tensor)).source ? plainPieceBytes : pieceBytes;
    }
    uint64_t bytesRead() const override { return bytesRead_; }

private:
    std::string where() const { return paths_.empty() ? std::string() : paths_[0].string(); }

    Result<void> readHere(size_t tensor, uint64_t element, std::span<std::byte> out)
    {
        const TensorPlace& place = places_[tensor];
        if (!place.source->read(place.offset + element * widths_[tensor], out))
            return damagedFile(where(), {msg("core", "the weights cannot be read")});
        return {};
    }

    Result<void> readThere(
        int tensor, uint64_t element, std::span<std::byte> out, const std::stop_token& stop)
    {
        if (!process_ || !process_->alive())
            if (auto done = startAgain(stop); !done)
                return done;
        return process_->read(tensor, element, out, where(), stop);
    }

    Result<void> startAgain(const std::stop_token& stop)
    {
        auto process = ReaderProcess::start();
        if (!process)
            return process.error();
        std::vector<Descriptor> descriptors;
        auto answer = (*process)->open(paths_, beside_, descriptors, stop);
        if (!answer)
            return answer.error();
        if (answer->file.files != files_ || answer->file.tensors.size() != sizes_.size())
            return fileError(where(), {msg("core", "the file has changed since it was opened")},
                {msg("core", "open it again")});
        process_ = std::move(*process);
        return {};
    }

    Paths paths_;
    Beside beside_;
    std::vector<FileIdentity> files_;
    std::vector<TensorPlace> places_;
    std::vector<uint64_t> widths_, sizes_; ///< bytes of an element, of the tensor
    std::unique_ptr<ReaderProcess> process_;
    uint64_t bytesRead_ = 0;
};

} // namespace

Result<OpenedFile> openInReader(const Paths& paths, const std::stop_token& stop, Beside beside)
{
    if (stop.stop_requested())
        return cancelled();
    auto process = ReaderProcess::start();
    if (!process)
        return process.error();
    std::vector<Descriptor> descriptors;
    auto answer = (*process)->open(paths, beside, descriptors, stop);
    if (!answer)
        return answer.error();
    OpenedFile out;
    out.file = std::move(answer->file);
    if (!answer->holdsTensors)
        return out;
    auto places = placesOf(out.file.tensors, answer->places, std::move(descriptors), paths[0].string());
    if (!places)
        return places.error();
    out.tensors =
        std::make_shared<ReaderTensors>(paths, beside, out.file, std::move(*places), std::move(*process));
    return out;
}

} // namespace kerascope
