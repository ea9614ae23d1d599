// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/npy_text.h"

#include "core/base/text_table.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>

namespace kerascope {
namespace {

void appendUtf8(std::string& text, uint32_t code)
{
    if (code < 0x80) {
        text += char(code);
    } else if (code < 0x800) {
        text += char(0xc0U | (code >> 6));
        text += char(0x80U | (code & 0x3fU));
    } else if (code < 0x10000) {
        text += char(0xe0U | (code >> 12));
        text += char(0x80U | ((code >> 6) & 0x3fU));
        text += char(0x80U | (code & 0x3fU));
    } else {
        text += char(0xf0U | ((code >> 18) & 7U));
        text += char(0x80U | ((code >> 12) & 0x3fU));
        text += char(0x80U | ((code >> 6) & 0x3fU));
        text += char(0x80U | (code & 0x3fU));
    }
}

/// UTF-8 as characters; what is none stands for itself.
std::vector<uint32_t> charactersOf(const std::string& text)
{
    std::vector<uint32_t> out;
    for (size_t at = 0; at < text.size();) {
        const auto first = static_cast<unsigned char>(text[at]);
        const size_t bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
        uint32_t code = bytes == 1 ? first : first & (0xffU >> (bytes + 1));
        for (size_t i = 1; i < bytes && at + i < text.size(); ++i)
            code = code << 6 | (static_cast<unsigned char>(text[at + i]) & 0x3fU);
        out.push_back(code);
        at += bytes;
    }
    return out;
}

} // namespace

std::optional<size_t> textCharacters(const std::string& code)
{
    size_t characters = 0;
    const char* end = code.data() + code.size();
    const bool text = code.size() > 1 && code.size() < 9 && code[0] == 'U';
    const auto parsed = text ? std::from_chars(code.data() + 1, end, characters) : std::from_chars_result{};
    return text && parsed.ec == std::errc() && parsed.ptr == end ? std::optional(characters) : std::nullopt;
}

std::string textAt(const std::byte* at, size_t width, bool swapped)
{
    std::string text;
    for (size_t i = 0; i + 4 <= width; i += 4) {
        std::array<std::byte, 4> raw{};
        std::memcpy(raw.data(), at + i, 4);
        if (swapped)
            std::reverse(raw.begin(), raw.end());
        if (const auto code = std::bit_cast<uint32_t>(raw); code != 0)
            appendUtf8(text, code);
    }
    return text;
}

size_t appendTexts(std::vector<std::byte>& out, const std::vector<float>& data)
{
    std::vector<std::vector<uint32_t>> texts;
    size_t longest = 1;
    for (const float number : data) {
        texts.push_back(charactersOf(TextTable::shared().text(number)));
        longest = std::max(longest, texts.back().size());
    }
    for (std::vector<uint32_t>& text : texts) {
        text.resize(longest, 0);
        for (const uint32_t code : text)
            for (int i = 0; i < 4; ++i)
                out.push_back(std::byte(code >> (8 * i)));
    }
    return longest;
}

} // namespace kerascope
