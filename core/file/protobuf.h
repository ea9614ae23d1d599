// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/file/byte_source.h"

namespace kerascope {

/// One field of a protobuf message. Encoding: https://protobuf.dev/programming-guides/encoding/
struct ProtobufField {
    enum Wire : unsigned { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };
    uint64_t number = 0;
    unsigned wire = Varint;
    uint64_t value = 0; ///< Varint, Fixed32, Fixed64
    uint64_t offset = 0, size = 0; ///< Bytes: where they lie in the source
};

/// Walks the fields of one message in [offset, offset + size) of a source, without reading the bytes that
/// fields hold and without recursion.
class ProtobufReader {
public:
    enum class Step { Field, End, Damaged, Cut };

    ProtobufReader(const ByteSource& source, uint64_t offset, uint64_t size);
    /// The next field. Cut: a field says that it ends beyond the message; `out` then holds where.
    Step next(ProtobufField& out);

private:
    bool varint(uint64_t& out);
    bool fixed(unsigned bytes, uint64_t& out);

    const ByteSource& source_;
    uint64_t at_;
    uint64_t end_;
};

} // namespace kerascope
