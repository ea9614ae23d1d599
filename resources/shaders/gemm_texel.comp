// SPDX-License-Identifier: GPL-3.0-or-later
// The matrix product and the implicit-GEMM convolution for software renderers: no shared memory, R x 8 outputs a
// thread in registers, reads through buffer textures, all sizes at run time.
#include "functions.glsl"
#include "activation.glsl"
#include "conv_index.glsl"

layout(local_size_x = 32) in;

int n0, zb;
vec4 acc[R][2];

vec4 columns(int k, int half8)
{
    int n = n0 + half8 * 4;
#if WIDTH_b == 4
    return load_b((zb * b_batch + k * ldb + min(n, ldb - 4)) >> 2);
#else
    int at = zb * b_batch + k * ldb;
    ivec4 c = min(ivec4(n, n + 1, n + 2, n + 3), ivec4(n_size - 1));
    return vec4(load_b(at + c.x), load_b(at + c.y), load_b(at + c.z), load_b(at + c.w));
#endif
}

// Adds A[row][k .. k + count) times B's rows from kb on; at[r]: index of A's first number, or -1.
void addProducts(int at[R], int kb, int count)
{
#if WIDTH_a == 4
    for (int k = 0; k < count; k += 4) {
        vec4 a[R];
        for (int r = 0; r < R; ++r)
            a[r] = at[r] >= 0 ? load_a((at[r] + k) >> 2) : vec4(0.0);
        for (int i = 0; i < 4; ++i) {
            vec4 b0 = columns(kb + k + i, 0);
            vec4 b1 = columns(kb + k + i, 1);
            for (int r = 0; r < R; ++r) {
                acc[r][0] += a[r][i] * b0;
                acc[r][1] += a[r][i] * b1;
            }
        }
    }
#else
    for (int k = 0; k < count; ++k) {
        vec4 b0 = columns(kb + k, 0);
        vec4 b1 = columns(kb + k, 1);
        for (int r = 0; r < R; ++r) {
            float a = at[r] >= 0 ? load_a(at[r] + k) : 0.0;
            acc[r][0] += a * b0;
            acc[r][1] += a * b1;
        }
    }
#endif
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
        if (n + i < n_size) {
            float x = v[i];
#if HAS_BIAS
            x += load_bias(zb * bias_batch + n + i);
#endif
#if HAS_RESIDUAL
            x += load_residual(at + i);
#endif
            store_c(at + i, activate(x));
        }
    }
#endif
}
#endif

void main()
{
    int id = int(gl_GlobalInvocationID.x) + tile_start;
    zb = int(gl_WorkGroupID.z) + z_start;
    if (id >= tile_end)
        return;
    n0 = (id % n_tiles) * 8;
    int m0 = (id / n_tiles) * R;
    for (int r = 0; r < R; ++r)
        acc[r][0] = acc[r][1] = vec4(0.0);

    int at[R];
#if MODE == 0
    for (int r = 0; r < R; ++r)
        at[r] = zb * a_batch + min(m0 + r, m_size - 1) * lda;
    addProducts(at, 0, k_size);
#else
    Row rows[R];
    for (int r = 0; r < R; ++r)
        rows[r] = rowOf(min(m0 + r, m_size - 1));
    int taps = k_d * k_h * k_w;
    for (int tap = 0; tap < taps; ++tap) {
        ivec3 offset = tapOffset(tap);
        for (int r = 0; r < R; ++r) {
            int pixel = pixelOf(rows[r], offset);
            at[r] = pixel < 0 ? -1 : zb * a_batch + pixel * lda;
        }
        addProducts(at, tap * channels, channels);
    }
#endif

    for (int r = 0; r < R; ++r)
        for (int j = 0; j < 2; ++j) {
#if SPLIT
            if (m0 + r < m_size && n0 + j * 4 < n_size)
                store_part(((part_start * batch + zb) * m_size + m0 + r) * part_ld + (n0 >> 2) + j, acc[r][j]);
#else
            finish(m0 + r, n0 + j * 4, acc[r][j]);
#endif
        }
}
