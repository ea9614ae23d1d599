// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text_table.h"
#include "core/engine/input_spec.h"
#include "core/file/npy.h"
#include "core/op/text/text_functions.h"
#include "tests/core/model_fixture.h"

#include <QTemporaryDir>
#include <QtTest>
#include <fstream>

using namespace kerascope;

/// Text on its way from the command line and NumPy's files through the layers that read it.
class TestText : public QObject {
    Q_OBJECT

private slots:
    void arraysComeBack();
    void inputs();
    void words();
    void unknownWordIsAnError();
    void refusals_data();
    void refusals();
};

void TestText::arraysComeBack()
{
    Tensor tensor{{2, 2}, DType::String, {}};
    const std::vector<std::string> texts{"red", "", "жук 🙂", "a b"};
    for (const std::string& text : texts)
        tensor.data.push_back(TextTable::shared().number(text).value());
    const auto read = parseNpy(npyBytes(tensor), "array");
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().english().c_str());
    QCOMPARE(read->dtype, DType::String);
    QCOMPARE(read->shape, tensor.shape);
    for (size_t i = 0; i < texts.size(); ++i)
        QCOMPARE(TextTable::shared().text(read->data[i]), texts[i]);
}

void TestText::inputs()
{
    const auto words = parseInputSpec("text:a: b");
    QVERIFY(words.ok());
    QCOMPARE(words->text, std::string("a: b"));
    QCOMPARE(inputSpecText(*words), std::string("text:a: b"));
    const auto one = textTensor(*words, {unknownDim, 1});
    QVERIFY(one.ok());
    QCOMPARE(one->shape, (Shape{1, 1}));
    QCOMPARE(TextTable::shared().text(one->data[0]), std::string("a: b"));

    const QTemporaryDir folder;
    const std::string file = folder.filePath("lines.txt").toStdString();
    std::ofstream(file) << "first line\r\n\nlast";
    const auto lines = textTensor(parseInputSpec(file).value(), {unknownDim});
    QVERIFY(lines.ok());
    QCOMPARE(lines->shape, (Shape{3}));
    QCOMPARE(TextTable::shared().text(lines->data[0]), std::string("first line"));
    QCOMPARE(TextTable::shared().text(lines->data[1]), std::string());
    QVERIFY(!textTensor(parseInputSpec("missing.txt").value(), {unknownDim}).ok());
}

void TestText::words()
{
    const auto join = [](const std::vector<std::string>& list) {
        std::string out;
        for (const std::string& word : list)
            out += word + "|";
        return out;
    };
    QCOMPARE(join(wordsOf(" Aé, b-C\t", {})), std::string("aé|bc|"));
    WordRule characters;
    characters.split = WordRule::Split::Character;
    QCOMPARE(join(wordsOf("aжb", characters)), std::string("a|ж|b|"));
    WordRule pairs;
    pairs.ngrams = {1, 2};
    QCOMPARE(join(wordsOf("a b c", pairs)), std::string("a|b|c|a b|b c|"));
    QCOMPARE(join(wordsOf("", pairs)), std::string());
}

void TestText::unknownWordIsAnError()
{
    auto vocabulary = std::make_shared<Vocabulary>();
    vocabulary->words = {"red"};
    vocabulary->unknownCount = 0;
    const std::vector<float> texts{
        TextTable::shared().number("red").value(), TextTable::shared().number("blue").value()};
    const Shape known{1}, both{2};
    float out[2] = {9, 9};
    QVERIFY(lookupFunction(vocabulary)->run({{known, DType::String, texts.data()}}, known, out).ok());
    QCOMPARE(out[0], 0.0F);
    const auto refused = lookupFunction(vocabulary)->run({{both, DType::String, texts.data()}}, both, out);
    QVERIFY(!refused.ok());
    QVERIFY(refused.error().english().find("blue") != std::string::npos);
}

void TestText::refusals_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("config");
    QTest::addColumn<QString>("reason");
    QTest::newRow("path") << "StringLookup"
                          << R"({"vocabulary":"/etc/passwd"})"
                          << "never read";
    QTest::newRow("none") << "StringLookup"
                          << "{}"
                          << "does not hold its vocabulary";
    QTest::newRow("words in numbers") << "IntegerLookup"
                                      << R"({"vocabulary":["x"]})"
                                      << "cannot be read";
    QTest::newRow("length") << "TextVectorization"
                            << R"({"vocabulary":["x"],"split":"whitespace"})"
                            << "decides the shape";
    QTest::newRow("code") << "TextVectorization"
                          << R"({"vocabulary":["x"],"split":{"class_name":"function"}})"
                          << "never run";
    QTest::newRow("salt") << "Hashing"
                          << R"({"num_bins":3,"salt":[1,2,3]})"
                          << "cannot be read";
    QTest::newRow("bins") << "Hashing"
                          << R"({"num_bins":2000000000})"
                          << "tensor of shape";
}

void TestText::refusals()
{
    QFETCH(QString, type);
    QFETCH(QString, config);
    QFETCH(QString, reason);
    test::ModelFixture fixture;
    const QByteArray text = config.toUtf8();
    const TensorRef x =
        fixture.input("x", {unknownDim, 1}, type == "IntegerLookup" ? DType::Int32 : DType::String);
    fixture.output(fixture.add("layer", type.toStdString(), text.constData(), {{x, {}}}));
    const auto lowered = lower(fixture.request(), {});
    const std::string sentence = !lowered ? lowered.error().english()
        : lowered->blocked.empty()        ? "it runs"
                                          : lowered->blocked[0].reason.english();
    QVERIFY2(sentence.find(reason.toStdString()) != std::string::npos, sentence.c_str());
}

QTEST_GUILESS_MAIN(TestText)
#include "tst_text.moc"
