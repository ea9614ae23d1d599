// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/text/text_functions.h"

#include "core/base/text_table.h"
#include "core/op/text/fingerprint.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace kerascope {
namespace {

int64_t elements(const HostArgument& argument) { return argument.shape.elements().value_or(0); }

/// A whole number as Keras makes it of a float: cut off.
int64_t whole(float value)
{
    constexpr float most = 9.2e18F;
    return std::isnan(value) ? 0 : int64_t(std::clamp(value, -most, most));
}

/// An element as the text that is hashed: text itself, a number in decimal.
std::string textOf(const HostArgument& argument, int64_t at)
{
    const float value = argument.data[at];
    return argument.dtype == DType::String ? TextTable::shared().text(value) : std::to_string(whole(value));
}

int64_t binOf(const std::string& text, const BinRule& rule)
{
    const uint64_t hash = rule.salt ? sipHash(text, *rule.salt) : fingerprint64(text);
    return int64_t(hash % uint64_t(std::max<int64_t>(rule.bins, 1)));
}

class Table {
public:
    explicit Table(std::shared_ptr<const Vocabulary> vocabulary)
        : vocabulary_(std::move(vocabulary))
    {
        for (size_t i = 0; i < vocabulary_->words.size(); ++i)
            indices_.emplace(vocabulary_->words[i], vocabulary_->start() + int64_t(i));
    }
    const Vocabulary& vocabulary() const { return *vocabulary_; }

