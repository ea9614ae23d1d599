// SPDX-License-Identifier: GPL-3.0-or-later
// What the element functions of activation.glsl are made of.

// Drivers may build tanh from e^2x, which overflows.
float safeTanh(float x) { return tanh(clamp(x, -15.0, 15.0)); }
float sigmoid(float x) { return 1.0 / (1.0 + exp(-x)); }
float softplus(float x) { return max(x, 0.0) + log(1.0 + exp(-abs(x))); }
float expMinusOne(float x) { return abs(x) < 0.01 ? x * (1.0 + x * (0.5 + x * (1.0 / 6.0 + x / 24.0))) : exp(x) - 1.0; }

// Chebyshev fit of erfc, relative error 1.2e-7 (Numerical Recipes, section 6.2).
float erfc(float x)
{
    float z = abs(x);
    float t = 1.0 / (1.0 + 0.5 * z);
    float p = 0.17087277;
    p = -0.82215223 + t * p;
    p = 1.48851587 + t * p;
    p = -1.13520398 + t * p;
    p = 0.27886807 + t * p;
    p = -0.18628806 + t * p;
    p = 0.09678418 + t * p;
    p = 0.37409196 + t * p;
    p = 1.00002368 + t * p;
    float r = t * exp(-z * z - 1.26551223 + t * p);
    return x >= 0.0 ? r : 2.0 - r;
}

float sparsePlus(float x) { return x <= -1.0 ? 0.0 : x >= 1.0 ? x : 0.25 * (x + 1.0) * (x + 1.0); }
