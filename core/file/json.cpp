// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/json.h"

#include "core/base/destroy_later.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace kerascope {
namespace {

using Json = nlohmann::json;

// Python's tokens that JSON has not are rewritten to zeros of a spelling that nothing else writes; the SAX
// handler sees the spelling and puts the value in.
constexpr std::string_view nanSpelling = "0.0e9901";
constexpr std::string_view infinitySpelling = "0.0e9902";
constexpr std::string_view minusInfinitySpelling = "-0.0e9902";

/// The text with Python's tokens rewritten; nothing where there are none.
std::optional<std::string> rewriteTokens(std::string_view text)
{
    if (text.find("NaN") == std::string_view::npos && text.find("Infinity") == std::string_view::npos)
        return std::nullopt;
    std::string out;
    out.reserve(text.size() + 64);
    bool inString = false;
    for (size_t at = 0; at < text.size(); ++at) {
        const std::string_view rest = text.substr(at);
        if (inString && text[at] == '\\' && at + 1 < text.size()) {
            out += rest.substr(0, 2);
            ++at;
            continue;
        }
        if (text[at] == '"')
            inString = !inString;
        if (!inString && rest.starts_with("NaN")) {
            out += nanSpelling;
            at += 2;
        } else if (!inString && rest.starts_with("Infinity")) {
            out += infinitySpelling; // a minus before it was copied
            at += 7;
        } else {
            out += text[at];
        }
    }
    return out;
}

/// Builds the values, counts and refuses.
class Builder : public nlohmann::json_sax<Json> {
public:
    Builder(const std::string& where, JsonKeep keep, const std::stop_token& stop)
        : where_(where)
        , keep_(keep)
        , stop_(stop)
    {
    }

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override { return add(value); }
    bool number_unsigned(number_unsigned_t value) override { return add(value); }
    bool number_float(number_float_t value, const string_t& spelling) override
    {
        if (spelling == nanSpelling)
            value = std::numeric_limits<double>::quiet_NaN();
        else if (spelling == infinitySpelling || spelling == minusInfinitySpelling)
            value = (spelling[0] == '-' ? -1 : 1) * std::numeric_limits<double>::infinity();
        return add(value);
    }
    bool string(string_t& value) override { return add(std::move(value)); }
    bool binary(binary_t& value) override { return add(std::move(value)); }
    bool start_object(size_t) override { return open(Json::object()); }
    bool start_array(size_t) override { return open(Json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(string_t& name) override
    {
        if (leftOut_ > 0)
            return true;
        outlined_ = keep_ == JsonKeep::Outline && open_.size() == 1 && name == "config";
        const auto [at, added] = open_.back()->get_ref<Json::object_t&>().try_emplace(std::move(name));
        if (!added)
            return fail({msg("core", "the JSON text names the key \"%1\" twice in one object"),
                at->first.substr(0, 80)});
        member_ = &at->second;
        return true;
    }
    bool parse_error(size_t position, const std::string&, const nlohmann::detail::exception&) override
    {
        return fail({msg("core", "the text is not JSON: it stops making sense at byte %1"), position});
    }

    Json take() { return std::move(root_); }
    /// After a failure.
    void drop() { destroyLater(std::move(root_), values_); }
    Error error() const
    {
        return error_ ? *error_ : Error{ErrorCode::File, where_, {msg("core", "the text is not JSON")}, {}};
    }

private:
    bool fail(Text what)
    {
        if (!error_)
            error_ = Error{ErrorCode::File, where_, std::move(what),
                {msg("core", "the file is damaged or was changed by hand; save or download it again")}};
        return false;
    }
    Json* place(Json value)
    {
        if (open_.empty())
            return &(root_ = std::move(value));
        if (open_.back()->is_array()) {
            open_.back()->push_back(std::move(value));
            return &open_.back()->back();
        }
        return &(*member_ = std::move(value));
    }
    bool add(Json value)
    {
        if (++values_ > maxJsonValues)
            return fail({msg("core", "the JSON text holds more than %1 values"), maxJsonValues});
        if (values_ % 4096 == 0 && stop_.stop_requested()) {
            error_ = cancelled();
            return false;
        }
        if (leftOut_ == 0)
            place(std::move(value));
        return true;
    }
    bool open(Json container)
    {
        if (open_.size() >= maxJsonDepth)
            return fail({msg("core", "the JSON text is nested deeper than %1 levels"), maxJsonDepth});
        if (++values_ > maxJsonValues)
            return fail({msg("core", "the JSON text holds more than %1 values"), maxJsonValues});
        if (leftOut_ == 0)
            open_.push_back(place(std::move(container)));
        else
            open_.push_back(nullptr);
        if (outlined_)
            leftOut_ = open_.size();
        outlined_ = false;
        return true;
    }
    bool close()
    {
        if (open_.size() == leftOut_)
            leftOut_ = 0;
        open_.pop_back();
        return true;
    }

    const std::string& where_;
    const JsonKeep keep_;
    const std::stop_token& stop_;
    Json root_;
    std::vector<Json*>
        open_; ///< containers around the next value; a parent never grows while a child is open
    Json* member_ = nullptr; ///< where the value of the last key goes
    bool outlined_ = false; ///< the next container is left empty
    size_t leftOut_ = 0; ///< how many containers were open when one was entered that is left empty; else 0
    size_t values_ = 0;
    std::optional<Error> error_;
};

} // namespace

Result<Json> parseJson(
    std::string_view text, const std::string& where, const std::stop_token& stop, JsonKeep keep)
{
    if (stop.stop_requested())
        return cancelled();
    if (text.size() > maxJsonBytes)
        return Error{ErrorCode::File, where,
            {msg("core", "the JSON text is %1 bytes long, more than the %2 that are read"), text.size(),
                maxJsonBytes},
            {msg("core", "no Keras configuration is that large; check the file")}};
    const std::optional<std::string> rewritten = rewriteTokens(text);
    if (rewritten)
        text = *rewritten;
    Builder builder(where, keep, stop);
    if (!Json::sax_parse(text.begin(), text.end(), &builder)) {
        builder.drop();
        return builder.error();
    }
    return builder.take();
}

Result<std::string> innermostJson(std::string text, const std::string& where, const std::stop_token& stop)
{
    constexpr int maxTimes = 4;
    for (int times = 0; times < maxTimes; ++times) {
        const size_t first = text.find_first_not_of(" \t\r\n");
        if (first == std::string::npos || text[first] != '"')
            break;
        auto value = parseJson(text, where, stop);
        if (!value)
            return value.error();
        text = std::move(value->get_ref<std::string&>());
    }
    return text;
}

const nlohmann::json& jsonField(const nlohmann::json& object, const char* key)
{
    static const nlohmann::json none;
    const auto found = object.is_object() ? object.find(key) : object.end();
    return object.is_object() && found != object.end() ? *found : none;
}

std::string jsonText(const nlohmann::json& object, const char* key)
{
    const nlohmann::json& value = jsonField(object, key);
    return value.is_string() ? value.get<std::string>() : std::string();
}

} // namespace kerascope
