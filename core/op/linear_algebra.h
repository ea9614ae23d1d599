// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kerascope {

/// A matrix of doubles by rows, for operations that no engine has. Formulas: Golub and Van Loan, "Matrix
/// Computations".
struct Matrix {
    int64_t rows = 0, columns = 0;
    std::vector<double> numbers;

    Matrix(int64_t height, int64_t width)
        : rows(height)
        , columns(width)
        , numbers(static_cast<size_t>(height * width), 0.0)
    {
    }
    double& at(int64_t row, int64_t column) { return numbers[size_t(row * columns + column)]; }
    double at(int64_t row, int64_t column) const { return numbers[size_t(row * columns + column)]; }
    Matrix transposed() const;
    static Matrix identity(int64_t size);
};
Matrix operator*(const Matrix& a, const Matrix& b);

/// Lower L with L·Lᵀ = x, of which the lower triangle is read; NaN where x is not positive.
Matrix cholesky(const Matrix& x);
/// L and U of rows exchanged for the largest pivot, in one matrix; `order[i]`: the row that came to i.
struct LuFactors {
    Matrix factors;
    std::vector<int64_t> order;
    double sign = 1; ///< of the exchanges
};
LuFactors luFactors(Matrix x);
/// x with a·x = b; infinities where a has no inverse.
Matrix solved(const Matrix& a, const Matrix& b);
/// The same for a triangle; the other one is not read.
Matrix solvedTriangle(const Matrix& a, const Matrix& b, bool lower);
/// q·r = x by Householder's reflections: a pivot's column becomes −sign(pivot)·length, the last one of a
/// square stays. q [rows, rows], r [rows, columns].
struct QrFactors {
    Matrix q, r;
};
QrFactors qrFactors(const Matrix& x);
/// u·diag(s)·vᵀ = x with s falling; u [rows, k], v [columns, k], k the smaller size. The signs of pairs of
/// columns are free.
struct SingularFactors {
    Matrix u, v;
    std::vector<double> s;
};
SingularFactors singularFactors(const Matrix& x);
/// Eigenvalues of a symmetric matrix, rising, and their vectors as columns, whose signs are free.
struct SymmetricEigen {
    std::vector<double> values;
    Matrix vectors;
};
SymmetricEigen symmetricEigen(Matrix x);

} // namespace kerascope
