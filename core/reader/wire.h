// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/file/model_file.h"

#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace kerascope {

/// Fields as bytes, one after the other: numbers as the machine holds them (both ends are one machine), texts
/// and lists with their length before. A type's fields are named once, in its exchange(), for both ways.
class WireWriter {
public:
    template <class... Fields> void operator()(const Fields&... fields) { (put(fields), ...); }
    std::string take() { return std::move(bytes_); }

private:
    template <class Field> void put(const Field& field)
    {
        if constexpr (std::is_arithmetic_v<Field> || std::is_enum_v<Field>)
            bytes_.append(reinterpret_cast<const char*>(&field), sizeof field);
        else
            exchange(*this, field);
    }
    void put(const std::string& text)
    {
        put(uint64_t(text.size()));
        bytes_ += text;
    }
    void put(const std::filesystem::path& path) { put(path.native()); }
    template <class Item> void put(const std::vector<Item>& items)
    {
        put(uint64_t(items.size()));
        for (const Item& item : items)
            put(item);
    }

    std::string bytes_;
};

/// The way back. A length is believed only as far as there are bytes; after a fault, fields stay as they are.
class WireReader {
public:
    explicit WireReader(std::string_view bytes)
        : rest_(bytes)
    {
    }
    template <class... Fields> void operator()(Fields&... fields) { (get(fields), ...); }
    /// True where all was there and nothing is left.
    bool complete() const { return good_ && rest_.empty(); }

private:
    std::string_view cut(uint64_t size)
    {
        good_ = good_ && size <= rest_.size();
        const std::string_view out = good_ ? rest_.substr(0, size) : std::string_view();
        rest_.remove_prefix(out.size());
        return out;
    }
    template <class Field> void get(Field& field)
    {
        if constexpr (std::is_arithmetic_v<Field> || std::is_enum_v<Field>) {
            if (const std::string_view bytes = cut(sizeof field); good_)
                std::memcpy(&field, bytes.data(), sizeof field);
        } else {
            exchange(*this, field);
        }
    }
    void get(std::string& text)
    {
        uint64_t size = 0;
        get(size);
        text = cut(size);
    }
    void get(std::filesystem::path& path)
    {
        std::string text;
        get(text);
        path = std::move(text);
    }
    template <class Item> void get(std::vector<Item>& items)
    {
        uint64_t count = 0;
        get(count);
        good_ = good_ && count <= rest_.size(); // an item is a byte at least
        for (; good_ && count > 0; --count)
            get(items.emplace_back());
    }

    std::string_view rest_;
    bool good_ = true;
};

/// What exchange() takes: read only on the way out.
template <class Wire, class T> using Field = std::conditional_t<std::is_same_v<Wire, WireWriter>, const T, T>;

template <class Wire> void exchange(Wire& wire, Field<Wire, Text>& text) { wire(text.source, text.args); }
template <class Wire> void exchange(Wire& wire, Field<Wire, Error>& error)
{
    wire(error.code, error.where, error.what, error.hint);
}
template <class Wire> void exchange(Wire& wire, Field<Wire, StoredTensor>& tensor)
{
    wire(tensor.name, tensor.shape.dims, tensor.dtype, tensor.bytes, tensor.scale, tensor.minimum);
}
template <class Wire> void exchange(Wire& wire, Field<Wire, TensorGroup>& group)
{
    wire(group.name, group.layerName, group.tensors, group.weightNames);
}
template <class Wire> void exchange(Wire& wire, Field<Wire, FileIdentity>& identity)
{
    wire(identity.path, identity.size, identity.modifiedNs);
}
template <class Wire> void exchange(Wire& wire, Field<Wire, TextAsset>& asset)
{
    wire(asset.path, asset.text);
}
template <class Wire> void exchange(Wire& wire, Field<Wire, ModelFile>& file)
{
    wire(file.format, file.files, file.kerasVersion, file.backend, file.config, file.layout, file.tensors,
        file.groups, file.assets, file.notes, file.foundBeside);
}

} // namespace kerascope
