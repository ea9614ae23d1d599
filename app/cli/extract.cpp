// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/output.h"

#include "core/save/save_part.h"

namespace kerascope {

Result<void> extractCommand(const CliContext& context)
{
    const CliOptions& options = context.options;
    if (const auto format = save::partFormat(options.output); !format)
        return format.error(); // before anything is read
    const auto model = openNth(context, 0);
    if (!model)
        return model.error();
    if (const auto half = halfAlone(*model))
        return *half;
    const auto part = chosenPart(options, *model->opened.model);
    if (!part)
        return part.error();
    makeFolderOf(options.output);
    const auto saved = save::savePart(
        *model->summary, *model->opened.file, *model->weights, *part, options.output, {}, context.stop);
    if (!saved)
        return saved.error();
    std::string inputs;
    for (const std::string& name : saved->inputs)
        inputs += (inputs.empty() ? "" : ", ") + name;
    say(context,
        std::to_string(saved->layers) + " layers with " + megabytes(saved->weightBytes) + " of weights in "
            + options.output.string() + "; inputs: " + inputs);
    return {};
}

} // namespace kerascope
