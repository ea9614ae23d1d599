// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/hdf5_heap.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <span>

namespace kerascope {
namespace {

constexpr uint64_t maxHeapBytes = uint64_t(64) << 20;

uint64_t little(std::span<const std::byte> bytes)
{
    uint64_t value = 0;
    for (size_t i = bytes.size(); i-- > 0;)
        value = value << 8 | std::to_integer<uint64_t>(bytes[i]);
    return value;
}

/// A "conversion" from variable length to opaque that leaves the references as they stand in the file.
herr_t keepReferences(hid_t /*source*/, hid_t /*destination*/, H5T_cdata_t* data, size_t /*count*/,
    size_t /*bufferStride*/, size_t /*backgroundStride*/, void* /*buffer*/, void* /*background*/,
    hid_t /*list*/)
{
    data->need_bkg = H5T_BKG_NO;
    return 0;
}

bool registerConversion(hid_t variableText)
{
    static const bool registered = [&] {
        const Hdf5Id opaque(H5Tcreate(H5T_OPAQUE, 16));
        return H5Tregister(H5T_PERS_SOFT, "kerascope_refs", variableText, opaque.get(), keepReferences) >= 0;
    }();
    return registered;
}

/// The references as bytes, `width` each.
std::optional<std::vector<std::byte>> readReferences(hid_t attribute, uint64_t count, size_t width)
{
    const Hdf5Id type(H5Aget_type(attribute));
    const Hdf5Id opaque(H5Tcreate(H5T_OPAQUE, width));
    if (!type || !opaque || !registerConversion(type.get())
        || H5Aget_storage_size(attribute) != count * width)
        return std::nullopt;
    std::vector<std::byte> out(count * width);
    if (H5Aread(attribute, opaque.get(), out.data()) < 0)
        return std::nullopt;
    return out;
}

/// One collection of a global heap: index → bytes.
struct Heap {
    std::vector<std::byte> bytes;
    std::map<uint64_t, std::span<const std::byte>> objects;
};

std::optional<Heap> readHeap(const Hdf5File& file, uint64_t address)
{
    const Hdf5Geometry& geometry = file.geometry();
    const ByteSource& source = *file.source();
    const size_t headerBytes = 8 + geometry.lengthBytes;
    std::vector<std::byte> header(headerBytes);
    if (address > source.size() || !source.read(geometry.base + address, header)
        || std::memcmp(header.data(), "GCOL\1", 5) != 0)
        return std::nullopt;
    const uint64_t size = little(std::span(header).subspan(8, geometry.lengthBytes));
    if (size < headerBytes || size > maxHeapBytes || !source.contains(geometry.base + address, size))
        return std::nullopt;
    Heap out;
    out.bytes.resize(size);
    if (!source.read(geometry.base + address, out.bytes))
        return std::nullopt;
    const std::span<const std::byte> all(out.bytes);
    for (size_t at = headerBytes; at + headerBytes <= all.size();) {
        const uint64_t index = little(all.subspan(at, 2));
        const uint64_t bytes = little(all.subspan(at + 8, geometry.lengthBytes));
        at += headerBytes;
        if (index == 0) // the free rest
            break;
        if (bytes > all.size() - at)
            return std::nullopt;
        out.objects[index] = all.subspan(at, bytes);
        at += std::min(all.size() - at, size_t((bytes + 7) / 8 * 8));
    }
    return out;
}

} // namespace

std::optional<std::vector<std::string>> readHdf5HeapTexts(
    const Hdf5File& file, hid_t attribute, uint64_t count, uint64_t maxBytes)
{
    const size_t addressBytes = file.geometry().offsetBytes;
    const size_t width = 4 + addressBytes + 4;
    const auto references = readReferences(attribute, count, width);
    if (!references)
        return std::nullopt;
    std::vector<std::string> out;
    std::optional<Heap> heap;
    uint64_t heapAddress = 0;
    uint64_t total = 0;
    for (uint64_t i = 0; i < count; ++i) {
        const auto reference = std::span(*references).subspan(i * width, width);
        const uint64_t length = little(reference.first(4));
        const uint64_t address = little(reference.subspan(4, addressBytes));
        if (length == 0 || address == 0) {
            out.emplace_back();
            continue;
        }
        if (!heap || heapAddress != address)
            heap = readHeap(file, address);
        heapAddress = address;
        const auto object =
            heap ? heap->objects.find(little(reference.last(4))) : decltype(heap->objects.end())();
        if (!heap || object == heap->objects.end() || length > object->second.size()
            || length > maxBytes - total)
            return std::nullopt;
        total += length;
        std::string text(length, '\0');
        std::memcpy(text.data(), object->second.data(), length);
        text.resize(std::min(text.find('\0'), text.size()));
        out.push_back(std::move(text));
    }
    return out;
}

} // namespace kerascope
