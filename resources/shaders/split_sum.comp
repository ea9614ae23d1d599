// SPDX-License-Identifier: GPL-3.0-or-later
// Sums the parts of a product whose k range was cut, always in the same order, and finishes it.
#include "functions.glsl"
#include "activation.glsl"

layout(local_size_x = 64) in;

void main()
{
    int i = int(gl_GlobalInvocationID.x + gl_WorkGroupID.y * gl_NumWorkGroups.x * gl_WorkGroupSize.x);
    if (i >= batch * m_size * part_ld)
        return;
    vec4 v = vec4(0.0);
    for (int s = 0; s < parts; ++s)
        v += load_part(s * batch * m_size * part_ld + i);
    int n = (i % part_ld) * 4;
    int m = (i / part_ld) % m_size;
    int zb = i / (part_ld * m_size);
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
    for (int c = 0; c < 4; ++c) {
        if (n + c < n_size) {
            float x = v[c];
#if HAS_BIAS
            x += load_bias(zb * bias_batch + n + c);
#endif
#if HAS_RESIDUAL
            x += load_residual(at + c);
#endif
            store_c(at + c, activate(x));
        }
    }
#endif
}
