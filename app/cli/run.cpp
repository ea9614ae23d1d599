// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/output.h"

#include "core/engine/compare.h"
#include "core/file/npy.h"
#include "core/plan/own_type.h"

#include <algorithm>

namespace kerascope {
namespace {

/// Some layer works in half precision in Keras, and all after it carry its rounding.
bool halfPrecision(const Program& program)
{
    return program.model
        && std::any_of(program.model->layers.begin(), program.model->layers.end(), worksInHalfPrecision);
}

/// Every wanted array against the one of the same name.
Result<void> checkExpected(
    const CliOptions& options, const Program& program, const std::vector<NamedTensor>& outputs)
{
    const auto wanted = readNpzAll(options.expect);
    if (!wanted)
        return wanted.error();
    if (wanted->empty())
        return Error{ErrorCode::File, options.expect.string(), {msg("core", "it holds no arrays to compare")},
            {msg("core", "the arrays of --expect are named after the layers that make them")}};
    const double tolerance =
        options.tolerance.value_or(halfPrecision(program) ? halfPrecisionLimit : errorLimit);
    for (const auto& [name, want] : *wanted) {
        const auto found = std::find_if(outputs.begin(), outputs.end(),
            [&name = name](const NamedTensor& output) { return output.name == name; });
        if (found == outputs.end())
            return Error{ErrorCode::CheckFailed, name, {msg("core", "the model gives no such output")},
                {msg("core", "the arrays of --expect are named after the layers that make them")}};
        if (found->tensor->shape != want.shape)
            return Error{ErrorCode::CheckFailed, name,
                {msg("core", "its shape is %1, expected %2"), found->tensor->shape.text(), want.shape.text()},
                {}};
        const double error = maxError(*found->tensor, want);
        if (!(error <= tolerance))
            return Error{ErrorCode::CheckFailed, name,
                {msg("core", "it differs by %1, more than %2"), scientific(error), scientific(tolerance)},
                {}};
    }
    return {};
}

/// Files hold a tensor in its own type, engines compute on floats.
Result<void> writeOutputs(
    const std::filesystem::path& file, const Program& program, const std::vector<NamedTensor>& outputs)
{
    std::vector<Tensor> retyped;
    retyped.reserve(outputs.size()); // pointers into it are kept
    std::vector<std::pair<std::string, const Tensor*>> arrays;
    for (size_t i = 0; i < outputs.size(); ++i) {
        const std::string& name = outputs[i].name;
        // a tensor that is an output twice has one name and is one array
        if (std::any_of(arrays.begin(), arrays.end(), [&](const auto& array) { return array.first == name; }))
            continue;
        const Tensor* tensor = outputs[i].tensor.get();
        const DType own = ownType(*program.model, program.outputs[i].tensor, tensor->dtype);
        if (own != tensor->dtype) {
            retyped.push_back(*tensor);
            retyped.back().dtype = own;
            tensor = &retyped.back();
        }
        arrays.emplace_back(name, tensor);
    }
    makeFolderOf(file);
    return writeNpz(file, arrays);
}

} // namespace

Result<void> runCommand(const CliContext& context)
{
    const CliOptions& options = context.options;
    const auto model = openNth(context, 0);
    if (!model)
        return model.error();
    auto engine = openEngine(context, options.engine);
    if (!engine)
        return engine.error();
    Ledger ledger;
    auto prepared = prepareModel(context, *model, **engine, ledger,
        {options.batches.empty() ? 0 : options.batches.front(), options.allLayers});
    if (!prepared)
        return prepared.error();
    const auto result = prepared->runner->run(false, context.stop);
    if (!result)
        return result.error();
    if (!options.output.empty()) {
        if (auto written = writeOutputs(options.output, prepared->runner->plan().program(), result->outputs);
            !written)
            return written.error();
        say(context, std::to_string(result->outputs.size()) + " arrays in " + options.output.string());
    }
    return options.expect.empty()
        ? Result<void>()
        : checkExpected(options, prepared->runner->plan().program(), result->outputs);
}

} // namespace kerascope
