// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layered.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace kerascope::layout {

namespace {

constexpr double straightEnough = 0.5;
constexpr double cornerRoom = 6; ///< edges keep away from the corners of a box

/// Spreads `sideways` (ends relative to the middle of the box, ascending) along a side of the box: a straight
/// edge keeps the middle, the others stand left and right of it.
std::vector<double> spread(const std::vector<double>& sideways, double width, double portGap)
{
    const auto count = sideways.size();
    std::vector<double> places(count, 0);
    if (count < 2)
        return places;
    const double half = std::max(0.0, width / 2 - cornerRoom);
    const auto straight = std::find_if(
        sideways.begin(), sideways.end(), [](double dx) { return std::abs(dx) < straightEnough; });
    const double middle = straight == sideways.end() ? static_cast<double>(count - 1) / 2
                                                     : static_cast<double>(straight - sideways.begin());
    const double steps = std::max(middle, static_cast<double>(count - 1) - middle);
    const double gap = std::min(portGap, half / steps);
    for (size_t i = 0; i < count; ++i)
        places[i] = (static_cast<double>(i) - middle) * gap;
    return places;
}

class Attacher {
public:
    explicit Attacher(const Layered& graph)
        : graph_(graph)
        , leavesByLane_(static_cast<size_t>(graph.itemCount), 0)
        , arrivesByLane_(static_cast<size_t>(graph.itemCount), 0)
    {
        result_.leave.assign(graph.segments.size(), 0);
        result_.arrive.assign(graph.segments.size(), 0);
        result_.laneLeave.assign(static_cast<size_t>(graph.itemCount), 0);
        result_.laneArrive.assign(static_cast<size_t>(graph.itemCount), 0);
        for (size_t e = 0; e < graph.runs.size(); ++e) {
            if (!graph.runs[e].sideLane)
                continue;
            leavesByLane_[static_cast<size_t>(graph.input->edges[e].from)] = 1;
            arrivesByLane_[static_cast<size_t>(graph.input->edges[e].to)] = 1;
        }
        for (size_t s = 0; s < graph.segments.size(); ++s) {
            const Segment& segment = graph.segments[s];
            result_.leave[s] = graph.bottomOffset(segment.upper, segment.upperPort);
            result_.arrive[s] = graph.topOffset(segment.lower, segment.lowerPort);
        }
    }

    Attachments run()
    {
        for (int item = 0; item < graph_.itemCount; ++item) {
            if (graph_.item(item).kind != ItemKind::Box)
                continue;
            if (graph_.item(item).bottomPorts.empty())
                attach(item, true);
            if (graph_.item(item).topPorts.empty())
                attach(item, false);
        }
        return std::move(result_);
    }

private:
    static constexpr int lane = -1;

    void attach(int item, bool leaving)
    {
        std::vector<std::pair<double, int>> ends; // sideways, segment
        for (int s : leaving ? graph_.below[item] : graph_.above[item]) {
            const Segment& segment = graph_.segments[static_cast<size_t>(s)];
            const double other = leaving ? graph_.x[static_cast<size_t>(segment.lower)]
                    + graph_.topOffset(segment.lower, segment.lowerPort)
                                         : graph_.x[static_cast<size_t>(segment.upper)]
                    + graph_.bottomOffset(segment.upper, segment.upperPort);
            ends.emplace_back(other - graph_.x[static_cast<size_t>(item)], s);
        }
        if ((leaving ? leavesByLane_ : arrivesByLane_)[static_cast<size_t>(item)])
            ends.emplace_back(std::numeric_limits<double>::max(), lane);
        std::sort(ends.begin(), ends.end());
        std::vector<double> sideways;
        sideways.reserve(ends.size());
        for (const auto& end : ends)
            sideways.push_back(end.first);
        const auto places = spread(sideways, graph_.item(item).width, graph_.input->options.portGap);
        for (size_t i = 0; i < ends.size(); ++i) {
            if (ends[i].second == lane)
                (leaving ? result_.laneLeave : result_.laneArrive)[static_cast<size_t>(item)] = places[i];
            else
                (leaving ? result_.leave : result_.arrive)[static_cast<size_t>(ends[i].second)] = places[i];
        }
    }

    const Layered& graph_;
    std::vector<char> leavesByLane_;
    std::vector<char> arrivesByLane_;
    Attachments result_;
};

} // namespace

Attachments attachEdges(const Layered& graph) { return Attacher(graph).run(); }

} // namespace kerascope::layout
