// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/keras_fixture.h"

#include <QTest>

using namespace kerascope;

namespace {

const char* denseTwice = R"({"class_name":"Sequential","config":{"name":"s","layers":[
    {"class_name":"InputLayer","config":{"name":"in","batch_input_shape":[null,4]}},
    {"class_name":"Dense","config":{"name":"a","units":3,"activation":"relu"}},
    {"class_name":"Dense","config":{"name":"b","units":2,"trainable":false}}]}})";

std::string nestedNorm(bool frozen)
{
    return std::string(R"({"class_name":"Sequential","config":{"name":"s","layers":[
        {"class_name":"InputLayer","config":{"name":"in","batch_input_shape":[null,4]}},
        {"class_name":"Sequential","config":{"name":"inner","trainable":)")
        + (frozen ? "false" : "true") + R"(,"layers":[
            {"class_name":"Dense","config":{"name":"d","units":3}},
            {"class_name":"BatchNormalization","config":{"name":"n","axis":[1]}},
            {"class_name":"Dense","config":{"name":"e","units":3}}]}}]}})";
}

} // namespace

class KerasWeightsTest : public QObject {
    Q_OBJECT
private slots:
    void prefixOtherThanLayerName();
    void wrongShapeIsAnError();
    void missingWeightIsANote();
    void nestedInSavingOrder();
    void keras1Gates();
    void keras1Theano();
    void keras3CountsByClass();
    void keras213CountsTwice();
    void matchedByOrder();
};

void KerasWeightsTest::prefixOtherThanLayerName()
{
    FileOf file("2.2.4-tf", denseTwice);
    file.group("a", {{"x_1/bias:0", {3}}, {"x_1/kernel:0", {4, 3}}})
        .group("b", {{"b/kernel:0", {3, 2}}, {"b/bias:0", {2}}});
    const auto model = file.import();
    QVERIFY(model.ok());
    QCOMPARE(weightsOf(**model, file.file, "a"),
        std::string("kernel 4x3 <a/x_1/kernel:0>; bias 3 <a/x_1/bias:0>"));
    QCOMPARE(layerAt(**model, "a")->trainableParams, int64_t(15));
    QCOMPARE(layerAt(**model, "b")->trainableParams, int64_t(0));
    QCOMPARE(layerAt(**model, "b")->params, int64_t(8));
    QCOMPARE(layerAt(**model, "b")->fileBytes, uint64_t(32));
}

void KerasWeightsTest::wrongShapeIsAnError()
{
    FileOf file("2.9.0", denseTwice);
    file.group("a", {{"a/kernel:0", {4, 5}}, {"a/bias:0", {5}}}).group("b", {});
    const auto model = file.import();
    QVERIFY(!model.ok());
    QCOMPARE(model.error().code, ErrorCode::File);
    const std::string text = model.error().english();
    for (const char* part : {"a/a/kernel:0", "'a'", "4x5", "?x3", "; "})
        QVERIFY2(text.find(part) != std::string::npos, text.c_str());
}

void KerasWeightsTest::missingWeightIsANote()
{
    FileOf file("2.9.0", denseTwice);
    file.group("a", {{"a/kernel:0", {4, 3}}}).group("b", {{"b/kernel:0", {3, 2}}, {"b/bias:0", {2}}});
    const auto model = file.import();
    QVERIFY(model.ok());
    QVERIFY(layerAt(**model, "a")->weights[1].tensors.empty());
    QCOMPARE((*model)->notes.size(), size_t(1));
    QCOMPARE((*model)->notes[0].english(), std::string("the file holds no bias for layer 'a'"));
}

