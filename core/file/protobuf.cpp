// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/protobuf.h"

#include <algorithm>
#include <array>

namespace kerascope {

ProtobufReader::ProtobufReader(const ByteSource& source, uint64_t offset, uint64_t size)
    : source_(source)
    , at_(offset)
    , end_(offset + size)
{
}

bool ProtobufReader::varint(uint64_t& out)
{
    std::array<std::byte, 10> raw{};
    const auto window = std::span(raw).first(size_t(std::min<uint64_t>(raw.size(), end_ - at_)));
    if (window.empty() || !source_.read(at_, window))
        return false;
    out = 0;
    for (size_t i = 0; i < window.size(); ++i) {
        const auto byte = std::to_integer<uint64_t>(window[i]);
        if (i == 9 && byte > 1) // more than 64 bits
            return false;
        out |= (byte & 0x7fU) << (7 * i);
        if (byte < 0x80) {
            at_ += i + 1;
            return true;
        }
    }
    return false;
}

bool ProtobufReader::fixed(unsigned bytes, uint64_t& out)
{
    std::array<std::byte, 8> raw{};
    if (bytes > end_ - at_ || !source_.read(at_, std::span(raw).first(bytes)))
        return false;
    out = 0;
    for (size_t i = bytes; i-- > 0;)
        out = out << 8 | std::to_integer<uint64_t>(raw[i]);
    at_ += bytes;
    return true;
}

ProtobufReader::Step ProtobufReader::next(ProtobufField& out)
{
    if (at_ >= end_)
        return Step::End;
    uint64_t tag = 0;
    if (!varint(tag))
        return Step::Damaged;
    out = {};
    out.number = tag >> 3;
    out.wire = unsigned(tag & 7U);
    bool good = out.number > 0;
    switch (out.wire) {
    case ProtobufField::Varint:
        good = good && varint(out.value);
        break;
    case ProtobufField::Fixed64:
        good = good && fixed(8, out.value);
        break;
    case ProtobufField::Fixed32:
        good = good && fixed(4, out.value);
        break;
    case ProtobufField::Bytes:
        good = good && varint(out.size);
        out.offset = at_;
        if (good && out.size > end_ - at_)
            return Step::Cut;
        at_ += good ? out.size : 0;
        break;
    default: // groups are gone since long
        good = false;
    }
    return good ? Step::Field : Step::Damaged;
}

} // namespace kerascope
