// SPDX-License-Identifier: GPL-3.0-or-later
// One time step of one unit. CELL as enum CellKind: 0 simple, 1 LSTM (gates i, f, c, o), 2 GRU, 3 GRU that resets after
// the product (gates z, r, h). `proj` holds the inputs' products with the bias.
#if CELL == 0
#define GATES 1
#elif CELL == 1
#define GATES 4
#else
#define GATES 3
#endif

// New h. s: products with the state per gate (of GRU's third gate: with the reset state); at: this unit's first gate in
// the projections; c: cell state of LSTM.
float cellStep(float s[GATES], int at, int u, float h, inout float c)
{
#if CELL == 0
    return activate(load_proj(at) + s[0]);
#elif CELL == 1
    float i = gateOf(load_proj(at) + s[0]);
    float f = gateOf(load_proj(at + units) + s[1]);
    float candidate = activate(load_proj(at + 2 * units) + s[2]);
    float o = gateOf(load_proj(at + 3 * units) + s[3]);
    c = f * c + i * candidate;
    return o * activate(c);
#elif CELL == 2
    float z = gateOf(load_proj(at) + s[0]);
    float candidate = activate(load_proj(at + 2 * units) + s[2]);
    return z * h + (1.0 - z) * candidate;
#else
#if HAS_BIAS2
    s[0] += load_bias2(u);
    s[1] += load_bias2(units + u);
    s[2] += load_bias2(2 * units + u);
#endif
    float z = gateOf(load_proj(at) + s[0]);
    float r = gateOf(load_proj(at + units) + s[1]);
    float candidate = activate(load_proj(at + 2 * units) + r * s[2]);
    return z * h + (1.0 - z) * candidate;
#endif
}

bool present(int b, int from)
{
#if HAS_MASK
    return load_mask(b * time + from) != 0.0;
#else
    return true;
#endif
}
