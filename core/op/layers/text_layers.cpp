// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/categories.h"
#include "core/op/layers/layer_table.h"
#include "core/op/text/text_functions.h"

#include <charconv>
#include <cmath>
#include <set>

namespace kerascope {
namespace {

constexpr int64_t mostWords = int64_t(1) << 24; // indices are exact up to there

/// A word of the config: text, or a whole number in decimal.
std::optional<std::string> wordOf(const nlohmann::json& written)
{
    if (written.is_string())
        return written.get<std::string>();
    if (written.is_number_integer())
        return std::to_string(written.get<int64_t>());
    if (written.is_number_float() && std::abs(written.get<double>()) < 9.0e15)
        return std::to_string(int64_t(written.get<double>()));
    return std::nullopt;
}

/// Is it the decimal form of a whole number of 64 bits?
bool isWhole(const std::string& text)
{
    int64_t number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    return read.ec == std::errc() && read.ptr == text.data() + text.size();
}

std::optional<std::array<uint64_t, 2>> saltOf(LayerContext& c)
{
    const nlohmann::json* written = c.find("salt");
    if (!written)
        return std::nullopt;
    const nlohmann::json list = written->is_array() ? *written : nlohmann::json::array({*written, *written});
    std::array<uint64_t, 2> key{};
    bool good = list.size() == 2;
    for (size_t i = 0; good && i < 2; ++i) {
        good = list[i].is_number_integer();
        if (good)
            key[i] =
                list[i].is_number_unsigned() ? list[i].get<uint64_t>() : uint64_t(list[i].get<int64_t>());
    }
    if (!good)
        c.build.fail(Text(msg("core", "its option \"%1\" cannot be read"), "salt"));
    return key;
}

/// Names that a mode had in older Keras.
std::string outputMode(LayerContext& c, const char* otherwise)
{
    const std::string mode = c.text("output_mode", otherwise);
    return mode == "binary" ? "multi_hot" : mode == "tf-idf" ? "tf_idf" : mode;
}

/// The list of words, without the special ones at its front if it has all of them. `front` tells whether it
/// has.
bool readWords(LayerContext& c, Vocabulary& vocabulary, bool& front)
{
    const nlohmann::json* written = c.find("vocabulary");
    if (!written || !written->is_array()) { // a path is never followed
        c.build.fail(written
                ? Text(msg("core", "its vocabulary is a path to another file, which is never read"))
                : Text(msg("core", "the file does not hold its vocabulary")));
        return false;
    }
    std::vector<std::string> special;
    for (int64_t i = 0; i < vocabulary.start() && i <= int64_t(written->size()); ++i)
        special.push_back(
            i < vocabulary.unknownStart ? vocabulary.mask.value_or(std::string()) : vocabulary.unknown);
    std::set<std::string> seen;
    for (const nlohmann::json& item : *written) {
        auto word = wordOf(item);
        if (!word || (vocabulary.integers && !isWhole(*word))
            || int64_t(vocabulary.words.size()) >= mostWords) {
            c.build.fail(Text(msg("core", "its option \"%1\" cannot be read"), "vocabulary"));
            return false;
        }
        vocabulary.words.push_back(std::move(*word));
    }
    front = vocabulary.words.size() >= special.size()
        && std::equal(special.begin(), special.end(), vocabulary.words.begin());
    if (front)
        vocabulary.words.erase(
            vocabulary.words.begin(), vocabulary.words.begin() + std::ptrdiff_t(special.size()));
    return true;
}

struct LookupOptions {
    std::shared_ptr<Vocabulary> vocabulary = std::make_shared<Vocabulary>();
    std::string mode;
    int64_t depth = 0;
    bool front = false; ///< the file's list holds the special words
};

std::optional<LookupOptions> readLookup(LayerContext& c, bool integers, bool tokens)
{
    LookupOptions o;
    Vocabulary& v = *o.vocabulary;
    v.integers = integers;
    o.mode = outputMode(c, "int");
    const nlohmann::json* mask = tokens ? nullptr : c.find("mask_token");
    const nlohmann::json* unknown = tokens ? nullptr : c.find("oov_token");
    if (tokens)
        v.mask = std::string();
    else if (mask)
        v.mask = wordOf(*mask);
    const auto unknownWord = unknown ? wordOf(*unknown) : std::nullopt;
    v.unknown = unknownWord.value_or(integers ? "-1" : "[UNK]");
    v.unknownCount = tokens ? 1 : c.integer("num_oov_indices", 1);
    if (v.unknownCount < 0 || v.unknownCount > mostWords
        || (integers && (!isWhole(v.unknown) || (v.mask && !isWhole(*v.mask)))))
        c.build.fail(Text(msg("core", "its option \"%1\" cannot be read"), "num_oov_indices"));
    v.unknownStart = v.mask && o.mode == "int" ? 1 : 0;
    v.maskIndex = o.mode == "int" ? 0 : -1; // masked words are dropped from counts
    v.modulo = c.text("oov_method", "floormod") != "farmhash";
    v.salt = saltOf(c);
    if (c.failed() || !readWords(c, v, o.front))
        return std::nullopt;
    o.depth = c.flag("pad_to_max_tokens", false) ? c.positive("max_tokens", 1) : v.size();
    return c.failed() || !depthFits(c, o.depth) ? std::nullopt : std::optional(o);
}

/// Weights of "tf_idf": stored, or written in the config with or without those of the special words.
ValueId inverseFrequencies(LayerContext& c, const LookupOptions& o)
{
    if (c.hasWeight("idf_weights"))
        return c.weight("idf_weights", {o.depth});
    std::vector<float> numbers = c.numbers("idf_weights");
    const int64_t missing = o.front ? 0 : o.vocabulary->start();
    if (numbers.empty() || int64_t(numbers.size()) + missing > o.depth) {
        c.build.fail(Text(msg("core", "its weight \"%1\" is missing in the file"), "idf_weights"));
        return -1;
    }
    double mean = 0;
    for (const float one : numbers)
        mean += double(one) / double(numbers.size());
    numbers.insert(numbers.begin(), size_t(missing), float(mean));
    numbers.resize(size_t(o.depth), 0);
    return c.build.literal(std::move(numbers), {o.depth});
}

ValueId weighted(LayerContext& c, ValueId counts, const LookupOptions& o)
{
    ProgramBuilder& b = c.build;
    const ValueId weights = inverseFrequencies(c, o);
    return b.binary(Binary::Multiply, counts, b.alignLeft(weights, b.rank(counts)));
}

template <bool integers> void lookup(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = c.input();
    const auto o = readLookup(c, integers, false);
    if (!o || c.failed())
        return;
    if (c.flag("invert", false)) {
        c.set(b.host(
            reverseLookupFunction(o->vocabulary), {x}, b.shape(x), integers ? DType::Int32 : DType::String));
        return;
    }
    if ((b.dtype(x) == DType::String) == integers) {
        b.fail(integers ? Text(msg("core", "it needs whole numbers, not text"))
                        : Text(msg("core", "it needs text")));
        return;
    }
    const ValueId indices = b.host(lookupFunction(o->vocabulary), {x}, b.shape(x), DType::Int32);
    const bool weigh = o->mode == "tf_idf";
    const ValueId y = encodedIndices(c, indices, o->depth, weigh ? "count" : o->mode, -1);
    if (!c.failed())
        c.set(weigh ? weighted(c, y, *o) : y);
}

void hashing(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = c.input();
    BinRule rule;
    rule.bins = c.positive("num_bins", 0);
    rule.salt = saltOf(c);
    const nlohmann::json* mask = c.find("mask_value");
    if (c.failed() || !depthFits(c, rule.bins))
        return;
    const ValueId bins =
        b.host(binFunction(rule, mask ? wordOf(*mask) : std::nullopt), {x}, b.shape(x), DType::Int32);
    if (!c.failed())
        c.set(encodedIndices(c, bins, rule.bins, outputMode(c, "int"), -1));
}

void hashedCrossing(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const auto values = c.positional();
    const int64_t bins = c.positive("num_bins", 0);
    if (values.size() < 2)
        b.fail(Text(msg("core", "it needs at least %1 inputs"), 2));
    if (c.failed() || !depthFits(c, bins))
        return;
    for (const ValueId value : values)
        if (b.shape(value) != b.shape(values[0]) || b.rank(value) > 2
            || (b.rank(value) == 2 && b.shape(value)[1] != 1)) {
            b.misfit(Text(msg("core", "its inputs of shapes %1 and %2 do not fit together"),
                b.shape(values[0]).text(), b.shape(value).text()));
            return;
        }
    const ValueId crossed = b.host(crossFunction(bins), values, b.shape(values[0]), DType::Int32);
    if (!c.failed())
        c.set(encodedIndices(c, crossed, bins, outputMode(c, "int"), -1));
}

std::optional<WordRule> readWordRule(LayerContext& c)
{
    constexpr int64_t longestRun = 64;
    WordRule rule;
    const nlohmann::json* standardize = c.find("standardize");
    const nlohmann::json* split = c.find("split");
    const std::string how = !standardize ? "none"
        : standardize->is_string()       ? standardize->get<std::string>()
                                         : "?";
    const std::string cut = !split ? "none" : split->is_string() ? split->get<std::string>() : "?";
    rule.lower = how == "lower" || how == "lower_and_strip_punctuation";
    rule.stripPunctuation = how == "strip_punctuation" || how == "lower_and_strip_punctuation";
    rule.split = cut == "whitespace" ? WordRule::Split::Whitespace
        : cut == "character"         ? WordRule::Split::Character
                                     : WordRule::Split::None;
    const bool known = (rule.lower || rule.stripPunctuation || how == "none")
        && (rule.split != WordRule::Split::None || cut == "none");
    if (!known)
        c.build.fail(Text(msg("core", "it is called with Python code, which is never run")));
    const auto widths = c.integers("ngrams");
    for (const int64_t width : widths)
        if (width < 1 || width > longestRun)
            c.build.fail(Text(msg("core", "its option \"%1\" cannot be read"), "ngrams"));
    if (c.failed())
        return std::nullopt;
    const nlohmann::json* ngrams = c.find("ngrams");
    if (ngrams && !ngrams->is_array()) // one number: all widths up to it
        for (int64_t width = 1; width <= widths[0]; ++width)
            rule.ngrams.push_back(width);
    else
        rule.ngrams = widths;
    return rule;
}

void textVectorization(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    ValueId x = c.input(1, 2);
    const auto rule = readWordRule(c);
    const auto o = rule ? readLookup(c, false, true) : std::nullopt;
    if (!o || c.failed())
        return;
    const Shape size = b.shape(x);
    if (b.dtype(x) != DType::String || (size.rank() == 2 && size[1] != 1)) {
        b.fail(Text(msg("core", "it needs text")));
        return;
    }
    x = b.reshape(x, {size[0]});
    if (o->mode == "int") {
        if (!c.find("output_sequence_length")) {
            b.fail(
                Text(msg("core", "without output_sequence_length the text decides the shape of its output")));
            return;
        }
        const int64_t length = c.positive("output_sequence_length", 1);
        if (!c.failed())
            c.set(b.host(sequenceFunction(o->vocabulary, *rule), {x}, {size[0], length}, DType::Int32));
        return;
    }
    const ValueId counts =
        b.host(countFunction(o->vocabulary, *rule), {x}, {size[0], o->depth}, DType::Float32);
    if (o->mode == "count")
        c.set(counts);
    else if (o->mode == "multi_hot")
        c.set(b.unary(counts, {Unary::Clip, 0, 1, 0}));
    else if (o->mode == "tf_idf")
        c.set(weighted(c, counts, *o));
    else
        b.fail(Text(msg("core", "its option \"%1\" cannot be read"), "output_mode"));
}

} // namespace

void addTextLayers(LayerTable& table)
{
    table.emplace("StringLookup", lookup<false>);
    table.emplace("IntegerLookup", lookup<true>);
    table.emplace("Hashing", hashing);
    table.emplace("HashedCrossing", hashedCrossing);
    table.emplace("TextVectorization", textVectorization);
}

} // namespace kerascope
