// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/heat_scale.h"

#include "ui/format.h"
#include "ui/theme.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cmath>

namespace kerascope {
namespace {

constexpr std::array<QRgb, 6> lightStops{0xFFF7CF, 0xE6D48A, 0xB3A878, 0x7A7B78, 0x45557A, 0x0A2A5E};
constexpr std::array<QRgb, 6> darkStops{0x14305C, 0x45557A, 0x75777A, 0xA69D75, 0xD6C463, 0xFFEA46};

} // namespace

std::optional<double> HeatScale::position(std::optional<double> value) const
{
    if (empty() || !value || !std::isfinite(*value))
        return std::nullopt;
    if (*value <= 0)
        return 0.0;
    if (!logarithmic)
        return std::clamp(*value / most, 0.0, 1.0);
    if (most <= least)
        return 1.0;
    return std::clamp(std::log(*value / least) / std::log(most / least), 0.0, 1.0);
}

double HeatScale::valueAt(double position) const
{
    if (!logarithmic)
        return position * most;
    return most <= least ? most : least * std::pow(most / least, position);
}

QString HeatScale::text(double value) const
{
    switch (kind) {
    case HeatKind::Time:
        return formatMs(value);
    case HeatKind::Memory:
        return formatBytes(uint64_t(std::max(0.0, value)));
    case HeatKind::Flops:
        return formatFlops(value);
    case HeatKind::Parameters:
    case HeatKind::None:
        break;
    }
    return formatCount(value);
}

QColor HeatScale::colour(double position, bool dark)
{
    const auto& stops = dark ? darkStops : lightStops;
    const double place = std::clamp(position, 0.0, 1.0) * double(stops.size() - 1);
    const size_t low = std::min(size_t(place), stops.size() - 2);
    return mixed(QColor(stops[low]), QColor(stops[low + 1]), place - double(low));
}

QString heatName(HeatKind kind)
{
    const char* name = QT_TRANSLATE_NOOP("Heat", "none");
    switch (kind) {
    case HeatKind::None:
        break;
    case HeatKind::Time:
        name = QT_TRANSLATE_NOOP("Heat", "time");
        break;
    case HeatKind::Memory:
        name = QT_TRANSLATE_NOOP("Heat", "memory");
        break;
    case HeatKind::Parameters:
        name = QT_TRANSLATE_NOOP("Heat", "parameters");
        break;
    case HeatKind::Flops:
        name = QT_TRANSLATE_NOOP("Heat", "FLOPs");
        break;
    }
    return QCoreApplication::translate("Heat", name);
}

} // namespace kerascope
