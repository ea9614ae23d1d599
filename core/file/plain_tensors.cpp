// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/plain_tensors.h"

#include "core/file/file_error.h"

#include <algorithm>

namespace kerascope {
namespace {

class PlainTensors : public TensorSource {
public:
    PlainTensors(std::vector<PlainPlace> places, std::string where)
        : places_(std::move(places))
        , where_(std::move(where))
    {
    }
    Result<void> read(
        int tensor, uint64_t first, std::span<std::byte> out, const std::stop_token& stop) override
    {
        const PlainPlace& place = places_.at(size_t(tensor));
        uint64_t offset = place.offset + first * place.elementBytes;
        while (!out.empty()) {
            if (stop.stop_requested())
                return cancelled();
            const auto piece = out.first(size_t(std::min<uint64_t>(out.size(), pieceBytes)));
            if (!place.source->read(offset, piece))
                return damagedFile(where_, {msg("core", "the weights cannot be read")});
            bytesRead_ += piece.size();
            offset += piece.size();
            out = out.subspan(piece.size());
        }
        return {};
    }
    uint64_t bestPiece(int /*tensor*/) const override { return plainPieceBytes; }
    std::optional<FilePlace> place(int tensor) const override
    {
        const PlainPlace& at = places_.at(size_t(tensor));
        const auto first = at.source->place(at.offset);
        const auto last = at.bytes > 0 ? at.source->place(at.offset + at.bytes - 1) : first;
        const bool whole = first && last && first->descriptor == last->descriptor
            && last->offset - first->offset == (at.bytes > 0 ? at.bytes - 1 : 0);
        return whole ? first : std::nullopt; // it may go on in the next shard
    }
    uint64_t bytesRead() const override { return bytesRead_; }

private:
    std::vector<PlainPlace> places_;
    std::string where_;
    uint64_t bytesRead_ = 0;
};

class JoinedTensors : public TensorSource {
public:
    JoinedTensors(std::vector<std::shared_ptr<TensorSource>> parts, std::vector<TensorPart> places)
        : parts_(std::move(parts))
        , places_(std::move(places))
    {
    }
    Result<void> read(
        int tensor, uint64_t first, std::span<std::byte> out, const std::stop_token& stop) override
    {
        const TensorPart& place = places_.at(size_t(tensor));
        return parts_[place.part]->read(place.index, first, out, stop);
    }
    uint64_t bestPiece(int tensor) const override
    {
        const TensorPart& place = places_.at(size_t(tensor));
        return parts_[place.part]->bestPiece(place.index);
    }
    std::optional<FilePlace> place(int tensor) const override
    {
        const TensorPart& part = places_.at(size_t(tensor));
        return parts_[part.part]->place(part.index);
    }
    uint64_t bytesRead() const override
    {
        uint64_t sum = 0;
        for (const auto& part : parts_)
            sum += part->bytesRead();
        return sum;
    }

private:
    std::vector<std::shared_ptr<TensorSource>> parts_;
    std::vector<TensorPart> places_;
};

} // namespace

std::shared_ptr<TensorSource> plainTensors(std::vector<PlainPlace> places, std::string where)
{
    return std::make_shared<PlainTensors>(std::move(places), std::move(where));
}

std::shared_ptr<TensorSource> joinedTensors(
    std::vector<std::shared_ptr<TensorSource>> parts, std::vector<TensorPart> places)
{
    return std::make_shared<JoinedTensors>(std::move(parts), std::move(places));
}

} // namespace kerascope
