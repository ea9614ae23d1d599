// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/mailbox.h"
#include "core/layout/layout_cache.h"
#include "ui/graph/graph_geometry.h"

#include <QObject>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace kerascope {

struct LayoutJob {
    int number = 0;
    std::shared_ptr<const ModelSummary> summary;
    std::shared_ptr<const GraphItems> items; ///< null: made from the summary
    std::vector<char> folded; ///< by item; empty: as suits the size of the model
    GraphMetrics metrics;
};

struct LayoutAnswer {
    int number = 0;
    std::shared_ptr<const GraphItems> items;
    std::shared_ptr<const GraphGeometry> geometry; ///< null: failed
    std::optional<Error> error;
};

/// One thread that makes items and layouts. The latest job wins: an older one is cancelled. Inner models that
/// were laid out before come from a cache.
class LayoutWorker : public QObject {
    Q_OBJECT
public:
    explicit LayoutWorker(QObject* parent = nullptr);
    ~LayoutWorker() override;

    void start(LayoutJob job);
    void cancel();
    /// The newest answer since the last call, if there is one.
    std::optional<LayoutAnswer> take();

signals:
    void answered(); ///< from the worker's thread

private:
    void work(const std::stop_token& end);
    LayoutAnswer answer(const LayoutJob& job, const std::stop_token& stop);

    LayoutCache cache_;
    Mailbox<LayoutJob> jobs_;
    Mailbox<LayoutAnswer> answers_;
    std::mutex mutex_;
    std::stop_source current_; ///< of the job at work
    std::jthread thread_; ///< last, so that it ends first
};

} // namespace kerascope
