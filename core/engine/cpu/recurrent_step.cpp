// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/cpu/cpu_steps.h"
#include "core/engine/cpu/simd/simd_kernels.h"
#include "core/engine/cpu/team.h"

#include <algorithm>
#include <cstring>

namespace kerascope::cpu {
namespace {

int64_t gatesOf(CellKind cell) { return cell == CellKind::Simple ? 1 : cell == CellKind::Lstm ? 4 : 3; }

/// GRU with the reset before the product needs h·R for z and r first, for the candidate afterwards: two
/// groups of panels.
bool twoGroups(CellKind cell) { return cell == CellKind::Gru; }

/// Floats of one sample's scratch: gates, the state's product, a row of its own; each at 64 bytes.
int64_t sampleScratch(const RecurrentAttributes& a)
{
    const int64_t units = (a.units + 15) / 16 * 16;
    return units * (2 * gatesOf(a.cell) + 4);
}

struct Cell {
    RecurrentAttributes a;
    int64_t units = 0, gates = 0;
    const float* panels = nullptr;
    const float* recurrentBias = nullptr; ///< second row of GRU's bias, or null
    const SimdKernels* simd = nullptr;

    void gate(float* z, int64_t n) const { simd->unary(a.recurrentActivation, z, z, n); }
    void activate(const float* x, float* y, int64_t n) const { simd->unary(a.activation, x, y, n); }
    int64_t panelCount(int64_t n) const { return (n + panelWidth - 1) / panelWidth; }
    /// z += h·R
    void product(const float* h, const float* w, float* z, int64_t n) const
    {
        simd->panels(h, units, w, z, n, 1, units, n, 0, panelCount(n));
    }

    void simple(float* h, float* z) const
    {
        product(h, panels, z, units);
        activate(z, h, units);
    }
    void lstm(float* h, float* c, float* z, float* rest) const
    {
        product(h, panels, z, 4 * units);
        gate(z, 2 * units);
        activate(z + 2 * units, z + 2 * units, units);
        gate(z + 3 * units, units);
        simd->lstm(z, z + units, z + 2 * units, c, units);
        activate(c, rest, units);
        simd->binary(Binary::Multiply, z + 3 * units, 1, rest, 1, h, units);
    }
    void gruBefore(float* h, float* z, float* rest) const
    {
        product(h, panels, z, 2 * units);
        gate(z, 2 * units);
        simd->binary(Binary::Multiply, z + units, 1, h, 1, rest, units);
        product(rest, panels + packedPanelSize(units, 2 * units), z + 2 * units, units);
        activate(z + 2 * units, z + 2 * units, units);
        simd->gru(z, z + 2 * units, h, units);
    }
    void gruAfter(float* h, float* z, float* state) const
    {
        if (recurrentBias)
            std::memcpy(state, recurrentBias, size_t(3 * units) * sizeof(float));
        else
            std::fill_n(state, 3 * units, 0.0F);
        product(h, panels, state, 3 * units);
        simd->axpy(1.0F, state, z, 2 * units);
        gate(z, 2 * units);
        simd->multiplyAdd(z + units, state + 2 * units, z + 2 * units, units);
        activate(z + 2 * units, z + 2 * units, units);
        simd->gru(z, z + 2 * units, h, units);
    }
    /// z: the projected input of this step, overwritten.
    void step(float* h, float* c, float* z, float* rest) const
    {
        switch (a.cell) {
        case CellKind::Simple:
            return simple(h, z);
        case CellKind::Lstm:
            return lstm(h, c, z, rest);
        case CellKind::Gru:
            return gruBefore(h, z, rest);
        case CellKind::GruResetAfter:
            return gruAfter(h, z, rest);
        }
    }
};

/// x·kernel + bias for every time step of every sample.
struct Projection {
    const float* x;
    const float* kernel;
    const float* bias;
    float* y;
    int64_t rows, features, width;

    void block(const SimdKernels& simd, int64_t firstRow, int64_t lastRow, int64_t firstPanel,
        int64_t lastPanel) const
    {
        const int64_t from = firstPanel * panelWidth, n = std::min(width, lastPanel * panelWidth) - from;
        for (int64_t row = firstRow; row < lastRow; ++row) {
            if (bias)
                std::memcpy(y + row * width + from, bias + from, size_t(n) * sizeof(float));
            else
                std::fill_n(y + row * width + from, n, 0.0F);
        }
        simd.panels(x + firstRow * features, features, kernel, y + firstRow * width, width,
            lastRow - firstRow, features, width, firstPanel, lastPanel);
    }
    void run(const SimdKernels& simd, int threads) const
    {
        const int64_t panels = (width + panelWidth - 1) / panelWidth, work = rows * features * width / 8;
        if (rows >= 8 * threads)
            inTeam(
                threads, rows, work,
                [&](int64_t begin, int64_t end, int) { block(simd, begin, end, 0, panels); }, 4);
        else
            inTeam(threads, panels, work,
                [&](int64_t begin, int64_t end, int) { block(simd, 0, rows, begin, end); });
    }
};

struct Sequence {
    Cell cell;
    HostTensor mask, startH, startC, out, lastH, lastC, slotH, slotC;
    const float* projected = nullptr;
    float* scratch = nullptr;
    int64_t time = 0;

