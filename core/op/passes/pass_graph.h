// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/program.h"

#include <string>
#include <vector>

namespace kerascope {

/// A program with who makes and who reads each value, kept right while passes change it. Operations that went
/// are only marked until finish().
class PassGraph {
public:
    PassGraph(Program& program, const std::vector<ValueId>& kept);

    int operationCount() const { return int(program_.operations.size()); }
    Operation& operation(int index) { return program_.operations[size_t(index)]; }
    const Value& value(ValueId id) const { return program_.values[size_t(id)]; }
    bool dead(int index) const { return dead_[size_t(index)]; }
    /// Must this value exist under its id: an output, or asked for?
    bool pinned(ValueId id) const { return pinned_[size_t(id)]; }
    /// Operation that makes the value, −1 for inputs and constants.
    int producer(ValueId id) const { return id < 0 ? -1 : producers_[size_t(id)]; }
    /// The only reader of a value that nobody else needs, else −1.
    int onlyReader(ValueId id) const;
    bool isConstant(ValueId id) const { return id >= 0 && value(id).constant >= 0; }
    ConstId constantOf(ValueId id) const { return id < 0 ? -1 : value(id).constant; }

    /// The producer takes the consumer's place and output and does its work too; the value between them goes.
    void fuse(int producer, int consumer);
    /// Every reader of `old` reads `with` (the same numbers) instead; the maker of `old` goes unless `old` is
    /// pinned.
    void replaceValue(ValueId old, ValueId with);
    /// Sets one input of an operation.
    void setInput(int operation, size_t index, ValueId value);
    /// Removes an operation whose outputs nobody reads any more.
    void kill(int operation);
    ValueId addValue(const Shape& shape, DType dtype);
    /// The operation moves to the dead place `place` before it and makes `between`; `second` takes its old
    /// place, reads `between` and makes its old outputs.
    void splitInTwo(int operation, int place, ValueId between, Operation second);
    /// A value for a constant computed from others.
    ValueId addDerived(DerivedKind kind, std::vector<ConstId> inputs, const Shape& shape, CallId owner);
    /// Puts the calls of an operation that was taken over before this one's own.
    void prependCalls(int operation, const std::vector<CallId>& calls);

    /// Marks operations whose outputs nobody needs: their reads would keep others from fusing.
    void sweep();
    /// Drops what was marked and what nobody needs; tensorValues of values that went go too.
    void finish();

private:
    void forget(int operation);
    bool needed(const Operation& operation) const;
    Program& program_;
    std::vector<bool> pinned_, dead_;
    std::vector<int> producers_;
    std::vector<std::vector<int>> readers_; ///< once per use
};

/// First calls, then the second ones that are not among them; the last one stays last.
std::vector<CallId> mergedCalls(const std::vector<CallId>& first, const std::vector<CallId>& second);

/// The activation that an operation applies at its end, or null where its kind has none.
Activation* activationOf(Operation& operation);

bool isProduct(OpKind kind); ///< Conv, ConvTranspose, MatMul: they have bias, residual and activation

void foldBatchNorm(PassGraph& graph);
void foldPadding(PassGraph& graph);
void fuseActivations(PassGraph& graph);
void fuseResiduals(PassGraph& graph);
void cancelTransposes(PassGraph& graph);

} // namespace kerascope
