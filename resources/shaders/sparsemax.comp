// SPDX-License-Identifier: GPL-3.0-or-later
// Sparsemax as Keras computes it (keras.ops.sparsemax): x − t cut at 0, t = (Σ of the cumulative sums over the support
// − 1) / size of the support, the cumulative sums running from the largest number down.
#include "row_team.glsl"

void main()
{
    int row = rowNumber();
    if (row >= rows)
        return; // whole workgroups where threads work together
    int base = row * size;
    // The support by Michelot's way: numbers above (their sum − 1) / their count, until nothing drops out.
    float bound = uintBitsToFloat(0xFF800000u);
    float support = 0.0;
    for (int round = 0; round <= size; ++round) {
        float sum = 0.0;
        float kept = 0.0;
        for (int i = member(); i < size; i += TEAM) {
            float x = load_x(base + i);
            if (x > bound) {
                sum += x;
                kept += 1.0;
            }
        }
        sum = teamSum(sum, 0);
        kept = teamSum(kept, 1);
        if (kept == support || kept == 0.0)
            break;
        support = kept;
        bound = (sum - 1.0) / kept;
    }
    // A number of rank k (from 1) stands in support − k + 1 cumulative sums.
    float total = 0.0;
    for (int i = member(); i < size; i += TEAM) {
        float x = load_x(base + i);
        if (x > bound) {
            int before = 0;
            for (int j = 0; j < size; ++j) {
                float other = load_x(base + j);
                before += other > x || (other == x && j < i) ? 1 : 0;
            }
            total += x * (support - float(before));
        }
    }
    float threshold = (teamSum(total, 0) - 1.0) / support;
    for (int i = member(); i < size; i += TEAM)
        store_y(base + i, max(load_x(base + i) - threshold, 0.0));
}
