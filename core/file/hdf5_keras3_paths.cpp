// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/file_error.h"
#include "core/file/hdf5_attribute.h"
#include "core/file/hdf5_index.h"

#include <algorithm>
#include <set>

namespace kerascope {
namespace {

constexpr std::ptrdiff_t maxDepth = 128; // each level is looked up from the root
constexpr size_t maxGroups = 1'000'000;
constexpr size_t maxPathBytes = 4096;

/// "0", "1", "2", …, "10" by number, other names after them.
bool beforeByNumber(const std::string& a, const std::string& b)
{
    const auto isNumber = [](const std::string& text) {
        return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
    };
    const bool numberA = isNumber(a);
    const bool numberB = isNumber(b);
    if (numberA != numberB)
        return numberA;
    if (numberA && a.size() != b.size())
        return a.size() < b.size();
    return a < b;
}

Result<void> indexVariables(const Hdf5File& file, hid_t vars, const std::string& path, Hdf5Index& index)
{
    auto layerName = readHdf5Text(file, vars, "name");
    if (!layerName)
        return layerName.error();
    auto children = hdf5Children(file, vars);
    if (!children)
        return children.error();
    std::sort(children->begin(), children->end(), beforeByNumber);
    TensorGroup group{path, layerName->value_or(std::string()), {}, {}};
    for (const std::string& child : *children) {
        const auto object = openHdf5Object(file, vars, child);
        if (!object)
            return object.error();
        if (!isHdf5Dataset(object->get()))
            continue;
        auto described =
            describeHdf5Dataset(file, object->get(), (path.empty() ? "" : path + "/") + "vars/" + child);
        if (!described)
            return described.error();
        index.add(group, std::move(*described), child);
    }
    index.groups.push_back(std::move(group));
    index.layout = WeightLayout::Keras3Paths;
    return {};
}

/// Groups still to be looked into, deepest last, so that the order is that of a walk by names.
struct Walk {
    std::vector<std::string> paths{""};
    std::set<std::string> seen; ///< keys of objects: hard links can make a ring
};

Result<void> visit(const Hdf5File& file, const std::string& path, Walk& walk, Hdf5Index& index)
{
    Hdf5Id group;
    if (!path.empty()) {
        auto opened = openHdf5Group(file, file.id(), path);
        if (!opened)
            return opened.error();
        if (!*opened)
            return {};
        group = std::move(*opened);
    }
    const hid_t id = path.empty() ? file.id() : group.get();
    const auto children = hdf5Children(file, id);
    if (!children)
        return children.error();
    for (auto child = children->rbegin(); child != children->rend(); ++child) {
        if (*child == "vars") {
            const auto vars = openHdf5Group(file, id, *child);
            if (!vars)
                return vars.error();
            if (*vars)
                if (auto done = indexVariables(file, vars->get(), path, index); !done)
                    return done;
            continue;
        }
        if (path.empty() && *child == "optimizer")
            continue;
        std::string next = path.empty() ? *child : path + "/" + *child;
        if (next.size() > maxPathBytes || walk.seen.size() > maxGroups
            || std::count(next.begin(), next.end(), '/') > maxDepth)
            return fileError(file.where(),
                {msg("core", "the groups of the HDF5 file are nested without end")},
                {msg("core", "no Keras model looks like this; check the file")});
        if (walk.seen.insert(hdf5ObjectKey(id, *child)).second)
            walk.paths.push_back(std::move(next));
    }
    return {};
}

} // namespace

Result<void> indexKeras3Paths(const Hdf5File& file, Hdf5Index& index, const std::stop_token& stop)
{
    Walk walk;
    while (!walk.paths.empty()) {
        if (stop.stop_requested())
            return cancelled();
        const std::string path = std::move(walk.paths.back());
        walk.paths.pop_back();
        if (auto done = visit(file, path, walk, index); !done)
            return done;
    }
    return {};
}

} // namespace kerascope
