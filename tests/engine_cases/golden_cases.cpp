// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine_cases/golden_cases.h"

#include "core/file/npy.h"
#include "core/keras/open_model.h"
#include "core/plan/part.h"
#include "tests/engine_cases/primitive_cases.h"

#include <algorithm>
#include <fstream>
#include <map>

namespace kerascope::cases {
namespace {

namespace fs = std::filesystem;
using Arrays = std::map<std::string, Tensor>;

/// The key without its kind ("in:", "out:", …); empty if it is of another kind.
std::string keyOf(const std::string& array, const std::string& kind)
{
    return array.starts_with(kind) ? array.substr(kind.size()) : std::string();
}

Result<std::unique_ptr<Executable>> prepared(
    Engine& engine, const OpenedModel& opened, std::shared_ptr<const Plan> plan, Ledger& ledger)
{
    auto store = std::make_shared<WeightStore>(opened.model, opened.file, opened.tensors);
    auto preparation = engine.prepare(std::move(plan), store, ledger);
    if (!preparation)
        return std::move(preparation).error();
    for (;;) {
        const auto done = (*preparation)->advance(std::chrono::seconds(1), {});
        if (!done)
            return done.error();
        if (*done)
            return (*preparation)->take();
    }
}

Result<void> feed(Executable& executable, const Arrays& arrays)
{
    const auto& inputs = executable.plan()->program().inputs;
    for (size_t i = 0; i < inputs.size(); ++i) {
        const auto found = arrays.find("in:" + inputs[i].name);
        if (found == arrays.end())
            return Error{ErrorCode::CheckFailed, inputs[i].name, "the file has no such input", {}};
        if (auto written = executable.write(int(i), found->second); !written)
            return written;
    }
    return {};
}

/// Outputs by their names; with `byTensor` by the key of the tensor instead ("shared" is the name of an
/// output and the key of another call where a shared layer gives an output from its second call).
std::map<std::string, int> outputIndices(const Program& program, bool byTensor)
{
    std::map<std::string, int> indices;
    for (size_t i = 0; i < program.outputs.size(); ++i) {
        const ProgramOutput& output = program.outputs[i];
        const std::string key = program.model->tensorKey(output.tensor);
        const bool inside = key.find('/') != std::string::npos; // a nested model's tensor has both names
        indices.emplace(byTensor && !inside ? key : output.name, int(i));
    }
    return indices;
}

/// Runs once and compares what stands in the file under `kind`.
Result<void> compare(
    Executable& executable, const Arrays& arrays, const std::string& kind, GoldenOutcome& outcome)
{
    if (auto ran = executable.run({}, {}); !ran)
        return ran.error();
    const auto outputs = outputIndices(executable.plan()->program(), kind == "layer:");
    for (const auto& [name, wanted] : arrays) {
        const std::string key = keyOf(name, kind);
        if (key.empty())
            continue;
        const auto output = outputs.find(key);
        if (output == outputs.end()) {
            outcome.missing.push_back(name);
            continue;
        }
        auto got = executable.read(output->second);
        if (!got)
            return got.error();
        const double error = relativeError(*got, wanted);
        ++outcome.compared;
        if (!(error <= outcome.worst)) {
            outcome.worst = error;
            outcome.worstKey = name + " (" + got->shape.text() + " for " + wanted.shape.text() + ")";
        }
    }
    return {};
}

/// A model with one input takes the file's only one, whatever it is called; a Sequential of Keras.js calls
/// its output "output".
Arrays namedAsModel(const Arrays& arrays, const Model& model)
{
    Arrays out;
    const auto inputs = std::count_if(
        arrays.begin(), arrays.end(), [](const auto& entry) { return entry.first.starts_with("in:"); });
    for (const auto& [name, array] : arrays) {
        const bool only = name.starts_with("in:") && inputs == 1 && model.inputs.size() == 1;
        const bool unnamed = name == "out:output" && model.outputs.size() == 1;
        out.emplace(only  ? "in:" + model.inputs[0].name
                : unnamed ? "out:" + model.outputs[0].name
                          : name,
            array);
    }
    return out;
}

void addVariants(std::vector<GoldenCase>& cases, const fs::path& arrays)
{
    const fs::path folder = arrays.parent_path();
    const std::string stem = arrays.stem().string();
    const std::string group = folder.filename().string() + "/";
    const TreatAs treatAs = readTreatAs(folder / (stem + ".treat"));
    for (const char* suffix : {".keras", ".h5", ".bin", "_metadata.json"})
        if (fs::exists(folder / (stem + suffix)))
            cases.push_back({group + stem + suffix, {folder / (stem + suffix)}, arrays, treatAs});
    if (fs::exists(folder / (stem + ".json")))
        for (const char* weights : {".weights.h5", "_weights.h5", ".weights.json"})
            if (fs::exists(folder / (stem + weights)))
                cases.push_back({group + stem + ".json" + weights,
                    {folder / (stem + ".json"), folder / (stem + weights)}, arrays, treatAs});
}

} // namespace

TreatAs readTreatAs(const fs::path& file)
{
    TreatAs out;
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);) {
        const size_t equals = line.find('=');
        out[line.substr(0, equals)] = *parseReplacement(line.substr(equals + 1));
    }
    return out;
}

std::vector<GoldenCase> goldenCases(const fs::path& data, const fs::path& resources)
{
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(data))
        if (entry.path().extension() == ".npz" && entry.path().parent_path().filename() != "sample")
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    std::vector<GoldenCase> cases;
    for (const fs::path& file : files)
        addVariants(cases, file);
    cases.push_back({"sample/digits.keras", {resources / "sample/digits.keras"}, data / "sample/digits.npz"});
    return cases;
}

double limitOf(const GoldenCase& golden, double limit)
{
    if (!golden.name.starts_with("policy/") || golden.name.find("float64") != std::string::npos)
        return limit;
    return golden.name.find("bfloat16") != std::string::npos ? 2e-2 : 2e-3;
}

Result<GoldenOutcome> runGolden(
    Engine& engine, const GoldenCase& golden, const PassOptions& passes, bool everyLayer)
{
    const auto read = readArrays(golden.arrays);
    if (!read)
        return read.error();
    const auto opened = openModel(golden.files, {}, openModelFile, golden.treatAs);
    if (!opened)
        return opened.error();
    const Arrays arrays = namedAsModel(*read, *opened->model);
    PartRequest request;
    request.lower.model = opened->model;
    request.lower.allTensors = everyLayer;
    request.passes = passes;
    for (const auto& [name, array] : arrays)
        if (const std::string key = keyOf(name, "in:"); !key.empty())
            request.lower.inputShapes[key] = array.shape;
    const auto part = planPart(request, engine, {});
    if (!part)
        return part.error();
    Ledger ledger;
    auto executable = prepared(engine, *opened, part->plan, ledger);
    if (!executable)
        return executable.error();
    GoldenOutcome outcome;
    outcome.blocked = part->blocked.size();
    (*executable)->resetState();
    if (auto fed = feed(**executable, arrays); !fed)
        return fed.error();
    if (auto compared = compare(**executable, arrays, everyLayer ? "layer:" : "out:", outcome); !compared)
        return compared.error();
    const bool twice = !everyLayer && std::any_of(arrays.begin(), arrays.end(), [](const auto& entry) {
        return entry.first.starts_with("out2:");
    });
    if (twice)
        if (auto compared = compare(**executable, arrays, "out2:", outcome); !compared)
            return compared.error();
    return outcome;
}

} // namespace kerascope::cases
