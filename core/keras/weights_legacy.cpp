// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/weights.h"

#include <algorithm>
#include <map>

namespace kerascope::keras {
namespace {

using Choice = WeightAssigner::Choice;
using Tensors = std::vector<NamedTensor>;

std::vector<std::string> partsOf(const std::string& name)
{
    std::vector<std::string> parts;
    size_t begin = 0;
    for (size_t i = 0; i <= name.size(); ++i)
        if (i == name.size() || name[i] == '/') {
            parts.push_back(name.substr(begin, i - begin));
            begin = i + 1;
        }
    return parts;
}

bool nameFits(const WeightSpec& spec, const std::string& name)
{
    const std::string leaf = leafName(name);
    if (leaf != spec.leaf && !(spec.leaf == "kernel" && leaf == "depthwise_kernel"))
        return false;
    if (spec.mark.empty())
        return true;
    const auto parts = partsOf(name);
    return std::any_of(
        parts.begin(), parts.end(), [&](const std::string& part) { return part.starts_with(spec.mark); });
}

/// Tensor of each spec by name; -1 where none or more than one has it.
std::vector<int> byName(const std::vector<WeightSpec>& specs, const Tensors& tensors)
{
    std::vector<int> found(specs.size(), -1);
    std::set<size_t> used;
    for (size_t i = 0; i < specs.size(); ++i) {
        size_t place = tensors.size();
        int count = 0;
        for (size_t k = 0; k < tensors.size(); ++k)
            if (!used.contains(k) && nameFits(specs[i], tensors[k].name)) {
                place = k;
                ++count;
            }
        if (count != 1)
            continue;
        used.insert(place);
        found[i] = tensors[place].tensor;
    }
    return found;
}

/// All tensors in the order of the specs, if every shape fits.
std::vector<int> byOrder(
    const WeightAssigner& assigner, const std::vector<WeightSpec>& specs, const Tensors& tensors)
{
    if (tensors.size() != specs.size())
        return {};
    Symbols symbols;
    std::vector<int> found;
    for (size_t i = 0; i < specs.size(); ++i) {
        if (!fits(specs[i], assigner.shapeOf(tensors[i].tensor), symbols))
            return {};
        found.push_back(tensors[i].tensor);
    }
    return found;
}

/// Do the chosen tensors have the shapes that the layer needs?
bool shapesFit(
    const WeightAssigner& assigner, const std::vector<WeightSpec>& specs, const std::vector<Choice>& choices)
{
    Symbols symbols;
    for (size_t i = 0; i < specs.size(); ++i) {
        std::vector<Shape> shapes;
        for (int tensor : choices[i].tensors)
            shapes.push_back(assigner.shapeOf(tensor));
        const auto shape = convertedShape(choices[i].conversion, shapes);
        if (!shapes.empty() && (!shape || !fits(specs[i], *shape, symbols)))
            return false;
    }
    return true;
}

} // namespace

std::vector<Choice> chooseLegacy(const WeightAssigner& assigner, int layer,
    const std::vector<WeightSpec>& specs, const Tensors& tensors, bool& exact)
{
    const ModelDef& model = assigner.model();
    const LayerDef& def = model.layers[size_t(layer)];
    if (model.origin.keras1()) {
        auto choices = chooseKeras1(assigner, def, specs, tensors);
        if (!choices.empty() || specs.empty()) {
            exact = shapesFit(assigner, specs, choices);
            return choices;
        }
    }
    std::vector<int> found = byName(specs, tensors);
    const auto missing = std::count(found.begin(), found.end(), -1);
    if (missing > 0)
        if (auto ordered = byOrder(assigner, specs, tensors); !ordered.empty())
            found = ordered;
    exact = tensors.size() == specs.size() && std::count(found.begin(), found.end(), -1) == 0;
    std::vector<Choice> choices(specs.size());
    for (size_t i = 0; i < specs.size(); ++i) {
        if (found[i] < 0)
            continue;
        choices[i].tensors = {found[i]};
        if (model.origin.backend == "theano" && !model.origin.keras3())
            choices[i].conversion = theanoFlip(def.type, specs[i]);
    }
    exact = exact && shapesFit(assigner, specs, choices);
    return choices;
}

namespace {

class LegacyMatcher {
public:
    explicit LegacyMatcher(WeightAssigner& assigner)
        : assigner_(assigner)
    {
        for (const TensorGroup& group : assigner.file().groups)
            groups_.emplace(group.name, &group);
    }

