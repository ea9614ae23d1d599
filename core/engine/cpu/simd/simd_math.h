// SPDX-License-Identifier: GPL-3.0-or-later
// Included by the variants of the kernels inside a namespace of their own, each compiled for its instruction
// set: everything is static and nothing of the standard library is used, so that no code for a newer machine
// can be shared with the rest of the program.

static inline float bitsToFloat(int32_t bits)
{
    float value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}
static inline int32_t floatToBits(float value)
{
    int32_t bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    return bits;
}
static inline float clampTo(float x, float low, float high) { return x < low ? low : x > high ? high : x; }

// e^x: 2^n·e^r with |r| ≤ ln 2 / 2, polynomial of Cephes' expf (Moshier).
static inline float fastExp(float x)
{
    const float c = clampTo(x, -87.0F, 88.0F);
    const float n = __builtin_floorf(c * 1.44269504F + 0.5F);
    const float r = (c - n * 0.693359375F) + n * 2.12194440e-4F;
    float p = 1.9875691500e-4F;
    p = p * r + 1.3981999507e-3F;
    p = p * r + 8.3334519073e-3F;
    p = p * r + 4.1665795894e-2F;
    p = p * r + 1.6666665459e-1F;
    p = p * r + 5.0000001201e-1F;
    p = p * r * r + r + 1.0F;
    const float result = p * bitsToFloat((int32_t(n) + 127) << 23);
    return x > 88.7F ? __builtin_inff() : x < -87.0F ? 0.0F : x != x ? x : result;
}

// e^x − 1 without cancellation near 0.
static inline float fastExpm1(float x)
{
    float p = 1.0F / 5040;
    p = p * x + 1.0F / 720;
    p = p * x + 1.0F / 120;
    p = p * x + 1.0F / 24;
    p = p * x + 1.0F / 6;
    p = p * x + 0.5F;
    p = p * x * x + x;
    const float far = fastExp(x) - 1.0F;
    return x > -0.3F && x < 0.3F ? p : far;
}

// ln x for x > 0: polynomial of Cephes' logf.
static inline float fastLog(float x)
{
    const int32_t bits = floatToBits(x);
    int32_t exponent = (bits >> 23) - 126;
    float m = bitsToFloat((bits & 0x007FFFFF) | 0x3F000000);
    const bool small = m < 0.707106781F;
    exponent -= small ? 1 : 0;
    m = small ? m + m - 1.0F : m - 1.0F;
    const float z = m * m;
    float p = 7.0376836292e-2F;
    p = p * m - 1.1514610310e-1F;
    p = p * m + 1.1676998740e-1F;
    p = p * m - 1.2420140846e-1F;
    p = p * m + 1.4249322787e-1F;
    p = p * m - 1.6668057665e-1F;
    p = p * m + 2.0000714765e-1F;
    p = p * m - 2.4999993993e-1F;
    p = p * m + 3.3333331174e-1F;
    const float e = float(exponent);
    return m + (p * m * z - 2.12194440e-4F * e - 0.5F * z) + 0.693359375F * e;
}

// Rational approximation of Eigen's ptanh, good to a few units in the last place.
static inline float fastTanh(float value)
{
    const float x = clampTo(value, -7.90531110763549805F, 7.90531110763549805F);
    const float z = x * x;
    float p = -2.76076847742355e-16F;
    p = p * z + 2.00018790482477e-13F;
    p = p * z - 8.60467152213735e-11F;
    p = p * z + 5.12229709037114e-08F;
    p = p * z + 1.48572235717979e-05F;
    p = p * z + 6.37261928875436e-04F;
    p = p * z + 4.89352455891786e-03F;
    float q = 1.19825839466702e-06F;
    q = q * z + 1.18534705686654e-04F;
    q = q * z + 2.26843463243900e-03F;
    q = q * z + 4.89352518554385e-03F;
    return x * p / q;
}

static inline float fastSigmoid(float x) { return 1.0F / (1.0F + fastExp(-x)); }

// max(x, 0) + ln(1 + e^−|x|)
static inline float fastSoftplus(float x)
{
    const float e = fastExp(-__builtin_fabsf(x));
    const float rest = e < 1e-3F ? e - 0.5F * e * e : fastLog(1.0F + e);
    return (x > 0 ? x : 0.0F) + rest + (x - x);
}

// Abramowitz and Stegun 7.1.26, absolute error 1.5e-7.
static inline float fastErf(float x)
{
    const float a = __builtin_fabsf(x);
    const float t = 1.0F / (1.0F + 0.3275911F * a);
    float p = 1.061405429F;
    p = p * t - 1.453152027F;
    p = p * t + 1.421413741F;
    p = p * t - 0.284496736F;
    p = p * t + 0.254829592F;
    const float y = 1.0F - p * t * fastExp(-a * a);
    return x < 0 ? -y : y;
}

// x·tanh(ln(1 + e^x))
static inline float fastMish(float x)
{
    const float e = fastExp(x > 20.0F ? 20.0F : x);
    const float n = e * (e + 2.0F);
    return x * (n / (n + 2.0F));
}
