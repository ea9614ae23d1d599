// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine_cases/golden_cases.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

namespace kerascope::cases {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using Arrays = std::map<std::string, Tensor>;

/// Sizes without the batch axis → a batch of one.
Shape batchOfOne(const Json& sizes)
{
    Shape shape{1};
    for (const Json& size : sizes)
        shape.dims.push_back(size.get<int64_t>());
    return shape;
}

/// The generator that keras-js/golden names: the same numbers for each input.
std::vector<float> generated(size_t count)
{
    std::vector<float> out(count);
    uint32_t state = 12345;
    for (float& number : out) {
        state = state * 1664525 + 1013904223;
        number = float(double(state) / 4294967296.0);
    }
    return out;
}

Tensor kerasJsArray(const Json& written)
{
    Tensor out;
    if (written.contains("data"))
        out.data = written["data"].get<std::vector<float>>();
    if (written.contains("shape"))
        out.shape = batchOfOne(written["shape"]);
    else // hintbot's output: 16 x 16 x 4, as its architecture says
        out.shape = Shape{1, 16, 16, int64_t(out.data.size() / 256)};
    if (out.data.empty())
        out.data = generated(size_t(out.shape.elements().value_or(0)));
    return out;
}

Tensor numbersOf(const fs::path& file, const Shape& shape)
{
    Tensor out{shape, DType::Float32, {}};
    std::ifstream in(file);
    for (float number = 0; in >> number;)
        out.data.push_back(number);
    return out;
}

void addDl4j(const fs::path& folder, std::vector<GoldenCase>& cases)
{
    const std::string ending = "_inputs_and_outputs.h5";
    if (!fs::exists(folder))
        return;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (!name.ends_with(ending))
            continue;
        const std::string stem = name.substr(0, name.size() - ending.size());
        if (stem == "simple_lstm_tf_keras_2") // holds labels in the place of predictions
            continue;
        const fs::path start = entry.path().parent_path() / stem;
        const auto at = [&](const char* end) { return fs::path(start.string() + end); };
        if (fs::exists(at("_model.h5")))
            cases.push_back({stem + ".h5", {at("_model.h5")}, entry.path()});
        if (fs::exists(at("_config.json")) && fs::exists(at("_weights.h5")))
            cases.push_back({stem + ".json", {at("_config.json"), at("_weights.h5")}, entry.path()});
    }
}

void addKerasJs(const fs::path& folder, std::vector<GoldenCase>& cases)
{
    if (!fs::exists(folder))
        return;
    for (const auto& entry : fs::directory_iterator(folder / "golden")) {
        const std::string stem = entry.path().stem().string();
        const fs::path model = stem.starts_with("v0_")
            ? folder / "v0" / stem.substr(3) / (stem.substr(3) + "_metadata.json")
            : folder / "v1" / (stem + ".bin");
        cases.push_back({"keras-js/" + stem, {model}, entry.path()});
    }
}

} // namespace

Result<Arrays> readKerasJsArrays(const fs::path& file)
{
    std::ifstream in(file);
    const Json root = Json::parse(in);
    Arrays out;
    for (const auto& [kind, key] : {std::pair("in:", "inputs"), std::pair("out:", "outputs")})
        for (const auto& [name, array] : root.at(key).items())
            out.emplace(kind + name, kerasJsArray(array));
    return out;
}

Result<Arrays> readTextArrays(const fs::path& file)
{
    std::string input = file.string();
    input.replace(input.rfind("_output"), 7, "_input");
    const Tensor planes = numbersOf(input, Shape{1, 3, 8, 8});
    if (planes.data.size() != 3 * 64)
        return Error{ErrorCode::File, input, "not the picture that was expected", {}};
    Tensor picture{Shape{1, 8, 8, 3}, DType::Float32, {}};
    for (size_t pixel = 0; pixel < 64; ++pixel)
        for (size_t channel = 0; channel < 3; ++channel)
            picture.data.push_back(planes.data[channel * 64 + pixel]);
    return Arrays{{"in:input", picture}, {"out:output", numbersOf(file, Shape{1, 3})}};
}

std::vector<GoldenCase> storedCases(const fs::path& corpus)
{
    std::vector<GoldenCase> cases;
    const fs::path dl4j = corpus / "dl4j-test-resources";
    addDl4j(dl4j, cases);
    addKerasJs(corpus / "keras-js", cases);
    const fs::path simple = dl4j / "keras/simple";
    if (fs::exists(simple / "cnn_tf_output.txt")) {
        cases.push_back({"simple/cnn_tf.h5", {simple / "cnn_tf_model.h5"}, simple / "cnn_tf_output.txt"});
        cases.push_back({"simple/cnn_tf.json", {simple / "cnn_tf_config.json", simple / "cnn_tf_weights.h5"},
            simple / "cnn_tf_output.txt"});
    }
    std::sort(cases.begin(), cases.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return cases;
}

} // namespace kerascope::cases