    Result<void> run(const std::stop_token& stop)
    {
        std::vector<int> without;
        for (int layer : assigner_.model().containers[0].layers) {
            if (stop.stop_requested())
                return cancelled();
            if (auto done = topLayer(layer, without); !done)
                return done;
        }
        return inFileOrder(without);
    }

private:
    Result<void> topLayer(int layer, std::vector<int>& without)
    {
        const LayerDef& def = assigner_.model().layers[size_t(layer)];
        const auto group = groups_.find(def.name);
        if (group != groups_.end()) {
            used_.insert(def.name);
            return def.inner >= 0 ? nested(layer, assigner_.tensorsOf(*group->second))
                                  : leaf(layer, assigner_.tensorsOf(*group->second));
        }
        // Keras 1 writes the layers of a nested Sequential as groups of their own.
        for (int inner : assigner_.leavesOf(layer)) {
            const std::string& name = assigner_.model().layers[size_t(inner)].name;
            const auto own = groups_.find(name);
            if (own == groups_.end()) {
                without.push_back(inner);
                continue;
            }
            used_.insert(name);
            if (auto done = leaf(inner, assigner_.tensorsOf(*own->second)); !done)
                return done;
        }
        return {};
    }

    Result<void> leaf(int layer, const Tensors& tensors)
    {
        if (!assigner_.known(layer)) {
            assigner_.assignAll(layer, tensors);
            return {};
        }
        const auto specs = assigner_.specsOf(layer);
        bool exact = false;
        return assigner_.assign(layer, specs, chooseLegacy(assigner_, layer, specs, tensors, exact));
    }

    /// A nested model's tensors lie in one flat list, trainable ones first.
    Result<void> nested(int layer, const Tensors& tensors)
    {
        const std::vector<int> leaves = assigner_.leavesOf(layer);
        std::map<int, Tensors> mine;
        if (splitByLayerName(leaves, tensors, mine))
            return takeSplit(leaves, mine);
        std::map<int, Tensors> ordered;
        if (splitBySavingOrder(leaves, tensors, ordered) || splitByPrefix(leaves, tensors, ordered))
            return takeSplit(leaves, ordered);
        return takeSplit(leaves, mine);
    }

    Result<void> takeSplit(const std::vector<int>& leaves, std::map<int, Tensors>& mine)
    {
        for (int inner : leaves)
            if (auto done = leaf(inner, mine[inner]); !done)
                return done;
        return {};
    }

    bool exactlyMatched(const std::vector<int>& leaves, std::map<int, Tensors>& mine)
    {
        for (int inner : leaves) {
            if (!assigner_.known(inner))
                continue;
            bool exact = false;
            const auto specs = assigner_.specsOf(inner);
            const auto choices = chooseLegacy(assigner_, inner, specs, mine[inner], exact);
            if (!exact && !(specs.empty() && mine[inner].empty()))
                return false;
        }
        return true;
    }

    /// By the layer's name in the tensor's; where nested models hold equal names, by the longer path.
    bool splitByLayerName(
        const std::vector<int>& leaves, const Tensors& tensors, std::map<int, Tensors>& mine)
    {
        std::multimap<std::string, int> named;
        for (int inner : leaves)
            named.emplace(assigner_.model().layers[size_t(inner)].name, inner);
        bool all = true;
        for (const NamedTensor& tensor : tensors) {
            const auto parts = partsOf(tensor.name);
            int best = -1;
            size_t bestScore = 0;
            for (size_t i = parts.size() - 1; i-- > 0 && best < 0;) {
                const auto [first, last] = named.equal_range(parts[i]);
                for (auto at = first; at != last; ++at)
                    if (const size_t score = 1 + ancestorsNamed(at->second, parts, i); score > bestScore) {
                        best = at->second;
                        bestScore = score;
                    }
            }
            if (best < 0)
                all = false;
            else
                mine[best].push_back(tensor);
        }
        return all && exactlyMatched(leaves, mine);
    }

