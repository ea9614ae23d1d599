// SPDX-License-Identifier: GPL-3.0-or-later
// Maximum (padding −∞) or average (padding not counted) over windows; WIDTH_x channels a thread.

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
    t /= out_h;
    int oz = t % out_d;
    int n = t / out_d;
    ivec3 start = ivec3(oz * stride_d - pad_d, oy * stride_h - pad_h, ox * stride_w - pad_w);
    ivec3 first = max(start, ivec3(0));
    ivec3 end = min(start + ivec3(k_d, k_h, k_w), ivec3(in_d, in_h, in_w));
#if MAXIMUM
    NUMBER acc = NUMBER(uintBitsToFloat(0xFF800000u)); // −∞
#else
    NUMBER acc = NUMBER(0.0);
#endif
    for (int z = first.x; z < end.x; ++z)
        for (int y = first.y; y < end.y; ++y)
            for (int x = first.z; x < end.z; ++x) {
                NUMBER v = load_x((((n * in_d + z) * in_h + y) * in_w + x) * channels + channel);
#if MAXIMUM
                acc = max(acc, v);
#else
                acc += v;
#endif
            }
#if MAXIMUM == 0
    ivec3 counts = max(end - first, ivec3(0));
    acc /= float(max(counts.x * counts.y * counts.z, 1));
#endif
    store_y(item, acc);
}
