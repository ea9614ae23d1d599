// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/layers/layer_context.h"

namespace kerascope {

/// What a recurrent layer gives: the sequence or the last output, and its states (h, for LSTM also c).
struct RecurrentResult {
    ValueId output = -1;
    std::vector<ValueId> states;
};

bool isRecurrent(const std::string& type);
/// Initial states from "initial_state" or from positional tensors after the first.
std::vector<ValueId> givenStates(LayerContext& context);
/// An activation that runs inside a cell: it must be a function of single elements.
Activation cellActivation(LayerContext& context, const char* key);
/// The Recurrent operation of SimpleRNN, LSTM or GRU as the context's config describes it, without the
/// arrangement of the layer's outputs. `zeroOutputForMask` overrides the config where set.
RecurrentResult recurrentCell(LayerContext& context, std::optional<bool> zeroOutputForMask);

} // namespace kerascope
