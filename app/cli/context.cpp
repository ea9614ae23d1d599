// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/context.h"

#include "app/engines.h"
#include "app/session/default_engine.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>

namespace kerascope {
namespace {

using namespace std::chrono_literals;

/// Inputs that the chosen part has, without loading anything. A whole model whose sizes do not fit as they
/// are chosen may still fit the arrays that are given: then its own inputs are taken.
Result<std::map<std::string, Shape>> partInputs(const LowerRequest& request, const std::stop_token& stop)
{
    std::map<std::string, Shape> inputs;
    const auto lowered = lower(request, stop);
    if (lowered && lowered->blocked.empty()) {
        for (const ProgramInput& input : lowered->program.inputs)
            inputs[input.name] = lowered->program.values[size_t(input.value)].shape;
        return inputs;
    }
    if (!request.ticked.empty() || stop.stop_requested())
        return lowered ? blockedError(*request.model, lowered->blocked) : lowered.error();
    for (const ModelInput& input : request.model->inputs)
        inputs[input.name] = input.shape;
    return inputs;
}

Result<void> advanceAll(const CliContext& context, Preparation& preparation)
{
    while (true) {
        const auto done = preparation.advance(50ms, context.stop);
        if (!done)
            return done.error();
        if (*done)
            return {};
    }
}

/// Layer names of the file, one a line; an empty line is none.
Result<std::vector<std::string>> readNames(const std::filesystem::path& file)
{
    std::ifstream in(file);
    if (!in)
        return Error{ErrorCode::File, file.string(), {msg("core", "the file cannot be read")},
            {msg("core", "check that it exists and that you may read it")}};
    std::vector<std::string> names;
    for (std::string line; std::getline(in, line);) {
        if (!line.empty() && line.back() == '\r')
            line.pop_back();
        if (!line.empty())
            names.push_back(line);
    }
    return names;
}

Error architectureAlone(const LoadedModel& model)
{
    const auto& files = model.opened.file->files;
    return {ErrorCode::File, files.empty() ? std::string() : files.front().path.string(),
        {msg("core", "this is an architecture without weights")},
        {msg("core", "add them with --weights FILE")}};
}

bool hasForeignClass(const Model& model, const std::string& name)
{
    return std::any_of(model.layers.begin(), model.layers.end(), [&](const Layer& layer) {
        const TreatAs one{{name, {}}};
        return !layer.foreignClass.empty() && replacementFor(one, layer.foreignClass) != nullptr;
    });
}

} // namespace

bool worksInHalfPrecision(const Layer& layer)
{
    return layer.dtype == DType::Float16 || layer.dtype == DType::BFloat16;
}

void say(const CliContext& context, const std::string& line)
{
    if (!context.options.quiet)
        std::fprintf(stderr, "%s\n", line.c_str());
}

Result<LoadedModel> openNth(const CliContext& context, size_t index)
{
    std::vector<std::filesystem::path> paths{context.options.models[index]};
    if (context.options.weights && index == 0)
        paths.push_back(*context.options.weights);
    const TreatAs& treatAs = context.options.treatAs;
    auto loaded = loadModel(paths, context.stop, treatAs);
    if (!loaded || context.options.models.size() > 1) // of two models only one may have such a class
        return loaded;
    for (const auto& [name, replacement] : treatAs)
        if (!hasForeignClass(*loaded->opened.model, name))
            return Error{ErrorCode::Usage, "--treat-as",
                {msg("core", "the model has no layer of a foreign class %1"), name},
                {msg("core", "kerascope-cli inspect names those that it has")}};
    return loaded;
}

Result<std::unique_ptr<Engine>> openEngine(const CliContext& context, const std::string& id)
{
    if (!id.empty())
        return context.makeEngine(id);
    auto gl = context.makeEngine("gl");
    if (!gl)
        return context.makeEngine("cpu");
    const DefaultEngine choice = chooseDefaultEngine((*gl)->info());
    return choice.id == "gl" ? std::move(gl) : context.makeEngine(choice.id);
}

Result<LayerSelection> chosenPart(const CliOptions& options, const Model& model)
{
    if (!options.from.empty())
        return selectBetween(model, options.from, options.to);
    std::vector<std::string> names = options.layers;
    if (options.layersFile) {
        auto read = readNames(*options.layersFile);
        if (!read)
            return read.error();
        names.insert(names.end(), read->begin(), read->end());
    }
    return names.empty() ? LayerSelection() : selectByNames(model, names);
}

Result<InputSpecs> inputSpecs(const CliOptions& options, const std::vector<std::string>& names)
{
    InputSpecs out;
    for (const std::string& text : options.inputs) {
        // The longest existing name before a '=' wins: names may hold '=' themselves.
        std::string name;
        size_t from = 0;
        for (const std::string& candidate : names)
            if (candidate.size() >= name.size() && text.starts_with(candidate + "=")) {
                name = candidate;
                from = candidate.size() + 1;
            }
        if (from == 0) {
            if (names.size() != 1 || (text.find('=') != std::string::npos && !parseInputSpec(text))) {
                std::string known;
                for (const std::string& candidate : names)
                    known += (known.empty() ? "" : ", ") + candidate;
                return Error{ErrorCode::Usage, text, {msg("core", "it is not said which input this is for")},
                    {msg("core", "the inputs are %1: write NAME=SPEC"), known}};
            }
            name = names.front();
        }
        auto spec = parseInputSpec(text.substr(from));
        if (!spec)
            return spec.error();
        out[name] = *spec;
    }
    return out;
}

Result<Prepared> prepareModel(const CliContext& context, const LoadedModel& model, Engine& engine,
    Ledger& ledger, const PrepareOptions& how)
{
    const CliOptions& options = context.options;
    if (!model.opened.tensors)
        return architectureAlone(model);
    if (model.opened.model->calls.empty())
        return Error{ErrorCode::File, context.options.models[0].string(),
            {msg("core", "it holds weights without the layers that use them")},
            {msg("core", "give the architecture as MODEL and this file with --weights")}};
    const double start = programTimeUs();
    PartRequest request;
    request.passes = options.noPasses ? PassOptions::none() : PassOptions();
    LowerRequest& lowering = request.lower;
    lowering.model = model.opened.model;
    auto ticked = chosenPart(options, *lowering.model);
    if (!ticked)
        return ticked.error();
    lowering.ticked = *ticked;
    lowering.inputShapes = options.shapes;
    lowering.allTensors = how.allTensors;
    const auto wanted = partInputs(lowering, context.stop);
    if (!wanted)
        return wanted.error();
    for (const auto& [name, shape] : options.shapes)
        if (!wanted->contains(name))
            return Error{
                ErrorCode::Usage, "--shape " + name, {msg("core", "there is no input of this name")}, {}};
    std::vector<std::string> names;
    for (const auto& [name, shape] : *wanted)
        names.push_back(name);
    const auto specs = inputSpecs(options, names);
    if (!specs)
        return specs.error();
    auto inputs = readInputs(*wanted, *specs, how.batch);
    if (!inputs)
        return inputs.error();
    lowering.batch = how.batch > 0 ? how.batch : inputs->batch.value_or(1);
    for (const auto& [name, shape] : inputs->shapes)
        lowering.inputShapes[name] = shape;
    auto part = planPart(request, engine, context.stop);
    if (!part)
        return part.error();
    if (!part->blocked.empty())
        return blockedError(*lowering.model, part->blocked);
    for (const std::string& chosen : part->chosenShapes)
        say(context, "shape chosen: " + chosen);
    if (auto fits = checkMemory(
            *part->plan, options.memoryLimit, !engine.threadBound() || engine.info().softwareRenderer);
        !fits)
        return fits.error();
    auto tensors = makeInputs(part->plan->program(), *inputs);
    if (!tensors)
        return tensors.error();
    const double readBefore = model.weights->readMs();
    auto preparation = engine.prepare(part->plan, model.weights, ledger);
    if (!preparation)
        return preparation.error();
    if (auto advanced = advanceAll(context, **preparation); !advanced)
        return advanced.error();
    Prepared out;
    out.compileMs = (*preparation)->compileMs;
    out.uploadMs = (*preparation)->uploadMs;
    out.cacheWarm = (*preparation)->cacheWarm;
    out.prepareMs = (programTimeUs() - start) / 1e3;
    out.bytesRead = model.weights->bytesRead();
    out.loadMs = model.weights->readMs() - readBefore;
    out.runner = std::make_unique<Runner>((*preparation)->take(), std::move(*tensors), engine.info().id, 1);
    return out;
}

} // namespace kerascope
