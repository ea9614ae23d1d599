// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/reader/wire.h"

#include <cstddef>

namespace kerascope {

/// The program asks, the reader process answers: first an OpenRequest, then ReadRequests.
/// With it comes one open file: memory of `pieceBytes` that both see, for what reading has to decode.
struct OpenRequest {
    std::vector<std::filesystem::path> paths;
    Beside beside = Beside::Take;
};
/// Elements [first, first + bytes / element size) of a tensor, into the common memory.
struct ReadRequest {
    int tensor = 0;
    uint64_t first = 0;
    uint64_t bytes = 0;
};

/// Where a tensor lies in one of the open files that come with the answer; `file` is negative where its bytes
/// have to be decoded.
struct SentPlace {
    int file = -1;
    uint64_t offset = 0;
};
struct OpenAnswer {
    bool opened = false;
    Error error; ///< where not opened
    ModelFile file;
    bool holdsTensors = false;
    std::vector<SentPlace> places; ///< one a tensor
};
struct ReadAnswer {
    bool done = false;
    Error error;
};

template <class Wire> void exchange(Wire& wire, Field<Wire, OpenRequest>& request)
{
    wire(request.paths, request.beside);
}
template <class Wire> void exchange(Wire& wire, Field<Wire, ReadRequest>& request)
{
    wire(request.tensor, request.first, request.bytes);
}
template <class Wire> void exchange(Wire& wire, Field<Wire, SentPlace>& place)
{
    wire(place.file, place.offset);
}
template <class Wire> void exchange(Wire& wire, Field<Wire, OpenAnswer>& answer)
{
    wire(answer.opened, answer.error, answer.file, answer.holdsTensors, answer.places);
}
template <class Wire> void exchange(Wire& wire, Field<Wire, ReadAnswer>& answer)
{
    wire(answer.done, answer.error);
}

template <class T> std::string packed(const T& message)
{
    WireWriter wire;
    wire(message);
    return wire.take();
}
/// False where the bytes are no such message.
template <class T> bool unpack(std::string_view bytes, T& message)
{
    WireReader wire(bytes);
    wire(message);
    return wire.complete();
}

} // namespace kerascope
