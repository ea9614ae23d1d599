// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/program.h"

#include <optional>
#include <string>
#include <unordered_map>

namespace kerascope {

/// Why a call cannot be lowered.
struct LowerFailure {
    bool misfit = false; ///< the shapes are at fault, other input sizes may do; else the layer or an option
    Text what;
};

/// Thrown where a failed call's lowering cannot go on; the failure is written down. Caught in GraphLowering.
struct LoweringEnded { };

/// Appends checked operations to a Program. The first failure is kept and makes everything after it a no-op
/// that gives −1, so that lowering functions read like the formula. Looking into the shape of what was not
/// made ends the call's lowering (LoweringEnded). Every value has positive dimensions and at most
/// `maxElements` elements.
class ProgramBuilder {
public:
    static constexpr int64_t maxElements = int64_t(1) << 40;
    static constexpr int maxRank = 8;

    explicit ProgramBuilder(Program& program)
        : program_(program)
    {
    }
    ProgramBuilder(const ProgramBuilder&) = delete;
    ProgramBuilder& operator=(const ProgramBuilder&) = delete;

    /// The call that operations and constants are written down for.
    void beginCall(CallId call);
    /// Takes the failure, if any, and the operations of the failed call away.
    std::optional<LowerFailure> endCall();
    bool failed() const { return failure_.has_value(); }
    /// For shapes alone: a weight that the file lacks is no failure.
    void allowMissingWeights(bool allowed) { missingWeightsAllowed_ = allowed; }
    bool missingWeightsAllowed() const { return missingWeightsAllowed_; }
    void fail(Text what) { setFailure(false, std::move(what)); }
    void misfit(Text what) { setFailure(true, std::move(what)); }

    const Shape& shape(ValueId value) const;
    DType dtype(ValueId value) const;
    int rank(ValueId value) const { return shape(value).rank(); }
    bool isConstant(ValueId value) const;
    Program& program() { return program_; }
    CallId call() const { return call_; }

    /// A value that comes from outside.
    ValueId source(Shape shape, DType dtype);
    ValueId weight(WeightRef ref, const Shape& shape, std::string key);
    ValueId literal(std::vector<float> numbers, const Shape& shape);
    ValueId scalar(float number, int rank);
    /// A constant computed from constants.
    ValueId derived(DerivedKind kind, const std::vector<ValueId>& inputs, const Shape& shape,
        float parameter = 0, std::vector<int> permutation = {}, std::vector<int64_t> begin = {});

    ValueId add(OpKind kind, std::vector<ValueId> inputs, Shape output, Attributes attributes,
        DType dtype = DType::Float32);
    std::vector<ValueId> addMany(
        OpKind kind, std::vector<ValueId> inputs, std::vector<Shape> outputs, Attributes attributes);

    ValueId unary(ValueId x, Activation activation);
    ValueId linear(ValueId x, float scale, float offset);
    /// Equal ranks; axes equal or 1. Comparisons and logic give Bool.
    ValueId binary(Binary function, ValueId a, ValueId b);
    ValueId select(ValueId condition, ValueId a, ValueId b);
    ValueId cast(ValueId x, DType dtype);
    ValueId reshape(ValueId x, Shape shape);
    ValueId transpose(ValueId x, const std::vector<int>& permutation);
    /// Moves one axis to another place, the others keep their order.
    ValueId moveAxis(ValueId x, int from, int to);
    ValueId reduce(ReduceKind kind, ValueId x, std::vector<int> axes, bool keepDims);
    ValueId softmax(SoftmaxKind kind, ValueId x, std::vector<int> axes);
    ValueId concat(const std::vector<ValueId>& parts, int axis);
    /// `size` elements from `begin` with `step` along one axis, all of the others.
    ValueId sliceAxis(ValueId x, int axis, int64_t begin, int64_t size, int64_t step = 1);
    ValueId pad(ValueId x, std::vector<int64_t> before, std::vector<int64_t> after, float value = 0);
    ValueId repeat(ValueId x, int axis, int64_t count);
    ValueId broadcast(ValueId x, const Shape& shape);
    ValueId matMul(ValueId a, ValueId b, ValueId bias, MatMulAttributes attributes);
    /// The function of values that are made while running, on the CPU.
    ValueId host(
        std::shared_ptr<const HostFunction> function, std::vector<ValueId> inputs, Shape shape, DType dtype);
    /// Inserts axes of size 1 at the front (NumPy) up to the rank.
    ValueId alignLeft(ValueId x, int rank);

    /// a·b for sizes; fails (and gives 1) beyond maxElements.
    int64_t times(int64_t a, int64_t b);

private:
    void setFailure(bool misfit, Text what);
    bool good(const std::vector<ValueId>& values) const;
    ValueId newValue(Shape shape, DType dtype);
    ValueId constant(Constant constant);

    Program& program_;
    CallId call_ = noId;
    size_t firstOperation_ = 0;
    std::optional<LowerFailure> failure_;
    std::unordered_map<std::string, ValueId> constants_;
    int64_t totalElements_ = 0;
    bool missingWeightsAllowed_ = false;
};

/// The shape of an element function of two arguments of equal rank; nothing if they do not fit.
std::optional<Shape> broadcastShape(const Shape& a, const Shape& b);

} // namespace kerascope
