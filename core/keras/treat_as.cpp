// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/treat_as.h"
#include "core/keras/class_names.h"
#include "core/keras/defaults.h"

#include <algorithm>

namespace kerascope {
namespace {

constexpr std::string_view blanks = " \t\r\n";

std::string_view trimmed(std::string_view text)
{
    const size_t begin = text.find_first_not_of(blanks);
    return begin == std::string_view::npos ? std::string_view()
                                           : text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

} // namespace

std::string foreignName(const std::string& fileType, const std::string& layerName)
{
    std::string name = fileType.substr(fileType.rfind('>') + 1);
    return name == "Lambda" && !layerName.empty() ? name + ":" + layerName : name;
}

const Replacement* replacementFor(const TreatAs& treatAs, const std::string& foreign)
{
    auto found = treatAs.find(foreign);
    if (found == treatAs.end())
        found = treatAs.find(foreign.substr(0, foreign.find(':')));
    return found == treatAs.end() ? nullptr : &found->second;
}

Result<Replacement> parseReplacement(std::string_view text)
{
    const std::string_view whole = trimmed(text);
    const size_t end = std::min(whole.find_first_of(" \t\r\n{"), whole.size());
    Replacement out{keras::canonicalClass(std::string(whole.substr(0, end)))};
    const auto& classes = replacementClasses();
    if (!std::binary_search(classes.begin(), classes.end(), out.type))
        return Error{ErrorCode::Usage, std::string(whole),
            {msg("core", "%1 is no layer of Keras that can stand in"), std::string(whole.substr(0, end))},
            {msg("core", "give a class and its arguments, for example Rescaling {\"scale\": 0.5}")}};
    const std::string_view rest = trimmed(whole.substr(end));
    if (rest.empty())
        return out;
    out.options = nlohmann::json::parse(rest, nullptr, false);
    if (!out.options.is_object())
        return Error{ErrorCode::Usage, out.type, {msg("core", "its arguments are no JSON object")},
            {msg("core", "give a class and its arguments, for example Rescaling {\"scale\": 0.5}")}};
    return out;
}

std::string replacementText(const Replacement& replacement)
{
    if (replacement.options.empty())
        return replacement.type;
    return replacement.type + " "
        + replacement.options.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

const std::vector<std::string>& replacementClasses()
{
    static const std::vector<std::string> names = [] {
        std::vector<std::string> out;
        for (const std::string& name : keras::knownClasses()) {
            const bool around = name == "RNN" || name == "Bidirectional" || name == "TimeDistributed"
                || name == "SpectralNormalization" || name == "Pipeline" || name == "InputLayer"
                || name == "Merge";
            if (!around && keras::defaultsOf(name).is_object() && keras::refusalOf(name).empty())
                out.push_back(name);
        }
        return out; // sorted, as the set is
    }();
    return names;
}

} // namespace kerascope
