// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the implicit matrix of a convolution. Row m is output pixel m; column k is (tap, channel). MODE 0: a plain
// matrix; 1: convolution; 2: transposed convolution, gathered.
#if MODE != 0
struct Row {
    int image; ///< first pixel of the image, or -1 beyond the last row
    ivec3 origin; ///< depth, row, column in the (padded) input, or in the uncropped output
};

Row rowOf(int m)
{
    if (m >= m_size)
        return Row(-1, ivec3(0));
    int x = m % out_w;
    int t = m / out_w;
    int y = t % out_h;
    t /= out_h;
    int z = t % out_d;
    int n = t / out_d;
    ivec3 at = ivec3(z, y, x);
#if MODE == 1
    at *= ivec3(stride_d, stride_h, stride_w);
    at -= ivec3(pad_d, pad_h, pad_w);
#else
    at += ivec3(pad_d, pad_h, pad_w);
#endif
    return Row(n * in_d * in_h * in_w, at);
}

// Offset of a tap in the input.
ivec3 tapOffset(int tap)
{
    int x = tap % k_w;
    int t = tap / k_w;
    int y = t % k_h;
    int z = t / k_h;
    return ivec3(z * dil_d, y * dil_h, x * dil_w);
}

// Input pixel under a tap, or -1 where there is none.
int pixelOf(Row row, ivec3 tap)
{
#if MODE == 1
    ivec3 p = row.origin + tap;
#else
    ivec3 f = row.origin - tap;
    ivec3 p = f / ivec3(stride_d, stride_h, stride_w);
    if (any(lessThan(f, ivec3(0))) || any(notEqual(p * ivec3(stride_d, stride_h, stride_w), f)))
        return -1;
#endif
    if (row.image < 0 || any(lessThan(p, ivec3(0))) || any(greaterThanEqual(p, ivec3(in_d, in_h, in_w))))
        return -1;
    return row.image + (p.x * in_h + p.y) * in_w + p.z;
}
#endif