    size_t ancestorsNamed(int layer, const std::vector<std::string>& parts, size_t end) const
    {
        const ModelDef& model = assigner_.model();
        size_t count = 0;
        int owner = model.containers[size_t(model.layers[size_t(layer)].container)].owner;
        for (size_t i = end; i-- > 0 && owner >= 0;) {
            if (model.layers[size_t(owner)].name != parts[i])
                break;
            ++count;
            owner = model.containers[size_t(model.layers[size_t(owner)].container)].owner;
        }
        return count;
    }

    /// As Keras saves: trainable weights of all layers, then the others.
    bool splitBySavingOrder(
        const std::vector<int>& leaves, const Tensors& tensors, std::map<int, Tensors>& mine)
    {
        size_t next = 0;
        std::map<int, Symbols> symbols;
        for (const bool first : {true, false})
            for (int inner : leaves) {
                if (!assigner_.known(inner))
                    return false;
                for (const WeightSpec& spec : assigner_.specsOf(inner)) {
                    if ((spec.trainable && assigner_.trainable(inner)) != first)
                        continue;
                    if (next == tensors.size()
                        || !fits(spec, assigner_.shapeOf(tensors[next].tensor), symbols[inner]))
                        return false;
                    mine[inner].push_back(tensors[next++]);
                }
            }
        return next == tensors.size();
    }

    /// Tensors of one prefix belong to one layer; prefixes in order of appearance, layers in order.
    bool splitByPrefix(const std::vector<int>& leaves, const Tensors& tensors, std::map<int, Tensors>& mine)
    {
        mine.clear();
        std::vector<std::string> order;
        std::map<std::string, Tensors> byPrefix;
        for (const NamedTensor& tensor : tensors) {
            const std::string prefix = partsOf(tensor.name)[0];
            if (!byPrefix.contains(prefix))
                order.push_back(prefix);
            byPrefix[prefix].push_back(tensor);
        }
        size_t next = 0;
        for (int inner : leaves)
            if (!assigner_.known(inner) || !assigner_.specsOf(inner).empty()) {
                if (next == order.size())
                    return false;
                mine[inner] = byPrefix[order[next++]];
            }
        return next == order.size() && exactlyMatched(leaves, mine);
    }

    /// Layers without a group of their name: as Keras does, in order, if the unused groups agree one by one.
    Result<void> inFileOrder(const std::vector<int>& without)
    {
        std::vector<int> wanting;
        for (int layer : without)
            if (!assigner_.specsOf(layer).empty())
                wanting.push_back(layer);
        std::vector<const TensorGroup*> spare;
        for (const TensorGroup& group : assigner_.file().groups)
            if (!used_.contains(group.name) && !group.tensors.empty()
                && group.name != "top_level_model_weights")
                spare.push_back(&group);
        bool agree = wanting.size() == spare.size();
        for (size_t i = 0; agree && i < wanting.size(); ++i) {
            bool exact = false;
            const auto specs = assigner_.specsOf(wanting[i]);
            const Tensors tensors = assigner_.tensorsOf(*spare[i]);
            const auto choices = chooseLegacy(assigner_, wanting[i], specs, tensors, exact);
            agree = exact;
        }
        if (agree && !wanting.empty())
            assigner_.model().notes.push_back(
                {msg("core", "%1 layers have other names in the weights and were matched by order and shape"),
                    std::to_string(wanting.size())});
        else
            for (const TensorGroup* group : spare)
                assigner_.model().notes.push_back(
                    {msg("core", "the weights of '%1' belong to no layer of the architecture"), group->name});
        for (size_t i = 0; i < wanting.size(); ++i)
            if (auto done = leaf(wanting[i], agree ? assigner_.tensorsOf(*spare[i]) : Tensors{}); !done)
                return done;
        return {};
    }

    WeightAssigner& assigner_;
    std::map<std::string, const TensorGroup*> groups_;
    std::set<std::string> used_;
};

} // namespace

Result<void> assignLayerGroups(WeightAssigner& assigner, const std::stop_token& stop)
{
    return LegacyMatcher(assigner).run(stop);
}

} // namespace kerascope::keras
