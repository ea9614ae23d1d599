// SPDX-License-Identifier: GPL-3.0-or-later
#include "gl/kernel_check.h"

#include <algorithm>
#include <cmath>

namespace kerascope {
namespace {

// The ends of MobileNetV2 and ResNet50: at these sizes an NVIDIA driver (580, H200) gave wrong numbers where
// smaller ones were right.
constexpr int64_t inner = 2048, outer = 1000;
constexpr double tolerance = 1e-4; // of the largest number

/// Numbers without a pattern that a wrong sum could keep.
std::vector<float> numbers(int64_t count, float scale)
{
    std::vector<float> all(static_cast<size_t>(count));
    uint32_t state = 1;
    for (float& number : all) {
        state = state * 1664525U + 1013904223U;
        number = (float(state >> 8) / float(1 << 23) - 1.0F) * scale;
    }
    return all;
}

struct Check {
    std::vector<float> x = numbers(inner, 1), w = numbers(inner * outer, 0.2F), bias = numbers(outer, 0.5F);
    Program program;
};

ValueId addValue(Program& program, const Shape& shape, ConstId constant = -1)
{
    program.values.push_back({shape, DType::Float32, constant});
    return ValueId(program.values.size() - 1);
}

ValueId addConstant(Program& program, const Shape& shape, const std::vector<float>& data)
{
    Constant constant;
    constant.shape = shape;
    constant.source = std::make_shared<const std::vector<float>>(data);
    program.constants.push_back(std::move(constant));
    return addValue(program, shape, ConstId(program.constants.size() - 1));
}

Check makeCheck()
{
    Check check;
    Program& program = check.program;
    program.model = std::make_shared<Model>();
    const ValueId x = addValue(program, {1, inner});
    program.inputs.push_back({"x", {}, x});
    const ValueId w = addConstant(program, {inner, outer}, check.w);
    const ValueId bias = addConstant(program, {outer}, check.bias);
    const ValueId sums = addValue(program, {1, outer});
    const ValueId shares = addValue(program, {1, outer});
    program.operations.push_back({OpKind::MatMul, {x, w, bias}, {sums}, MatMulAttributes{}, {}});
    program.operations.push_back({OpKind::Softmax, {sums}, {shares}, SoftmaxAttributes{}, {}});
    program.outputs.push_back({"sums", {}, sums});
    program.outputs.push_back({"shares", {}, shares});
    return check;
}

std::vector<double> sumsOf(const Check& check)
{
    std::vector<double> sums(check.bias.begin(), check.bias.end());
    for (size_t k = 0; k < size_t(inner); ++k)
        for (size_t n = 0; n < size_t(outer); ++n)
            sums[n] += double(check.x[k]) * double(check.w[k * size_t(outer) + n]);
    return sums;
}

std::vector<double> sharesOf(const std::vector<float>& sums)
{
    const double largest = double(*std::max_element(sums.begin(), sums.end()));
    std::vector<double> shares;
    double total = 0;
    for (const float sum : sums)
        total += shares.emplace_back(std::exp(double(sum) - largest));
    for (double& share : shares)
        share /= total;
    return shares;
}

bool agree(const std::vector<float>& have, const std::vector<double>& want)
{
    double largest = 0, difference = 0;
    for (size_t i = 0; i < want.size(); ++i) {
        if (!std::isfinite(have[i]))
            return false;
        largest = std::max(largest, std::abs(want[i]));
        difference = std::max(difference, std::abs(double(have[i]) - want[i]));
    }
    return difference <= tolerance * largest;
}

Result<std::array<Tensor, 2>> runCheck(const std::shared_ptr<GlShared>& shared, const Check& check)
{
    Result<ProgramKernels> kernels = buildKernels(check.program, shared->profile);
    if (!kernels)
        return std::move(kernels).error();
    Ledger ledger;
    const auto plan = makePlan(check.program, storageNeeds(check.program, *kernels));
    const auto weights = std::make_shared<WeightStore>(check.program.model, nullptr, nullptr);
    GlPreparation preparation(shared, plan, std::move(*kernels), weights, ledger);
    if (Result<void> started = preparation.start(); !started)
        return std::move(started).error();
    for (bool done = false; !done;) {
        Result<bool> advanced = preparation.advance(std::chrono::seconds(1), {});
        if (!advanced)
            return std::move(advanced).error();
        done = *advanced;
    }
    const std::unique_ptr<Executable> executable = preparation.take();
    if (Result<void> written = executable->write(0, {{1, inner}, DType::Float32, check.x}); !written)
        return std::move(written).error();
    if (Result<RunTimes> times = executable->run({}, {}); !times)
        return std::move(times).error();
    Result<Tensor> sums = executable->read(0);
    if (!sums)
        return std::move(sums).error();
    Result<Tensor> shares = executable->read(1);
    if (!shares)
        return std::move(shares).error();
    return std::array{std::move(*sums), std::move(*shares)};
}

} // namespace

std::string checkKernels(const std::shared_ptr<GlShared>& shared)
{
    const Check check = makeCheck();
    const std::vector<double> sums = sumsOf(check);
    const Result<std::array<Tensor, 2>> have = runCheck(shared, check);
    KernelProfile& profile = shared->profile;
    profile.vectorProduct = have && agree(have->at(0).data, sums);
    // Wrong sums make a wrong softmax: it is judged by the sums that it was given.
    profile.sharedRows = have && agree(have->at(1).data, sharesOf(have->at(0).data));
    if (profile.vectorProduct && profile.sharedRows)
        return "passed";
    return std::string("wrong results, so off:") + (profile.vectorProduct ? "" : " vector product")
        + (profile.sharedRows ? "" : " rows in shared memory");
}

} // namespace kerascope