    static void start(const HostTensor& given, const HostTensor& slot, int64_t n, float* to, int64_t units)
    {
        const HostTensor& from = given ? given : slot;
        if (from)
            std::memcpy(to, from.data + n * units, size_t(units) * sizeof(float));
        else
            std::fill_n(to, units, 0.0F);
    }
    static void store(const HostTensor& to, int64_t row, const float* from, int64_t units)
    {
        if (to)
            std::memcpy(to.data + row * units, from, size_t(units) * sizeof(float));
    }

    void sample(int64_t n) const
    {
        const int64_t units = cell.units, rounded = (units + 15) / 16 * 16, width = cell.gates * units;
        float* h = scratch + n * sampleScratch(cell.a);
        float* c = h + rounded;
        float* last = c + rounded; // what a masked step repeats
        float* z = last + rounded;
        float* rest = z + rounded * cell.gates;
        start(startH, slotH, n, h, units);
        start(startC, slotC, n, c, units);
        std::fill_n(last, units, 0.0F);
        for (int64_t t = 0; t < time; ++t) {
            const int64_t from = n * time + (cell.a.goBackwards ? time - 1 - t : t);
            const float* result = h;
            if (!mask || mask.data[from] != 0) {
                std::memcpy(z, projected + from * width, size_t(width) * sizeof(float));
                cell.step(h, c, z, rest);
                if (mask)
                    std::memcpy(last, h, size_t(units) * sizeof(float));
            } else {
                if (cell.a.zeroOutputForMask)
                    std::fill_n(last, units, 0.0F);
                result = last;
            }
            if (cell.a.returnSequences)
                store(out, n * time + t, result, units);
            else if (t + 1 == time)
                store(out, n, result, units);
        }
        store(lastH, n, h, units);
        store(lastC, n, c, units);
        store(slotH, n, h, units);
        store(slotC, n, c, units);
    }
};

} // namespace

int64_t recurrentScratch(const RecurrentAttributes& a, int64_t batch, int64_t time)
{
    const int64_t projected = batch * time * gatesOf(a.cell) * a.units;
    return sampleScratch(a) * batch + (projected + 15) / 16 * 16; // what follows stands at 64 bytes too
}

int64_t recurrentPanelFloats(const RecurrentAttributes& a)
{
    if (twoGroups(a.cell))
        return packedPanelSize(a.units, 2 * a.units) + packedPanelSize(a.units, a.units);
    return packedPanelSize(a.units, gatesOf(a.cell) * a.units);
}

void packRecurrent(const RecurrentAttributes& a, const float* recurrent, float* packed)
{
    const int64_t width = gatesOf(a.cell) * a.units;
    if (!twoGroups(a.cell))
        return packPanels(recurrent, a.units, width, width, 1, packed);
    packPanels(recurrent, a.units, 2 * a.units, width, 1, packed);
    packPanels(
        recurrent + 2 * a.units, a.units, a.units, width, 1, packed + packedPanelSize(a.units, 2 * a.units));
}

Step recurrentStep(const HostStep& step, const RecurrentPlaces& places, int threads)
{
    const RecurrentInputs inputs(*step.operation);
    const auto at = [&](int place) { return place < 0 ? HostTensor{} : step.input(size_t(place)); };
    Sequence s;
    s.cell.a = step.as<RecurrentAttributes>();
    s.cell.units = s.cell.a.units;
    s.cell.gates = gatesOf(s.cell.a.cell);
    s.cell.panels = places.recurrent;
    s.cell.simd = &simdKernels();
    const HostTensor bias = at(inputs.bias);
    if (s.cell.a.cell == CellKind::GruResetAfter && bias && bias.elements > 3 * s.cell.units)
        s.cell.recurrentBias = bias.data + 3 * s.cell.units;
    s.mask = at(inputs.mask);
    s.startH = at(inputs.state0);
    s.startC = at(inputs.state1);
    s.out = step.out[0];
    s.lastH = step.output(1);
    s.lastC = step.output(2);
    s.slotH = step.state[0];
    s.slotC = step.state[1];
    const int64_t batch = (*step.in[0].shape)[0];
    s.time = (*step.in[0].shape)[1];
    s.scratch = places.scratch;
    float* projected = places.scratch + sampleScratch(s.cell.a) * batch;
    s.projected = projected;
    const Projection project{step.in[0].data, places.kernel, bias.data, projected, batch * s.time,
        (*step.in[0].shape)[2], s.cell.gates * s.cell.units};
    return [=] {
        project.run(*s.cell.simd, threads);
        const int64_t work = batch * s.time * s.cell.units * s.cell.units * s.cell.gates / 8;
        inTeam(threads, batch, work, [&](int64_t begin, int64_t end, int) {
            for (int64_t n = begin; n < end; ++n)
                s.sample(n);
        });
    };
}

} // namespace kerascope::cpu
