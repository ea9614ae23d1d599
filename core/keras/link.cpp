// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/read_config.h"

#include <algorithm>
#include <map>
#include <queue>
#include <unordered_map>

namespace kerascope::keras {
namespace {

class Linker {
public:
    Linker(ModelDef& model, int container)
        : model_(model)
        , self_(model.containers[size_t(container)])
    {
    }

    Result<void> run()
    {
        if (auto named = collectNames(); !named)
            return named;
        if (!self_.sequential)
            if (auto resolved = resolve(); !resolved)
                return resolved;
        return sort();
    }

private:
    /// What is known about the references to one layer: the lowest and highest node number.
    struct Range {
        int64_t low = INT64_MAX;
        int64_t high = -1;
        void add(int64_t node)
        {
            low = std::min(low, node);
            high = std::max(high, node);
        }
    };

    Result<void> collectNames()
    {
        for (int index : self_.layers)
            if (!byName_.emplace(model_.layers[size_t(index)].name, index).second)
                return badFile(model_.origin,
                    {msg("core", "two layers are called '%1'"), model_.layers[size_t(index)].name},
                    {msg("core", "the file is damaged or of an unknown kind")});
        return {};
    }

    Error dangling(const Ref& ref) const
    {
        return badFile(model_.origin,
            {msg("core", "the graph refers to call %1 of layer '%2', which is not there"),
                std::to_string(ref.node), ref.layer},
            {msg("core", "the file is damaged or of an unknown kind")});
    }

    /// A nested model owns a call 0 of its own, so older Keras counts its calls from 1, and Keras 3 does so
    /// in output_layers. Where the numbers used rule one counting out, the other holds.
    int64_t offset(const LayerDef& layer, const Range& range, bool output) const
    {
        const auto count = int64_t(layer.nodes.size());
        if (range.low <= 0)
            return 0;
        if (range.high >= count)
            return 1;
        if (layer.inner < 0 || layer.wrapsModel)
            return 0;
        const ContainerDef& inner = model_.containers[size_t(layer.inner)];
        if (model_.origin.keras3())
            return output && !inner.sequential ? 1 : 0;
        const bool hasInput =
            !inner.sequential || (!inner.inputs.empty() && inner.inputs[0].layer != portLayer);
        return hasInput ? 1 : 0;
    }

    /// The node meant by a reference; nothing if there is none.
    std::optional<int> nodeOf(const LayerDef& layer, int64_t number) const
    {
        if (number < 0 || number >= int64_t(layer.nodes.size()))
            return std::nullopt;
        for (auto node = size_t(number); node < layer.nodes.size(); ++node)
            if (!layer.nodes[node].empty)
                return int(node);
        return std::nullopt;
    }

    Result<void> point(const Ref& ref, const std::unordered_map<int, Range>& ranges, bool output, int& layer,
        int& node) const
    {
        constexpr int64_t maxTensors = 4096;
        const auto found = byName_.find(ref.layer);
        if (found == byName_.end())
            return badFile(model_.origin,
                {msg("core", "the graph refers to layer '%1', which is not there"), ref.layer},
                {msg("core", "the file is damaged or of an unknown kind")});
        const LayerDef& target = model_.layers[size_t(found->second)];
        const auto place = nodeOf(target, ref.node - offset(target, ranges.at(found->second), output));
        if (!place || ref.tensor < 0 || ref.tensor >= maxTensors)
            return dangling(ref);
        layer = found->second;
        node = *place;
        return {};
    }

    void measure(std::unordered_map<int, Range>& ranges, const Ref& ref) const
    {
        if (const auto found = byName_.find(ref.layer); found != byName_.end())
            ranges[found->second].add(ref.node);
    }

    Result<void> resolve()
    {
        std::unordered_map<int, Range> inside;
        std::unordered_map<int, Range> outside;
        for (int index : self_.layers)
            for (const NodeDef& node : model_.layers[size_t(index)].nodes)
                for (const NodeInput& input : node.inputs)
                    measure(inside, input.ref);
        for (const auto* ports : {&self_.inputs, &self_.outputs})
            for (const PortDef& port : *ports)
                measure(model_.origin.keras3() ? outside : inside, port.ref);
        for (int index : self_.layers)
            for (NodeDef& node : model_.layers[size_t(index)].nodes)
                for (NodeInput& input : node.inputs)
                    if (auto done = point(input.ref, inside, false, input.layer, input.node); !done)
                        return done;
        for (auto* ports : {&self_.inputs, &self_.outputs})
            for (PortDef& port : *ports)
                if (auto done = point(
                        port.ref, model_.origin.keras3() ? outside : inside, true, port.layer, port.node);
                    !done)
                    return done;
        return {};
    }

    /// Kahn's algorithm; among the ready nodes the one that stands first in the file comes first.
    Result<void> sort()
    {
        std::map<std::pair<int, int>, std::vector<std::pair<int, int>>> consumers;
        std::map<std::pair<int, int>, size_t> missing;
        std::priority_queue<std::pair<int, int>, std::vector<std::pair<int, int>>, std::greater<>> ready;
        for (int index : self_.layers) {
            const auto& nodes = model_.layers[size_t(index)].nodes;
            for (size_t n = 0; n < nodes.size(); ++n) {
                if (nodes[n].empty)
                    continue;
                const std::pair<int, int> me{index, int(n)};
                size_t count = 0;
                for (const NodeInput& input : nodes[n].inputs)
                    if (input.layer != portLayer) {
                        consumers[{input.layer, input.node}].push_back(me);
                        ++count;
                    }
                missing[me] = count;
                if (count == 0)
                    ready.push(me);
            }
        }
        while (!ready.empty()) {
            const auto next = ready.top();
            ready.pop();
            self_.order.push_back(next);
            for (const auto& consumer : consumers[next])
                if (--missing[consumer] == 0)
                    ready.push(consumer);
        }
        if (self_.order.size() == missing.size())
            return {};
        for (const auto& [node, count] : missing)
            if (count > 0)
                return badFile(model_.origin,
                    {msg("core", "the graph has a cycle through layer '%1'"),
                        model_.layers[size_t(node.first)].name},
                    {msg("core", "the file is damaged or of an unknown kind")});
        return {};
    }

    ModelDef& model_;
    ContainerDef& self_;
    std::unordered_map<std::string, int> byName_;
};

} // namespace

Result<void> linkContainer(ModelDef& model, int container) { return Linker(model, container).run(); }

} // namespace kerascope::keras
