// SPDX-License-Identifier: GPL-3.0-or-later
// Softmax (KIND 0) or its logarithm (1) along rows of `size` numbers.
#include "row_team.glsl"

void main()
{
    int row = rowNumber();
    if (row >= rows)
        return; // whole workgroups where threads work together
    int base = row * size;
    float largest = uintBitsToFloat(0xFF800000u);
    for (int i = member(); i < size; i += TEAM)
        largest = max(largest, load_x(base + i));
    largest = teamMax(largest, 0);
    float sum = 0.0;
    for (int i = member(); i < size; i += TEAM)
        sum += exp(load_x(base + i) - largest);
    sum = teamSum(sum, 1);
#if KIND == 0
    float factor = 1.0 / sum;
    for (int i = member(); i < size; i += TEAM)
        store_y(base + i, exp(load_x(base + i) - largest) * factor);
#else
    float shift = log(sum);
    for (int i = member(); i < size; i += TEAM)
        store_y(base + i, load_x(base + i) - largest - shift);
#endif
}
