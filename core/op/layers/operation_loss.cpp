// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/host_operations.h"
#include "core/op/layers/layer_table.h"
#include "core/op/layers/operation_arguments.h"

#include <algorithm>
#include <cmath>
#include <limits>

/// Losses, and sequences read from the classes of their steps.
namespace kerascope {
namespace {

constexpr float smallest = 1e-7F;

ValueId product(ProgramBuilder& b, ValueId x, ValueId y) { return b.binary(Binary::Multiply, x, y); }

/// −t·log p − (1 − t)·log(1 − p) of each element; of logits in the form that cannot overflow.
void binaryCrossEntropy(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId target = b.cast(arguments.operand(0, "target"), DType::Float32),
                  output = arguments.operand(1, "output");
    if (arguments.flag(99, "from_logits", false)) { // softplus(x) − t·x
        c.set(b.binary(Binary::Subtract, b.unary(output, {Unary::Softplus}), product(b, target, output)));
        return;
    }
    const ValueId p = b.unary(output, {Unary::Clip, smallest, 1 - smallest, 0});
    const ValueId hit = product(b, target, b.unary(p, {Unary::Log}));
    const ValueId miss = product(b, b.linear(target, -1, 1), b.unary(b.linear(p, -1, 1), {Unary::Log}));
    c.set(b.linear(b.binary(Binary::Add, hit, miss), -1, 0));
}

/// Logarithms of probabilities along an axis, which are brought to sum 1 where `scaled`.
ValueId logarithms(ProgramBuilder& b, ValueId output, int axis, bool logits, bool scaled)
{
    if (logits)
        return b.softmax(SoftmaxKind::LogSoftmax, output, {axis});
    if (scaled)
        output = b.binary(Binary::Divide, output, b.reduce(ReduceKind::Sum, output, {axis}, true));
    return b.unary(b.unary(output, {Unary::Clip, smallest, 1 - smallest, 0}), {Unary::Log});
}

void crossEntropy(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    ValueId target = b.cast(arguments.operand(0, "target"), DType::Float32);
    const ValueId output = arguments.operand(1, "output");
    const int rank = b.rank(output), axis = arguments.axis(99, rank, -1);
    const bool logits = arguments.flag(99, "from_logits", false), sparse = c.type.starts_with("Sparse");
    if (c.failed() || (sparse && axis != rank - 1))
        return b.fail(unreadable());
    if (sparse) { // probabilities that do not sum to 1 are brought there
        Shape column = b.shape(output);
        column[-1] = 1;
        const int64_t classes = b.shape(output)[-1];
        target = b.cast(b.binary(Binary::Equal, b.reshape(target, column), counting(b, classes, axis, rank)),
            DType::Float32);
        const ValueId clipped = logits
            ? output
            : b.unary(b.unary(output, {Unary::Clip, smallest, 1 - smallest, 0}), {Unary::Log});
        const ValueId all = logarithms(b, clipped, axis, true, false);
        return c.set(b.linear(b.reduce(ReduceKind::Sum, product(b, target, all), {axis}, false), -1, 0));
    }
    const ValueId all = logarithms(b, output, axis, logits, true);
    c.set(b.linear(b.reduce(ReduceKind::Sum, product(b, target, all), {axis}, false), -1, 0));
}

/// The likeliest class of each step, without blanks (and repetitions): [1, N, steps], the rest −1; and minus
/// the sum of their scores [N, 1].
void decode(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "inputs"), lengths = arguments.operand(1, "sequence_lengths");
    const std::string strategy = arguments.text(99, "strategy");
    if (!strategy.empty() && strategy != "greedy")
        return b.fail(Text(msg("core", "its option \"%1\" is not supported"), "strategy"));
    if (c.failed() || b.rank(x) != 3 || b.rank(lengths) != 1 || b.shape(lengths)[0] != b.shape(x)[0])
        return b.fail(unreadable());
    const int64_t samples = b.shape(x)[0], steps = b.shape(x)[1], classes = b.shape(x)[2];
    const auto mask = arguments.integers(99, "mask_index");
    const int64_t written = mask && !mask->empty() ? (*mask)[0] : 0;
    const int64_t blank = written < 0 ? written + classes : written;
    const bool merge = arguments.flag(99, "merge_repeated", true);
    const auto best = [classes](const float* step) { return std::max_element(step, step + classes) - step; };
    const auto stepsOf = [steps](float length) { return std::clamp<int64_t>(int64_t(length), 0, steps); };
    const ValueId decoded = hostWhole(b, {x, lengths}, {1, samples, steps}, DType::Int32,
        [=](const auto& in, const Shape& out, float* to) -> Result<void> {
            std::fill_n(to, out.elements().value_or(0), -1.0F);
            for (int64_t sample = 0; sample < samples; ++sample) {
                int64_t last = -1, count = 0;
                for (int64_t step = 0; step < stepsOf(in[1].data[sample]); ++step) {
                    const int64_t one = best(in[0].data + (sample * steps + step) * classes);
                    if (one != blank && !(merge && one == last))
                        to[sample * steps + count++] = float(one);
                    last = one;
                }
            }
            return {};
        });
    const ValueId scores = hostWhole(b, {x, lengths}, {samples, 1}, DType::Float32,
        [=](const auto& in, const Shape&, float* to) -> Result<void> {
            for (int64_t sample = 0; sample < samples; ++sample) {
                double sum = 0;
                for (int64_t step = 0; step < stepsOf(in[1].data[sample]); ++step) {
                    const float* row = in[0].data + (sample * steps + step) * classes;
                    sum += double(row[best(row)]);
                }
                to[sample] = float(-sum);
            }
            return {};
        });
    c.outputs = {decoded, scores};
}

double logSum(double a, double b)
{
    const double top = std::max(a, b);
    return std::isinf(top) && top < 0 ? top : top + std::log(std::exp(a - top) + std::exp(b - top));
}

/// −log of the probability of a label sequence, over all ways to spread it over the steps (Graves et al.
/// 2006); `logs` [steps, classes] are logarithms of probabilities.
double alignmentLoss(
    const float* logs, int64_t steps, int64_t classes, const std::vector<int64_t>& labels, int64_t blank)
{
    constexpr double never = -std::numeric_limits<double>::infinity();
    const size_t places = 2 * labels.size() + 1;
    const auto classAt = [&](size_t place) { return place % 2 == 0 ? blank : labels[place / 2]; };
    std::vector<double> now(places, never);
    for (int64_t step = 0; step < steps; ++step) {
        std::vector<double> next(places, never);
        for (size_t place = 0; place < places; ++place) {
            double come = step == 0 ? (place < 2 ? 0 : never) : now[place];
            if (step > 0 && place > 0)
                come = logSum(come, now[place - 1]);
            if (step > 0 && place > 1 && place % 2 == 1 && classAt(place) != classAt(place - 2))
                come = logSum(come, now[place - 2]);
            next[place] = come + double(logs[step * classes + classAt(place)]);
        }
        now = std::move(next);
    }
    return -(places > 1 ? logSum(now[places - 1], now[places - 2]) : now[0]);
}

void alignment(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId target = arguments.operand(0, "target"), output = arguments.operand(1, "output"),
                  targetLength = arguments.operand(2, "target_length"),
                  outputLength = arguments.operand(3, "output_length");
    const auto mask = arguments.integers(99, "mask_index");
    if (c.failed() || b.rank(target) != 2 || b.rank(output) != 3)
        return b.fail(unreadable());
    const int64_t samples = b.shape(output)[0], steps = b.shape(output)[1], classes = b.shape(output)[2],
                  longest = b.shape(target)[1], blank = mask && !mask->empty() ? (*mask)[0] : 0;
    if (b.shape(target)[0] != samples || b.shape(targetLength) != Shape{samples}
        || b.shape(outputLength) != Shape{samples} || blank < 0 || blank >= classes)
        return b.misfit(unreadable());
    const ValueId logs = b.softmax(SoftmaxKind::LogSoftmax, output, {2});
    c.set(hostWhole(b, {target, logs, targetLength, outputLength}, {samples}, DType::Float32,
        [=](const auto& in, const Shape&, float* to) -> Result<void> {
            for (int64_t sample = 0; sample < samples; ++sample) {
                std::vector<int64_t> labels;
                const auto count = std::min(int64_t(in[2].data[sample]), longest);
                for (int64_t i = 0; i < count; ++i)
                    labels.push_back(
                        std::clamp<int64_t>(int64_t(in[0].data[sample * longest + i]), 0, classes - 1));
                const auto length = std::clamp<int64_t>(int64_t(in[3].data[sample]), 0, steps);
                to[sample] = float(
                    alignmentLoss(in[1].data + sample * steps * classes, length, classes, labels, blank));
            }
            return {};
        }));
}

} // namespace

void addLossOperations(LayerTable& table)
{
    const std::pair<const char*, LowerFunction> entries[]{{"BinaryCrossentropy", binaryCrossEntropy},
        {"CategoricalCrossentropy", crossEntropy}, {"SparseCategoricalCrossentropy", crossEntropy},
        {"CTCDecode", decode}, {"CTCLoss", alignment}};
    for (const auto& [name, function] : entries)
        table.emplace(name, function);
}

} // namespace kerascope
