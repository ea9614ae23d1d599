// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engines.h"
#include "core/keras/open_model.h"
#include "core/op/lower.h"
#include "tests/core/file_fixture.h"
#include "tests/engine_cases/primitive_cases.h"

#include <QDir>
#include <QtTest>

using namespace kerascope;
using namespace kerascope::cases;
using Json = nlohmann::json;

/// The tests of Keras.js 1.0.3, 334 cases of one layer or a few, whose outputs are those of Keras 2.0: each
/// is written as a TensorFlow.js model and goes through the whole chain.
class TestKerasJsFixtures : public QObject {
    Q_OBJECT
private slots:
    void reference_data() { rows(); }
    void reference() { check(*reference_, PassOptions::none(), 1e-5); }
    void cpu_data() { rows(); }
    void cpu() { check(*cpu_, {}, 1e-4); }
    void initTestCase();

private:
    void rows();
    void check(Engine& engine, const PassOptions& passes, double limit);
    Result<OpenedModel> written(const Json& fixture) const;

    QTemporaryDir folder_;
    std::vector<Json> fixtures_;
    std::unique_ptr<Engine> reference_ = makeReferenceEngine();
    std::unique_ptr<Engine> cpu_ = makeCpuEngine(0);
};

namespace {

Json batched(const Json& sizes)
{
    Json shape = Json::array({nullptr});
    for (const Json& size : sizes)
        shape.push_back(size);
    return shape;
}

Tensor arrayOf(const Json& written)
{
    Tensor out{Shape{1}, DType::Float32, written.at("data").get<std::vector<float>>()};
    for (const Json& size : written.at("shape"))
        out.shape.dims.push_back(size.get<int64_t>());
    return out;
}

/// "input:0" is the name of an InputLayer here.
std::string layerName(const std::string& id) { return id.starts_with("input:") ? "in" + id.substr(6) : id; }

/// As Keras 2.0 writes the layer; a bare activation is a layer of it.
Json layerOf(const Json& node)
{
    std::string type = node.at("class_name");
    Json config = node.at("config");
    if (type.starts_with("activation:")) {
        const bool options = !config.empty();
        const std::string function = type.substr(11);
        type = !options ? "Activation" : function == "elu" ? "ELU" : "ReLU";
        if (!options)
            config = {{"activation", function}};
        else if (type == "ReLU")
            config = {{"max_value", config.contains("maxValue") ? config["maxValue"] : Json()},
                {"negative_slope", config.value("alpha", 0.0)}};
    }
    if (config.contains("layer"))
        config["layer"]["config"]["name"] = "inner";
    config["name"] = node.at("id");
    Json inputs = Json::array();
    for (const Json& from : node.at("inbound"))
        inputs.push_back(Json::array({layerName(from), 0, 0, Json::object()}));
    return {{"class_name", type}, {"name", node.at("id")}, {"config", config},
        {"inbound_nodes", Json::array({inputs})}};
}

/// "n0/forward_inner/kernel" for "forward_kernel" of a Bidirectional.
std::string weightName(const Json& node, std::string name)
{
    if (node.at("class_name") == "Bidirectional") {
        const size_t cut = name.find('_');
        name = name.substr(0, cut) + "_inner/" + name.substr(cut + 1);
    }
    return node.at("id").get<std::string>() + "/" + name;
}

} // namespace

void TestKerasJsFixtures::initTestCase()
{
    const QDir folder(test::corpus() + "/keras-js/layer-fixtures");
    if (test::corpus().isEmpty() || !folder.exists())
        QSKIP("KERASCOPE_CORPUS does not name the folder of real model files");
    for (const QString& name : folder.entryList({"*.json"}, QDir::Files, QDir::Name)) {
        if (name.startsWith('_'))
            continue;
        const QByteArray text = test::bytesOf(folder.filePath(name));
        Json root = Json::parse(text.begin(), text.end());
        for (Json& fixture : root.at("fixtures"))
            fixtures_.push_back(std::move(fixture));
    }
    QCOMPARE(fixtures_.size(), size_t(334));
}

