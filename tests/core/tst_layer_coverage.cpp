// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/class_names.h"
#include "core/keras/open_model.h"
#include "core/op/layers/layer_table.h"
#include "tests/engine_cases/golden_cases.h"

#include <QFile>
#include <QtTest>
#include <set>

using namespace kerascope;

/// The table of layers in README says what is true: it is made here, from the list of Keras's classes, the
/// table of lowerings and the golden files (which the tests of the engines run). With the environment
/// variable KERASCOPE_REWRITE_README=1 the test writes it instead of comparing.
class TestLayerCoverage : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void readmeIsTrue();
    void everyClassIsKnown();

private:
    /// "Dense" → how many golden models hold one.
    std::map<std::string, int> golden_;
    nlohmann::json classes_;
};

namespace {

constexpr const char* begin = "<!-- layers: made by core_tst_layer_coverage -->\n";
constexpr const char* end = "<!-- layers end -->";

/// Class names in a config, of the layer itself and of those inside it.
void collect(const nlohmann::json& config, std::set<std::string>& found)
{
    std::vector<const nlohmann::json*> open{&config};
    while (!open.empty()) {
        const nlohmann::json& item = *open.back();
        open.pop_back();
        if (item.is_object() && item.contains("class_name") && item["class_name"].is_string()
            && item.contains("config"))
            found.insert(item["class_name"].get<std::string>());
        if (item.is_structured())
            for (const auto& [key, value] : item.items())
                open.push_back(&value);
    }
}

std::string reasonOf(const std::string& type) { return keras::refusalOf(type).english(); }

bool runs(const std::string& name)
{
    const std::string type = keras::canonicalClass(name);
    static const std::set<std::string> others{"SimpleRNNCell", "LSTMCell", "GRUCell", "StackedRNNCells",
        "TFOpLambda", "SlicingOpLambda", "TensorFlowOpLayer"};
    return layerTable().contains(type) || others.contains(type);
}

} // namespace

void TestLayerCoverage::initTestCase()
{
    QFile list(QStringLiteral(KERASCOPE_GOLDEN "/../classes.json"));
    QVERIFY(list.open(QIODevice::ReadOnly));
    classes_ = nlohmann::json::parse(list.readAll().toStdString());
    for (const cases::GoldenCase& golden : cases::goldenCases(KERASCOPE_GOLDEN, KERASCOPE_RESOURCES)) {
        const auto opened = openModel(golden.files, {}, openModelFile, golden.treatAs);
        QVERIFY2(opened.ok(), golden.name.c_str());
        std::set<std::string> found;
        for (const Layer& layer : opened->model->layers)
            if (!layer.operation || keras::isTfOperation(layer.fileType)) {
                found.insert(layer.fileType);
                collect(layer.fileConfig, found);
            }
        for (const std::string& name : found)
            ++golden_[name];
    }
}

void TestLayerCoverage::readmeIsTrue()
{
    std::string table = begin;
    table += "\n| | layers |\n|---|---|\n";
    for (const auto& [key, title] : {std::pair{"keras3", "Keras " + classes_["version"].get<std::string>()},
             std::pair{"earlier", std::string("earlier Keras")}}) {
        std::string checked, plain, refused, missing;
        for (const auto& item : classes_[key]) {
            const std::string name = item.get<std::string>(), reason = reasonOf(keras::canonicalClass(name));
            // an alias is checked by the files of its class
            const int files = golden_[name] + (golden_[name] == 0 ? golden_[keras::canonicalClass(name)] : 0);
            if (!reason.empty())
                refused += " `" + name + "`";
            else if (!runs(name))
                missing += " `" + name + "`";
            else if (files > 0)
                checked += " `" + name + "` " + std::to_string(files);
            else
                plain += " `" + name + "`";
        }
        table += "| " + title + ", equal to real Keras in so many golden files |" + checked + " |\n";
        if (!plain.empty())
            table += "| " + title + ", run, without a golden file |" + plain + " |\n";
        if (!missing.empty())
            table += "| " + title + ", not run yet |" + missing + " |\n";
        if (!refused.empty())
            table += "| " + title + ", never run (code or other files) |" + refused + " |\n";
    }
    std::string absent;
    size_t all = 0, computed = 0;
    std::map<std::string, std::string> refused; // by the reason
    for (const auto& item : classes_["operations"]) {
        const std::string name = item.get<std::string>();
        const bool known = operationTable().contains(name);
        ++all;
        computed += known ? 1 : 0;
        if (known)
            continue;
        std::string reason = operationRefusal(name).english();
        if (reason.starts_with(name + " "))
            reason.erase(0, name.size() + 1);
        (reason.empty() ? absent : refused[reason]) += " `" + name + "`";
    }
    table += "\nOf the " + std::to_string(all) + " operations of keras.ops that can stand in a graph, "
        + std::to_string(computed) + " run." + (absent.empty() ? "" : " Not yet:" + absent + ".") + " Never:";
    for (const auto& [reason, names] : refused)
        table += names + " (" + reason + ")" + (reason == refused.rbegin()->first ? ".\n\n" : ";");
    QFile readme(QStringLiteral(KERASCOPE_RESOURCES "/../README.md"));
    QVERIFY(readme.open(QIODevice::ReadOnly));
    std::string text = readme.readAll().toStdString();
    readme.close();
    const size_t from = text.find(begin), to = text.find(end);
    QVERIFY(from != std::string::npos && to != std::string::npos && from < to);
    if (qEnvironmentVariableIsSet("KERASCOPE_REWRITE_README")) {
        text.replace(from, to - from, table);
        QVERIFY(readme.open(QIODevice::WriteOnly));
        readme.write(text.data(), qint64(text.size()));
        return;
    }
    QVERIFY2(text.substr(from, to - from) == table,
        "README's table of layers is old; run this test with KERASCOPE_REWRITE_README=1");
}

void TestLayerCoverage::everyClassIsKnown()
{
    for (const char* key : {"keras3", "earlier"})
        for (const auto& item : classes_[key]) {
            const std::string name = item.get<std::string>(), type = keras::canonicalClass(name);
            QVERIFY2(
                keras::knownClass(type) || name.ends_with("Cell") || name.ends_with("Cells"), name.c_str());
        }
}

QTEST_GUILESS_MAIN(TestLayerCoverage)
#include "tst_layer_coverage.moc"
