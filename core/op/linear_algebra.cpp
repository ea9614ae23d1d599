// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/linear_algebra.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kerascope {
namespace {

constexpr int mostSweeps = 60; // Jacobi's rotations need about ten

/// The rotation that makes two columns (or an off-diagonal pair) orthogonal.
struct Rotation {
    double cosine = 1, sine = 0;
};

Rotation rotationFor(double alpha, double beta, double gamma)
{
    const double zeta = (beta - alpha) / (2 * gamma);
    const double tangent = std::copysign(1.0, zeta) / (std::abs(zeta) + std::sqrt(1 + zeta * zeta));
    const double cosine = 1 / std::sqrt(1 + tangent * tangent);
    return {cosine, cosine * tangent};
}

void rotateColumns(Matrix& x, int64_t p, int64_t q, const Rotation& r)
{
    for (int64_t i = 0; i < x.rows; ++i) {
        const double a = x.at(i, p), b = x.at(i, q);
        x.at(i, p) = r.cosine * a - r.sine * b;
        x.at(i, q) = r.sine * a + r.cosine * b;
    }
}

Matrix columnsInOrder(const Matrix& x, const std::vector<size_t>& order)
{
    Matrix out(x.rows, int64_t(order.size()));
    for (int64_t i = 0; i < x.rows; ++i)
        for (int64_t k = 0; k < out.columns; ++k)
            out.at(i, k) = x.at(i, int64_t(order[size_t(k)]));
    return out;
}

/// Of a matrix at least as high as wide, by one-sided rotations (Hestenes).
SingularFactors tallSingularFactors(Matrix x)
{
    const int64_t n = x.columns;
    Matrix v = Matrix::identity(n);
    bool turned = true;
    for (int sweep = 0; sweep < mostSweeps && turned; ++sweep) {
        turned = false;
        for (int64_t p = 0; p < n; ++p)
            for (int64_t q = p + 1; q < n; ++q) {
                double alpha = 0, beta = 0, gamma = 0;
                for (int64_t i = 0; i < x.rows; ++i) {
                    alpha += x.at(i, p) * x.at(i, p);
                    beta += x.at(i, q) * x.at(i, q);
                    gamma += x.at(i, p) * x.at(i, q);
                }
                if (!(std::abs(gamma) > 1e-15 * std::sqrt(alpha * beta)))
                    continue;
                turned = true;
                const Rotation r = rotationFor(alpha, beta, gamma);
                rotateColumns(x, p, q, r);
                rotateColumns(v, p, q, r);
            }
    }
    std::vector<double> lengths(static_cast<size_t>(n), 0.0);
    for (int64_t k = 0; k < n; ++k) {
        double sum = 0;
        for (int64_t i = 0; i < x.rows; ++i)
            sum += x.at(i, k) * x.at(i, k);
        lengths[size_t(k)] = std::sqrt(sum);
        for (int64_t i = 0; i < x.rows && sum > 0; ++i)
            x.at(i, k) /= lengths[size_t(k)];
    }
    std::vector<size_t> order(lengths.size());
    std::iota(order.begin(), order.end(), size_t(0));
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return lengths[a] > lengths[b]; });
    std::sort(lengths.rbegin(), lengths.rend());
    return {columnsInOrder(x, order), columnsInOrder(v, order), lengths};
}

} // namespace

Matrix Matrix::transposed() const
{
    Matrix out(columns, rows);
    for (int64_t i = 0; i < rows; ++i)
        for (int64_t k = 0; k < columns; ++k)
            out.at(k, i) = at(i, k);
    return out;
}

Matrix Matrix::identity(int64_t size)
{
    Matrix out(size, size);
    for (int64_t i = 0; i < size; ++i)
        out.at(i, i) = 1;
    return out;
}

Matrix operator*(const Matrix& a, const Matrix& b)
{
    Matrix out(a.rows, b.columns);
    for (int64_t i = 0; i < a.rows; ++i)
        for (int64_t j = 0; j < a.columns; ++j)
            for (int64_t k = 0; k < b.columns; ++k)
                out.at(i, k) += a.at(i, j) * b.at(j, k);
    return out;
}

Matrix cholesky(const Matrix& x)
{
    Matrix out(x.rows, x.rows);
    for (int64_t j = 0; j < x.rows; ++j)
        for (int64_t i = j; i < x.rows; ++i) {
            double sum = x.at(i, j);
            for (int64_t k = 0; k < j; ++k)
                sum -= out.at(i, k) * out.at(j, k);
            out.at(i, j) = i == j ? std::sqrt(sum) : sum / out.at(j, j);
        }
    return out;
}

LuFactors luFactors(Matrix x)
{
    const int64_t n = x.rows;
    std::vector<int64_t> order(static_cast<size_t>(n));
    std::iota(order.begin(), order.end(), int64_t(0));
    double sign = 1;
    for (int64_t j = 0; j < std::min(n, x.columns); ++j) {
        int64_t pivot = j;
        for (int64_t i = j + 1; i < n; ++i)
            if (std::abs(x.at(i, j)) > std::abs(x.at(pivot, j)))
                pivot = i;
        if (pivot != j) {
            sign = -sign;
            std::swap(order[size_t(j)], order[size_t(pivot)]);
            for (int64_t k = 0; k < x.columns; ++k)
                std::swap(x.at(j, k), x.at(pivot, k));
        }
        if (x.at(j, j) == 0)
            continue;
        for (int64_t i = j + 1; i < n; ++i) {
            x.at(i, j) /= x.at(j, j);
            for (int64_t k = j + 1; k < x.columns; ++k)
                x.at(i, k) -= x.at(i, j) * x.at(j, k);
        }
    }
    return {std::move(x), std::move(order), sign};
}

