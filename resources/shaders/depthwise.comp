// SPDX-License-Identifier: GPL-3.0-or-later
// Depthwise convolution: WIDTH_x channels and ROW neighbouring outputs of a row for each thread; an input is read once
// for all outputs of the thread.
#include "functions.glsl"
#include "activation.glsl"

layout(local_size_x = 64) in;
#include "item.glsl"

#if WIDTH_x == 4
#define NUMBER vec4
#else
#define NUMBER float
#endif

void addRow(inout NUMBER acc[ROW], int line, int ox, int channel, int tapRow, int wc)
{
    int ix0 = ox * stride_w - pad_w;
#if ROW == 1
    for (int kx = 0; kx < k_w; ++kx) {
        int ix = ix0 + kx * dil_w;
        if (ix >= 0 && ix < in_w)
            acc[0] += load_x((line + ix) * in_channels + channel) * load_w((tapRow + kx) * kernel_ld + wc);
    }
#else
    const int span = (ROW - 1) * stride_w + (k_w - 1) * dil_w + 1;
    for (int i = 0; i < span; ++i) {
        int ix = ix0 + i;
        NUMBER v = ix >= 0 && ix < in_w ? load_x((line + ix) * in_channels + channel) : NUMBER(0.0);
        for (int r = 0; r < ROW; ++r) {
            int d = i - r * stride_w;
            if (d >= 0 && d % dil_w == 0 && d / dil_w < k_w)
                acc[r] += v * load_w((tapRow + d / dil_w) * kernel_ld + wc);
        }
    }
#endif
}

void main()
{
    int item = itemNumber();
    if (item >= items)
        return;
    int wc = item % channels;
    int t = item / channels;
    int perRow = (out_w + ROW - 1) / ROW;
    int ox = (t % perRow) * ROW;
    t /= perRow;
    int oy = t % out_h;
    t /= out_h;
    int oz = t % out_d;
    int n = t / out_d;
    int channel = wc / multiplier;

    NUMBER acc[ROW];
    for (int r = 0; r < ROW; ++r)
        acc[r] = NUMBER(0.0);
    for (int kz = 0; kz < k_d; ++kz) {
        int iz = oz * stride_d - pad_d + kz * dil_d;
        for (int ky = 0; ky < k_h; ++ky) {
            int iy = oy * stride_h - pad_h + ky * dil_h;
            if (iz >= 0 && iz < in_d && iy >= 0 && iy < in_h)
                addRow(acc, ((n * in_d + iz) * in_h + iy) * in_w, ox, channel, (kz * k_h + ky) * k_w, wc);
        }
    }
    int at = (((n * out_d + oz) * out_h + oy) * out_w + ox) * channels + wc;
    for (int r = 0; r < ROW; ++r) {
        if (ox + r < out_w) {
            NUMBER v = acc[r];
#if HAS_BIAS
            v += load_bias(wc);
#endif
#if HAS_RESIDUAL
            v += load_residual(at + r * channels);
#endif
            store_y(at + r * channels, activate(v));
        }
    }
}
