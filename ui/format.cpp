// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>
#include <cmath>

namespace kerascope {
namespace {

using namespace Qt::Literals::StringLiterals;

QString unitName(const char* source) { return QCoreApplication::translate("Units", source); }

QString withUnit(const QString& number, const QString& unit)
{
    return unit.isEmpty() ? number : number + u' ' + unit;
}

QString trimmed(QString number)
{
    const QString point = QLocale().decimalPoint();
    if (!number.contains(point))
        return number;
    while (number.endsWith(u'0'))
        number.chop(1);
    if (number.endsWith(point))
        number.chop(point.size());
    return number;
}

QString threeDigits(double value)
{
    const double size = std::abs(value);
    int decimals = 0;
    if (size > 0 && size < 99.95)
        decimals = std::max(0, 2 - int(std::floor(std::log10(size) + 1e-12)));
    QLocale locale;
    locale.setNumberOptions(QLocale::OmitGroupSeparator);
    return trimmed(locale.toString(value, 'f', std::min(decimals, 12)));
}

/// The step of a ladder of units such that the rounded value stays below the next one.
struct Step {
    double size;
    const char* name;
};

template <size_t count> const Step& pick(const Step (&ladder)[count], double value)
{
    size_t i = 0;
    while (i + 1 < count && std::abs(value) >= ladder[i + 1].size * 0.9995)
        ++i;
    return ladder[i];
}

const Step byteLadder[] = {{1, QT_TRANSLATE_NOOP("Units", "B")}, {1e3, QT_TRANSLATE_NOOP("Units", "kB")},
    {1e6, QT_TRANSLATE_NOOP("Units", "MB")}, {1e9, QT_TRANSLATE_NOOP("Units", "GB")},
    {1e12, QT_TRANSLATE_NOOP("Units", "TB")}};
const Step timeLadder[] = {{1e-3, QT_TRANSLATE_NOOP("Units", "µs")}, {0.1, QT_TRANSLATE_NOOP("Units", "ms")},
    {1e3, QT_TRANSLATE_NOOP("Units", "s")}};
const Step countLadder[] = {{1, ""}, {1e3, QT_TRANSLATE_NOOP("Units", "k")},
    {1e6, QT_TRANSLATE_NOOP("Units", "M")}, {1e9, QT_TRANSLATE_NOOP("Units", "G")},
    {1e12, QT_TRANSLATE_NOOP("Units", "T")}};
const Step flopLadder[] = {{1, QT_TRANSLATE_NOOP("Units", "FLOP")},
    {1e3, QT_TRANSLATE_NOOP("Units", "kFLOP")}, {1e6, QT_TRANSLATE_NOOP("Units", "MFLOP")},
    {1e9, QT_TRANSLATE_NOOP("Units", "GFLOP")}, {1e12, QT_TRANSLATE_NOOP("Units", "TFLOP")}};

QString laddered(double value, const Step& step)
{
    return withUnit(threeDigits(value / step.size), *step.name ? unitName(step.name) : QString());
}

} // namespace

QString noValue() { return u"–"_s; }

ScaledUnit timeUnit(double mostMs)
{
    const Step& step = pick(timeLadder, mostMs);
    const double size = step.size == 0.1 ? 1 : step.size;
    return {unitName(step.name), size};
}

ScaledUnit byteUnit(double mostBytes)
{
    const Step& step = pick(byteLadder, mostBytes);
    return {unitName(step.name), step.size};
}

QString formatMs(double ms)
{
    if (!std::isfinite(ms))
        return noValue();
    if (ms == 0)
        return withUnit(u"0"_s, unitName("ms"));
    const ScaledUnit unit = timeUnit(ms);
    return withUnit(threeDigits(ms / unit.size), unit.name);
}

QString exactMs(double ms) { return withUnit(QLocale().toString(ms, 'f', 4), unitName("ms")); }

QString formatBytes(uint64_t bytes) { return laddered(double(bytes), pick(byteLadder, double(bytes))); }

QString exactBytes(uint64_t bytes)
{
    return QCoreApplication::translate("Units", "%1 bytes").arg(QLocale().toString(qulonglong(bytes)));
}

QString formatBytesOf(uint64_t done, uint64_t total)
{
    const Step& step = pick(byteLadder, double(total));
    return QCoreApplication::translate("Units", "%1 of %2 %3")
        .arg(threeDigits(double(done) / step.size), threeDigits(double(total) / step.size),
            unitName(step.name));
}

QString formatCount(double count) { return laddered(count, pick(countLadder, count)); }

QString exactCount(int64_t count) { return QLocale().toString(qlonglong(count)); }

QString formatFlops(double flops) { return laddered(flops, pick(flopLadder, flops)); }

QString formatShare(double share) { return withUnit(threeDigits(share * 100), u"%"_s); }

QString formatNumber(double value)
{
    if (std::isnan(value))
        return u"NaN"_s;
    if (std::isinf(value))
        return value > 0 ? u"+∞"_s : u"−∞"_s;
    const double size = std::abs(value);
    if (size != 0 && (size < 1e-4 || size >= 1e6))
        return QLocale().toString(value, 'e', 2);
    return threeDigits(value);
}

QString formatShape(const Shape& shape, bool withBatch)
{
    QStringList parts;
    for (int axis = withBatch ? 0 : 1; axis < shape.rank(); ++axis)
        parts << (shape[axis] == unknownDim ? u"?"_s : QString::number(shape[axis]));
    return parts.isEmpty() ? QCoreApplication::translate("Units", "scalar") : parts.join(u'×');
}

} // namespace kerascope
