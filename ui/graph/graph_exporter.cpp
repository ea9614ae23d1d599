// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/graph_exporter.h"

#include "ui/background.h"
#include "ui/format.h"
#include "ui/graph/graph_export.h"

#include <QFileInfo>
#include <atomic>

namespace kerascope {

namespace {
constexpr double pngScale = 2;
constexpr int tellMs = 120; ///< what takes less needs no progress
} // namespace

struct GraphExporter::Job {
    QString path;
    std::stop_source stop;
    std::atomic<double> share{0};
};

GraphExporter::GraphExporter(QObject* parent)
    : QObject(parent)
{
    timer_.setInterval(tellMs);
    connect(&timer_, &QTimer::timeout, this, &GraphExporter::tell);
}

GraphExporter::~GraphExporter() { cancel(); }

void GraphExporter::start(GraphPicture picture, const QString& path, Format format)
{
    auto job = std::make_shared<Job>();
    job->path = path;
    jobs_.push_back(job);
    if (!timer_.isActive())
        timer_.start();
    runInBackground(
        this,
        [job, format, picture = std::make_shared<const GraphPicture>(std::move(picture))] {
            const ExportWatch watch{job->stop.get_token(), [&job](double share) { job->share = share; }};
            return format == Format::Png ? exportGraphPng(*picture, job->path, pngScale, watch)
                                         : exportGraphSvg(*picture, job->path, watch);
        },
        [this, job](const Result<void>& result) { finish(job, result); });
}

void GraphExporter::cancel()
{
    for (const auto& job : jobs_)
        job->stop.request_stop();
}

void GraphExporter::tell()
{
    const Job& job = *jobs_.back();
    const QString name = QFileInfo(job.path).fileName();
    const double share = job.share;
    emit progressed(share >= 1 ? tr("Writing %1…").arg(name)
            : share > 0        ? tr("Drawing %1, %2 done").arg(name, formatShare(share))
                               : tr("Drawing %1…").arg(name));
}

void GraphExporter::finish(const std::shared_ptr<Job>& job, const Result<void>& result)
{
    std::erase(jobs_, job);
    if (jobs_.empty())
        timer_.stop();
    if (result)
        emit written(job->path);
    else
        emit failed(result.error());
}

} // namespace kerascope