Matrix solvedTriangle(const Matrix& a, const Matrix& b, bool lower)
{
    const int64_t n = a.rows;
    Matrix x = b;
    for (int64_t step = 0; step < n; ++step) {
        const int64_t i = lower ? step : n - 1 - step;
        for (int64_t k = 0; k < b.columns; ++k) {
            double sum = x.at(i, k);
            for (int64_t j = lower ? 0 : i + 1; j < (lower ? i : n); ++j)
                sum -= a.at(i, j) * x.at(j, k);
            x.at(i, k) = sum / a.at(i, i);
        }
    }
    return x;
}

Matrix solved(const Matrix& a, const Matrix& b)
{
    const LuFactors lu = luFactors(a);
    Matrix unit = lu.factors, moved(b.rows, b.columns);
    for (int64_t i = 0; i < a.rows; ++i) {
        unit.at(i, i) = 1;
        for (int64_t k = 0; k < b.columns; ++k)
            moved.at(i, k) = b.at(lu.order[size_t(i)], k);
    }
    return solvedTriangle(lu.factors, solvedTriangle(unit, moved, true), false);
}

QrFactors qrFactors(const Matrix& x)
{
    const int64_t m = x.rows, n = x.columns;
    QrFactors out{Matrix::identity(m), x};
    std::vector<double> v(static_cast<size_t>(m));
    for (int64_t j = 0; j < std::min(m, n); ++j) {
        double tail = 0;
        for (int64_t i = j + 1; i < m; ++i)
            tail += out.r.at(i, j) * out.r.at(i, j);
        if (tail == 0)
            continue;
        const double pivot = out.r.at(j, j), length = std::sqrt(pivot * pivot + tail);
        std::fill(v.begin(), v.end(), 0.0);
        v[size_t(j)] = pivot + (pivot < 0 ? -length : length);
        for (int64_t i = j + 1; i < m; ++i)
            v[size_t(i)] = out.r.at(i, j);
        const double half = (v[size_t(j)] * v[size_t(j)] + tail) / 2;
        for (int64_t k = 0; k < n; ++k) { // r = (1 − v·vᵀ/half)·r
            double sum = 0;
            for (int64_t i = j; i < m; ++i)
                sum += v[size_t(i)] * out.r.at(i, k);
            for (int64_t i = j; i < m; ++i)
                out.r.at(i, k) -= v[size_t(i)] * sum / half;
        }
        for (int64_t i = j + 1; i < m; ++i)
            out.r.at(i, j) = 0;
        for (int64_t i = 0; i < m; ++i) { // q = q·(1 − v·vᵀ/half)
            double sum = 0;
            for (int64_t k = j; k < m; ++k)
                sum += out.q.at(i, k) * v[size_t(k)];
            for (int64_t k = j; k < m; ++k)
                out.q.at(i, k) -= sum / half * v[size_t(k)];
        }
    }
    return out;
}

SingularFactors singularFactors(const Matrix& x)
{
    if (x.rows >= x.columns)
        return tallSingularFactors(x);
    SingularFactors turned = tallSingularFactors(x.transposed());
    return {std::move(turned.v), std::move(turned.u), std::move(turned.s)};
}

SymmetricEigen symmetricEigen(Matrix x)
{
    const int64_t n = x.rows;
    Matrix vectors = Matrix::identity(n);
    for (int64_t i = 0; i < n; ++i) // the lower triangle is what counts
        for (int64_t k = i + 1; k < n; ++k)
            x.at(i, k) = x.at(k, i);
    bool turned = true;
    for (int sweep = 0; sweep < mostSweeps && turned; ++sweep) {
        turned = false;
        for (int64_t p = 0; p < n; ++p)
            for (int64_t q = p + 1; q < n; ++q) {
                if (!(std::abs(x.at(p, q)) > 1e-16 * std::sqrt(std::abs(x.at(p, p) * x.at(q, q)))))
                    continue;
                turned = true;
                const Rotation r = rotationFor(x.at(p, p), x.at(q, q), x.at(p, q));
                rotateColumns(x, p, q, r);
                for (int64_t k = 0; k < n; ++k) {
                    const double a = x.at(p, k), b = x.at(q, k);
                    x.at(p, k) = r.cosine * a - r.sine * b;
                    x.at(q, k) = r.sine * a + r.cosine * b;
                }
                rotateColumns(vectors, p, q, r);
            }
    }
    std::vector<size_t> order(static_cast<size_t>(n));
    std::iota(order.begin(), order.end(), size_t(0));
    const auto value = [&](size_t i) { return x.at(int64_t(i), int64_t(i)); };
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return value(a) < value(b); });
    std::vector<double> values;
    values.reserve(order.size());
    for (const size_t one : order)
        values.push_back(value(one));
    return {values, columnsInOrder(vectors, order)};
}

} // namespace kerascope