void TestKerasJsFixtures::rows()
{
    QTest::addColumn<int>("index");
    for (size_t i = 0; i < fixtures_.size(); ++i)
        QTest::newRow(fixtures_[i].at("key").get<std::string>().c_str()) << int(i);
}

Result<OpenedModel> TestKerasJsFixtures::written(const Json& fixture) const
{
    Json layers = Json::array(), inputs = Json::array(), weights = Json::array();
    QByteArray bytes;
    for (size_t i = 0; i < fixture.at("inputs").size(); ++i) {
        const std::string name = "in" + std::to_string(i);
        layers.push_back({{"class_name", "InputLayer"}, {"name", name}, {"inbound_nodes", Json::array()},
            {"config", {{"name", name}, {"batch_input_shape", batched(fixture["inputs"][i].at("shape"))}}}});
        inputs.push_back(Json::array({name, 0, 0}));
    }
    for (const Json& node : fixture.at("nodes")) {
        layers.push_back(layerOf(node));
        for (size_t i = 0; i < node.at("weights").size(); ++i) {
            const Json& array = fixture.at("weights").at(node["weights"][i].get<size_t>());
            const auto numbers = array.at("data").get<std::vector<float>>();
            bytes.append(reinterpret_cast<const char*>(numbers.data()), qsizetype(numbers.size() * 4));
            weights.push_back({{"name", weightName(node, node.at("weight_names")[i])},
                {"shape", array.at("shape")}, {"dtype", "float32"}});
        }
    }
    const Json root{
        {"modelTopology",
            {{"keras_version", "2.0.9"}, {"backend", "tensorflow"},
                {"model_config",
                    {{"class_name", "Model"},
                        {"config",
                            {{"name", "m"}, {"layers", layers}, {"input_layers", inputs},
                                {"output_layers",
                                    Json::array({Json::array({fixture.at("output"), 0, 0})})}}}}}}},
        {"weightsManifest", Json::array({{{"paths", {"w.bin"}}, {"weights", weights}}})}};
    test::write(folder_, "w.bin", bytes);
    const QString path = test::write(folder_, "model.json", QByteArray::fromStdString(root.dump()));
    return openModel({path.toStdString()}, {});
}

void TestKerasJsFixtures::check(Engine& engine, const PassOptions& passes, double limit)
{
    QFETCH(int, index);
    const Json& fixture = fixtures_[size_t(index)];
    const auto opened = written(fixture);
    if (!opened)
        QFAIL(opened.error().english().c_str());
    LowerRequest request;
    request.model = opened->model;
    std::map<std::string, Tensor> inputs;
    for (size_t i = 0; i < fixture.at("inputs").size(); ++i) {
        const std::string name = "in" + std::to_string(i);
        inputs[name] = arrayOf(fixture["inputs"][i]);
        request.inputShapes[name] = inputs[name].shape;
    }
    const auto lowered = lower(request, {});
    if (!lowered)
        QFAIL(lowered.error().english().c_str());
    if (!lowered->blocked.empty())
        QFAIL(lowered->blocked[0].reason.english().c_str());
    PrimitiveCase primitive{"fixture", lowered->program, {}};
    for (const ProgramInput& input : primitive.program.inputs)
        primitive.inputs.push_back(inputs.at(input.name));
    const auto store = std::make_shared<WeightStore>(opened->model, opened->file, opened->tensors);
    const auto got =
        runCase(engine, primitive, nullptr, passes, fixture.at("predict_runs").get<int>(), store);
    if (!got)
        QFAIL(got.error().english().c_str());
    const Tensor wanted = arrayOf(fixture.at("expected"));
    float largest = 0;
    for (const float number : wanted.data)
        largest = std::max(largest, std::abs(number));
    const double rounding = 5.1e-7 / (1e-6 + double(largest)); // the files hold six decimals
    const double error = relativeError(got->at(0), wanted);
    QVERIFY2(error <= std::max(limit, rounding), qPrintable(QString::number(error)));
}

QTEST_GUILESS_MAIN(TestKerasJsFixtures)
#include "tst_keras_js_fixtures.moc"
