// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine.h"
#include "core/plan/plan.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kerascope {

/// One run, from the input in host memory to the outputs in host memory. Times in µs. The record stores which
/// step took how long; the plan tells which layer calls a step serves.
struct RunRecord {
    int64_t run = 0; ///< number within the session, from 0
    double timestampUs = 0; ///< start, since the start of the program
    int version = 1; ///< model version of the session
    std::string engine; ///< "gl", "cpu", "reference"
    int64_t batch = 1;
    bool warmup = false; ///< first run after a preparation, and further ones asked for
    double totalUs = 0; ///< upload + run + readback
    double uploadUs = 0, readbackUs = 0;
    double runUs = 0; ///< RunTimes::wallUs
    std::optional<double> gpuUs;
    std::vector<StepTime> steps; ///< empty where this run had no stamps
    std::shared_ptr<const Plan> plan;
    uint64_t peakBytes = 0; ///< what executable and plan hold during the run
};

/// Memory at one moment.
struct MemorySample {
    double timestampUs = 0;
    uint64_t plannedBytes = 0; ///< of the current plan
    uint64_t ledgerBytes = 0; ///< all buffers that are alive
    uint64_t processBytes = 0; ///< resident set
    std::optional<uint64_t> driverBytes; ///< GPU memory in use, where the driver tells
};

/// µs since the start of the program.
double programTimeUs();
/// Resident set and its peak in bytes (Linux /proc); 0 where the system does not tell.
uint64_t processResidentBytes();
uint64_t processPeakBytes();
/// Memory that the machine can give without swapping, bytes; 0 where it does not tell.
uint64_t availableMemoryBytes();

} // namespace kerascope
