// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/program_builder.h"

#include <optional>
#include <string>

namespace kerascope {

/// One letter for each axis; axes that an ellipsis stands for have labels of their own, from the left.
using Labels = std::vector<int>;

struct EinsumEquation {
    std::vector<Labels> operands;
    Labels result;
};

/// Reads "abc,cde->abde" for operands of these ranks. "…" is written "..." and stands for the axes that the
/// letters leave over; without "->" the letters that occur once remain, in the order of the alphabet. Nothing
/// if the text is no equation, the ranks do not fit or a label occurs twice in an operand.
std::optional<EinsumEquation> readEinsum(const std::string& text, const std::vector<int>& ranks);

/// Σ over the labels that the result lacks of x·y, as one matrix product. Constants stay constants.
ValueId einsum(ProgramBuilder& b, const EinsumEquation& equation, ValueId x, ValueId y);

} // namespace kerascope