/// Names that say nothing: trainable tensors come first, unless the model is frozen.
void KerasWeightsTest::nestedInSavingOrder()
{
    const std::vector<std::pair<std::string, Shape>> thawed{{"t/0:0", {4, 3}}, {"t/1:0", {3}}, {"t/2:0", {3}},
        {"t/3:0", {3}}, {"t/4:0", {3, 3}}, {"t/5:0", {3}}, {"t/6:0", {3}}, {"t/7:0", {3}}};
    FileOf file("2.2.4", nestedNorm(false));
    file.group("inner", thawed);
    const auto model = file.import();
    QVERIFY(model.ok());
    QCOMPARE(weightsOf(**model, file.file, "inner/n"),
        std::string("gamma 3 <inner/t/2:0>; beta 3 <inner/t/3:0>; moving_mean 3 <inner/t/6:0>; "
                    "moving_variance 3 <inner/t/7:0>"));
    QCOMPARE(layerAt(**model, "inner")->params, int64_t(39));
    QCOMPARE(layerAt(**model, "inner")->trainableParams, int64_t(33));

    const std::vector<std::pair<std::string, Shape>> frozen{{"t/0:0", {4, 3}}, {"t/1:0", {3}}, {"t/2:0", {3}},
        {"t/3:0", {3}}, {"t/4:0", {3}}, {"t/5:0", {3}}, {"t/6:0", {3, 3}}, {"t/7:0", {3}}};
    FileOf other("2.2.4", nestedNorm(true));
    other.group("inner", frozen);
    const auto still = other.import();
    QVERIFY(still.ok());
    QCOMPARE(weightsOf(**still, other.file, "inner/e"),
        std::string("kernel 3x3 <inner/t/6:0>; bias 3 <inner/t/7:0>"));
    QCOMPARE(layerAt(**still, "inner")->trainableParams, int64_t(0));
}

/// Twelve arrays i, c, f, o → one kernel i, f, c, o.
void KerasWeightsTest::keras1Gates()
{
    FileOf file("1.2.2", R"({"class_name":"Sequential","config":[{"class_name":"LSTM","config":{"name":"l",
        "output_dim":2,"activation":"tanh","inner_activation":"hard_sigmoid","batch_input_shape":[null,5,3]}}]})");
    std::vector<std::pair<std::string, Shape>> arrays;
    for (const char* gate : {"i", "c", "f", "o"}) {
        arrays.push_back({std::string("l_W_") + gate, {3, 2}});
        arrays.push_back({std::string("l_U_") + gate, {2, 2}});
        arrays.push_back({std::string("l_b_") + gate, {2}});
    }
    file.group("l", arrays);
    const auto model = file.import();
    QVERIFY2(model.ok(), model.ok() ? "" : model.error().english().c_str());
    QCOMPARE(weightsOf(**model, file.file, "l"),
        std::string(
            "kernel 3x8 <l/l_W_i> <l/l_W_f> <l/l_W_c> <l/l_W_o>; recurrent_kernel 2x8 <l/l_U_i> <l/l_U_f> "
            "<l/l_U_c> <l/l_U_o>; bias 8 <l/l_b_i> <l/l_b_f> <l/l_b_c> <l/l_b_o>"));
    QCOMPARE(layerAt(**model, "l")->weights[0].conversion.concatAxis, 1);
    QCOMPARE(layerAt(**model, "l")->config["recurrent_activation"].get<std::string>(),
        std::string("hard_sigmoid_keras2"));
    QCOMPARE((*model)->inputs[0].name, std::string("l_input"));
    QVERIFY(layerAt(**model, "l_input")->fileType.empty());
}

