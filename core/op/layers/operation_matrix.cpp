// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/host_operations.h"
#include "core/op/layers/layer_table.h"
#include "core/op/layers/operation_arguments.h"
#include "core/op/linear_algebra.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

/// Inverses, factors and norms of matrices, on the CPU and in double precision.
namespace kerascope {
namespace {

constexpr double epsilon = std::numeric_limits<float>::epsilon();

/// What is done with one matrix of each input; the numbers of the result by rows.
using MatrixFunction = std::function<Result<std::vector<double>>(const std::vector<Matrix>&)>;

std::vector<double> numbersOf(const Matrix& matrix) { return matrix.numbers; }

/// The function of each matrix in the last two axes; the axes before them are the same for all.
ValueId ofMatrices(LayerContext& c, const std::vector<ValueId>& inputs, const Shape& shape,
    MatrixFunction function, DType dtype = DType::Float32)
{
    ProgramBuilder& b = c.build;
    constexpr int64_t longest = 4096;
    const Shape first = b.shape(inputs[0]);
    for (const ValueId input : inputs) {
        const Shape size = b.shape(input);
        const bool fits = size.rank() == first.rank() && size.rank() >= 2
            && size.product(0, size.rank() - 2) == first.product(0, first.rank() - 2);
        if (c.failed() || !fits || size[-1] > longest || size[-2] > longest) {
            b.fail(unreadable());
            return -1;
        }
    }
    return hostWhole(b, inputs, shape, dtype,
        [function = std::move(function)](const auto& in, const Shape& out, float* to) -> Result<void> {
            const int64_t count = in[0].shape.product(0, in[0].shape.rank() - 2);
            const int64_t size = out.elements().value_or(0) / count;
            for (int64_t i = 0; i < count; ++i) {
                std::vector<Matrix> matrices;
                for (const HostArgument& one : in) {
                    Matrix matrix(one.shape[-2], one.shape[-1]);
                    const float* from = one.data + i * int64_t(matrix.numbers.size());
                    std::copy_n(from, matrix.numbers.size(), matrix.numbers.begin());
                    matrices.push_back(std::move(matrix));
                }
                const auto numbers = function(matrices);
                if (!numbers)
                    return numbers.error();
                for (int64_t k = 0; k < size; ++k)
                    to[i * size + k] = float((*numbers)[size_t(k)]);
            }
            return {};
        });
}

/// The operand, of square matrices unless told otherwise.
ValueId matrixOperand(LayerContext& c, const char* name, bool square = true)
{
    const ValueId x = OperationArguments(c).operand(0, name);
    if (c.failed() || c.build.rank(x) < 2 || (square && c.build.shape(x)[-1] != c.build.shape(x)[-2]))
        c.build.misfit(unreadable());
    return x;
}

Error notPositive()
{
    return {ErrorCode::Usage, {},
        Text(msg("core", "a matrix is not positive definite, so it has no Cholesky factor")), {}};
}

bool finite(const std::vector<double>& numbers)
{
    return std::all_of(numbers.begin(), numbers.end(), [](double one) { return std::isfinite(one); });
}

void choleskyFactor(LayerContext& c)
{
    const ValueId x = matrixOperand(c, "x");
    const bool upper = OperationArguments(c).flag(99, "upper", false);
    if (c.failed())
        return;
    c.set(ofMatrices(c, {x}, Shape(c.build.shape(x)), [upper](const auto& in) -> Result<std::vector<double>> {
        const Matrix factor = cholesky(in[0]);
        if (!finite(factor.numbers))
            return notPositive();
        return numbersOf(upper ? factor.transposed() : factor);
    }));
}

/// (L·Lᵀ)⁻¹ from L, or (Uᵀ·U)⁻¹ from U.
void choleskyInverse(LayerContext& c)
{
    const ValueId x = matrixOperand(c, "x");
    const bool upper = OperationArguments(c).flag(99, "upper", false);
    if (c.failed())
        return;
    c.set(ofMatrices(c, {x}, Shape(c.build.shape(x)), [upper](const auto& in) -> Result<std::vector<double>> {
        const Matrix inverse = solvedTriangle(in[0], Matrix::identity(in[0].rows), !upper);
        return numbersOf(upper ? inverse * inverse.transposed() : inverse.transposed() * inverse);
    }));
}

void inverse(LayerContext& c)
{
    const ValueId x = matrixOperand(c, "x");
    if (c.failed())
        return;
    c.set(ofMatrices(c, {x}, Shape(c.build.shape(x)), [](const auto& in) -> Result<std::vector<double>> {
        return numbersOf(solved(in[0], Matrix::identity(in[0].rows)));
    }));
}

/// Sign and logarithm of the size of a determinant.
std::array<double, 2> signAndLogarithm(const Matrix& x)
{
    const LuFactors lu = luFactors(x);
    double sign = lu.sign, logarithm = 0;
    for (int64_t i = 0; i < x.rows; ++i) {
        const double one = lu.factors.at(i, i);
        sign *= one < 0 ? -1 : one > 0 ? 1 : 0;
        logarithm += std::log(std::abs(one));
    }
    return {sign, logarithm};
}

void determinant(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = matrixOperand(c, "x");
    if (c.failed())
        return;
    Shape shape = b.shape(x);
    shape.dims.resize(shape.dims.size() - 2);
    const auto part = [&](double (*function)(const std::array<double, 2>&)) {
        return ofMatrices(c, {x}, shape, [function](const auto& in) -> Result<std::vector<double>> {
            return std::vector{function(signAndLogarithm(in[0]))};
        });
    };
    if (c.type == "Det")
        return c.set(part([](const auto& both) { return both[0] == 0 ? 0 : both[0] * std::exp(both[1]); }));
    const ValueId logarithm = part([](const auto& both) { return both[1]; });
    if (c.type == "Logdet")
        return c.set(logarithm);
    c.outputs = {part([](const auto& both) { return both[0]; }), logarithm};
}

/// x with a·x = b, for matrices or vectors b.
void solve(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId a = matrixOperand(c, "a");
    ValueId right = arguments.operand(1, "b");
    if (c.failed())
        return;
    const Shape whole = b.shape(right);
    if (whole.rank() == b.rank(a) - 1) {
        Shape column = whole;
        column.dims.push_back(1);
        right = b.reshape(right, column);
    }
    if (c.failed() || b.rank(right) != b.rank(a) || b.shape(right)[-2] != b.shape(a)[-1])
        return b.misfit(unreadable());
    const bool triangle = c.type == "SolveTriangular", lower = arguments.flag(99, "lower", false);
    c.set(ofMatrices(c, {a, right}, whole, [triangle, lower](const auto& in) -> Result<std::vector<double>> {
        return numbersOf(triangle ? solvedTriangle(in[0], in[1], lower) : solved(in[0], in[1]));
    }));
}

/// L and U in one matrix, and which row comes where.
void luOperation(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = matrixOperand(c, "x");
    if (c.failed())
        return;
    Shape rows = b.shape(x);
    rows.dims.pop_back();
    c.outputs = {ofMatrices(c, {x}, Shape(b.shape(x)),
                     [](const auto& in) -> Result<std::vector<double>> {
                         return numbersOf(luFactors(in[0]).factors);
                     }),
        ofMatrices(
            c, {x}, rows,
            [](const auto& in) -> Result<std::vector<double>> {
                const LuFactors lu = luFactors(in[0]);
                std::vector<double> places(lu.order.size());
                for (size_t i = 0; i < places.size(); ++i)
                    places[size_t(lu.order[i])] = double(i);
                return places;
            },
            DType::Int32)};
}

/// The first rows or columns.
Matrix corner(const Matrix& x, int64_t rows, int64_t columns)
{
    Matrix out(rows, columns);
    for (int64_t i = 0; i < rows; ++i)
        for (int64_t k = 0; k < columns; ++k)
            out.at(i, k) = x.at(i, k);
    return out;
}

Shape matrixShape(const Shape& of, int64_t rows, int64_t columns)
{
    Shape shape = of;
    shape[-2] = rows;
    shape[-1] = columns;
    return shape;
}

void qrOperation(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = matrixOperand(c, "x", false);
    const bool complete = OperationArguments(c).text(99, "mode") == "complete";
    if (c.failed())
        return;
    const Shape size = b.shape(x);
    const int64_t m = size[-2], n = size[-1], k = complete ? m : std::min(m, n);
    c.outputs = {ofMatrices(c, {x}, matrixShape(size, m, k),
                     [m, k](const auto& in) -> Result<std::vector<double>> {
                         return numbersOf(corner(qrFactors(in[0]).q, m, k));
                     }),
        ofMatrices(c, {x}, matrixShape(size, k, n), [n, k](const auto& in) -> Result<std::vector<double>> {
            return numbersOf(corner(qrFactors(in[0]).r, k, n));
        })};
}

/// Orthonormal columns, completed to a square matrix if asked.
Matrix completed(const Matrix& columns, bool square)
{
    if (!square || columns.rows == columns.columns)
        return columns;
    Matrix out = qrFactors(columns).q;
    for (int64_t i = 0; i < columns.rows; ++i)
        for (int64_t k = 0; k < columns.columns; ++k)
            out.at(i, k) = columns.at(i, k);
    return out;
}

/// u, s, vᵀ, or s alone. The signs of pairs of vectors are free, and another library has others.
void svdOperation(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = matrixOperand(c, "x", false);
    const bool full = arguments.flag(99, "full_matrices", true);
    if (c.failed())
        return;
    const Shape size = b.shape(x);
    const int64_t m = size[-2], n = size[-1], k = std::min(m, n);
    Shape values = size;
    values.dims.pop_back();
    values[-1] = k;
    const ValueId s = ofMatrices(c, {x}, values,
        [](const auto& in) -> Result<std::vector<double>> { return singularFactors(in[0]).s; });
    if (!arguments.flag(99, "compute_uv", true))
        return c.set(s);
    c.outputs = {ofMatrices(c, {x}, matrixShape(size, m, full ? m : k),
                     [full](const auto& in) -> Result<std::vector<double>> {
                         return numbersOf(completed(singularFactors(in[0]).u, full));
                     }),
        s,
        ofMatrices(c, {x}, matrixShape(size, full ? n : k, n),
            [full](const auto& in) -> Result<std::vector<double>> {
                return numbersOf(completed(singularFactors(in[0]).v, full).transposed());
            })};
}

/// Eigenvalues of symmetric matrices, and vectors whose signs are free.
void eigenOperation(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = matrixOperand(c, "x");
    if (c.failed())
        return;
    Shape values = b.shape(x);
    values.dims.pop_back();
    c.outputs = {
        ofMatrices(c, {x}, values,
            [](const auto& in) -> Result<std::vector<double>> { return symmetricEigen(in[0]).values; }),
        ofMatrices(c, {x}, Shape(b.shape(x)), [](const auto& in) -> Result<std::vector<double>> {
            return numbersOf(symmetricEigen(in[0]).vectors);
        })};
}

/// v·s⁻¹·uᵀ, of the singular values above a limit.
Matrix pseudoInverse(const Matrix& x, double share, bool inclusive)
{
    const SingularFactors f = singularFactors(x);
    const double limit = share * (f.s.empty() ? 0 : f.s[0]);
    Matrix scaled = f.v;
    for (int64_t k = 0; k < scaled.columns; ++k) {
        const double s = f.s[size_t(k)];
        const double factor = (inclusive ? s >= limit : s > limit) && s != 0 ? 1 / s : 0;
        for (int64_t i = 0; i < scaled.rows; ++i)
            scaled.at(i, k) *= factor;
    }
    return scaled * f.u.transposed();
}

void pseudoInverseOperation(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = matrixOperand(c, "x", false);
    if (c.failed())
        return;
    const Shape size = b.shape(x);
    const double share =
        OperationArguments(c).number(99, "rcond", 10 * double(std::max(size[-1], size[-2])) * epsilon);
    c.set(ofMatrices(c, {x}, matrixShape(size, size[-1], size[-2]),
        [share](const auto& in) -> Result<std::vector<double>> {
            return numbersOf(pseudoInverse(in[0], share, false));
        }));
}

/// The shortest x with the least |a·x − b|.
void leastSquares(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId a = matrixOperand(c, "a", false);
    ValueId right = arguments.operand(1, "b");
    if (c.failed() || b.rank(a) != 2 || b.rank(right) > 2 || b.shape(right)[0] != b.shape(a)[0])
        return b.misfit(unreadable());
    const Shape whole = b.shape(right);
    const int64_t columns = whole.rank() == 2 ? whole[1] : 1, unknowns = b.shape(a)[1];
    double share = arguments.number(99, "rcond", epsilon * double(std::max(b.shape(a)[0], unknowns)));
    share = share < 0 ? epsilon : share;
    c.set(ofMatrices(c, {a, b.reshape(right, {whole[0], columns})},
        whole.rank() == 2 ? Shape{unknowns, columns} : Shape{unknowns},
        [share](const auto& in) -> Result<std::vector<double>> {
            return numbersOf(pseudoInverse(in[0], share, true) * in[1]);
        }));
}

void rank(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = matrixOperand(c, "x", false);
    const double given = OperationArguments(c).number(99, "tol", -1);
    if (c.failed())
        return;
    Shape shape = b.shape(x);
    const double share = epsilon * double(std::max(shape[-1], shape[-2]));
    shape.dims.resize(shape.dims.size() - 2);
    c.set(ofMatrices(
        c, {x}, shape,
        [given, share](const auto& in) -> Result<std::vector<double>> {
            const auto s = singularFactors(in[0]).s;
            const double limit = given >= 0 ? given : share * s[0];
            return std::vector{
                double(std::count_if(s.begin(), s.end(), [&](double one) { return one > limit; }))};
        },
        DType::Int32));
}

} // namespace

ValueId singularValues(LayerContext& c, ValueId x)
{
    Shape shape = c.build.shape(x);
    shape.dims.pop_back();
    shape[-1] = std::min(c.build.shape(x)[-2], c.build.shape(x)[-1]);
    return ofMatrices(c, {x}, shape,
        [](const auto& in) -> Result<std::vector<double>> { return singularFactors(in[0]).s; });
}

void addMatrixOperations(LayerTable& table)
{
    const std::pair<const char*, LowerFunction> entries[]{{"Cholesky", choleskyFactor},
        {"CholeskyInverse", choleskyInverse}, {"Inv", inverse}, {"Det", determinant},
        {"Slogdet", determinant}, {"Logdet", determinant}, {"Solve", solve}, {"SolveTriangular", solve},
        {"LuFactor", luOperation}, {"Qr", qrOperation}, {"SVD", svdOperation}, {"Eigh", eigenOperation},
        {"Pinv", pseudoInverseOperation}, {"Lstsq", leastSquares}, {"MatrixRank", rank}};
    for (const auto& [name, function] : entries)
        table.emplace(name, function);
}

} // namespace kerascope
