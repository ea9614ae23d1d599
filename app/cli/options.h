// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/graph/shape.h"
#include "core/keras/treat_as.h"

#include <QStringList>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace kerascope {

enum class Command { Inspect, Run, Profile, Verify, Extract, Compare, SwapTest, Devices, Help, Version };
enum class LayerTimesMode { Off, Sampled, All };

/// The command line, checked for form; names and shapes are checked against the model later.
struct CliOptions {
    Command command = Command::Help;
    std::optional<Command> helpFor;
    std::vector<std::filesystem::path> models;
    std::optional<std::filesystem::path> weights;
    std::string engine; ///< empty = default
    std::string against = "reference";
    std::vector<std::string> inputs; ///< NAME=SPEC or SPEC
    std::map<std::string, Shape> shapes;
    TreatAs treatAs;
    std::vector<int64_t> batches; ///< empty = not given
    std::vector<std::string> layers;
    std::optional<std::filesystem::path> layersFile;
    std::string from, to;
    bool allLayers = false, json = false, noPasses = false, quiet = false;
    std::filesystem::path output, expect, csv, trace, jsonFile, baseline;
    std::optional<double> tolerance, maxP95Ms, worsePercent;
    std::optional<uint64_t> maxPeakBytes, memoryLimit;
    int threads = 0;
    int64_t runs = 20, warmup = 3, swaps = 20;
    LayerTimesMode layerTimes = LayerTimesMode::Sampled;
};

/// "run", "swap-test", …; the program's name for what is no command.
const char* commandName(Command command);

Result<CliOptions> parseCommandLine(const QStringList& arguments);
/// Text of --help, for one command or for all.
QString helpText(std::optional<Command> command);

} // namespace kerascope
