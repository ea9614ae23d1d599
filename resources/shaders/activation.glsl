// SPDX-License-Identifier: GPL-3.0-or-later
// activate(v): the element function ACT, numbered as enum Unary of core/op/operation.h; parameters act_a, act_b,
// act_c. 100 and 101 are casts to whole numbers and to truth values.
#ifndef ACT
#define ACT 0
#endif

#if ACT == 0
#define ACTIVATE(x) (x)
#elif ACT == 1 // relu
#define ACTIVATE(x) ((x) >= act_b ? act_b : (x) > act_c ? (x) : act_a * ((x) - act_c))
#elif ACT == 2 // elu
#define ACTIVATE(x) ((x) > 0.0 ? (x) : act_a * expMinusOne(min(x, 0.0)))
#elif ACT == 3 // selu
#define ACTIVATE(x) (1.0507009873554805 * ((x) > 0.0 ? (x) : 1.6732632423543772 * expMinusOne(min(x, 0.0))))
#elif ACT == 4 // celu
#define ACTIVATE(x) (max(x, 0.0) + min(0.0, act_a * expMinusOne(min((x) / act_a, 0.0))))
#elif ACT == 5
#define ACTIVATE(x) softplus(x)
#elif ACT == 6 // softsign
#define ACTIVATE(x) ((x) / (1.0 + abs(x)))
#elif ACT == 7
#define ACTIVATE(x) safeTanh(x)
#elif ACT == 8
#define ACTIVATE(x) sigmoid(x)
#elif ACT == 9 // hard sigmoid
#define ACTIVATE(x) clamp(act_a * (x) + act_b, 0.0, 1.0)
#elif ACT == 10 // hard silu
#define ACTIVATE(x) ((x) * clamp((x) / 6.0 + 0.5, 0.0, 1.0))
#elif ACT == 11 // silu
#define ACTIVATE(x) ((x) * sigmoid(x))
#elif ACT == 12 // gelu
#define ACTIVATE(x) (0.5 * (x) * erfc(-(x) * 0.7071067811865476))
#elif ACT == 13 // gelu by tanh
#define ACTIVATE(x) (0.5 * (x) * (1.0 + safeTanh(0.7978845608028654 * ((x) + 0.044715 * (x) * (x) * (x)))))
#elif ACT == 14 // hard tanh
#define ACTIVATE(x) clamp(x, -1.0, 1.0)
#elif ACT == 15 // hard shrink
#define ACTIVATE(x) (abs(x) > act_a ? (x) : 0.0)
#elif ACT == 16 // soft shrink
#define ACTIVATE(x) ((x) > act_a ? (x) - act_a : (x) < -act_a ? (x) + act_a : 0.0)
#elif ACT == 17 // tanh shrink
#define ACTIVATE(x) ((x) - safeTanh(x))
#elif ACT == 18 // threshold
#define ACTIVATE(x) ((x) > act_a ? (x) : act_b)
#elif ACT == 19 // log sigmoid
#define ACTIVATE(x) (-softplus(-(x)))
#elif ACT == 20 // mish
#define ACTIVATE(x) ((x) * safeTanh(softplus(x)))
#elif ACT == 21
#define ACTIVATE(x) sparsePlus(x)
#elif ACT == 22 // sparse sigmoid
#define ACTIVATE(x) clamp(0.5 * ((x) + 1.0), 0.0, 1.0)
#elif ACT == 23 // squareplus
#define ACTIVATE(x) (0.5 * ((x) + sqrt((x) * (x) + act_a)))
#elif ACT == 24
#define ACTIVATE(x) exp(x)
#elif ACT == 25
#define ACTIVATE(x) log(x)
#elif ACT == 26
#define ACTIVATE(x) sqrt(x)
#elif ACT == 27
#define ACTIVATE(x) (1.0 / sqrt(x))
#elif ACT == 28
#define ACTIVATE(x) ((x) * (x))
#elif ACT == 29
#define ACTIVATE(x) abs(x)
#elif ACT == 30
#define ACTIVATE(x) (-(x))
#elif ACT == 31
#define ACTIVATE(x) (1.0 / (x))
#elif ACT == 32
#define ACTIVATE(x) sign(x)
#elif ACT == 33
#define ACTIVATE(x) floor(x)
#elif ACT == 34
#define ACTIVATE(x) ceil(x)
#elif ACT == 35
#define ACTIVATE(x) roundEven(x)
#elif ACT == 36
#define ACTIVATE(x) sin(x)
#elif ACT == 37
#define ACTIVATE(x) cos(x)
#elif ACT == 38 // linear
#define ACTIVATE(x) (act_a * (x) + act_b)
#elif ACT == 39 // clip
#define ACTIVATE(x) min(max(x, act_a), act_b)
#elif ACT == 40 // not
#define ACTIVATE(x) ((x) == 0.0 ? 1.0 : 0.0)
#elif ACT == 100
#define ACTIVATE(x) trunc(x)
#elif ACT == 101
#define ACTIVATE(x) ((x) != 0.0 ? 1.0 : 0.0)
#endif

float activate(float x) { return ACTIVATE(x); }
vec4 activate(vec4 v) { return vec4(activate(v.x), activate(v.y), activate(v.z), activate(v.w)); }