    /// Nothing for an unknown word where there is no index for those.
    std::optional<int64_t> index(const std::string& word) const
    {
        const Vocabulary& v = *vocabulary_;
        if (v.mask && word == *v.mask)
            return v.maskIndex;
        if (const auto found = indices_.find(word); found != indices_.end())
            return found->second;
        if (v.unknownCount == 0)
            return std::nullopt;
        if (v.unknownCount == 1)
            return v.unknownStart;
        if (v.integers && v.modulo) {
            const int64_t rest = std::stoll(word) % v.unknownCount;
            return v.unknownStart + (rest < 0 ? rest + v.unknownCount : rest);
        }
        return v.unknownStart + binOf(word, {v.unknownCount, v.salt});
    }

private:
    std::shared_ptr<const Vocabulary> vocabulary_;
    std::unordered_map<std::string, int64_t> indices_;
};

Error unknownWord(const std::string& word)
{
    return {ErrorCode::Usage, {},
        {msg("core", "\"%1\" is not in the vocabulary, which has no place for unknown words"), word},
        {msg("core", "give words of the vocabulary")}};
}

class Lookup final : public HostFunction {
public:
    explicit Lookup(std::shared_ptr<const Vocabulary> vocabulary)
        : table_(std::move(vocabulary))
    {
    }
    Result<void> run(const std::vector<HostArgument>& in, const Shape&, float* out) const override
    {
        for (int64_t i = 0; i < elements(in[0]); ++i) {
            const std::string word = textOf(in[0], i);
            const auto index = table_.index(word);
            if (!index)
                return unknownWord(word);
            out[i] = float(*index);
        }
        return {};
    }

private:
    Table table_;
};

class ReverseLookup final : public HostFunction {
public:
    explicit ReverseLookup(std::shared_ptr<const Vocabulary> vocabulary)
        : vocabulary_(std::move(vocabulary))
    {
    }
    Result<void> run(const std::vector<HostArgument>& in, const Shape&, float* out) const override
    {
        for (int64_t i = 0; i < elements(in[0]); ++i) {
            const std::string& word = wordAt(whole(in[0].data[i]));
            const auto value = vocabulary_->integers ? std::optional(float(std::stoll(word)))
                                                     : TextTable::shared().number(word);
            if (!value)
                return Error{ErrorCode::Device, {}, {msg("core", "there is no room for more text")}, {}};
            out[i] = *value;
        }
        return {};
    }

private:
    const std::string& wordAt(int64_t index) const
    {
        const Vocabulary& v = *vocabulary_;
        if (v.mask && index == 0)
            return *v.mask;
        const int64_t place = index - v.start();
        return place >= 0 && place < int64_t(v.words.size()) ? v.words[size_t(place)] : v.unknown;
    }
    std::shared_ptr<const Vocabulary> vocabulary_;
};

class Bins final : public HostFunction {
public:
    Bins(const BinRule& rule, std::optional<std::string> mask)
        : rule_(rule)
        , mask_(std::move(mask))
    {
    }
    Result<void> run(const std::vector<HostArgument>& in, const Shape&, float* out) const override
    {
        const bool reserved = mask_ && rule_.bins > 1;
        const BinRule rule{reserved ? rule_.bins - 1 : rule_.bins, rule_.salt};
        for (int64_t i = 0; i < elements(in[0]); ++i) {
            const std::string text = textOf(in[0], i);
            out[i] = reserved && text == *mask_ ? 0.0F : float(binOf(text, rule) + (reserved ? 1 : 0));
        }
        return {};
    }

private:
    BinRule rule_;
    std::optional<std::string> mask_;
};

class Cross final : public HostFunction {
public:
    explicit Cross(int64_t bins)
        : bins_(bins)
    {
    }
    Result<void> run(const std::vector<HostArgument>& in, const Shape& shape, float* out) const override
    {
        constexpr uint64_t key = 0xDECAFCAFFEULL; // TensorFlow's own
        for (int64_t i = 0; i < shape.elements().value_or(0); ++i) {
            uint64_t joined = key;
            for (const HostArgument& one : in)
                joined = joinFingerprints(joined,
                    one.dtype == DType::String ? fingerprint64(textOf(one, i))
                                               : uint64_t(whole(one.data[i])));
            out[i] = float(joined % uint64_t(bins_));
        }
        return {};
    }

private:
    int64_t bins_;
};

class Sequence final : public HostFunction {
public:
    Sequence(std::shared_ptr<const Vocabulary> vocabulary, WordRule rule)
        : table_(std::move(vocabulary))
        , rule_(std::move(rule))
    {
    }
    Result<void> run(const std::vector<HostArgument>& in, const Shape& shape, float* out) const override
    {
        const int64_t length = shape[-1];
        for (int64_t i = 0; i < elements(in[0]); ++i) {
            const auto words = wordsOf(textOf(in[0], i), rule_);
            for (int64_t k = 0; k < length; ++k)
                out[i * length + k] =
                    k < int64_t(words.size()) ? float(table_.index(words[size_t(k)]).value_or(0)) : 0.0F;
        }
        return {};
    }

private:
    Table table_;
    WordRule rule_;
};

class Count final : public HostFunction {
public:
    Count(std::shared_ptr<const Vocabulary> vocabulary, WordRule rule)
        : table_(std::move(vocabulary))
        , rule_(std::move(rule))
    {
    }
    Result<void> run(const std::vector<HostArgument>& in, const Shape& shape, float* out) const override
    {
        const int64_t size = shape[-1];
        std::fill_n(out, shape.elements().value_or(0), 0.0F);
        for (int64_t i = 0; i < elements(in[0]); ++i)
            for (const std::string& word : wordsOf(textOf(in[0], i), rule_))
                if (const auto index = table_.index(word); index && *index >= 0 && *index < size)
                    out[i * size + *index] += 1;
        return {};
    }

private:
    Table table_;
    WordRule rule_;
};

} // namespace

HostFunctionPtr lookupFunction(std::shared_ptr<const Vocabulary> vocabulary)
{
    return std::make_shared<Lookup>(std::move(vocabulary));
}

HostFunctionPtr reverseLookupFunction(std::shared_ptr<const Vocabulary> vocabulary)
{
    return std::make_shared<ReverseLookup>(std::move(vocabulary));
}

HostFunctionPtr binFunction(const BinRule& rule, std::optional<std::string> mask)
{
    return std::make_shared<Bins>(rule, std::move(mask));
}

HostFunctionPtr crossFunction(int64_t bins) { return std::make_shared<Cross>(bins); }

HostFunctionPtr sequenceFunction(std::shared_ptr<const Vocabulary> vocabulary, WordRule rule)
{
    return std::make_shared<Sequence>(std::move(vocabulary), std::move(rule));
}

HostFunctionPtr countFunction(std::shared_ptr<const Vocabulary> vocabulary, WordRule rule)
{
    return std::make_shared<Count>(std::move(vocabulary), std::move(rule));
}

} // namespace kerascope
