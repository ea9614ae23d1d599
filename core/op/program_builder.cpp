// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/program_builder.h"

#include <algorithm>
#include <bit>
#include <cstdio>

namespace kerascope {
namespace {

uint64_t hashOf(std::string_view text, uint64_t seed)
{
    uint64_t hash = 14695981039346656037ULL ^ seed;
    for (const char c : text) {
        hash ^= static_cast<unsigned char>(c);
        hash *= 1099511628211ULL;
    }
    return hash;
}

/// Long keys are kept as two hashes; they only have to be told apart.
std::string shortened(std::string key)
{
    if (key.size() <= 160)
        return key;
    char text[48];
    std::snprintf(text, sizeof text, "h/%016llx%016llx", static_cast<unsigned long long>(hashOf(key, 0)),
        static_cast<unsigned long long>(hashOf(key, 0x9e3779b97f4a7c15ULL)));
    return text;
}

std::string bits(float number)
{
    char text[16];
    std::snprintf(text, sizeof text, "%08x", std::bit_cast<uint32_t>(number));
    return text;
}

const char* derivedName(DerivedKind kind)
{
    switch (kind) {
    case DerivedKind::BatchNormScale:
        return "bnscale";
    case DerivedKind::BatchNormShift:
        return "bnshift";
    case DerivedKind::NormalizationScale:
        return "normscale";
    case DerivedKind::ScaleLastAxis:
        return "scalelast";
    case DerivedKind::ScaleSecondLastAxis:
        return "scalesecond";
    case DerivedKind::MultiplyAdd:
        return "muladd";
    case DerivedKind::Multiply:
        return "mul";
    case DerivedKind::Add:
        return "add";
    case DerivedKind::Negate:
        return "neg";
    case DerivedKind::Reshape:
        return "reshape";
    case DerivedKind::Transpose:
        return "transpose";
    case DerivedKind::Slice:
        return "slice";
    case DerivedKind::Nibbles:
        return "nibbles";
    case DerivedKind::DequantizeRows:
        return "dequantrows";
    case DerivedKind::DequantizeColumns:
        return "dequantcolumns";
    case DerivedKind::DivideLastAxis:
        return "divlast";
    case DerivedKind::RoundFloat8:
        return "float8";
    case DerivedKind::RoundBFloat16:
        return "bfloat16";
    }
    return "?";
}

} // namespace

void ProgramBuilder::beginCall(CallId call)
{
    call_ = call;
    firstOperation_ = program_.operations.size();
    failure_.reset();
}

std::optional<LowerFailure> ProgramBuilder::endCall()
{
    if (failure_)
        program_.operations.resize(firstOperation_);
    return std::exchange(failure_, std::nullopt);
}

void ProgramBuilder::setFailure(bool misfit, Text what)
{
    if (!failure_)
        failure_ = LowerFailure{misfit, std::move(what)};
}

const Shape& ProgramBuilder::shape(ValueId value) const
{
    static const Shape none;
    if (value < 0 && failed())
        throw LoweringEnded();
    return value >= 0 ? program_.values[size_t(value)].shape : none;
}

DType ProgramBuilder::dtype(ValueId value) const
{
    return value >= 0 ? program_.values[size_t(value)].dtype : DType::Float32;
}

bool ProgramBuilder::isConstant(ValueId value) const
{
    return value >= 0 && program_.values[size_t(value)].constant >= 0;
}

bool ProgramBuilder::good(const std::vector<ValueId>& values) const
{
    return !failed() && std::all_of(values.begin(), values.end(), [](ValueId v) { return v >= 0; });
}

ValueId ProgramBuilder::newValue(Shape shape, DType dtype)
{
    if (failed())
        return -1;
    bool positive = shape.rank() <= maxRank;
    for (const int64_t dim : shape.dims)
        positive = positive && dim > 0;
    const auto elements = positive ? shape.elements() : std::nullopt;
    if (!positive) {
        misfit(Text(msg("core", "it would make a tensor of shape %1"), shape.text()));
        return -1;
    }
    if (!elements || *elements > maxElements || totalElements_ > 64 * maxElements) {
        misfit(Text(msg("core", "it would make a tensor of %1 elements, which is too large"), shape.text()));
        return -1;
    }
    totalElements_ += *elements;
    program_.values.push_back({std::move(shape), dtype, -1});
    return ValueId(program_.values.size() - 1);
}

ValueId ProgramBuilder::source(Shape shape, DType dtype) { return newValue(std::move(shape), dtype); }

ValueId ProgramBuilder::constant(Constant constant)
{
    const auto known = constants_.find(constant.key);
    if (known != constants_.end())
        return known->second;
    const ValueId value = newValue(constant.shape, DType::Float32);
    if (value < 0)
        return -1;
    constant.owner = call_;
    program_.values[size_t(value)].constant = ConstId(program_.constants.size());
    constants_.emplace(constant.key, value);
    program_.constants.push_back(std::move(constant));
    return value;
}

ValueId ProgramBuilder::weight(WeightRef ref, const Shape& shape, std::string key)
{
    return constant({shape, ref, std::move(key), call_});
}

ValueId ProgramBuilder::literal(std::vector<float> numbers, const Shape& shape)
{
    std::string key = "lit/" + shape.text() + "/";
    for (const float number : numbers)
        key += bits(number);
    return constant({shape, std::make_shared<const std::vector<float>>(std::move(numbers)),
        shortened(std::move(key)), call_});
}

ValueId ProgramBuilder::scalar(float number, int rank)
{
    return literal({number}, Shape(std::vector<int64_t>(size_t(rank), 1)));
}

ValueId ProgramBuilder::derived(DerivedKind kind, const std::vector<ValueId>& inputs, const Shape& shape,
    float parameter, std::vector<int> permutation, std::vector<int64_t> begin)
{
    if (!good(inputs))
        return -1;
    Derived derived{kind, {}, parameter, std::move(permutation), std::move(begin)};
    std::string key = std::string(derivedName(kind)) + "(" + bits(parameter) + "," + shape.text();
    for (const ValueId input : inputs) {
        derived.inputs.push_back(program_.values[size_t(input)].constant);
        key += "," + program_.constants[size_t(derived.inputs.back())].key;
    }
    for (const int axis : derived.permutation)
        key += "p" + std::to_string(axis);
    for (const int64_t first : derived.begin)
        key += "b" + std::to_string(first);
    return constant({shape, std::move(derived), shortened(key + ")"), call_});
}

ValueId ProgramBuilder::add(
    OpKind kind, std::vector<ValueId> inputs, Shape output, Attributes attributes, DType dtype)
{
    const ValueId value = newValue(std::move(output), dtype);
    if (value >= 0)
        program_.operations.push_back({kind, std::move(inputs), {value}, std::move(attributes), {call_}});
    return value;
}

std::vector<ValueId> ProgramBuilder::addMany(
    OpKind kind, std::vector<ValueId> inputs, std::vector<Shape> outputs, Attributes attributes)
{
    std::vector<ValueId> values;
    values.reserve(outputs.size());
    for (Shape& output : outputs)
        values.push_back(newValue(std::move(output), DType::Float32));
    if (!failed())
        program_.operations.push_back({kind, std::move(inputs), values, std::move(attributes), {call_}});
    return values;
}

int64_t ProgramBuilder::times(int64_t a, int64_t b)
{
    const auto product = checkedMultiply(a, b);
    if (!product || *product > maxElements) {
        misfit(Text(msg("core", "a size of %1 times %2 is too large"), a, b));
        return 1;
    }
    return *product;
}

std::optional<Shape> broadcastShape(const Shape& a, const Shape& b)
{
    if (a.rank() != b.rank())
        return std::nullopt;
    Shape out = a;
    for (int axis = 0; axis < a.rank(); ++axis) {
        if (a[axis] != b[axis] && a[axis] != 1 && b[axis] != 1)
            return std::nullopt;
        out[axis] = std::max(a[axis], b[axis]);
    }
    return out;
}

} // namespace kerascope
