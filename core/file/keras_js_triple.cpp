// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/file_error.h"
#include "core/file/json.h"
#include "core/file/json_model.h"
#include "core/file/keras_js_model.h"
#include "core/file/plain_tensors.h"
#include "core/file/sniff.h"
#include "core/file/tensor_groups.h"

#include <cmath>
#include <optional>

namespace kerascope {
namespace {

using Json = nlohmann::json;

constexpr std::string_view metadataEnd = "_metadata.json";
constexpr std::string_view weightsEnd = "_weights.buf";

/// A count; one day of the first encoder wrote them as 288.0.
std::optional<uint64_t> countOf(const Json& value)
{
    if (value.is_number_unsigned())
        return value.get<uint64_t>();
    if (!value.is_number())
        return std::nullopt;
    const double number = value.get<double>();
    constexpr double most = 9007199254740992; // 2^53
    return number >= 0 && number <= most && number == std::floor(number) ? std::optional(uint64_t(number))
                                                                         : std::nullopt;
}

std::optional<Shape> shapeOf(const Json& sizes)
{
    Shape out;
    if (!sizes.is_array() || sizes.size() > 32)
        return std::nullopt;
    for (const Json& size : sizes) {
        const auto count = countOf(size);
        if (!count || *count > UINT32_MAX)
            return std::nullopt;
        out.dims.push_back(int64_t(*count));
    }
    return out;
}

/// {layer_name, weight_name, offset (bytes), length (numbers), shape, type: "float32"}
Result<void> addWeight(const Json& written, const FileBytes& numbers, OpenedFile& out, TensorGroups& groups,
    std::vector<PlainPlace>& places)
{
    const std::string where = numbers.identity.path.string();
    const std::string name = jsonText(written, "weight_name");
    const auto offset = countOf(jsonField(written, "offset"));
    const auto length = countOf(jsonField(written, "length"));
    const auto shape = shapeOf(jsonField(written, "shape"));
    const std::string type = jsonText(written, "type");
    if (!type.empty() && type != "float32")
        return Error{ErrorCode::Unsupported, where,
            {msg("core", "the tensor \"%1\" holds values of the type \"%2\", which is not read"), name, type},
            {msg("core", "open the Keras model that it was made from")}};
    const auto elements = shape ? shape->elements() : std::nullopt;
    if (!offset || !length || !elements || uint64_t(*elements) != *length)
        return damagedFile(where, {msg("core", "the list of weights makes no sense at \"%1\""), name});
    const uint64_t size = numbers.identity.size;
    if (*offset > size || *length > (size - *offset) / 4)
        return truncatedFile(where, size, *offset + *length * 4);
    StoredTensor tensor;
    tensor.name = name;
    tensor.shape = *shape;
    tensor.bytes = *length * 4;
    groups.add(out.file, jsonText(written, "layer_name"), std::move(tensor), name);
    places.push_back({numbers.bytes, *offset, 4, *length * 4});
    return {};
}

} // namespace

bool isKerasJsMetadata(const Json& root)
{
    return root.is_array() && !root.empty() && root[0].is_object() && root[0].contains("weight_name")
        && root[0].contains("offset");
}

std::string kerasJsStem(const std::filesystem::path& file)
{
    const std::string name = file.filename().string();
    for (const std::string_view end : {metadataEnd, weightsEnd, std::string_view(".json")})
        if (name.ends_with(end))
            return name.substr(0, name.size() - end.size());
    return file.stem().string();
}

std::string kerasJsMetadataName(const std::string& stem) { return stem + std::string(metadataEnd); }

Result<OpenedFile> openKerasJsTriple(const Json& metadata, const FileIdentity& identity,
    const Neighbours& neighbours, const std::stop_token& stop)
{
    const std::string where = identity.path.string();
    const std::string stem = kerasJsStem(identity.path);
    const auto numbers = neighbours.open(stem + std::string(weightsEnd), where);
    if (!numbers)
        return numbers.error();
    if (sniff(*numbers->bytes) == Content::Packed)
        return foreignContent(Content::Packed, numbers->identity.path.string());
    const auto written = neighbours.open(stem + ".json", where);
    if (!written)
        return fileError(where, {msg("core", "its architecture \"%1\" is missing"), stem + ".json"},
            {msg("core", "put the model's files into one folder")});
    const std::string architectureName = written->identity.path.string();
    auto json = readJson(*written->bytes, architectureName, stop);
    if (!json)
        return json.error();
    auto architecture = jsonArchitecture(std::move(*json), architectureName);
    if (!architecture)
        return architecture.error();
    OpenedFile out;
    out.file = std::move(*architecture);
    out.file.format = FileFormat::KerasJs;
    out.file.files = {written->identity, numbers->identity, identity};
    out.file.layout = WeightLayout::LayerGroups;
    TensorGroups groups;
    std::vector<PlainPlace> places;
    for (const Json& weight : metadata) {
        if (stop.stop_requested())
            return cancelled();
        if (Result<void> done = addWeight(weight, *numbers, out, groups, places); !done)
            return done.error();
    }
    out.tensors = plainTensors(std::move(places), numbers->identity.path.string());
    return out;
}

} // namespace kerascope
