// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/output.h"

#include "core/engine/compare.h"
#include "core/file/npy.h"

#include <algorithm>

namespace kerascope {
namespace {

/// Every wanted array against the one of the same name.
Result<void> checkExpected(const CliOptions& options, const std::vector<NamedTensor>& outputs)
{
    const auto wanted = readNpzAll(options.expect);
    if (!wanted)
        return wanted.error();
    const double tolerance = options.tolerance.value_or(1e-4);
    for (const auto& [name, want] : *wanted) {
        const auto found = std::find_if(
            outputs.begin(), outputs.end(), [&](const NamedTensor& output) { return output.name == name; });
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
        std::vector<std::pair<std::string, const Tensor*>> arrays;
        for (const NamedTensor& output : result->outputs)
            arrays.emplace_back(output.name, output.tensor.get());
        if (auto written = writeNpz(options.output, arrays); !written)
            return written.error();
        say(context, std::to_string(arrays.size()) + " arrays in " + options.output.string());
    }
    return options.expect.empty() ? Result<void>() : checkExpected(options, result->outputs);
}

} // namespace kerascope
