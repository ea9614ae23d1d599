// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/sniff.h"

#include "core/file/hdf5_superblock.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>

namespace kerascope {
namespace {

using namespace std::string_view_literals;

struct Magic {
    size_t offset;
    std::string_view bytes;
    Content content;
};
constexpr Magic magics[] = {
    {0, "\x89HDF\r\n\x1a\n"sv, Content::Hdf5},
    {0, "PK\3\4"sv, Content::Zip},
    {0, "PK\5\6"sv, Content::Zip},
    {0, "\0\5\x16\7"sv, Content::AppleDouble},
    {0, "\0\5\x16\0"sv, Content::AppleDouble},
    {0, "version https://git-lfs.github.com/"sv, Content::LfsPointer},
    {4, "TFL3"sv, Content::TfLite},
    {0, "GGUF"sv, Content::Gguf},
    {0, "\x93NUMPY"sv, Content::NumpyArray},
    {0, "\x80\2\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19"sv, Content::PyTorch},
    {0, "\x1f\x8b"sv, Content::Packed},
    {0,
        "\xfd"
        "7zXZ"sv,
        Content::Packed},
    {0, "BZh"sv, Content::Packed},
    {0, "7z\xbc\xaf\x27\x1c"sv, Content::Packed},
    {0, "Rar!"sv, Content::Packed},
    {257, "ustar"sv, Content::Packed},
    {0, "\x89PNG"sv, Content::Picture},
    {0, "\xff\xd8\xff"sv, Content::Picture},
    {0, "GIF8"sv, Content::Picture},
};

/// A protobuf field of bytes whose tag is one byte: what it holds, as far as `text` goes.
std::optional<std::string_view> protobufBytes(std::string_view& text, char tag)
{
    if (text.size() < 2 || text[0] != tag)
        return std::nullopt;
    size_t length = 0;
    size_t at = 1;
    for (int shift = 0; at < text.size() && shift < 35; shift += 7) {
        const auto byte = static_cast<unsigned char>(text[at++]);
        length |= size_t(byte & 0x7fU) << shift;
        if (byte < 0x80)
            break;
    }
    const std::string_view field = text.substr(at, length);
    text = text.substr(std::min(text.size(), at + field.size()));
    return field;
}

bool printable(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= 32 && c < 127; });
}

/// CoreML's description begins with an input {name, …}; a SavedModel's graph with what has no name.
bool startsWithFeature(std::string_view description)
{
    auto feature = protobufBytes(description, '\x0a');
    const auto name = feature ? protobufBytes(*feature, '\x0a') : std::nullopt;
    return name && printable(*name);
}

/// ONNX, CoreML, SavedModel, frozen graph and Keras.js have no magic: their first protobuf fields are looked
/// at.
std::optional<Content> sniffProtobuf(std::string_view head)
{
    if (head.size() < 8)
        return std::nullopt;
    if (head[0] == '\x08') { // a number first: schema version, or ONNX's ir_version
        std::string_view rest = head.substr(2);
        const auto field = protobufBytes(rest, '\x12');
        if (!field || field->empty() || head[1] > 32)
            return std::nullopt;
        if ((*field)[0] == '\x0a' && startsWithFeature(*field))
            return Content::CoreMl;
        if (head[1] == '\1' && (*field)[0] == '\x0a')
            return Content::SavedModel;
        return printable(field->substr(0, 64)) ? std::optional(Content::Onnx) : std::nullopt;
    }
    std::string_view rest = head;
    const auto first = protobufBytes(rest, '\x0a');
    if (!first || first->size() < 3)
        return std::nullopt;
    std::string_view node = *first; // GraphDef: a node {name, op}
    const auto name = protobufBytes(node, '\x0a');
    const auto operation = name && printable(*name) ? protobufBytes(node, '\x12') : std::nullopt;
    if (operation && printable(*operation))
        return Content::TensorFlowGraph;
    if (!printable(*first)) // Keras.js: {id, name, keras_version}
        return std::nullopt;
    protobufBytes(rest, '\x12');
    const auto version = protobufBytes(rest, '\x1a');
    return version && printable(*version) && std::isdigit(static_cast<unsigned char>((*version)[0])) != 0
        ? std::optional(Content::KerasJs)
        : std::nullopt;
}

std::optional<Content> sniffText(std::string_view head)
{
    if (head.starts_with("\xef\xbb\xbf"))
        head.remove_prefix(3);
    const size_t first = head.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos)
        return std::nullopt;
    head.remove_prefix(first);
    std::string start(head.substr(0, 16));
    std::transform(
        start.begin(), start.end(), start.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    for (const std::string_view mark :
        {"<!doctype"sv, "<html"sv, "<head"sv, "<?xml"sv, "<!--"sv, "<error"sv, "<net "sv})
        if (start.starts_with(mark))
            return head.substr(0, 1024).find("<net name="sv) == std::string_view::npos ? Content::WebPage
                                                                                       : Content::OpenVino;
    if (head.starts_with("model_checkpoint_path:"sv))
        return Content::TensorFlowCheckpoint;
    if (head[0] == '{' || head[0] == '[' || head[0] == '"')
        return Content::Json;
    return std::nullopt;
}

bool isSafetensors(std::string_view head, uint64_t size)
{
    if (head.size() < 10 || head[8] != '{')
        return false;
    uint64_t length = 0;
    for (size_t i = 8; i-- > 0;)
        length = length << 8 | static_cast<unsigned char>(head[i]);
    return length >= 2 && length <= size - 8;
}

bool isCheckpoint(const ByteSource& source)
{
    constexpr std::string_view tableEnd = "\x57\xfb\x80\x8b\x24\x75\x47\xdb"sv; // LevelDB table
    std::string end(tableEnd.size(), '\0');
    return source.size() > end.size()
        && source.read(source.size() - end.size(), std::as_writable_bytes(std::span(end))) && end == tableEnd;
}

bool isPickle(std::string_view head)
{
    if (head.size() > 2 && head[0] == '\x80' && head[1] >= 2 && head[1] <= 5)
        return true;
    // protocols 0 and 1 begin with the operations themselves
    for (const std::string_view start :
        {"(dp"sv, "(lp"sv, "}q\0"sv, "]q\0"sv, "ccopy_reg\n"sv, "ccopyreg\n"sv, "ckeras"sv})
        if (head.starts_with(start))
            return true;
    return false;
}

} // namespace

Content sniff(const ByteSource& source)
{
    if (source.size() == 0)
        return Content::Empty;
    std::string head(std::min<uint64_t>(source.size(), 4096), '\0');
    if (!source.read(0, std::as_writable_bytes(std::span(head))))
        return Content::Unknown;
    for (const Magic& magic : magics)
        if (std::string_view(head).substr(std::min(magic.offset, head.size())).starts_with(magic.bytes))
            return magic.content;
    if (findHdf5Signature(source))
        return Content::Hdf5;
    if (isSafetensors(head, source.size()))
        return Content::Safetensors;
    if (const auto text = sniffText(head))
        return *text;
    if (isPickle(head))
        return Content::Pickle;
    if (const auto protobuf = sniffProtobuf(head))
        return *protobuf;
    if (isCheckpoint(source))
        return Content::TensorFlowCheckpoint;
    return head.find_first_not_of('\0') == std::string::npos ? Content::Zeros : Content::Unknown;
}

} // namespace kerascope
