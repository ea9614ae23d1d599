// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/hdf5_attribute.h"

#include "core/file/file_error.h"
#include "core/file/hdf5_heap.h"
#include "core/file/json.h"

#include <algorithm>

namespace kerascope {
namespace {

/// A list attribute holds layer or weight names. Headers end at 64 KiB, 16 bytes a variable-length text.
constexpr uint64_t maxTexts = 65536;
constexpr int maxParts = 10000;

Error badAttribute(const Hdf5File& file, const std::string& name)
{
    return damagedFile(
        file.where(), {msg("core", "the attribute \"%1\" inside the HDF5 file cannot be read"), name});
}

struct Attribute {
    Hdf5Id id;
    Hdf5Id type;
    uint64_t count = 0;
    bool text = false;
};

Result<std::optional<Attribute>> openAttribute(const Hdf5File& file, hid_t object, const std::string& name)
{
    const htri_t exists = H5Aexists(object, name.c_str());
    if (exists == 0)
        return std::optional<Attribute>();
    Attribute out;
    if (exists > 0)
        out.id = Hdf5Id(H5Aopen(object, name.c_str(), H5P_DEFAULT));
    if (!out.id)
        return badAttribute(file, name);
    out.type = Hdf5Id(H5Aget_type(out.id.get()));
    const Hdf5Id space(H5Aget_space(out.id.get()));
    if (!out.type || !space)
        return badAttribute(file, name);
    if (H5Sget_simple_extent_type(space.get()) != H5S_NULL) {
        const hssize_t count = H5Sget_simple_extent_npoints(space.get());
        if (count < 0)
            return badAttribute(file, name);
        out.count = uint64_t(count);
    }
    out.text = H5Tget_class(out.type.get()) == H5T_STRING;
    return std::optional<Attribute>(std::move(out));
}

Result<std::vector<std::string>> readVariable(
    const Hdf5File& file, const Attribute& attribute, const std::string& name)
{
    auto texts = readHdf5HeapTexts(file, attribute.id.get(), attribute.count, maxJsonBytes);
    return texts ? Result<std::vector<std::string>>(std::move(*texts))
                 : Result<std::vector<std::string>>(badAttribute(file, name));
}

Result<std::vector<std::string>> readFixed(
    const Hdf5File& file, const Attribute& attribute, const std::string& name)
{
    const uint64_t width = H5Tget_size(attribute.type.get());
    if (width == 0 || width > maxJsonBytes / attribute.count
        || H5Aget_storage_size(attribute.id.get()) != width * attribute.count)
        return badAttribute(file, name);
    std::string raw(width * attribute.count, '\0');
    if (H5Aread(attribute.id.get(), attribute.type.get(), raw.data())
        < 0) // the file's own type: no conversion
        return badAttribute(file, name);
    const bool spaces = H5Tget_strpad(attribute.type.get()) == H5T_STR_SPACEPAD;
    std::vector<std::string> out;
    for (uint64_t i = 0; i < attribute.count; ++i) {
        std::string text = raw.substr(i * width, width);
        text.resize(std::min(text.find('\0'), text.size()));
        while (spaces && text.ends_with(' '))
            text.pop_back();
        out.push_back(std::move(text));
    }
    return out;
}

Result<std::vector<std::string>> readAll(
    const Hdf5File& file, const Attribute& attribute, const std::string& name)
{
    if (attribute.count == 0)
        return std::vector<std::string>();
    if (!attribute.text || attribute.count > maxTexts)
        return badAttribute(file, name);
    return H5Tis_variable_str(attribute.type.get()) > 0 ? readVariable(file, attribute, name)
                                                        : readFixed(file, attribute, name);
}

} // namespace

Result<std::optional<std::string>> readHdf5Text(const Hdf5File& file, hid_t object, const std::string& name)
{
    auto attribute = openAttribute(file, object, name);
    if (!attribute)
        return attribute.error();
    if (!*attribute || (*attribute)->count == 0)
        return std::optional<std::string>();
    if ((*attribute)->count != 1)
        return badAttribute(file, name);
    auto texts = readAll(file, **attribute, name);
    if (!texts)
        return texts.error();
    return std::optional(std::move(texts->front()));
}

Result<std::optional<std::vector<std::string>>> readHdf5Texts(
    const Hdf5File& file, hid_t object, const std::string& name)
{
    using Texts = std::optional<std::vector<std::string>>;
    auto whole = openAttribute(file, object, name);
    if (!whole)
        return whole.error();
    if (*whole) {
        auto texts = readAll(file, **whole, name);
        return texts ? Result<Texts>(Texts(std::move(*texts))) : Result<Texts>(texts.error());
    }
    Texts out;
    for (int part = 0; part < maxParts; ++part) {
        const std::string partName = name + std::to_string(part);
        auto attribute = openAttribute(file, object, partName);
        if (!attribute)
            return attribute.error();
        if (!*attribute)
            break;
        auto texts = readAll(file, **attribute, partName);
        if (!texts)
            return texts.error();
        if (!out)
            out.emplace();
        out->insert(
            out->end(), std::make_move_iterator(texts->begin()), std::make_move_iterator(texts->end()));
    }
    return out;
}

} // namespace kerascope
