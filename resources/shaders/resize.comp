// SPDX-License-Identifier: GPL-3.0-or-later
// Resizing of [N, H, W, C] by tables of first positions and weights per output row and column.

layout(local_size_x = 64) in;
#include "item.glsl"

#if WIDTH_x == 4
#define NUMBER vec4
#else
#define NUMBER float
#endif

void main()
{
    int item = itemNumber();
    if (item >= items)
        return;
    int channel = item % channels;
    int t = item / channels;
    int ox = t % out_w;
    t /= out_w;
    int oy = t % out_h;
    int n = t / out_h;
    int y0 = int(load_rows(oy * (taps_h + 1)));
    int x0 = int(load_columns(ox * (taps_w + 1)));
    NUMBER sum = NUMBER(0.0);
    for (int v = 0; v < taps_h; ++v) {
        float wy = load_rows(oy * (taps_h + 1) + 1 + v);
        for (int h = 0; h < taps_w; ++h) {
            float weight = wy * load_columns(ox * (taps_w + 1) + 1 + h);
            if (weight != 0.0)
                sum += weight * load_x(((n * in_h + y0 + v) * in_w + x0 + h) * channels + channel);
        }
    }
    store_y(item, sum);
}
