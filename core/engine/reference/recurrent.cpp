// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/element_functions.h"
#include "core/engine/reference/reference_kernels.h"

#include <algorithm>
#include <vector>

namespace kerascope::reference {
namespace {

using Row = std::vector<double>;

struct Cell {
    const RecurrentAttributes& attributes;
    HostTensor kernel, recurrent, bias;
    int64_t units, gates, features;

    double biasAt(int64_t row, int64_t column) const
    {
        const int64_t index = row * gates * units + column;
        return bias && index < bias.elements ? double(bias.data[index]) : 0.0;
    }
    double input(const float* x, int64_t column) const
    {
        double sum = biasAt(0, column);
        for (int64_t i = 0; i < features; ++i)
            sum += double(x[i]) * double(kernel.data[i * gates * units + column]);
        return sum;
    }
    double state(const Row& h, int64_t column) const
    {
        double sum = 0;
        for (int64_t i = 0; i < units; ++i)
            sum += h[size_t(i)] * double(recurrent.data[i * gates * units + column]);
        return sum;
    }
    double activate(double x) const { return applyUnary(attributes.activation, x); }
    double gate(double x) const { return applyUnary(attributes.recurrentActivation, x); }

    void simple(const float* x, Row& h) const
    {
        const Row before = h;
        for (int64_t u = 0; u < units; ++u)
            h[size_t(u)] = activate(input(x, u) + state(before, u));
    }
    void lstm(const float* x, Row& h, Row& c) const
    {
        const Row before = h;
        for (int64_t u = 0; u < units; ++u) {
            const auto sum = [&](int64_t g) {
                return input(x, g * units + u) + state(before, g * units + u);
            };
            const double i = gate(sum(0)), f = gate(sum(1)), candidate = activate(sum(2)), o = gate(sum(3));
            c[size_t(u)] = f * c[size_t(u)] + i * candidate;
            h[size_t(u)] = o * activate(c[size_t(u)]);
        }
    }
    void gru(const float* x, Row& h) const
    {
        const bool after = attributes.cell == CellKind::GruResetAfter;
        const Row before = h;
        Row reset(before.size()), update(before.size());
        const auto sum = [&](int64_t column) {
            return input(x, column) + state(before, column) + (after ? biasAt(1, column) : 0.0);
        };
        for (int64_t u = 0; u < units; ++u) {
            update[size_t(u)] = gate(sum(u));
            reset[size_t(u)] = gate(sum(units + u));
        }
        Row gated(before.size());
        for (size_t u = 0; u < gated.size(); ++u)
            gated[u] = reset[u] * before[u];
        for (int64_t u = 0; u < units; ++u) {
            const int64_t column = 2 * units + u;
            const double fromState =
                after ? reset[size_t(u)] * (state(before, column) + biasAt(1, column)) : state(gated, column);
            const double candidate = activate(input(x, column) + fromState);
            h[size_t(u)] = update[size_t(u)] * before[size_t(u)] + (1 - update[size_t(u)]) * candidate;
        }
    }
    void step(const float* x, Row& h, Row& c) const
    {
        switch (attributes.cell) {
        case CellKind::Simple:
            simple(x, h);
            break;
        case CellKind::Lstm:
            lstm(x, h, c);
            break;
        default:
            gru(x, h);
            break;
        }
    }
};

Row startState(const HostTensor& slot, const HostTensor& given, int64_t batch, int64_t units)
{
    const HostTensor& from = given ? given : slot;
    if (!from)
        return Row(size_t(units), 0.0);
    return Row(from.data + batch * units, from.data + (batch + 1) * units);
}

void store(const HostTensor& to, int64_t row, const Row& values)
{
    if (to)
        std::transform(values.begin(), values.end(), to.data + row * int64_t(values.size()),
            [](double value) { return float(value); });
}

} // namespace

void recurrent(const HostStep& step)
{
    const auto& a = step.as<RecurrentAttributes>();
    const RecurrentInputs places(*step.operation);
    const auto at = [&](int place) { return place < 0 ? HostTensor{} : step.input(size_t(place)); };
    const HostTensor x = step.in[0], mask = at(places.mask);
    const int64_t batch = (*x.shape)[0], time = (*x.shape)[1], features = (*x.shape)[2];
    const int64_t gates = a.units == 0 ? 0 : (*step.in[1].shape)[1] / a.units;
    const Cell cell{a, step.in[1], step.in[2], at(places.bias), a.units, gates, features};
    for (int64_t n = 0; n < batch; ++n) {
        Row h = startState(step.state[0], at(places.state0), n, a.units);
        Row c = startState(step.state[1], at(places.state1), n, a.units);
        Row out(h.size(), 0.0);
        for (int64_t t = 0; t < time; ++t) {
            const int64_t from = n * time + (a.goBackwards ? time - 1 - t : t);
            if (!mask || mask.data[from] != 0) {
                cell.step(x.data + from * features, h, c);
                out = h;
            } else if (a.zeroOutputForMask) {
                std::fill(out.begin(), out.end(), 0.0);
            }
            if (a.returnSequences)
                store(step.out[0], n * time + t, out);
        }
        if (!a.returnSequences)
            store(step.out[0], n, out);
        store(step.output(1), n, h);
        store(step.output(2), n, c);
        store(step.state[0], n, h);
        store(step.state[1], n, c);
    }
}

} // namespace kerascope::reference
