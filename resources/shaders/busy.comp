// SPDX-License-Identifier: GPL-3.0-or-later
// Takes time and leaves nothing behind: for the check of the GPU's clock.
layout(local_size_x = 64) in;

void main()
{
    float x = float(gl_LocalInvocationID.x);
    for (int i = 0; i < rounds; ++i)
        x = fract(x * 1.37 + 0.11);
    if (x > 2.0) // never, which no compiler can know
        store_y(0, x);
}
