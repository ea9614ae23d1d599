// SPDX-License-Identifier: GPL-3.0-or-later
// C = activation(A B + bias + residual), A a matrix or the implicit matrix of a convolution. One workgroup makes a
// BM x BN block, a thread TM x TN of it; SLICES groups of threads share out the k steps of a block and are summed in
// fixed order. With SPLIT the k range is cut between workgroups too and raw sums go to `part`.
#include "functions.glsl"
#include "activation.glsl"
#include "conv_index.glsl"

// NVIDIA's compiler leaves a loop over the accumulators alone where its body is long (residual, clamp); they then lie
// in memory instead of registers, which made such layers 14 times slower. Others unroll by themselves.
#pragma optionNV(unroll all)

layout(local_size_x = THREADS) in;

const int COLS = BN / TN;
const int ROWS = BM / TM;
const int TEAM = ROWS * COLS; // threads of one slice
const int K4 = BK / 4;
const int N4 = BN / 4;
const int SA = K4 + PAD; // shared row of A, in vec4
const int LA = BM * K4 / TEAM; // vec4 loads of a thread per k step
const int LB = BK * N4 / TEAM;
const int STAGE = BM * SA + BK * N4;
const int J = TN / 4;

shared vec4 tile[SLICES * STAGES * STAGE];

int lt, slice, zb, k_begin, k_end, m0, n0;
vec4 ra[LA], rb[LB];
#if MODE == 0
int rows[LA];
#else
Row rows[LA];
#endif

void startRows()
{
    for (int i = 0; i < LA; ++i) {
        int m = m0 + lt / K4 + i * (TEAM / K4);
#if MODE == 0
        rows[i] = m < m_size ? m * lda : -1;
#else
        rows[i] = rowOf(m);
#endif
    }
}

float scalarA(int i, int k)
{
#if WIDTH_a == 1
    if (k >= k_end)
        return 0.0;
#if MODE == 0
    return rows[i] < 0 ? 0.0 : load_a(zb * a_batch + rows[i] + k);
#else
    int pixel = pixelOf(rows[i], tapOffset(k / channels));
    return pixel < 0 ? 0.0 : load_a(zb * a_batch + pixel * lda + k % channels);
#endif
#else
    return 0.0;
#endif
}

void loadA(int k)
{
#if WIDTH_a == 4
#if MODE == 0
    for (int i = 0; i < LA; ++i)
        ra[i] = k < k_end && rows[i] >= 0 ? load_a((zb * a_batch + rows[i] + k) >> 2) : vec4(0.0);
#else
    ivec3 tap = tapOffset(k / channels);
    int channel = zb * a_batch + k % channels;
    for (int i = 0; i < LA; ++i) {
        int pixel = k < k_end ? pixelOf(rows[i], tap) : -1;
        ra[i] = pixel >= 0 ? load_a((pixel * lda + channel) >> 2) : vec4(0.0);
    }
#endif
#else
    for (int i = 0; i < LA; ++i)
        ra[i] = vec4(scalarA(i, k), scalarA(i, k + 1), scalarA(i, k + 2), scalarA(i, k + 3));
#endif
}

void loadB(int k0)
{
    int n = n0 + (lt % N4) * 4;
    for (int i = 0; i < LB; ++i) {
        int k = k0 + lt / N4 + i * (TEAM / N4);
        int at = zb * b_batch + k * ldb + n;
        vec4 v = vec4(0.0);
        if (k < k_end && n < n_size) {
#if WIDTH_b == 4
            v = load_b(at >> 2);
#else
            v.x = load_b(at);
            if (n + 1 < n_size)
                v.y = load_b(at + 1);
            if (n + 2 < n_size)
                v.z = load_b(at + 2);
            if (n + 3 < n_size)
                v.w = load_b(at + 3);
#endif
        }
        rb[i] = v;
    }
}

void load(int t)
{
    int k0 = k_begin + (t * SLICES + slice) * BK;
    loadA(k0 + (lt % K4) * 4);
    loadB(k0);
}

int stageBase(int t) { return (slice * STAGES + (STAGES == 1 ? 0 : (t & 1))) * STAGE; }

