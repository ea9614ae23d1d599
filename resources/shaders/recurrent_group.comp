// SPDX-License-Identifier: GPL-3.0-or-later
// All time steps of a recurrent layer by one workgroup for each batch entry; the state lives in shared memory. Threads
// are COLUMN_THREADS vec4 columns of the recurrent kernel times TEAMS that share out k.
#include "functions.glsl"
#include "activation.glsl"
#include "gate.glsl"
#include "cell.glsl"

layout(local_size_x = THREADS) in;

shared float hidden[UNITS];
shared float carry[UNITS];
shared float outputs[UNITS];
shared float gates[COLUMNS4 * 4];
shared vec4 partial[THREADS];
#if CELL == 2
shared float reset[UNITS];
#endif

const int PER_TEAM = (UNITS + TEAMS - 1) / TEAMS;

#if KEEP_WEIGHTS
vec4 kept[PER_TEAM];
#endif

// gates[] = row · recurrent, row: hidden or (second) the reset state.
void product(bool second)
{
    int lid = int(gl_LocalInvocationID.x);
    int lane = lid % COLUMN_THREADS;
    int team = lid / COLUMN_THREADS;
    for (int c0 = 0; c0 < COLUMNS4; c0 += COLUMN_THREADS) {
        int c = c0 + lane;
        vec4 acc = vec4(0.0);
        if (c < COLUMNS4 && team < TEAMS)
            for (int j = 0; j < PER_TEAM; ++j) {
                int k = team + j * TEAMS;
                if (k < UNITS) {
#if CELL == 2
                    float x = second ? reset[k] : hidden[k];
#else
                    float x = hidden[k];
#endif
#if KEEP_WEIGHTS
                    acc += x * kept[j];
#else
                    acc += x * load_recurrent(k * COLUMNS4 + c);
#endif
                }
            }
        partial[lid] = acc;
        SYNC();
        if (team == 0 && c < COLUMNS4) {
            vec4 sum = partial[lane];
            for (int t = 1; t < TEAMS; ++t)
                sum += partial[t * COLUMN_THREADS + lane];
            for (int i = 0; i < 4; ++i)
                gates[c * 4 + i] = sum[i];
        }
        SYNC();
    }
}

void main()
{
    int lid = int(gl_LocalInvocationID.x);
    int b = int(gl_WorkGroupID.x);
    for (int u = lid; u < UNITS; u += THREADS) {
        hidden[u] = load_state(b * units + u);
        carry[u] = load_state(cells + b * units + u);
        outputs[u] = 0.0;
    }
#if KEEP_WEIGHTS
    for (int j = 0; j < PER_TEAM; ++j) {
        int k = lid / COLUMN_THREADS + j * TEAMS;
        kept[j] = k < UNITS ? load_recurrent(k * COLUMNS4 + lid % COLUMN_THREADS) : vec4(0.0);
    }
#endif
    SYNC();
    for (int t = 0; t < time; ++t) {
        int from = BACKWARDS != 0 ? time - 1 - t : t;
        int base = (b * time + from) * GATES * units;
        product(false);
#if CELL == 2
        for (int u = lid; u < UNITS; u += THREADS)
            reset[u] = gateOf(load_proj(base + units + u) + gates[units + u]) * hidden[u];
        float update_sum[(UNITS + THREADS - 1) / THREADS];
        for (int u = lid, n = 0; u < UNITS; u += THREADS, ++n)
            update_sum[n] = gates[u];
        SYNC();
        product(true);
#endif
        for (int u = lid, n = 0; u < UNITS; u += THREADS, ++n) {
            float s[GATES];
            for (int g = 0; g < GATES; ++g)
                s[g] = gates[g * units + u];
#if CELL == 2
            s[0] = update_sum[n];
#endif
            if (present(b, from)) {
                float c = carry[u];
                float h = cellStep(s, base + u, u, hidden[u], c);
                carry[u] = c;
                hidden[u] = h;
                outputs[u] = h;
            }
#if ZERO_MASKED
            else
                outputs[u] = 0.0;
#endif
#if SEQUENCE
            store_y((b * time + t) * units + u, outputs[u]);
#endif
        }
        SYNC();
    }
    for (int u = lid; u < UNITS; u += THREADS) {
        store_next(b * units + u, hidden[u]);
        store_next(cells + b * units + u, carry[u]);
        store_next(2 * cells + b * units + u, outputs[u]);
    }
}
