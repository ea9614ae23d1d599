// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "gl/device.h"

#include <QByteArray>

#include <deque>
#include <filesystem>
#include <memory>
#include <string>
#include <unordered_map>

namespace kerascope {

/// A linked compute program. Freed in the engine thread.
class GlProgram {
public:
    GlProgram(GlDevicePtr device, GLuint id);
    ~GlProgram();
    GlProgram(const GlProgram&) = delete;
    GlProgram& operator=(const GlProgram&) = delete;
    GLuint id() const { return id_; }

private:
    GlDevicePtr device_;
    GLuint id_;
};
using GlProgramPtr = std::shared_ptr<GlProgram>;

/// Programs by their source: the latest ones in memory, all on disk as the driver's binaries. A
/// binary that is damaged or that the driver does not take any more is compiled again without a word.
class ProgramCache {
public:
    /// `folder` empty: nothing on disk.
    ProgramCache(GlDevicePtr device, std::filesystem::path folder);

    /// A program on its way. Compiling may go on in the driver's threads.
    struct Pending {
        std::string source;
        GlProgramPtr program;
        bool fromDisk = false;
        bool done = false; ///< link status was checked
    };
    /// Finds the program or starts to compile it.
    Pending begin(std::string source);
    /// True once finish() would not block.
    bool ready(const Pending& pending);
    /// Waits for the link and checks it. Error code Device if the driver refuses the program.
    Result<GlProgramPtr> finish(Pending& pending);

private:
    QByteArray key(const std::string& source) const;
    std::filesystem::path file(const QByteArray& key) const;
    GlProgramPtr load(const std::string& source);
    void save(const std::string& source, GLuint program);

    GlDevicePtr device_;
    std::filesystem::path folder_;
    void keep(const std::string& source, const GlProgramPtr& program);

    std::unordered_map<std::string, std::weak_ptr<GlProgram>> alive_; ///< by source
    std::deque<GlProgramPtr> recent_; ///< kept alive for the next model
};

} // namespace kerascope
