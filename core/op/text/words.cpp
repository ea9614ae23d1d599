// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/text/text_functions.h"

#include <string_view>

namespace kerascope {
namespace {

bool isSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// ASCII only, as tf.strings.lower without an encoding and Keras's regular expression are.
std::string standardized(const std::string& text, const WordRule& rule)
{
    static constexpr std::string_view punctuation = "!\"#$%&()*+,-./:;<=>?@[\\]^_`{|}~'";
    std::string out;
    for (char c : text) {
        if (rule.lower && c >= 'A' && c <= 'Z')
            c = char(c - 'A' + 'a');
        if (!rule.stripPunctuation || punctuation.find(c) == std::string_view::npos)
            out += c;
    }
    return out;
}

std::vector<std::string> splitAtSpaces(const std::string& text)
{
    std::vector<std::string> words;
    size_t begin = 0;
    for (size_t i = 0; i <= text.size(); ++i)
        if (i == text.size() || isSpace(text[i])) {
            if (i > begin)
                words.push_back(text.substr(begin, i - begin));
            begin = i + 1;
        }
    return words;
}

/// Bytes of the UTF-8 character that starts there; what is no such character stands for itself.
size_t characterBytes(const std::string& text, size_t at)
{
    const auto first = static_cast<unsigned char>(text[at]);
    const size_t wanted = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
    size_t bytes = 1;
    while (bytes < wanted && at + bytes < text.size()
        && (static_cast<unsigned char>(text[at + bytes]) & 0xc0U) == 0x80U)
        ++bytes;
    return bytes == wanted ? bytes : 1;
}

std::vector<std::string> splitCharacters(const std::string& text)
{
    std::vector<std::string> characters;
    for (size_t at = 0; at < text.size();) {
        const size_t bytes = characterBytes(text, at);
        characters.push_back(text.substr(at, bytes));
        at += bytes;
    }
    return characters;
}

/// All runs of each width, the widths one after the other.
std::vector<std::string> joined(const std::vector<std::string>& words, const std::vector<int64_t>& widths)
{
    std::vector<std::string> out;
    for (const int64_t width : widths)
        for (size_t begin = 0; begin + size_t(width) <= words.size(); ++begin) {
            std::string run = words[begin];
            for (size_t i = 1; i < size_t(width); ++i)
                run += " " + words[begin + i];
            out.push_back(std::move(run));
        }
    return out;
}

} // namespace

std::vector<std::string> wordsOf(const std::string& text, const WordRule& rule)
{
    std::string plain = standardized(text, rule);
    std::vector<std::string> words;
    switch (rule.split) {
    case WordRule::Split::None:
        words.push_back(std::move(plain));
        break;
    case WordRule::Split::Whitespace:
        words = splitAtSpaces(plain);
        break;
    case WordRule::Split::Character:
        words = splitCharacters(plain);
        break;
    }
    return rule.ngrams.empty() ? words : joined(words, rule.ngrams);
}

} // namespace kerascope
