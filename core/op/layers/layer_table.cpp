// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/layer_table.h"

#include <set>

namespace kerascope {

const LayerTable& layerTable()
{
    static const LayerTable table = [] {
        LayerTable all;
        addCoreLayers(all);
        addConvolutionLayers(all);
        addPoolingLayers(all);
        addNormalizationLayers(all);
        addActivationLayers(all);
        addMergeLayers(all);
        addShapeLayers(all);
        addRecurrentLayers(all);
        addPreprocessingLayers(all);
        addWrapperLayers(all);
        addAttentionLayers(all);
        addImageLayers(all);
        addConvLstmLayers(all);
        addCellLayers(all);
        addCategoryLayers(all);
        addLocallyConnectedLayers(all);
        addLegacyLayers(all);
        addTextLayers(all);
        addAudioLayers(all);
        return all;
    }();
    return table;
}

Text operationRefusal(const std::string& type)
{
    static const std::set<std::string> code{
        "AssociativeScan", "Cond", "ForiLoop", "JVP", "Map", "Scan", "Switch", "VectorizedMap", "WhileLoop"},
        complexNumbers{"Eig", "Polar", "ViewAsComplex", "ViewAsReal"};
    if (code.contains(type))
        return Text(msg("core", "%1 calls Python code, which is never run"), type);
    if (complexNumbers.contains(type))
        return Text(msg("core", "%1 works on complex numbers, which no engine has"), type);
    if (type == "Nonzero")
        return Text(msg("core", "the size of its output depends on the numbers that come in"));
    if (type == "ElasticTransform")
        return Text(msg("core", "%1 draws random numbers, which are others in every program"), type);
    return {};
}

void lowerLayer(LayerContext& context, bool operation)
{
    const LayerTable& table = operation ? operationTable() : layerTable();
    const auto found = table.find(context.type);
    if (found == table.end()) {
        if (Text refusal = operation ? operationRefusal(context.type) : Text(); !refusal.empty())
            return context.build.fail(std::move(refusal));
        context.build.fail(operation
                ? Text(msg("core", "the operation %1 cannot be computed yet"), context.type)
                : Text(msg("core", "layers of the class %1 cannot be computed yet"), context.type));
        return;
    }
    found->second(context);
    const bool complete = !context.outputs.empty() && context.outputs[0] >= 0;
    if (!context.failed() && !complete)
        context.build.fail(Text(msg("core", "it gives no output")));
}

std::vector<ValueId> lowerInnerLayer(LayerContext& outer, const nlohmann::json& written,
    const std::vector<LayerInput>& inputs, const std::string& prefix)
{
    constexpr int maxDepth = 8;
    const auto name = written.is_object() ? written.find("class_name") : written.end();
    const auto config = written.is_object() ? written.find("config") : written.end();
    if (!written.is_object() || name == written.end() || !name->is_string() || config == written.end()
        || outer.depth >= maxDepth) {
        outer.build.fail(Text(msg("core", "the layer inside it cannot be read")));
        return {};
    }
    static const nlohmann::json noArguments = nlohmann::json::object();
    LayerContext inner(
        outer.build, outer.layer, outer.prefix + prefix, name->get<std::string>(), *config, noArguments);
    inner.inputs = inputs;
    inner.depth = outer.depth + 1;
    lowerLayer(inner, false);
    return inner.failed() ? std::vector<ValueId>{} : inner.outputs;
}

} // namespace kerascope
