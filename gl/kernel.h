// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/program.h"

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace kerascope {

/// How a constant lies in its GL buffer. Values always lie plain.
enum class Packing {
    Plain,
    Columns4, ///< the last axis padded with zeros to a multiple of 4
    TransposedColumns4, ///< the last two axes exchanged, then the last one padded
};

enum class OperandKind { None, Value, Workspace, State, Table };

/// Bytes that a kernel touches: a part of a value (constants included), of the step's workspace, of a state
/// or of the step's table of numbers that the engine computed.
struct Operand {
    OperandKind kind = OperandKind::None;
    int32_t id = -1; ///< ValueId, or index in Program::states
    uint64_t offset = 0; ///< from the start of it
    uint64_t bytes = 0;
    Packing packing = Packing::Plain;
    explicit operator bool() const { return kind != OperandKind::None; }
};

/// An operand under the name by which the shader reads (load_NAME) or writes (store_NAME) it, `width` floats
/// at a time.
struct Access {
    const char* name = "";
    Operand operand;
    int width = 1;
    bool write = false;
};

/// Numbers that a kernel gets: in the uniform block, or written into the source of a specialised kernel.
struct KernelParam {
    std::string name;
    bool real = false;
    bool dynamic = false; ///< never written into the source
    std::vector<int32_t> numbers; ///< bits of a float if real
    bool array = false; ///< NAME(i) in the shader
};

/// One dispatch, before anything of GL is known: what a kernel family makes from an operation.
struct KernelCall {
    std::string shader; ///< file in :/shaders
    std::vector<std::pair<std::string, int>> defines;
    std::vector<KernelParam> params;
    std::vector<Access> accesses;
    std::array<int64_t, 3> groups{1, 1, 1};
    bool specialise = false; ///< sizes become constants of the source
    bool disjoint = false; ///< writes other places than the disjoint calls before it in the same step
    double flops = 0;
    bool tooBig = false; ///< a number passed 32 bits

    void define(std::string name, int64_t value) { defines.emplace_back(std::move(name), int(value)); }
    void add(std::string name, int64_t value) { put(std::move(name), value, false); }
    void addDynamic(std::string name, int64_t value) { put(std::move(name), value, true); }
    void addReal(std::string name, float value);
    void addArray(std::string name, std::span<const int64_t> values);
    void read(const char* name, const Operand& operand, int width)
    {
        accesses.push_back({name, operand, width, false});
    }
    void write(const char* name, const Operand& operand, int width)
    {
        accesses.push_back({name, operand, width, true});
    }

private:
    void put(std::string name, int64_t value, bool dynamic);
    int32_t narrow(int64_t value);
};

inline int64_t divideUp(int64_t a, int64_t b) { return (a + b - 1) / b; }
inline int64_t roundUp(int64_t a, int64_t b) { return divideUp(a, b) * b; }

} // namespace kerascope
