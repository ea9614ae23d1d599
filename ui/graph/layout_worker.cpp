// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/layout_worker.h"

#include <new>

namespace kerascope {
namespace {

/// With more leaves than this, nested models start folded.
constexpr int mostLeavesUnfolded = 1500;

std::vector<char> firstFolding(const GraphItems& items)
{
    const bool fold = items.count() - items.groups > mostLeavesUnfolded;
    std::vector<char> folded(size_t(items.count()), 0);
    for (int i = 0; fold && i < items.count(); ++i)
        folded[size_t(i)] = items[i].group;
    return folded;
}

} // namespace

LayoutWorker::LayoutWorker(QObject* parent)
    : QObject(parent)
    , answers_([this] { emit answered(); })
    , thread_([this](const std::stop_token& end) { work(end); })
{
}

LayoutWorker::~LayoutWorker()
{
    thread_.request_stop();
    cancel();
    jobs_.put({}); // wakes the thread
}

void LayoutWorker::start(LayoutJob job)
{
    cancel();
    jobs_.put(std::move(job));
}

void LayoutWorker::cancel()
{
    const std::lock_guard lock(mutex_);
    current_.request_stop();
}

std::optional<LayoutAnswer> LayoutWorker::take()
{
    auto answers = answers_.takeAll();
    if (answers.empty())
        return std::nullopt;
    return std::move(answers.back());
}

void LayoutWorker::work(const std::stop_token& end)
{
    while (!end.stop_requested()) {
        auto job = jobs_.waitFor(std::chrono::hours(1));
        std::stop_token stop;
        {
            const std::lock_guard lock(mutex_);
            for (auto newer = jobs_.take(); newer; newer = jobs_.take())
                job = std::move(newer);
            current_ = {};
            stop = current_.get_token();
        }
        if (!job || !job->summary || end.stop_requested())
            continue;
        auto result = answer(*job, stop);
        if (!result.error || result.error->code != ErrorCode::Cancelled)
            answers_.put(std::move(result));
    }
}

LayoutAnswer LayoutWorker::answer(const LayoutJob& job, const std::stop_token& stop)
{
    LayoutAnswer result;
    result.number = job.number;
    try {
        result.items =
            job.items ? job.items : std::make_shared<const GraphItems>(makeGraphItems(job.summary));
        const auto folded = job.folded.empty() ? firstFolding(*result.items) : job.folded;
        auto geometry = layOutItems(*result.items, folded, job.metrics, stop, &cache_);
        if (geometry)
            result.geometry = std::make_shared<const GraphGeometry>(std::move(*geometry));
        else
            result.error = geometry.error();
    } catch (const std::bad_alloc&) {
        result.error = Error{ErrorCode::Device, {}, msg("core", "not enough memory to lay the graph out"),
            msg("core", "fold it")};
    }
    return result;
}

} // namespace kerascope
