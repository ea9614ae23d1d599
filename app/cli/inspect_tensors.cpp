// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/inspect_tensors.h"

#include "core/profile/tensor_statistics.h"

#include <algorithm>
#include <cstdio>
#include <functional>

namespace kerascope {
namespace {

struct TensorRow {
    const Layer& layer;
    const Weight& weight;
    const StoredTensor& stored;
    TensorStatistics statistics;
};

Result<void> eachTensor(const CliContext& context, const LoadedModel& loaded,
    const std::function<void(const Layer&)>& onLayer, const std::function<void(const TensorRow&)>& onTensor)
{
    for (const Layer& layer : loaded.opened.model->layers) {
        onLayer(layer);
        for (size_t i = 0; i < layer.weights.size(); ++i) {
            const auto tensor = loaded.weights->weight({layer.id, int(i)}, context.stop);
            if (!tensor)
                return tensor.error();
            const Weight& weight = layer.weights[i];
            onTensor({layer, weight, loaded.opened.file->tensors[size_t(weight.tensors.front())],
                tensorStatistics(**tensor)});
        }
    }
    return {};
}

/// The histogram in 16 blocks of eight heights.
std::string drawn(const TensorStatistics& statistics)
{
    static const char* const blocks[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    constexpr size_t width = 16;
    const size_t bins = statistics.histogram.size() / width;
    std::array<int64_t, width> sums{};
    for (size_t i = 0; i < statistics.histogram.size(); ++i)
        sums[i / bins] += statistics.histogram[i];
    const int64_t most = *std::max_element(sums.begin(), sums.end());
    std::string out;
    for (const int64_t sum : sums)
        out += blocks[most == 0 ? 0 : size_t((sum * 8 + most - 1) / most)];
    return out;
}

std::string shortNumber(double value)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.4g", value);
    return text.data();
}

} // namespace

Result<Json> tensorsJson(const CliContext& context, const LoadedModel& loaded)
{
    Json out = Json::array();
    const auto done = eachTensor(
        context, loaded, [](const Layer&) {},
        [&](const TensorRow& row) {
            Json shape = Json::array();
            for (const int64_t size : row.stored.shape.dims)
                shape.push_back(size);
            const TensorStatistics& s = row.statistics;
            out.push_back({{"name", row.stored.name}, {"group", row.layer.path}, {"shape", std::move(shape)},
                {"dtype", dtypeName(row.stored.dtype)}, {"file_bytes", row.stored.bytes}, {"min", s.min},
                {"max", s.max}, {"mean", s.mean}, {"std", s.std}, {"zeros", s.zeros}, {"nans", s.nans},
                {"infinities", s.infinities}, {"histogram", s.histogram}});
        });
    return done ? Result<Json>(std::move(out)) : Result<Json>(done.error());
}

Result<void> printTensors(const CliContext& context, const LoadedModel& loaded)
{
    TextTable table({"tensor", "type", "shape", "bytes", "min", "max", "mean", "std", "histogram"});
    auto done = eachTensor(
        context, loaded,
        [&](const Layer& layer) {
            table.add(
                {std::string(size_t(layer.depth) * 2, ' ') + layer.name, "", "", "", "", "", "", "", ""});
        },
        [&](const TensorRow& row) {
            const TensorStatistics& s = row.statistics;
            std::string odd = s.nans > 0 ? " " + std::to_string(s.nans) + " NaN" : "";
            odd += s.infinities > 0 ? " " + std::to_string(s.infinities) + " infinite" : "";
            table.add({std::string(size_t(row.layer.depth) * 2 + 2, ' ') + row.weight.role,
                dtypeName(row.stored.dtype), row.stored.shape.text(), std::to_string(row.stored.bytes),
                shortNumber(s.min), shortNumber(s.max), shortNumber(s.mean), shortNumber(s.std),
                "|" + drawn(s) + "|" + odd});
        });
    if (!done)
        return done;
    table.print();
    return {};
}

} // namespace kerascope
