// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keras/layer_def.h"

#include <set>
#include <string>
#include <string_view>

namespace kerascope::keras {

/// Keras 3's class for a class name of any dialect: "Convolution2D" → "Conv2D", "MaxPool2D" → "MaxPooling2D".
std::string canonicalClass(const std::string& fileType);
/// Is it a layer of Keras itself (of any dialect, canonical name)?
bool knownClass(const std::string& type);
/// The names of all of them, in alphabetical order.
const std::set<std::string>& knownClasses();
/// Does Keras 3 have it? Layers of Keras 1 and 2 may be gone from it.
bool inKeras3(const std::string& type);
/// Why a class is never run, whatever comes later (code or paths in a file); empty if it is not such a class.
Text refusalOf(const std::string& type);

bool isContainerClass(const std::string& fileType);
bool isRecurrent(const std::string& type); ///< SimpleRNN, LSTM, GRU, RNN, ConvLSTM*
bool isMerge(const std::string& type); ///< Add, Subtract, … Concatenate, Dot
bool isTfOperation(const std::string& fileType); ///< TFOpLambda and its kin
/// 1, 2 or 3 for "Conv1D" … "MaxPooling3D", else 0.
int spatialRank(const std::string& type);

/// Keras 3's group name: "Conv2DTranspose" → "conv2d_transpose".
std::string snakeCase(std::string_view className);

} // namespace kerascope::keras
