// SPDX-License-Identifier: GPL-3.0-or-later
// Included by the variants of the kernels, see simd_math.h.

static void scale(const float* x, float mean, float factor, float* y, int64_t n)
{
    eachElement(x, y, n, [=](float v) { return (v - mean) * factor; });
}

static void accumulate(ReduceKind kind, const float* x, float* sums, int64_t n)
{
    switch (kind) {
    case ReduceKind::Sum:
    case ReduceKind::Mean:
        return binary(Binary::Add, sums, 1, x, 1, sums, n);
    case ReduceKind::Maximum:
        return binary(Binary::Maximum, sums, 1, x, 1, sums, n);
    case ReduceKind::Minimum:
        return binary(Binary::Minimum, sums, 1, x, 1, sums, n);
    case ReduceKind::Product:
        return binary(Binary::Multiply, sums, 1, x, 1, sums, n);
    case ReduceKind::Any:
        return binary(Binary::Or, sums, 1, x, 1, sums, n);
    case ReduceKind::All:
        return binary(Binary::And, sums, 1, x, 1, sums, n);
    }
}

/// In pieces, so that float sums stay short and the total is a double.
template <class Function> static inline double sumOf(int64_t n, Function f)
{
    constexpr int64_t piece = 4096;
    double total = 0;
    for (int64_t begin = 0; begin < n; begin += piece) {
        const int64_t end = begin + piece < n ? begin + piece : n;
        float sum = 0;
#pragma omp simd reduction(+ : sum)
        for (int64_t i = begin; i < end; ++i)
            sum += f(i);
        total += double(sum);
    }
    return total;
}

static double reduce(ReduceKind kind, const float* x, int64_t n)
{
    float result = kind == ReduceKind::Maximum ? -__builtin_inff()
        : kind == ReduceKind::Minimum          ? __builtin_inff()
                                               : 0;
    switch (kind) {
    case ReduceKind::Sum:
    case ReduceKind::Mean:
        return sumOf(n, [=](int64_t i) { return x[i]; });
    case ReduceKind::Maximum:
        for (int64_t i = 0; i < n; ++i)
            result = x[i] > result || x[i] != x[i] ? x[i] : result;
        return double(result);
    case ReduceKind::Minimum:
        for (int64_t i = 0; i < n; ++i)
            result = x[i] < result || x[i] != x[i] ? x[i] : result;
        return double(result);
    case ReduceKind::Product: {
        double product = 1;
        for (int64_t i = 0; i < n; ++i)
            product *= double(x[i]);
        return product;
    }
    case ReduceKind::Any:
        for (int64_t i = 0; i < n; ++i)
            if (x[i] != 0)
                return 1;
        return 0;
    case ReduceKind::All:
        for (int64_t i = 0; i < n; ++i)
            if (x[i] == 0)
                return 0;
        return 1;
    }
    return 0;
}

static double squares(const float* x, float mean, int64_t n)
{
    return sumOf(n, [=](int64_t i) { return (x[i] - mean) * (x[i] - mean); });
}

static double expSum(const float* x, float largest, float* y, int64_t n)
{
    eachElement(x, y, n, [=](float v) { return fastExp(v - largest); });
    return sumOf(n, [=](int64_t i) { return y[i]; });
}

static void axpy(float a, const float* x, float* y, int64_t n)
{
#pragma omp simd
    for (int64_t i = 0; i < n; ++i)
        y[i] += a * x[i];
}

static void multiplyAdd(const float* a, const float* b, float* y, int64_t n)
{
#pragma omp simd
    for (int64_t i = 0; i < n; ++i)
        y[i] += a[i] * b[i];
}

static void lstm(const float* i, const float* f, const float* g, float* c, int64_t n)
{
#pragma omp simd
    for (int64_t u = 0; u < n; ++u)
        c[u] = f[u] * c[u] + i[u] * g[u];
}

static void gru(const float* z, const float* candidate, float* h, int64_t n)
{
#pragma omp simd
    for (int64_t u = 0; u < n; ++u)
        h[u] = z[u] * h[u] + (1.0F - z[u]) * candidate[u];
}

typedef float Vector __attribute__((vector_size(64), may_alias, aligned(4)));
typedef float AlignedVector __attribute__((vector_size(64), may_alias));
constexpr int64_t lanes = 16;

/// `rows` rows of x against one panel; four vectors of sums a row stay in registers.
template <int rows>
static inline void onePanel(const float* x, int64_t xStep, const float* w, int64_t k, float* sums)
{
    Vector s[rows][4] = {};
    for (int64_t i = 0; i < k; ++i) {
        const auto* column = reinterpret_cast<const AlignedVector*>(w + i * panelWidth);
        for (int r = 0; r < rows; ++r) {
            const float factor = x[r * xStep + i];
            s[r][0] += factor * column[0];
            s[r][1] += factor * column[1];
            s[r][2] += factor * column[2];
            s[r][3] += factor * column[3];
        }
    }
    for (int r = 0; r < rows; ++r)
        for (int v = 0; v < 4; ++v)
            *reinterpret_cast<Vector*>(sums + r * panelWidth + v * lanes) = s[r][v];
}

/// One row alone: two steps of k at once hide the latency of the sums.
static inline void onePanelSingle(const float* x, const float* w, int64_t k, float* sums)
{
    Vector s[8] = {};
    int64_t i = 0;
    for (; i + 1 < k; i += 2) {
        const auto* column = reinterpret_cast<const AlignedVector*>(w + i * panelWidth);
        const float first = x[i], second = x[i + 1];
        for (int v = 0; v < 4; ++v) {
            s[v] += first * column[v];
            s[v + 4] += second * column[v + 4];
        }
    }
    for (; i < k; ++i) {
        const auto* column = reinterpret_cast<const AlignedVector*>(w + i * panelWidth);
        for (int v = 0; v < 4; ++v)
            s[v] += x[i] * column[v];
    }
    for (int v = 0; v < 4; ++v)
        *reinterpret_cast<Vector*>(sums + v * lanes) = s[v] + s[v + 4];
}

static void panels(const float* x, int64_t xStep, const float* w, float* y, int64_t yStep, int64_t rows,
    int64_t k, int64_t n, int64_t firstPanel, int64_t lastPanel)
{
    alignas(64) float sums[4 * panelWidth];
    for (int64_t panel = firstPanel; panel < lastPanel; ++panel) {
        const float* weights = w + panel * k * panelWidth;
        const int64_t first = panel * panelWidth, width = n - first < panelWidth ? n - first : panelWidth;
        for (int64_t row = 0; row < rows;) {
            const int64_t left = rows - row;
            const int64_t now = left >= 4 ? 4 : left >= 2 ? 2 : 1;
            if (now == 4)
                onePanel<4>(x + row * xStep, xStep, weights, k, sums);
            else if (now == 2)
                onePanel<2>(x + row * xStep, xStep, weights, k, sums);
            else
                onePanelSingle(x + row * xStep, weights, k, sums);
            for (int64_t r = 0; r < now; ++r)
                axpy(1.0F, sums + r * panelWidth, y + (row + r) * yStep + first, width);
            row += now;
        }
    }
}
