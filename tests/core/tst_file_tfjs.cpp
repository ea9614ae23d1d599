// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/open_model.h"
#include "core/plan/weight_store.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <cstring>

using namespace kerascope;

namespace {

constexpr const char* topology = R"({"keras_version":"tfjs-layers 1.5.2","backend":"tensor_flow.js",
  "class_name":"Sequential","config":{"name":"s","layers":[{"class_name":"Dense","config":{"name":"d",
  "units":2,"activation":"linear","use_bias":true,"batch_input_shape":[null,3]}}]}})";

template <class T> QByteArray bytesOf(std::initializer_list<T> numbers)
{
    QByteArray out;
    for (const T number : numbers)
        out.append(reinterpret_cast<const char*>(&number), sizeof number);
    return out;
}

} // namespace

/// Layers models of TensorFlow.js: shards, quantisation, and manifests that do not fit their files.
class TstFileTfjs : public QObject {
    Q_OBJECT
private slots:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }
    void tensorsCrossShards();
    void quantised_data();
    void quantised();
    void refused_data();
    void refused();

private:
    void write(const QString& name, const QByteArray& bytes) const
    {
        QFile file(folder_->filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    /// model.json with one group of weights.
    void writeModel(const QByteArray& paths, const QByteArray& weights) const
    {
        write("model.json",
            QByteArray("{\"format\":\"layers-model\",\"modelTopology\":") + topology
                + ",\"weightsManifest\":[{\"paths\":" + paths + ",\"weights\":" + weights + "}]}");
    }
    Result<OpenedModel> open() const
    {
        return openModel({folder_->filePath("model.json").toStdString()}, {});
    }
    std::vector<float> weight(const OpenedModel& opened, int index) const
    {
        WeightStore store(opened.model, opened.file, opened.tensors);
        for (const Layer& layer : opened.model->layers)
            if (layer.name == "d")
                if (const auto tensor = store.weight({layer.id, index}, {}))
                    return (*tensor)->data;
        return {};
    }
    std::unique_ptr<QTemporaryDir> folder_;
};

void TstFileTfjs::tensorsCrossShards()
{
    const QByteArray all = bytesOf<float>({1, 2, 3, 4, 5, 6, 7, 8});
    write("a.bin", all.left(5)); // in the middle of a number
    write("b.bin", all.mid(5, 20));
    write("c.bin", all.mid(25));
    writeModel(R"(["a.bin","./b.bin","c.bin"])",
        R"([{"name":"d/kernel","shape":[3,2],"dtype":"float32"},{"name":"d/bias","shape":[2],"dtype":"float32"}])");
    const auto opened = open();
    QVERIFY2(opened.ok(), opened.ok() ? "" : opened.error().english().c_str());
    QCOMPARE(weight(*opened, 0), (std::vector<float>{1, 2, 3, 4, 5, 6}));
    QCOMPARE(weight(*opened, 1), (std::vector<float>{7, 8}));
    QCOMPARE(opened->file->files.size(), size_t(4));
}

void TstFileTfjs::quantised_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("quantization");
    QTest::newRow("uint8") << bytesOf<uint8_t>({0, 1, 2, 3, 4, 255})
                           << QByteArray(R"({"dtype":"uint8","scale":0.5,"min":-1})");
    QTest::newRow("uint16") << bytesOf<uint16_t>({0, 1, 2, 3, 4, 255})
                            << QByteArray(R"({"dtype":"uint16","scale":0.5,"min":-1})");
    QTest::newRow("float16") << bytesOf<uint16_t>({0xBC00, 0xB800, 0x0000, 0x3800, 0x3C00, 0x57E8})
                             << QByteArray(R"({"dtype":"float16"})");
}

void TstFileTfjs::quantised()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, quantization);
    write("w.bin", bytes + bytesOf<float>({7, 8}));
    writeModel(R"(["w.bin"])",
        R"([{"name":"d/kernel","shape":[3,2],"dtype":"float32","quantization":)" + quantization
            + R"(},{"name":"d/bias","shape":[2],"dtype":"float32"}])");
    const auto opened = open();
    QVERIFY2(opened.ok(), opened.ok() ? "" : opened.error().english().c_str());
    QCOMPARE(weight(*opened, 0), (std::vector<float>{-1, -0.5F, 0, 0.5F, 1, 126.5F}));
    QCOMPARE(weight(*opened, 1), (std::vector<float>{7, 8}));
}

void TstFileTfjs::refused_data()
{
    QTest::addColumn<QByteArray>("paths");
    QTest::addColumn<QByteArray>("weights");
    QTest::addColumn<QString>("part");
    const QByteArray good = R"([{"name":"d/kernel","shape":[3,2],"dtype":"float32"}])";
    const auto row = [](const char* name, const QByteArray& paths, const QByteArray& weights,
                         const char* part) { QTest::newRow(name) << paths << weights << QString(part); };
    row("missing shard", R"(["w.bin","x.bin"])", good, "\"x.bin\" is missing");
    row("path out of the folder", R"(["../w.bin"])", good, "is not in its folder");
    row("absolute path", R"(["/etc/passwd"])", good, "is not in its folder");
    row("path that is no text", R"([3])", good, "is not in its folder");
    row("too short", R"(["w.bin"])", R"([{"name":"d/kernel","shape":[3,200],"dtype":"float32"}])",
        "ends after 24");
    row("absurd size", R"(["w.bin"])",
        R"([{"name":"d/kernel","shape":[4611686018427387904,8],"dtype":"float32"}])",
        "declares an impossible size");
    row("negative size", R"(["w.bin"])", R"([{"name":"d/kernel","shape":[-3],"dtype":"float32"}])",
        "the shape of the tensor d/kernel");
    row("text", R"(["w.bin"])", R"([{"name":"d/kernel","shape":[1],"dtype":"string"}])", "holds text");
    row("wrong shape", R"(["w.bin"])", R"([{"name":"d/kernel","shape":[2,3],"dtype":"float32"}])", "needs");
}

void TstFileTfjs::refused()
{
    QFETCH(QByteArray, paths);
    QFETCH(QByteArray, weights);
    QFETCH(QString, part);
    write("w.bin", bytesOf<float>({1, 2, 3, 4, 5, 6}));
    writeModel(paths, weights);
    const auto opened = open();
    QVERIFY(!opened.ok());
    QVERIFY2(
        QString::fromStdString(opened.error().english()).contains(part), opened.error().english().c_str());
}

QTEST_GUILESS_MAIN(TstFileTfjs)
#include "tst_file_tfjs.moc"
