// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/host_operations.h"

namespace kerascope {
namespace {

class Map : public HostFunction {
public:
    explicit Map(double (*function)(double))
        : function_(function)
    {
    }
    Result<void> run(const std::vector<HostArgument>& in, const Shape& shape, float* out) const override
    {
        for (int64_t i = 0; i < shape.elements().value_or(0); ++i)
            out[i] = float(function_(double(in[0].data[i])));
        return {};
    }

private:
    double (*function_)(double);
};

class PairMap : public HostFunction {
public:
    explicit PairMap(double (*function)(double, double))
        : function_(function)
    {
    }
    Result<void> run(const std::vector<HostArgument>& in, const Shape& shape, float* out) const override
    {
        for (int64_t i = 0; i < shape.elements().value_or(0); ++i)
            out[i] = float(function_(double(in[0].data[i]), double(in[1].data[i])));
        return {};
    }

private:
    double (*function_)(double, double);
};

int64_t widthOf(const Shape& shape) { return shape.rank() > 0 ? shape[-1] : 1; }

class Rows : public HostFunction {
public:
    explicit Rows(RowFunction function)
        : function_(std::move(function))
    {
    }
    Result<void> run(const std::vector<HostArgument>& in, const Shape& shape, float* out) const override
    {
        const int64_t width = widthOf(shape), rows = shape.elements().value_or(0) / width;
        std::vector<const float*> places(in.size());
        for (int64_t row = 0; row < rows; ++row) {
            for (size_t i = 0; i < in.size(); ++i)
                places[i] = in[i].data + row * widthOf(in[i].shape);
            function_(places, out + row * width);
        }
        return {};
    }

private:
    RowFunction function_;
};

class Whole : public HostFunction {
public:
    explicit Whole(WholeFunction function)
        : function_(std::move(function))
    {
    }
    Result<void> run(const std::vector<HostArgument>& in, const Shape& shape, float* out) const override
    {
        return function_(in, shape, out);
    }

private:
    WholeFunction function_;
};

std::vector<ValueId> allWhileRunning(ProgramBuilder& b, const std::vector<ValueId>& values)
{
    std::vector<ValueId> made;
    made.reserve(values.size());
    for (const ValueId value : values)
        made.push_back(whileRunning(b, value));
    return made;
}

} // namespace

ValueId whileRunning(ProgramBuilder& b, ValueId value)
{
    if (b.failed() || !b.isConstant(value))
        return value;
    const Shape size = b.shape(value);
    const DType dtype = b.dtype(value);
    return b.add(OpKind::Broadcast, {value}, size, NoAttributes{}, dtype);
}

ValueId hostMap(ProgramBuilder& b, ValueId x, double (*function)(double), DType dtype)
{
    if (b.failed())
        return -1;
    const Shape size = b.shape(x);
    return b.host(std::make_shared<const Map>(function), {whileRunning(b, x)}, size, dtype);
}

ValueId hostMap(ProgramBuilder& b, ValueId x, ValueId y, double (*function)(double, double), DType dtype)
{
    if (b.failed())
        return -1;
    const Shape size = b.shape(x);
    return b.host(
        std::make_shared<const PairMap>(function), {whileRunning(b, x), whileRunning(b, y)}, size, dtype);
}

ValueId hostRows(ProgramBuilder& b, const std::vector<ValueId>& inputs, const Shape& shape, DType dtype,
    RowFunction function)
{
    auto made = allWhileRunning(b, inputs);
    if (b.failed())
        return -1;
    return b.host(std::make_shared<const Rows>(std::move(function)), std::move(made), shape, dtype);
}

ValueId hostWhole(ProgramBuilder& b, const std::vector<ValueId>& inputs, const Shape& shape, DType dtype,
    WholeFunction function)
{
    auto made = allWhileRunning(b, inputs);
    if (b.failed())
        return -1;
    return b.host(std::make_shared<const Whole>(std::move(function)), std::move(made), shape, dtype);
}

} // namespace kerascope
