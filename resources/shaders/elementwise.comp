// SPDX-License-Identifier: GPL-3.0-or-later
// y = activate(f(a, b, c)) element by element. The shape is folded to RANK axes; each operand has its step per axis
// (0 along an axis that it repeats). OP: 0 a; 1 a·b + c (affine, c optional); 2 a binary function; 3 b or c by a.
#include "functions.glsl"
#include "activation.glsl"

layout(local_size_x = 64) in;
#include "item.glsl"

#if WIDTH_y == 4
#define NUMBER vec4
#else
#define NUMBER float
#endif

float moduloOf(float a, float b) { return a - b * floor(a / b); }

float powerOf(float a, float b)
{
    if (b == 0.0)
        return 1.0;
    if (a > 0.0)
        return pow(a, b);
    if (a == 0.0)
        return b > 0.0 ? 0.0 : 1.0 / abs(a);
    if (b != trunc(b))
        return sqrt(a); // not a number
    float whole = pow(-a, b);
    return moduloOf(b, 2.0) == 0.0 ? whole : -whole;
}

float truth(bool x) { return x ? 1.0 : 0.0; }

// FUNCTION: numbered as enum Binary of core/op/operation.h.
float both(float a, float b)
{
#if OP != 2
    return a;
#elif FUNCTION == 0
    return a + b;
#elif FUNCTION == 1
    return a - b;
#elif FUNCTION == 2
    return a * b;
#elif FUNCTION == 3
    return a / b;
#elif FUNCTION == 4
    return max(a, b);
#elif FUNCTION == 5
    return min(a, b);
#elif FUNCTION == 6
    return powerOf(a, b);
#elif FUNCTION == 7
    return floor(a / b);
#elif FUNCTION == 8
    return moduloOf(a, b);
#elif FUNCTION == 9
    return (a - b) * (a - b);
#elif FUNCTION == 10
    return a > 0.0 ? a : b * a;
#elif FUNCTION == 11
    return truth(a == b);
#elif FUNCTION == 12
    return truth(a != b);
#elif FUNCTION == 13
    return truth(a < b);
#elif FUNCTION == 14
    return truth(a <= b);
#elif FUNCTION == 15
    return truth(a > b);
#elif FUNCTION == 16
    return truth(a >= b);
#elif FUNCTION == 17
    return truth(a != 0.0 && b != 0.0);
#else
    return truth(a != 0.0 || b != 0.0);
#endif
}

float choose(float a, float b, float c) { return a != 0.0 ? b : c; }

NUMBER combine(NUMBER a, NUMBER b, NUMBER c)
{
#if OP == 0
    return a;
#elif OP == 1
    return a * b + c;
#elif WIDTH_y == 4 && OP == 2
    return vec4(both(a.x, b.x), both(a.y, b.y), both(a.z, b.z), both(a.w, b.w));
#elif WIDTH_y == 4
    return vec4(choose(a.x, b.x, c.x), choose(a.y, b.y, c.y), choose(a.z, b.z, c.z), choose(a.w, b.w, c.w));
#elif OP == 2
    return both(a, b);
#else
    return choose(a, b, c);
#endif
}

void main()
{
    int item = itemNumber();
    if (item >= items)
        return;
    int rest = item;
    int at_a = 0, at_b = 0, at_c = 0;
    for (int axis = RANK - 1; axis >= 0; --axis) {
        int i = axis == 0 ? rest : rest % size(axis);
        if (axis > 0)
            rest /= size(axis);
        at_a += i * step_a(axis);
#if OPERANDS > 1
        at_b += i * step_b(axis);
#endif
#if OPERANDS > 2
        at_c += i * step_c(axis);
#endif
    }
    NUMBER a = NUMBER(load_a(at_a));
    NUMBER b = NUMBER(0.0);
    NUMBER c = NUMBER(0.0);
#if OPERANDS > 1
    b = NUMBER(load_b(at_b));
#endif
#if OPERANDS > 2
    c = NUMBER(load_c(at_c));
#endif
    store_y(item, activate(combine(a, b, c)));
}
