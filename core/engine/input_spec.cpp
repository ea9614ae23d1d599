// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/input_spec.h"

#include "core/base/text_table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fstream>

namespace kerascope {
namespace {

Error badSpec(const std::string& text)
{
    return {ErrorCode::Usage, text, {msg("core", "this is not an input")},
        {msg("core",
            "give FILE.npy, FILE.npz:KEY, FILE.png[:MODE], FILE.jpg[:MODE], FILE.txt, text:WORDS, "
            "random[:SEED], zeros, ones or const:VALUE")}};
}

bool endsWithNoCase(const std::string& text, std::string_view end)
{
    if (text.size() < end.size())
        return false;
    return std::equal(end.begin(), end.end(), text.end() - std::ptrdiff_t(end.size()),
        [](char a, char b) { return a == std::tolower(static_cast<unsigned char>(b)); });
}

bool isPicture(const std::string& name)
{
    return endsWithNoCase(name, ".png") || endsWithNoCase(name, ".jpg") || endsWithNoCase(name, ".jpeg");
}

constexpr std::array<std::string_view, 5> pictureModes{"none", "unit", "tf", "torch", "caffe"};

/// Where "FILE.npz:KEY" has its colon; a key may hold colons itself ("lstm:1").
size_t npzColon(const std::string& text)
{
    for (size_t at = text.find(':'); at != std::string::npos; at = text.find(':', at + 1))
        if (endsWithNoCase(text.substr(0, at), ".npz") && at + 1 < text.size())
            return at;
    return std::string::npos;
}

Result<InputSpec> parseFile(const std::string& text)
{
    InputSpec spec;
    if (const size_t colon = npzColon(text); colon != std::string::npos) {
        spec.kind = InputSpec::Kind::Array;
        spec.file = text.substr(0, colon);
        spec.key = text.substr(colon + 1);
        return spec;
    }
    const size_t colon = text.rfind(':');
    const std::string head = text.substr(0, colon);
    const std::string tail = colon == std::string::npos ? std::string() : text.substr(colon + 1);
    if (endsWithNoCase(text, ".npy")) {
        spec.kind = InputSpec::Kind::Array;
        spec.file = text;
    } else if (endsWithNoCase(text, ".txt")) {
        spec.kind = InputSpec::Kind::Text;
        spec.file = text;
    } else if (isPicture(text)) {
        spec.kind = InputSpec::Kind::Picture;
        spec.file = text;
    } else if (isPicture(head)
        && std::find(pictureModes.begin(), pictureModes.end(), tail) != pictureModes.end()) {
        spec.kind = InputSpec::Kind::Picture;
        spec.file = head;
        spec.mode = tail;
    } else {
        return badSpec(text);
    }
    return spec;
}

} // namespace

Result<InputSpec> parseInputSpec(const std::string& text)
{
    InputSpec spec;
    if (text == "random")
        return spec;
    if (text == "zeros" || text == "ones") {
        spec.kind = InputSpec::Kind::Constant;
        spec.value = text == "ones" ? 1.0F : 0.0F;
        return spec;
    }
    const char* end = text.data() + text.size();
    if (text.starts_with("random:")) {
        const auto parsed = std::from_chars(text.data() + 7, end, spec.seed);
        return parsed.ec == std::errc() && parsed.ptr == end ? Result<InputSpec>(spec) : badSpec(text);
    }
    if (text.starts_with("text:")) {
        spec.kind = InputSpec::Kind::Text;
        spec.text = text.substr(5);
        return spec;
    }
    if (text.starts_with("const:")) {
        spec.kind = InputSpec::Kind::Constant;
        const auto parsed = std::from_chars(text.data() + 6, end, spec.value);
        return parsed.ec == std::errc() && parsed.ptr == end ? Result<InputSpec>(spec) : badSpec(text);
    }
    return parseFile(text);
}

std::string inputSpecText(const InputSpec& spec)
{
    switch (spec.kind) {
    case InputSpec::Kind::Random:
        return "random:" + std::to_string(spec.seed);
    case InputSpec::Kind::Constant: {
        std::array<char, 32> buffer{};
        const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), spec.value);
        return "const:" + std::string(buffer.data(), written.ptr);
    }
    case InputSpec::Kind::Array:
        return spec.key.empty() ? spec.file.string() : spec.file.string() + ":" + spec.key;
    case InputSpec::Kind::Text:
        return spec.file.empty() ? "text:" + spec.text : spec.file.string();
    case InputSpec::Kind::Picture:
        return spec.file.string() + ":" + spec.mode;
    }
    return {};
}

Result<Tensor> textTensor(const InputSpec& spec, const Shape& shape)
{
    constexpr uintmax_t mostBytes = uintmax_t(256) << 20;
    std::vector<std::string> texts;
    if (spec.file.empty()) {
        texts.push_back(spec.text);
    } else {
        std::error_code fault;
        const uintmax_t bytes = std::filesystem::file_size(spec.file, fault);
        std::ifstream in(spec.file);
        if (!in || fault || bytes > mostBytes)
            return Error{ErrorCode::File, spec.file.string(), {msg("core", "the file cannot be read")},
                {msg("core", "check that it exists and that you may read it")}};
        for (std::string line; std::getline(in, line);)
            texts.push_back(line.ends_with('\r') ? line.substr(0, line.size() - 1) : line);
    }
    Tensor out{{int64_t(texts.size())}, DType::String, {}};
    if (shape.rank() == 2)
        out.shape.dims.push_back(1);
    for (const std::string& text : texts) {
        const auto number = TextTable::shared().number(text);
        if (!number)
            return Error{ErrorCode::Device, {}, {msg("core", "there is no room for more text")}, {}};
        out.data.push_back(*number);
    }
    return out;
}

Tensor constantTensor(const Shape& shape, DType dtype, float value)
{
    return {shape, dtype, std::vector<float>(size_t(shape.elements().value_or(0)), value)};
}

Tensor randomTensor(const Shape& shape, DType dtype, uint64_t seed, int64_t maxIndex)
{
    Tensor out = constantTensor(shape, dtype, 0);
    // splitmix64: the same numbers on every machine and compiler
    uint64_t state = seed;
    for (float& value : out.data) {
        state += 0x9e3779b97f4a7c15ULL;
        uint64_t bits = state;
        bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9ULL;
        bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebULL;
        bits ^= bits >> 31;
        const double unit = double(bits >> 40) / double(1 << 24);
        value =
            isFloat(dtype) ? float(unit) : float(std::floor(unit * double(std::max<int64_t>(maxIndex, 1))));
    }
    return out;
}

} // namespace kerascope
