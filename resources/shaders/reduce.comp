// SPDX-License-Identifier: GPL-3.0-or-later
// Reduction: y[i] = over all r of x[Σ kept + Σ reduced]. KIND as enum ReduceKind. LANES_OUT outputs a workgroup,
// LANES_RED threads share one reduction (1: no shared memory).

#if LANES_RED > 1
#if LANES_OUT_FIRST
layout(local_size_x = LANES_OUT, local_size_y = LANES_RED) in;
#define LANE_OUT int(gl_LocalInvocationID.x)
#define LANE_RED int(gl_LocalInvocationID.y)
#else
layout(local_size_x = LANES_RED, local_size_y = LANES_OUT) in;
#define LANE_OUT int(gl_LocalInvocationID.y)
#define LANE_RED int(gl_LocalInvocationID.x)
#endif
shared float sums[LANES_OUT * LANES_RED];
#else
layout(local_size_x = LANES_OUT) in;
#endif
#include "item.glsl"

float startValue()
{
#if KIND == 2
    return uintBitsToFloat(0xFF800000u);
#elif KIND == 3
    return uintBitsToFloat(0x7F800000u);
#elif KIND == 4 || KIND == 6
    return 1.0;
#else
    return 0.0;
#endif
}

float combine(float sum, float x)
{
#if KIND == 2
    return x > sum || isnan(x) ? x : sum;
#elif KIND == 3
    return x < sum || isnan(x) ? x : sum;
#elif KIND == 4
    return sum * x;
#elif KIND == 5
    return sum != 0.0 || x != 0.0 ? 1.0 : 0.0;
#elif KIND == 6
    return sum != 0.0 && x != 0.0 ? 1.0 : 0.0;
#else
    return sum + x;
#endif
}

int keptOffset(int rest)
{
    int at = 0;
    for (int axis = KEPT - 1; axis >= 0; --axis) {
        int i = axis == 0 ? rest : rest % kept_size(axis);
        if (axis > 0)
            rest /= kept_size(axis);
        at += i * kept_step(axis);
    }
    return at;
}

int reducedOffset(int rest)
{
    int at = 0;
    for (int axis = REDUCED - 1; axis >= 0; --axis) {
        int i = axis == 0 ? rest : rest % reduced_size(axis);
        if (axis > 0)
            rest /= reduced_size(axis);
        at += i * reduced_step(axis);
    }
    return at;
}

float finished(float sum)
{
#if KIND == 1
    return sum / float(count);
#else
    return sum;
#endif
}

#if LANES_RED > 1
void main()
{
    int out_index = int(gl_WorkGroupID.x + gl_WorkGroupID.y * gl_NumWorkGroups.x) * LANES_OUT + LANE_OUT;
    float sum = startValue();
    if (out_index < items) {
        int base = keptOffset(out_index);
        for (int r = LANE_RED; r < count; r += LANES_RED)
            sum = combine(sum, load_x(base + reducedOffset(r)));
    }
    int slot = LANE_OUT * LANES_RED + LANE_RED;
    sums[slot] = sum;
    SYNC();
    for (int step = LANES_RED / 2; step > 0; step /= 2) {
        if (LANE_RED < step)
            sums[slot] = combine(sums[slot], sums[slot + step]);
        SYNC();
    }
    if (LANE_RED == 0 && out_index < items)
        store_y(out_index, finished(sums[slot]));
}
#else
void main()
{
    int item = itemNumber();
    if (item >= items)
        return;
    int base = keptOffset(item);
    // Partial sums of 64, so that long sums keep their precision.
    float total = startValue();
    for (int r = 0; r < count; r += 64) {
        float sum = startValue();
        int end = min(r + 64, count);
        for (int i = r; i < end; ++i)
            sum = combine(sum, load_x(base + reducedOffset(i)));
        total = combine(total, sum);
    }
    store_y(item, finished(total));
}
#endif
