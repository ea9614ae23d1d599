// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QObject>
#include <QTimer>
#include <memory>
#include <stop_token>
#include <vector>

namespace kerascope {

struct GraphPicture;

/// Draws and writes pictures of the graph in the background, with progress and cancel.
class GraphExporter : public QObject {
    Q_OBJECT
public:
    enum class Format { Png, Svg };
    explicit GraphExporter(QObject* parent = nullptr);
    ~GraphExporter() override; ///< cancels; does not wait
    void start(GraphPicture picture, const QString& path, Format format);
    void cancel(); ///< all that goes on

signals:
    /// A sentence on what goes on, a few times a second; not at all for what is done at once.
    void progressed(const QString& sentence);
    void written(const QString& path);
    void failed(const kerascope::Error& error); ///< code Cancelled after cancel()

private:
    struct Job;
    void tell();
    void finish(const std::shared_ptr<Job>& job, const Result<void>& result);
    std::vector<std::shared_ptr<Job>> jobs_;
    QTimer timer_;
};

} // namespace kerascope
