// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/text/fingerprint.h"

#include <bit>
#include <cstddef>
#include <utility>

namespace kerascope {
namespace {

constexpr uint64_t k0 = 0xc3a5c85c97cb3127ULL, k1 = 0xb492b66fbe98f273ULL, k2 = 0x9ae16a3b2f90404fULL;

/// Little-endian words of the text.
uint64_t word(const char* at, size_t bytes)
{
    uint64_t out = 0;
    for (size_t i = 0; i < bytes; ++i)
        out |= uint64_t(static_cast<unsigned char>(at[i])) << (8 * i);
    return out;
}
uint64_t fetch64(const char* at) { return word(at, 8); }
uint64_t fetch32(const char* at) { return word(at, 4); }
uint64_t rotate(uint64_t value, int shift) { return std::rotr(value, shift); }
uint64_t shiftMix(uint64_t value) { return value ^ (value >> 47); }

uint64_t hash16(uint64_t u, uint64_t v, uint64_t multiplier)
{
    uint64_t a = (u ^ v) * multiplier;
    a ^= a >> 47;
    uint64_t b = (v ^ a) * multiplier;
    b ^= b >> 47;
    return b * multiplier;
}

uint64_t upTo16(const char* s, size_t length)
{
    if (length >= 8) {
        const uint64_t multiplier = k2 + length * 2, a = fetch64(s) + k2, b = fetch64(s + length - 8);
        return hash16(rotate(b, 37) * multiplier + a, (rotate(a, 25) + b) * multiplier, multiplier);
    }
    if (length >= 4)
        return hash16(length + (fetch32(s) << 3), fetch32(s + length - 4), k2 + length * 2);
    if (length == 0)
        return k2;
    const uint64_t y = word(s, 1) + (word(s + (length >> 1), 1) << 8);
    const uint64_t z = length + (word(s + length - 1, 1) << 2);
    return shiftMix((y * k2) ^ (z * k0)) * k2;
}

uint64_t upTo32(const char* s, size_t length)
{
    const uint64_t multiplier = k2 + length * 2;
    const uint64_t a = fetch64(s) * k1, b = fetch64(s + 8), c = fetch64(s + length - 8) * multiplier,
                   d = fetch64(s + length - 16) * k2;
    return hash16(rotate(a + b, 43) + rotate(c, 30) + d, a + rotate(b + k2, 18) + c, multiplier);
}

uint64_t upTo64(const char* s, size_t length)
{
    const uint64_t multiplier = k2 + length * 2;
    const uint64_t a = fetch64(s) * k2, b = fetch64(s + 8), c = fetch64(s + length - 8) * multiplier,
                   d = fetch64(s + length - 16) * k2;
    const uint64_t y = rotate(a + b, 43) + rotate(c, 30) + d;
    const uint64_t z = hash16(y, a + rotate(b + k2, 18) + c, multiplier);
    const uint64_t e = fetch64(s + 16) * multiplier, f = fetch64(s + 24),
                   g = (y + fetch64(s + length - 32)) * multiplier,
                   h = (z + fetch64(s + length - 24)) * multiplier;
    return hash16(rotate(e + f, 43) + rotate(g, 30) + h, e + rotate(f + a, 18) + g, multiplier);
}

using Pair = std::pair<uint64_t, uint64_t>;

Pair weak32(const char* s, uint64_t a, uint64_t b)
{
    const uint64_t w = fetch64(s), x = fetch64(s + 8), y = fetch64(s + 16), z = fetch64(s + 24);
    a += w;
    b = rotate(b + a + z, 21);
    const uint64_t c = a;
    a += x;
    a += y;
    b += rotate(a, 44);
    return {a + z, b + c};
}

} // namespace

uint64_t fingerprint64(std::string_view text)
{
    constexpr uint64_t seed = 81;
    const char* s = text.data();
    const size_t length = text.size();
    if (length <= 16)
        return upTo16(s, length);
    if (length <= 32)
        return upTo32(s, length);
    if (length <= 64)
        return upTo64(s, length);
    uint64_t x = seed, y = seed * k1 + 113, z = shiftMix(y * k2 + 113) * k2;
    Pair v{0, 0}, w{0, 0};
    x = x * k2 + fetch64(s);
    const char* end = s + ((length - 1) / 64) * 64;
    const char* last64 = end + ((length - 1) & 63U) - 63;
    do {
        x = rotate(x + y + v.first + fetch64(s + 8), 37) * k1;
        y = rotate(y + v.second + fetch64(s + 48), 42) * k1;
        x ^= w.second;
        y += v.first + fetch64(s + 40);
        z = rotate(z + w.first, 33) * k1;
        v = weak32(s, v.second * k1, x + w.first);
        w = weak32(s + 32, z + w.second, y + fetch64(s + 16));
        std::swap(z, x);
        s += 64;
    } while (s != end);
    const uint64_t multiplier = k1 + ((z & 0xffU) << 1);
    s = last64;
    w.first += (length - 1) & 63U;
    v.first += w.first;
    w.first += v.first;
    x = rotate(x + y + v.first + fetch64(s + 8), 37) * multiplier;
    y = rotate(y + v.second + fetch64(s + 48), 42) * multiplier;
    x ^= w.second * 9;
    y += v.first * 9 + fetch64(s + 40);
    z = rotate(z + w.first, 33) * multiplier;
    v = weak32(s, v.second * multiplier, x + w.first);
    w = weak32(s + 32, z + w.second, y + fetch64(s + 16));
    std::swap(z, x);
    return hash16(hash16(v.first, w.first, multiplier) + shiftMix(y) * k0 + z,
        hash16(v.second, w.second, multiplier) + x, multiplier);
}

uint64_t sipHash(std::string_view text, std::array<uint64_t, 2> key)
{
    uint64_t a = key[0] ^ 0x736f6d6570736575ULL, b = key[1] ^ 0x646f72616e646f6dULL,
             c = key[0] ^ 0x6c7967656e657261ULL, d = key[1] ^ 0x7465646279746573ULL;
    const auto round = [&] {
        a += b;
        b = std::rotl(b, 13) ^ a;
        a = std::rotl(a, 32);
        c += d;
        d = std::rotl(d, 16) ^ c;
        a += d;
        d = std::rotl(d, 21) ^ a;
        c += b;
        b = std::rotl(b, 17) ^ c;
        c = std::rotl(c, 32);
    };
    const auto take = [&](uint64_t block) {
        d ^= block;
        round();
        round();
        a ^= block;
    };
    const size_t whole = text.size() / 8 * 8;
    for (size_t i = 0; i < whole; i += 8)
        take(fetch64(text.data() + i));
    take(word(text.data() + whole, text.size() - whole) | (uint64_t(text.size()) << 56));
    c ^= 0xffU;
    for (int i = 0; i < 4; ++i)
        round();
    return a ^ b ^ c ^ d;
}

uint64_t joinFingerprints(uint64_t first, uint64_t second)
{
    constexpr uint64_t multiplier = 0xc6a4a7935bd1e995ULL;
    uint64_t result = first ^ multiplier;
    result ^= shiftMix(second * multiplier) * multiplier;
    result *= multiplier;
    result = shiftMix(result) * multiplier;
    return shiftMix(result);
}

} // namespace kerascope
