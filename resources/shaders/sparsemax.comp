// SPDX-License-Identifier: GPL-3.0-or-later
// Sparsemax as Keras computes it (keras.ops.sparsemax): x − t cut at 0, t = (Σ of the cumulative sums over the support
// − 1) / size of the support, the cumulative sums running from the largest number down. One thread a row.
layout(local_size_x = 32) in;

void main()
{
    int row = int(gl_GlobalInvocationID.x + gl_WorkGroupID.y * gl_NumWorkGroups.x * gl_WorkGroupSize.x);
    if (row >= rows)
        return;
    int base = row * size;
    // The support by Michelot's way: numbers above (their sum − 1) / their count, until nothing drops out.
    float bound = uintBitsToFloat(0xFF800000u);
    int support = 0;
    for (int round = 0; round <= size; ++round) {
        float sum = 0.0;
        int kept = 0;
        for (int i = 0; i < size; ++i) {
            float x = load_x(base + i);
            if (x > bound) {
                sum += x;
                ++kept;
            }
        }
        if (kept == support || kept == 0)
            break;
        support = kept;
        bound = (sum - 1.0) / float(kept);
    }
    // A number of rank k (from 1) stands in support − k + 1 cumulative sums.
    float total = 0.0;
    for (int i = 0; i < size; ++i) {
        float x = load_x(base + i);
        if (x > bound) {
            int before = 0;
            for (int j = 0; j < size; ++j) {
                float other = load_x(base + j);
                before += other > x || (other == x && j < i) ? 1 : 0;
            }
            total += x * float(support - before);
        }
    }
    float threshold = (total - 1.0) / float(support);
    for (int i = 0; i < size; ++i)
        store_y(base + i, max(load_x(base + i) - threshold, 0.0));
}
