// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/layers/layer_context.h"

#include <string>
#include <unordered_map>

namespace kerascope {

/// Lowers one call: reads the context, appends operations, sets the context's outputs.
using LowerFunction = void (*)(LayerContext&);
using LayerTable = std::unordered_map<std::string, LowerFunction>;

/// Every layer class that can be lowered, by the class name of Keras 3.
const LayerTable& layerTable();
/// Keras operations used as layers (Layer::operation), by class name.
const LayerTable& operationTable();

/// Why an operation cannot be computed by any program that only reads the file; empty if nothing forbids it.
Text operationRefusal(const std::string& type);

void addCoreLayers(LayerTable& table);
void addConvolutionLayers(LayerTable& table);
void addPoolingLayers(LayerTable& table);
void addNormalizationLayers(LayerTable& table);
void addActivationLayers(LayerTable& table);
void addMergeLayers(LayerTable& table);
void addShapeLayers(LayerTable& table);
void addRecurrentLayers(LayerTable& table);
void addPreprocessingLayers(LayerTable& table);
void addWrapperLayers(LayerTable& table);
void addAttentionLayers(LayerTable& table);
void addImageLayers(LayerTable& table);
void addConvLstmLayers(LayerTable& table);
void addCellLayers(LayerTable& table);
void addCategoryLayers(LayerTable& table);
void addLocallyConnectedLayers(LayerTable& table);
void addLegacyLayers(LayerTable& table);
void addTextLayers(LayerTable& table);
void addAudioLayers(LayerTable& table);

/// Looks the class up and runs it; a class that is not known is a failure.
void lowerLayer(LayerContext& context, bool operation);
/// Lowers a layer written inside another one's config ({"class_name", "config"}) on `inputs`, its weights
/// under `prefix` + role. Gives its outputs; empty after a failure.
std::vector<ValueId> lowerInnerLayer(LayerContext& outer, const nlohmann::json& written,
    const std::vector<LayerInput>& inputs, const std::string& prefix);

} // namespace kerascope
