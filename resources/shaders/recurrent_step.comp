// SPDX-License-Identifier: GPL-3.0-or-later
// One time step of a recurrent layer; a thread (or TEAMS of them, summed in fixed order) for each unit of each batch
// entry. GRU without reset_after takes two dispatches: PHASE 0 makes r·h, PHASE 1 the rest; others are PHASE 1.
#include "functions.glsl"
#include "activation.glsl"
#include "gate.glsl"
#include "cell.glsl"

layout(local_size_x = UNITS, local_size_y = TEAMS) in;

#if TEAMS > 1
shared float sums[UNITS * TEAMS];

float teamSum(float x)
{
    int lane = int(gl_LocalInvocationID.x);
    int team = int(gl_LocalInvocationID.y);
    sums[team * UNITS + lane] = x;
    SYNC();
    for (int step = TEAMS / 2; step > 0; step /= 2) {
        if (team < step)
            sums[team * UNITS + lane] += sums[(team + step) * UNITS + lane];
        SYNC();
    }
    float result = sums[lane];
    SYNC();
    return result;
}
#else
float teamSum(float x) { return x; }
#endif

#if CELL == 2
float product(int b, int column)
{
    float sum = 0.0;
    for (int k = int(gl_LocalInvocationID.y); k < units; k += TEAMS)
        sum += load_state(b * units + k) * load_recurrent(k * ld + column);
    return teamSum(sum);
}

#if PHASE == 1
float resetProduct(int b, int column)
{
    float sum = 0.0;
    for (int k = int(gl_LocalInvocationID.y); k < units; k += TEAMS)
        sum += load_reset(b * units + k) * load_recurrent(k * ld + column);
    return teamSum(sum);
}
#endif
#else
void products(int b, int u, out float s[GATES])
{
    for (int g = 0; g < GATES; ++g)
        s[g] = 0.0;
    for (int k = int(gl_LocalInvocationID.y); k < units; k += TEAMS) {
        float h = load_state(b * units + k);
        for (int g = 0; g < GATES; ++g)
            s[g] += h * load_recurrent(k * ld + g * units + u);
    }
    for (int g = 0; g < GATES; ++g)
        s[g] = teamSum(s[g]);
}
#endif

void main()
{
    int i = int(gl_WorkGroupID.x) * UNITS + int(gl_LocalInvocationID.x);
    bool inside = i < cells;
    int b = min(i, cells - 1) / units;
    int u = min(i, cells - 1) % units;
    int at = (b * time + from) * GATES * units + u;
    bool first = gl_LocalInvocationID.y == 0u;
    float h = inside ? load_state(i) : 0.0;
#if CELL == 2 && PHASE == 0
    float r = product(b, units + u);
    if (first && inside)
        store_reset(i, gateOf(load_proj(at + units) + r) * h);
#else
    float s[GATES];
#if CELL == 2
    s[0] = product(b, u);
    s[1] = 0.0;
    s[2] = resetProduct(b, 2 * units + u);
#else
    products(b, u, s);
#endif
    if (!first || !inside)
        return;
    float c = load_state(cells + i);
    float last = load_state(2 * cells + i);
    if (present(b, from)) {
        h = cellStep(s, at, u, h, c);
        last = h;
    }
#if ZERO_MASKED
    else
        last = 0.0;
#endif
    store_next(i, h);
    store_next(cells + i, c);
    store_next(2 * cells + i, last);
#if SEQUENCE
    store_y((b * time + step_index) * units + u, last);
#endif
#endif
}
