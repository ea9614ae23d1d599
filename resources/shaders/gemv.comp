// SPDX-License-Identifier: GPL-3.0-or-later
// Product of ROWS rows with a matrix: LANES vec4 columns a workgroup, TEAMS threads share out k and are summed in
// fixed order.
#include "functions.glsl"
#include "activation.glsl"

layout(local_size_x = LANES, local_size_y = TEAMS) in;

shared vec4 sums[TEAMS * LANES];

void main()
{
    int lane = int(gl_LocalInvocationID.x);
    int team = int(gl_LocalInvocationID.y);
    int column = int(gl_WorkGroupID.x) * LANES + lane;
    vec4 acc[ROWS];
    for (int r = 0; r < ROWS; ++r)
        acc[r] = vec4(0.0);
    if (column < ldb)
        for (int k = team; k < k_size; k += TEAMS) {
            vec4 b = load_b(k * ldb + column);
            for (int r = 0; r < ROWS; ++r)
                acc[r] += load_a(r * lda + k) * b;
        }
    for (int r = 0; r < ROWS; ++r) {
        sums[team * LANES + lane] = acc[r];
        SYNC();
        for (int step = TEAMS / 2; step > 0; step /= 2) {
            if (team < step)
                sums[team * LANES + lane] += sums[(team + step) * LANES + lane];
            SYNC();
        }
        if (team == 0)
            for (int i = 0; i < 4; ++i) {
                int n = column * 4 + i;
                if (n < n_size) {
                    float v = sums[lane][i];
#if HAS_BIAS
                    v += load_bias(n);
#endif
#if HAS_RESIDUAL
                    v += load_residual(r * ldc + n);
#endif
                    store_c(r * ldc + n, activate(v));
                }
            }
        SYNC();
    }
}
