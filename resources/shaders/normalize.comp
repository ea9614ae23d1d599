// SPDX-License-Identifier: GPL-3.0-or-later
// Normalisation of rows of `size` numbers, KIND as enum NormalizeKind; two passes for the variance.
#include "row_team.glsl"

void main()
{
    int row = rowNumber();
    if (row >= rows)
        return; // whole workgroups where threads work together
    int base = row * size;
    float mean = 0.0;
#if KIND == 0 || KIND == 2
    float sum = 0.0;
    for (int i = member(); i < size; i += TEAM)
        sum += load_x(base + i);
    mean = teamSum(sum, 0) / float(size);
#endif
    float squares = 0.0;
    for (int i = member(); i < size; i += TEAM) {
        float d = load_x(base + i) - mean;
        squares += d * d;
    }
    squares = teamSum(squares, 1);
#if KIND == 3
    float factor = min(1.0 / sqrt(squares), 1.0 / epsilon);
#else
    float factor = 1.0 / sqrt(squares / float(size) + epsilon);
#endif
#if KIND == 2
    mean = 0.0;
#endif
    for (int i = member(); i < size; i += TEAM) {
        float v = (load_x(base + i) - mean) * factor;
#if HAS_GAMMA
        v *= load_gamma(i);
#endif
#if HAS_BETA
        v += load_beta(i);
#endif
        store_y(base + i, v);
    }
}