void KerasWeightsTest::keras1Theano()
{
    FileOf file(
        "1.1.0", R"({"class_name":"Sequential","config":[{"class_name":"Convolution2D","config":{"name":"c",
        "nb_filter":6,"nb_row":3,"nb_col":5,"border_mode":"same","subsample":[2,1],"dim_ordering":"th","bias":true,
        "activation":"linear","batch_input_shape":[null,2,8,8]}}]})");
    file.backend("theano").group("c", {{"c_W", {6, 2, 3, 5}}, {"c_b", {6}}});
    const auto model = file.import();
    QVERIFY2(model.ok(), model.ok() ? "" : model.error().english().c_str());
    const Layer* layer = layerAt(**model, "c");
    QCOMPARE(layer->type, std::string("Conv2D"));
    QCOMPARE(layer->fileType, std::string("Convolution2D"));
    QCOMPARE(layer->weights[0].shape, (Shape{3, 5, 2, 6}));
    QCOMPARE(layer->weights[0].conversion.permutation, (std::vector<int>{2, 3, 1, 0}));
    QCOMPARE(layer->weights[0].conversion.flippedAxes, (std::vector<int>{0, 1}));
    QCOMPARE(layer->config["strides"].dump(), std::string("[2,1]"));
    QCOMPARE(layer->config["data_format"].get<std::string>(), std::string("channels_first"));
    QVERIFY(!layer->fileConfig.contains("kernel_size"));
}

void KerasWeightsTest::keras3CountsByClass()
{
    FileOf file("3.4.0", R"({"module":"keras","class_name":"Sequential","config":{"name":"s","layers":[
        {"module":"keras.layers","class_name":"InputLayer","config":{"name":"in","batch_shape":[null,5,4]}},
        {"module":"keras.layers","class_name":"Dense","config":{"name":"late","units":3}},
        {"module":"keras.layers","class_name":"Bidirectional","config":{"name":"bi","merge_mode":"sum","layer":
            {"module":"keras.layers","class_name":"GRU","config":{"name":"g","units":2,"reset_after":true}}}},
        {"module":"keras.layers","class_name":"Dense","config":{"name":"early","units":1}}]}})");
    file.paths()
        .group("layers/dense", {{"0", {4, 3}}, {"1", {3}}})
        .group("layers/dense_1", {{"0", {2, 1}}, {"1", {1}}});
    for (const char* way : {"forward_layer", "backward_layer"})
        file.group(std::string("layers/bidirectional/") + way + "/cell",
            {{"0", {3, 6}}, {"1", {2, 6}}, {"2", {2, 6}}});
    const auto model = file.import();
    QVERIFY2(model.ok(), model.ok() ? "" : model.error().english().c_str());
    QCOMPARE(weightsOf(**model, file.file, "early"),
        std::string("kernel 2x1 <layers/dense_1/0>; bias 1 <layers/dense_1/1>"));
    const Layer* both = layerAt(**model, "bi");
    QCOMPARE(both->weights.size(), size_t(6));
    QCOMPARE(both->weights[3].role, std::string("backward/kernel"));
    QCOMPARE(both->config["backward_layer"]["config"]["go_backwards"].get<bool>(), true);
}

void KerasWeightsTest::keras213CountsTwice()
{
    FileOf file("2.13.1", denseTwice);
    file.paths()
        .group("_layer_checkpoint_dependencies/dense", {{"0", {4, 3}}, {"1", {3}}})
        .group("_layer_checkpoint_dependencies/dense_2", {{"0", {3, 2}}, {"1", {2}}});
    const auto model = file.import();
    QVERIFY2(model.ok(), model.ok() ? "" : model.error().english().c_str());
    QCOMPARE(weightsOf(**model, file.file, "b"),
        std::string("kernel 3x2 <_layer_checkpoint_dependencies/dense_2/0>; bias 2 "
                    "<_layer_checkpoint_dependencies/dense_2/1>"));
}

void KerasWeightsTest::matchedByOrder()
{
    FileOf file("2.9.0", denseTwice);
    file.group("p", {{"p/kernel:0", {4, 3}}, {"p/bias:0", {3}}})
        .group("q", {{"q/kernel:0", {3, 2}}, {"q/bias:0", {2}}});
    const auto model = file.import();
    QVERIFY(model.ok());
    QCOMPARE(
        weightsOf(**model, file.file, "a"), std::string("kernel 4x3 <p/p/kernel:0>; bias 3 <p/p/bias:0>"));
    QCOMPARE((*model)->notes.size(), size_t(1));
}

QTEST_GUILESS_MAIN(KerasWeightsTest)
#include "tst_keras_weights.moc"