void put(int base)
{
    for (int i = 0; i < LA; ++i)
        tile[base + (lt / K4 + i * (TEAM / K4)) * SA + lt % K4] = ra[i];
    for (int i = 0; i < LB; ++i)
        tile[base + BM * SA + lt + i * TEAM] = rb[i];
}

#if SPLIT == 0
void finish(int m, int n, vec4 v)
{
    if (m >= m_size || n >= n_size)
        return;
    int at = zb * c_batch + m * ldc + n;
#if WIDTH_c == 4
#if HAS_BIAS
    v += load_bias((zb * bias_batch + n) >> 2);
#endif
#if HAS_RESIDUAL
    v += load_residual(at >> 2);
#endif
    store_c(at >> 2, activate(v));
#else
    for (int i = 0; i < 4; ++i) {
        if (n + i >= n_size)
            return;
        float x = v[i];
#if HAS_BIAS
        x += load_bias(zb * bias_batch + n + i);
#endif
#if HAS_RESIDUAL
        x += load_residual(at + i);
#endif
        store_c(at + i, activate(x));
    }
#endif
}
#endif

void main()
{
    lt = int(gl_LocalInvocationID.x) % TEAM;
    slice = int(gl_LocalInvocationID.x) / TEAM;
    int z = int(gl_WorkGroupID.z) + z_start;
    zb = z / splits;
    int part = z % splits;
    k_begin = part * k_part;
    k_end = min(k_size, k_begin + k_part);
    n0 = int(gl_WorkGroupID.x) * BN;
    m0 = (int(gl_WorkGroupID.y) + m_tile_start) * BM;
    int tx = lt % COLS;
    int ty = lt / COLS;
    startRows();

    vec4 acc[TM][J];
    for (int i = 0; i < TM; ++i)
        for (int j = 0; j < J; ++j)
            acc[i][j] = vec4(0.0);

    int steps = (k_end - k_begin + BK * SLICES - 1) / (BK * SLICES);
    load(0);
    put(stageBase(0));
    SYNC();
    for (int t = 0; t < steps; ++t) {
        bool more = t + 1 < steps;
        if (more)
            load(t + 1);
        int base = stageBase(t);
        for (int k4 = 0; k4 < K4; ++k4) {
            vec4 b[4][J];
            for (int k = 0; k < 4; ++k)
                for (int j = 0; j < J; ++j)
                    b[k][j] = tile[base + BM * SA + (k4 * 4 + k) * N4 + tx + j * COLS];
            for (int i = 0; i < TM; ++i) {
                vec4 a = tile[base + (ty + i * ROWS) * SA + k4];
                for (int j = 0; j < J; ++j) {
                    acc[i][j] = fma(vec4(a.x), b[0][j], acc[i][j]);
                    acc[i][j] = fma(vec4(a.y), b[1][j], acc[i][j]);
                    acc[i][j] = fma(vec4(a.z), b[2][j], acc[i][j]);
                    acc[i][j] = fma(vec4(a.w), b[3][j], acc[i][j]);
                }
            }
        }
#if STAGES == 1
        SYNC();
#endif
        if (more)
            put(stageBase(t + 1));
        SYNC();
    }

#if SLICES > 1
    if (slice > 0)
        for (int i = 0; i < TM; ++i)
            for (int j = 0; j < J; ++j)
                tile[((slice - 1) * TM * J + i * J + j) * TEAM + lt] = acc[i][j];
    SYNC();
    if (slice > 0)
        return;
    for (int s = 0; s < SLICES - 1; ++s)
        for (int i = 0; i < TM; ++i)
            for (int j = 0; j < J; ++j)
                acc[i][j] += tile[(s * TM * J + i * J + j) * TEAM + lt];
#endif

    for (int i = 0; i < TM; ++i)
        for (int j = 0; j < J; ++j) {
            int m = m0 + ty + i * ROWS;
            int n = n0 + (tx + j * COLS) * 4;
#if SPLIT
            if (m < m_size && n < n_size)
                store_part((((part + part_start) * batch + zb) * m_size + m) * part_ld + (n >> 2), acc[i][j]);
#else
            finish(m, n, acc[i][j]);
#endif
        }
}
