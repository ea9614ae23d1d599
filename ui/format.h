// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/shape.h"

#include <QString>
#include <cstdint>
#include <optional>

namespace kerascope {

/// The one formatter of the window: three significant digits and a unit, in the language's own number form.
/// The exact… forms are for tooltips and the clipboard.

/// "12.3 µs", "0.42 ms", "1.2 s" from milliseconds.
QString formatMs(double ms);
QString exactMs(double ms);
/// "512 B", "3.1 MB" (1 MB = 10^6 bytes).
QString formatBytes(uint64_t bytes);
QString exactBytes(uint64_t bytes);
/// "3.1 of 12.4 MB": both in the unit of the total.
QString formatBytesOf(uint64_t done, uint64_t total);
/// "864", "58.4 k", "1.2 M".
QString formatCount(double count);
QString exactCount(int64_t count);
/// "12.3 %" from 0…1.
QString formatShare(double share);
/// Three significant digits without a unit; exponents for very large and very small values.
QString formatNumber(double value);
/// "1.2 MFLOP".
QString formatFlops(double flops);
/// "112×112×32": without the batch axis where asked; open sizes as "?"; "scalar" for rank 0.
QString formatShape(const Shape& shape, bool withBatch);
/// What stands for a number that is not known.
QString noValue();

/// A unit for the axis of a chart that shows values up to `most`, and how many base units it has.
struct ScaledUnit {
    QString name;
    double size = 1;
};
ScaledUnit byteUnit(double mostBytes);
ScaledUnit timeUnit(double mostMs);

} // namespace kerascope
