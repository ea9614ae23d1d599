// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/npy.h"
#include "core/keras/open_model.h"

#include <QDirIterator>
#include <QTest>

#include <set>

using namespace kerascope;

namespace {

const QString golden = QStringLiteral(KERASCOPE_GOLDEN);

QStringList models(const QString& folder)
{
    QStringList found;
    QDirIterator files(
        folder, {"*.keras", "*.h5", "*.json", "*.bin"}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString path = files.next();
        if (!path.endsWith("_weights.h5") && !path.endsWith(".weights.h5") && !path.endsWith(".weights.json")
            && !path.contains("_triple"))
            found << path;
    }
    found.sort();
    return found;
}

std::vector<std::filesystem::path> filesOf(const QString& model)
{
    std::vector<std::filesystem::path> files{model.toStdString()};
    if (!model.endsWith(".json"))
        return files;
    const QString stem = model.left(model.size() - 5);
    for (const char* end : {"_weights.h5", ".weights.h5", ".weights.json"})
        if (QFile::exists(stem + end))
            files.emplace_back((stem + end).toStdString());
    return files;
}

QString arraysOf(const QString& model) { return model.left(model.lastIndexOf('.')) + ".npz"; }

} // namespace

/// Every golden model: all weights found, inputs, outputs and calls named as real Keras's arrays are.
class KerasGoldenTest : public QObject {
    Q_OBJECT
private slots:
    void imports_data();
    void imports();
};

void KerasGoldenTest::imports_data()
{
    QTest::addColumn<QString>("model");
    for (const QString& model : models(golden))
        QTest::newRow(qPrintable(model.mid(golden.size() + 1))) << model;
    QVERIFY(models(golden).size() > 100);
}

void KerasGoldenTest::imports()
{
    QFETCH(QString, model);
    const auto opened = openModel(filesOf(model), {});
    QVERIFY2(opened.ok(), opened.ok() ? "" : opened.error().english().c_str());
    const Model& graph = *opened->model;
    std::set<int> used;
    for (const Layer& layer : graph.layers)
        for (const Weight& weight : layer.weights) {
            QVERIFY2(!weight.tensors.empty(), (layer.path + " " + weight.role).c_str());
            used.insert(weight.tensors.begin(), weight.tensors.end());
        }
    // SpectralNormalization stores its layer's kernel a second time
    const size_t twice = model.contains("/spectral_") ? 1 : 0;
    QCOMPARE(used.size() + twice, opened->file->tensors.size());

    const auto arrays = readNpzAll(arraysOf(model).toStdString());
    QVERIFY2(arrays.ok(), arrays.ok() ? "" : arrays.error().english().c_str());
    std::set<std::string> inputs;
    std::set<std::string> outputs;
    std::set<std::string> keys;
    for (const ModelInput& input : graph.inputs)
        inputs.insert("in:" + input.name);
    for (const ModelOutput& output : graph.outputs)
        outputs.insert("out:" + output.name);
    for (const Call& call : graph.calls) {
        const bool container = graph.layerOf(call.id).container;
        for (int k = 0; k < call.outputs; ++k) {
            keys.insert("layer:"
                + (container ? call.key + (k > 0 ? ":" + std::to_string(k) : "")
                             : graph.tensorKey({call.id, k})));
        }
    }
    std::set<std::string> wantedOutputs;
    for (const auto& [key, array] : *arrays) {
        if (key.starts_with("in:"))
            QVERIFY2(inputs.contains(key), key.c_str());
        else if (key.starts_with("out:"))
            wantedOutputs.insert(key);
        else if (key.starts_with("layer:"))
            QVERIFY2(keys.contains(key), key.c_str());
    }
    QCOMPARE(outputs.size(), wantedOutputs.size());
    for (const std::string& key : wantedOutputs)
        QVERIFY2(outputs.contains(key), key.c_str());
}

QTEST_GUILESS_MAIN(KerasGoldenTest)
#include "tst_keras_golden.moc"
