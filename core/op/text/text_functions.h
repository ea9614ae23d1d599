// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/host_function.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// What the layers that read text and 64-bit integers compute, on the CPU.
namespace kerascope {

using HostFunctionPtr = std::shared_ptr<const HostFunction>;

/// How text, or an integer written in decimal, finds its bin.
struct BinRule {
    int64_t bins = 1;
    std::optional<std::array<uint64_t, 2>> salt; ///< SipHash by this key; else FarmHash
};

/// A table of words: [mask?] + [unknown]·count + vocabulary.
struct Vocabulary {
    std::vector<std::string> words; ///< without the special ones; integers in decimal
    std::optional<std::string> mask; ///< the word that is masked
    int64_t maskIndex = 0; ///< its index; −1 counts nowhere
    std::string unknown; ///< what an unknown index is turned back to
    int64_t unknownStart = 0, unknownCount = 1;
    bool integers = false;
    bool modulo = false; ///< unknown integers: value mod count instead of a hash
    std::optional<std::array<uint64_t, 2>> salt;

    int64_t start() const { return unknownStart + unknownCount; } ///< index of the first word
    int64_t size() const { return start() + int64_t(words.size()); }
};

/// How a text is cut into words, as TextVectorization does.
struct WordRule {
    bool lower = true, stripPunctuation = true;
    enum class Split { None, Whitespace, Character } split = Split::Whitespace;
    std::vector<int64_t> ngrams; ///< widths; empty = the words themselves
};
std::vector<std::string> wordsOf(const std::string& text, const WordRule& rule);

/// Each element to its index; 0 words for the unknown make an unknown one an error.
HostFunctionPtr lookupFunction(std::shared_ptr<const Vocabulary> vocabulary);
/// Each index to its word: text, or integers.
HostFunctionPtr reverseLookupFunction(std::shared_ptr<const Vocabulary> vocabulary);
/// Each element to its bin. With a mask the bin 0 is its own and the others start at 1.
HostFunctionPtr binFunction(const BinRule& rule, std::optional<std::string> mask);
/// Elements of all inputs together to a bin.
HostFunctionPtr crossFunction(int64_t bins);
/// Texts [N] to indices [N, length], cut or filled with 0.
HostFunctionPtr sequenceFunction(std::shared_ptr<const Vocabulary> vocabulary, WordRule rule);
/// Texts [N] to [N, size]: how often each index occurs.
HostFunctionPtr countFunction(std::shared_ptr<const Vocabulary> vocabulary, WordRule rule);

} // namespace kerascope
