// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace kerascope {

/// Marks a sentence for translation (lupdate knows it as an alias of QT_TRANSLATE_NOOP) and gives it back.
/// core has no Qt: the window translates Text::source in the given context and puts the arguments in.
constexpr const char* msg(const char* /*context*/, const char* source) { return source; }

/// A sentence for people: an English pattern with %1, %2 … and what belongs there.
struct Text {
    std::string source;
    std::vector<std::string> args;

    Text() = default;
    Text(const char* pattern)
        : source(pattern)
    {
    }
    Text(std::string pattern)
        : source(std::move(pattern))
    {
    }
    template <class... Args>
    Text(const char* pattern, Args&&... arguments)
        : source(pattern)
        , args{toText(std::forward<Args>(arguments))...}
    {
    }

    bool empty() const { return source.empty(); }
    /// The English sentence.
    std::string english() const { return filled(source); }
    /// The pattern (a translation of source) with the arguments put in.
    std::string filled(const std::string& pattern) const;

private:
    static std::string toText(std::string value) { return value; }
    static std::string toText(const char* value) { return value; }
    template <class Number> static std::string toText(Number value) { return std::to_string(value); }
};

} // namespace kerascope
