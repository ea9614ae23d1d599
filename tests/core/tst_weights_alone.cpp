// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/file_fixture.h"
#include "tests/core/keras_fixture.h"

#include <QtTest>

using namespace kerascope;

/// Weights without an architecture: a tree of what the file holds.
class TestWeightsAlone : public QObject {
    Q_OBJECT
private slots:
    void nestedGroups_data();
    void nestedGroups();
    void nestedFile();
    void keras0();

private:
    QTemporaryDir folder_;
};

namespace {

/// "name:params" of every place, two spaces a level.
QStringList treeOf(const Model& model)
{
    QStringList out;
    for (const Layer& layer : model.layers)
        out << QString(2 * layer.depth, ' ') + QString::fromStdString(layer.name) + ":"
                + QString::number(layer.params) + (layer.container ? "/" : "");
    return out;
}

} // namespace

void TestWeightsAlone::nestedGroups_data()
{
    QTest::addColumn<QStringList>("groups"); // "name" of a group with one number, "name=" of an empty one
    QTest::addColumn<QStringList>("tree");
    QTest::newRow("flat") << QStringList{"a", "b"} << QStringList{"a:1", "b:1"};
    QTest::newRow("slashes") << QStringList{"block/a", "block/b"}
                             << QStringList{"block:2/", "  a:1", "  b:1"};
    QTest::newRow("a model in a model") << QStringList{"layers/functional=", "layers/functional/layers/dense",
        "layers/functional/layers/dense_1", "layers/flatten="}
                                        << QStringList{"layers:2/", "  functional:2/", "    layers:2/",
                                               "      dense:1", "      dense_1:1", "  flatten:0"};
    QTest::newRow("weights of its own, and others in it")
        << QStringList{"layers/spectral", "layers/spectral/layer", "layers/spectral/more"}
        << QStringList{"layers:3/", "  spectral:3/", "    vars:1", "    layer:1", "    more:1"};
    QTest::newRow("the inner one first")
        << QStringList{"a/b", "a"} << QStringList{"a:2/", "  b:1", "  vars:1"};
    QTest::newRow("the model's own") << QStringList{"", "layers/a"}
                                     << QStringList{"(weights):1", "layers:1/", "  a:1"};
    QTest::newRow("leading slash") << QStringList{"/a", "/b/c"} << QStringList{"a:1", "b:1/", "  c:1"};
    const QString deep = QString("d/").repeated(200) + "d";
    QTest::newRow("very deep") << QStringList{deep} << QStringList{deep + ":1"};
}

void TestWeightsAlone::nestedGroups()
{
    QFETCH(QStringList, groups);
    QFETCH(QStringList, tree);
    FileOf file("3.9.0", "");
    file.paths();
    for (const QString& group : groups) {
        const bool empty = group.endsWith('=');
        file.group((empty ? group.chopped(1) : group).toStdString(),
            empty ? std::vector<std::pair<std::string, Shape>>{}
                  : std::vector<std::pair<std::string, Shape>>{{"0", Shape{1}}});
    }
    const auto model = file.import();
    QVERIFY2(model.ok(), model.ok() ? "" : model.error().english().c_str());
    QCOMPARE(treeOf(**model), tree);
}

void TestWeightsAlone::nestedFile()
{
    const QString from = QString(KERASCOPE_GOLDEN) + "/keras3_format/nested_three_levels.weights.h5";
    const auto opened = openModel({test::write(folder_, "w.h5", test::bytesOf(from)).toStdString()}, {});
    QVERIFY2(opened.ok(), opened.ok() ? "" : opened.error().english().c_str());
    int deepest = 0;
    for (const Layer& layer : opened->model->layers) {
        deepest = std::max(deepest, layer.depth);
        QVERIFY2(layer.name.find('/') == std::string::npos, layer.path.c_str());
    }
    QVERIFY(deepest >= 5); // layers, model, layers, model, layers, layer
}

/// Groups by number with parameters by number, and an architecture for them.
void TestWeightsAlone::keras0()
{
    const QString path = folder_.filePath("old.h5");
    {
        test::Hdf5Writer writer(path);
        const std::vector<float> numbers{1, 2, 3, 4, 5, 6};
        writer.text(writer.root(), "nb_layers", "3");
        writer.dataset(writer.root(), "layer_0/param_0", H5T_IEEE_F32LE, {3, 2}, numbers.data());
        writer.dataset(writer.root(), "layer_0/param_1", H5T_IEEE_F32LE, {2}, numbers.data());
        writer.group(writer.root(), "layer_1");
        writer.dataset(writer.root(), "layer_2/param_0", H5T_IEEE_F32LE, {2, 3}, numbers.data());
        writer.dataset(writer.root(), "layer_2/param_1", H5T_IEEE_F32LE, {3}, numbers.data());
    }
    const auto alone = openModel({path.toStdString()}, {});
    QVERIFY2(alone.ok(), alone.ok() ? "" : alone.error().english().c_str());
    QCOMPARE(treeOf(*alone->model), QStringList({"layer_0:8", "layer_1:0", "layer_2:9"}));
    const QByteArray json = R"({"class_name":"Sequential","keras_version":"1.0.0","config":[
        {"class_name":"Dense","config":{"name":"a","output_dim":2,"input_dim":3,"batch_input_shape":[null,3]}},
        {"class_name":"Activation","config":{"name":"r","activation":"relu"}},
        {"class_name":"Dense","config":{"name":"b","output_dim":3}}]})";
    const auto pair = openModel({test::write(folder_, "a.json", json).toStdString(), path.toStdString()}, {});
    QVERIFY2(pair.ok(), pair.ok() ? "" : pair.error().english().c_str());
    QCOMPARE(weightsOf(*pair->model, *pair->file, "b"),
        std::string("kernel 2x3 <layer_2/param_0>; bias 3 <layer_2/param_1>"));
}

QTEST_GUILESS_MAIN(TestWeightsAlone)
#include "tst_weights_alone.moc"
