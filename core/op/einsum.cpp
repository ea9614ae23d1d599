// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/einsum.h"

#include <algorithm>
#include <map>
#include <set>

namespace kerascope {
namespace {

constexpr int firstElided = 1000; // beyond all letters

bool contains(const Labels& labels, int label)
{
    return std::find(labels.begin(), labels.end(), label) != labels.end();
}

/// The labels of `text`; `elided` is how many axes an ellipsis stands for, of at most `most` in the equation.
std::optional<Labels> readLabels(const std::string& text, int elided, int most)
{
    Labels out;
    for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] == ' ')
            continue;
        if (text.compare(i, 3, "...") == 0) {
            for (int k = most - elided; k < most; ++k) // aligned at the right, as NumPy does
                out.push_back(firstElided + k);
            i += 2;
        } else if ((text[i] >= 'a' && text[i] <= 'z') || (text[i] >= 'A' && text[i] <= 'Z')) {
            out.push_back(text[i]);
        } else {
            return std::nullopt;
        }
    }
    if (std::set<int>(out.begin(), out.end()).size() != out.size())
        return std::nullopt;
    return out;
}

int letterCount(const std::string& text)
{
    return int(std::count_if(text.begin(), text.end(), [](char c) { return c != '.' && c != ' '; }));
}

std::vector<std::string> split(const std::string& text)
{
    std::vector<std::string> parts{""};
    for (const char c : text)
        if (c == ',')
            parts.emplace_back();
        else
            parts.back() += c;
    return parts;
}

Labels implicitResult(const std::vector<Labels>& operands)
{
    std::map<int, int> seen;
    for (const Labels& labels : operands)
        for (const int label : labels)
            ++seen[label];
    Labels out;
    for (const auto& [label, count] : seen)
        if (label >= firstElided)
            out.push_back(label);
    for (const auto& [label, count] : seen)
        if (label < firstElided && count == 1)
            out.push_back(label);
    return out;
}

using Sizes = std::map<int, int64_t>;

bool takeSizes(const Labels& labels, const Shape& shape, Sizes& sizes)
{
    for (size_t i = 0; i < labels.size(); ++i) {
        const auto [known, fresh] = sizes.emplace(labels[i], shape.dims[i]);
        if (!fresh && known->second != shape.dims[i])
            return false;
    }
    return true;
}

Shape shapeOf(const Labels& labels, const Sizes& sizes)
{
    Shape shape;
    for (const int label : labels)
        shape.dims.push_back(sizes.at(label));
    return shape;
}

/// x with its axes in the order `wanted`.
ValueId arranged(ProgramBuilder& b, ValueId x, const Labels& have, const Labels& wanted)
{
    std::vector<int> permutation;
    for (const int label : wanted)
        permutation.push_back(int(std::find(have.begin(), have.end(), label) - have.begin()));
    return b.transpose(x, permutation);
}

/// Sums the axes away that neither the other operand nor the result has.
ValueId withoutLoneAxes(
    ProgramBuilder& b, ValueId x, Labels& labels, const Labels& other, const Labels& result)
{
    std::vector<int> axes;
    Labels kept;
    for (size_t i = 0; i < labels.size(); ++i)
        if (contains(other, labels[i]) || contains(result, labels[i]))
            kept.push_back(labels[i]);
        else
            axes.push_back(int(i));
    labels = std::move(kept);
    return axes.empty() ? x : b.reduce(ReduceKind::Sum, x, axes, false);
}

Labels joined(const Labels& a, const Labels& b, const Labels& c = {})
{
    Labels out = a;
    out.insert(out.end(), b.begin(), b.end());
    out.insert(out.end(), c.begin(), c.end());
    return out;
}

} // namespace

std::optional<EinsumEquation> readEinsum(const std::string& text, const std::vector<int>& ranks)
{
    const size_t arrow = text.find("->");
    const std::vector<std::string> parts = split(text.substr(0, arrow));
    if (parts.size() != ranks.size())
        return std::nullopt;
    std::vector<int> elided;
    int most = 0;
    for (size_t i = 0; i < parts.size(); ++i) {
        const int left = ranks[i] - letterCount(parts[i]);
        const bool ellipsis = parts[i].find("...") != std::string::npos;
        if (left < 0 || (left > 0 && !ellipsis))
            return std::nullopt;
        elided.push_back(left);
        most = std::max(most, left);
    }
    EinsumEquation equation;
    for (size_t i = 0; i < parts.size(); ++i) {
        const auto labels = readLabels(parts[i], elided[i], most);
        if (!labels)
            return std::nullopt;
        equation.operands.push_back(*labels);
    }
    const auto result = arrow == std::string::npos ? std::optional<Labels>(implicitResult(equation.operands))
                                                   : readLabels(text.substr(arrow + 2), most, most);
    if (!result)
        return std::nullopt;
    equation.result = *result;
    for (const int label : equation.result) {
        const auto has = [label](const Labels& labels) { return contains(labels, label); };
        if (std::none_of(equation.operands.begin(), equation.operands.end(), has))
            return std::nullopt;
    }
    return equation;
}

ValueId einsum(ProgramBuilder& b, const EinsumEquation& equation, ValueId x, ValueId y)
{
    if (b.failed() || x < 0 || y < 0)
        return -1;
    Labels left = equation.operands[0], right = equation.operands[1];
    const Labels& result = equation.result;
    Sizes sizes;
    if (!takeSizes(left, b.shape(x), sizes) || !takeSizes(right, b.shape(y), sizes)) {
        b.misfit(Text(msg("core", "its inputs of shapes %1 and %2 do not fit together"), b.shape(x).text(),
            b.shape(y).text()));
        return -1;
    }
    x = withoutLoneAxes(b, x, left, right, result);
    y = withoutLoneAxes(b, y, right, left, result);
    Labels batch, rows, columns, inner;
    for (const int label : result)
        (contains(left, label) ? (contains(right, label) ? batch : rows) : columns).push_back(label);
    for (const int label : right)
        if (contains(left, label) && !contains(result, label))
            inner.push_back(label);
    x = arranged(b, x, left, joined(batch, rows, inner));
    y = arranged(b, y, right, joined(batch, inner, columns));
    if (b.failed())
        return -1;
    const auto count = [&](const Labels& labels) {
        const Shape shape = shapeOf(labels, sizes);
        return shape.product(0, shape.rank());
    };
    if (batch.empty()) {
        x = b.reshape(x, {count(rows), count(inner)});
        y = b.reshape(y, {count(inner), count(columns)});
    } else {
        x = b.reshape(x, {count(batch), count(rows), count(inner)});
        y = b.reshape(y, {count(batch), count(inner), count(columns)});
    }
    const Labels made = joined(batch, rows, columns);
    const ValueId product = b.reshape(b.matMul(x, y, -1, {}), shapeOf(made, sizes));
    return b.failed() ? -1 : arranged(b, product, made, result);
}

} // namespace kerascope
