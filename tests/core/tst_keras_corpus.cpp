// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/open_model.h"

#include <QDirIterator>
#include <QTest>

using namespace kerascope;

namespace {

struct Known {
    const char* file;
    int layers;
    int64_t params;
};

/// corpus/INDEX.md; layers without a made-up InputLayer.
constexpr Known known[] = {
    {"faceai/simple_colorize.h5", 13, 32202},
    {"fast-srgan/generator.h5", 65, 167459},
    {"keras2c/model.h5", 5, 4990},
    {"mlcommons-tiny/pretrainedResnet.h5", 30, 78666},
    {"mlcommons-tiny/str_ww_ref_model.h5", 23, 47707},
    {"mlcommons-tiny/vww_96.h5", 85, 221794},
    {"oarriaga-face_classification/fer2013_mini_XCEPTION.102-0.66.hdf5", 46, 58423},
    {"oarriaga-face_classification/gender_mini_XCEPTION.21-0.95.hdf5", 46, 52658},
    {"teachable-machine-keras/keras_model.h5", 164, 538708},
    {"tiramisu/tiramisu_fc_dense103_model.json", 399, -1},
    {"tiramisu/tiramisu_fc_dense67_model_12.json", 295, -1},
    {"tiramisu/tiramisu_fc_dense67_model_12_func.json", 301, -1},
};

QString corpus() { return qEnvironmentVariable("KERASCOPE_CORPUS"); }

int layersInFile(const Model& model)
{
    return int(std::count_if(model.layers.begin(), model.layers.end(),
        [](const Layer& layer) { return !layer.fileType.empty(); }));
}

int64_t params(const Model& model)
{
    int64_t sum = 0;
    for (const Layer& layer : model.layers)
        sum += layer.depth == 0 ? layer.params : 0;
    return sum;
}

/// What every imported model must keep.
QString brokenPromise(const Model& model)
{
    for (const Call& call : model.calls) {
        if (call.id != CallId(&call - model.calls.data()))
            return "call ids";
        for (const CallInput& input : call.inputs) {
            if (input.tensor.call < 0 || input.tensor.call >= call.id)
                return "order of " + QString::fromStdString(call.key);
            const Call& from = model.calls[size_t(input.tensor.call)];
            if (model.layerOf(from.id).container || input.tensor.index >= from.outputs)
                return "input of " + QString::fromStdString(call.key);
        }
        if (call.parent != noId && call.parent >= call.id)
            return "container after " + QString::fromStdString(call.key);
    }
    for (const Layer& layer : model.layers)
        if (model.findLayer(layer.path) != layer.id)
            return "path " + QString::fromStdString(layer.path);
    return model.outputs.empty() || model.inputs.empty() ? QString("ports") : QString();
}

size_t missingWeights(const Model& model)
{
    size_t missing = 0;
    for (const Layer& layer : model.layers)
        for (const Weight& weight : layer.weights)
            missing += weight.tensors.empty() ? 1 : 0;
    return missing;
}

} // namespace

/// Real files of the corpus: layer counts and parameters as corpus/INDEX.md says.
class KerasCorpusTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        if (corpus().isEmpty())
            QSKIP("KERASCOPE_CORPUS is not set");
    }
    void knownTotals_data();
    void knownTotals();
    void everyWholeModelOpens();
};

void KerasCorpusTest::knownTotals_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("layers");
    QTest::addColumn<qlonglong>("wanted");
    for (const Known& one : known)
        QTest::newRow(one.file) << QString(one.file) << one.layers << qlonglong(one.params);
}

void KerasCorpusTest::knownTotals()
{
    QFETCH(QString, file);
    QFETCH(int, layers);
    QFETCH(qlonglong, wanted);
    const auto opened = openModel({(corpus() + "/" + file).toStdString()}, {});
    QVERIFY2(opened.ok(), opened.ok() ? "" : opened.error().english().c_str());
    const Model& model = *opened->model;
    QCOMPARE(layersInFile(model), layers);
    QCOMPARE(brokenPromise(model), QString());
    if (wanted < 0)
        return;
    QCOMPARE(params(model), wanted);
    QCOMPARE(missingWeights(model), size_t(0));
}

/// Every tensor of every whole model of these sets finds its layer.
void KerasCorpusTest::everyWholeModelOpens()
{
    QDirIterator files(
        corpus() + "/dl4j-test-resources", {"*.h5", "*.hdf5"}, QDir::Files, QDirIterator::Subdirectories);
    int opened = 0;
    QStringList wrong;
    while (files.hasNext()) {
        const QString path = files.next();
        const auto model = openModel({path.toStdString()}, {});
        if (!model) {
            if (!path.endsWith("_inputs_and_outputs.h5"))
                wrong << path + ": " + QString::fromStdString(model.error().english());
            continue;
        }
        if (model->file->format != FileFormat::Hdf5Model)
            continue;
        ++opened;
        if (const QString broken = brokenPromise(*model->model); !broken.isEmpty())
            wrong << path + ": " + broken;
        if (missingWeights(*model->model) > 0)
            wrong << path + ": missing weights";
        int64_t stored = 0;
        for (const StoredTensor& tensor : model->file->tensors)
            stored += tensor.shape.elements().value_or(0);
        if (stored != params(*model->model))
            wrong << QString("%1: %2 of %3 elements").arg(path).arg(params(*model->model)).arg(stored);
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
    QVERIFY2(opened >= 394, qPrintable(QString::number(opened)));
}

QTEST_GUILESS_MAIN(KerasCorpusTest)
#include "tst_keras_corpus.moc"
