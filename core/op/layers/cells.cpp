// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/layer_table.h"
#include "core/op/layers/recurrent.h"

namespace kerascope {
namespace {

/// One cell of an RNN: the class of the layer that runs it, and its config.
struct WrittenCell {
    std::string type, prefix;
    nlohmann::json config;
};

std::optional<WrittenCell> readCell(const nlohmann::json& written, std::string prefix)
{
    if (!written.is_object() || !written.contains("class_name") || !written["class_name"].is_string()
        || !written.contains("config") || !written["config"].is_object())
        return std::nullopt;
    std::string type = written["class_name"].get<std::string>();
    if (!type.ends_with("Cell") || !isRecurrent(type.substr(0, type.size() - 4)))
        return std::nullopt;
    return WrittenCell{type.substr(0, type.size() - 4), std::move(prefix), written["config"]};
}

/// The cells of RNN(cell) and RNN(StackedRNNCells([…])), the lowest first; empty after a failure.
std::vector<WrittenCell> readCells(LayerContext& c)
{
    const nlohmann::json* written = c.find("cell");
    std::vector<std::optional<WrittenCell>> found;
    const bool stacked = written && written->is_object()
        && written->value("class_name", nlohmann::json()) == "StackedRNNCells";
    if (stacked) {
        const auto list =
            written->value("config", nlohmann::json::object()).value("cells", nlohmann::json::array());
        for (size_t i = 0; i < list.size(); ++i)
            found.push_back(readCell(list[i], "cell/cells/" + std::to_string(i) + "/"));
    } else if (written) {
        found.push_back(readCell(*written, "cell/"));
    }
    std::vector<WrittenCell> cells;
    for (auto& one : found)
        if (one)
            cells.push_back(std::move(*one));
    if (cells.empty() || cells.size() != found.size()) {
        c.build.fail(Text(msg("core", "the layer inside it cannot be read")));
        return {};
    }
    return cells;
}

/// Cells on top of each other see each other only step by step upwards, so one after the other may do all
/// steps.
void rnn(LayerContext& c)
{
    static const nlohmann::json noArguments = nlohmann::json::object();
    const std::vector<WrittenCell> cells = readCells(c);
    const std::vector<ValueId> given = givenStates(c);
    const ValueId mask = c.incomingMask();
    ValueId sequence = c.input(3, 3);
    std::vector<ValueId> states;
    size_t used = 0;
    for (size_t i = 0; i < cells.size() && !c.failed(); ++i) {
        nlohmann::json config = cells[i].config;
        config["return_sequences"] = i + 1 < cells.size() || c.flag("return_sequences", false);
        config["go_backwards"] = i == 0 && c.flag("go_backwards", false);
        config["stateful"] = c.flag("stateful", false);
        config["zero_output_for_mask"] = c.flag("zero_output_for_mask", false);
        LayerContext inner(c.build, c.layer, c.prefix + cells[i].prefix, cells[i].type, config, noArguments);
        inner.inputs.push_back({sequence, {}});
        const size_t count = cells[i].type == "LSTM" ? 2 : 1;
        for (size_t k = 0; k < count && used < given.size(); ++k)
            inner.inputs.push_back({given[used++], "initial_state"});
        if (mask >= 0)
            inner.inputs.push_back({mask, "mask"});
        const RecurrentResult made = recurrentCell(inner, std::nullopt);
        sequence = made.output;
        states.insert(states.end(), made.states.begin(), made.states.end());
    }
    if (c.failed())
        return;
    c.outputs = {sequence};
    if (c.flag("return_state", false))
        c.outputs.insert(c.outputs.end(), states.begin(), states.end());
}

/// The stored kernel is the normalised one: at inference the layer inside does all.
void spectralNormalization(LayerContext& c)
{
    const nlohmann::json* written = c.find("layer");
    if (!written)
        c.build.fail(Text(msg("core", "the layer inside it cannot be read")));
    else
        c.outputs = lowerInnerLayer(c, *written, c.inputs, "layer/");
}

} // namespace

void addCellLayers(LayerTable& table)
{
    table.emplace("RNN", rnn);
    table.emplace("SpectralNormalization", spectralNormalization);
}

} // namespace kerascope
