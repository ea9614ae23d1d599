// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

/// A file of a few hundred bytes cannot make the program take memory or time, whatever sizes it states: the
/// most that kerascope-cli and its reader hold is compared with that of the sample model.
class TestBounds : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void layers_data();
    void layers();
    void files_data();
    void files();

private:
    void check(const QStringList& arguments);
    QString put(const QString& name, const QByteArray& bytes) const;

    QTemporaryDir folder_;
    double baseMegabytes_ = 0;
};

namespace {

constexpr double mostMegabytes = 64;
constexpr double mostSeconds = 10;

struct Outcome {
    int status = -1; ///< negative: a signal ended it
    double megabytes = 0; ///< most of the program and of the reader that it waited for
    double seconds = 0;
};

Outcome cli(const QStringList& arguments)
{
    std::vector<QByteArray> words{QByteArray(KERASCOPE_CLI)};
    for (const QString& argument : arguments)
        words.push_back(argument.toUtf8());
    std::vector<char*> pointers;
    for (QByteArray& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t quiet;
    posix_spawn_file_actions_init(&quiet);
    for (const int stream : {1, 2})
        posix_spawn_file_actions_addopen(&quiet, stream, "/dev/null", O_WRONLY, 0);
    QElapsedTimer clock;
    clock.start();
    pid_t child = 0;
    Outcome out;
    if (posix_spawn(&child, pointers[0], &quiet, nullptr, pointers.data(), environ) != 0)
        return out;
    posix_spawn_file_actions_destroy(&quiet);
    int status = 0;
    rusage use{};
    while (wait4(child, &status, WNOHANG, &use) == 0) {
        if (clock.elapsed() > 60'000)
            kill(child, SIGKILL);
        QThread::msleep(2);
    }
    out.status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    out.megabytes = double(use.ru_maxrss) / 1024;
    out.seconds = double(clock.elapsed()) / 1000;
    return out;
}

/// A TensorFlow.js model of one layer with its weights, all zeros.
QByteArray manifest(const QByteArray& type, const QByteArray& options, const QByteArray& weights)
{
    return R"({"modelTopology":{"keras_version":"2.9.0","class_name":"Sequential","config":{"name":"s","layers":[
        {"class_name":")"
        + type + R"(","config":{"name":"c",)" + options
        + R"(}}]}},"weightsManifest":[{"paths":["w.bin"],"weights":[)" + weights + "]}]}";
}

QByteArray weight(const QByteArray& name, const QByteArray& shape)
{
    return R"({"name":"c/)" + name + R"(","dtype":"float32","shape":)" + shape + "}";
}

} // namespace

QString TestBounds::put(const QString& name, const QByteArray& bytes) const
{
    QFile file(folder_.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("a file cannot be written");
    return file.fileName();
}

void TestBounds::check(const QStringList& arguments)
{
    const Outcome out = cli(arguments);
    const QByteArray told = QByteArray::number(out.status) + " after " + QByteArray::number(out.seconds)
        + " s with " + QByteArray::number(out.megabytes) + " MB: " + arguments.join(' ').toUtf8();
    QVERIFY2(out.status == 0 || (out.status >= 2 && out.status <= 5), told);
    QVERIFY2(out.megabytes - baseMegabytes_ <= mostMegabytes, told);
    QVERIFY2(out.seconds <= mostSeconds, told);
}

void TestBounds::initTestCase()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("a sanitizer takes memory of its own");
#endif
    const Outcome base = cli({"inspect", QStringLiteral(KERASCOPE_RESOURCES) + "/sample/digits.keras"});
    QCOMPARE(base.status, 0);
    baseMegabytes_ = base.megabytes;
    QVERIFY(baseMegabytes_ > 5 && baseMegabytes_ < 200);
}

void TestBounds::layers_data()
{
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("options");
    QTest::addColumn<QByteArray>("weights");
    const auto row = [](const char* type, const char* options, const QByteArray& weights = {}) {
        QTest::addRow("%s %s", type, options) << QByteArray(type) << QByteArray(options) << weights;
    };
    const QByteArray one = weight("kernel", "[1,1]") + "," + weight("bias", "[1]");
    const QByteArray conv1 = weight("kernel", "[1,1,1]") + "," + weight("bias", "[1]");
    const QByteArray conv2 = weight("kernel", "[2,1,1]") + "," + weight("bias", "[1]");
    row("Dense", R"("units":1073741824,"batch_input_shape":[null,1073741824])");
    row("Dense", R"("units":2147483647,"batch_input_shape":[2147483647,2147483647])");
    row("Dense", R"("units":1,"batch_input_shape":[null,134217728,1])", one);
    row("Dense", R"("units":1,"batch_input_shape":[null,0])", weight("kernel", "[0,1]"));
    row("Conv2D", R"("filters":1073741824,"kernel_size":[1048576,1048576],"batch_input_shape":[null,9,9,3])");
    row("Conv1D", R"("filters":1,"kernel_size":1,"batch_input_shape":[null,268435456,1])", conv1);
    row("Conv1D",
        R"("filters":1,"kernel_size":2,"dilation_rate":134217728,"padding":"same","batch_input_shape":[null,1024,1])",
        conv2);
    row("Conv1D",
        R"("filters":1,"kernel_size":2,"strides":1073741824,"padding":"same","batch_input_shape":[null,1024,1])",
        conv2);
    row("Conv1DTranspose",
        R"("filters":1,"kernel_size":1,"strides":1048576,"batch_input_shape":[null,1024,1])", conv1);
    row("Conv1DTranspose",
        R"("filters":1,"kernel_size":2,"dilation_rate":1048576,"padding":"same","batch_input_shape":[null,1024,1])",
        conv2);
    row("DepthwiseConv1D",
        R"("kernel_size":2,"dilation_rate":268435456,"padding":"same","batch_input_shape":[null,1024,1])",
        weight("depthwise_kernel", "[2,1,1]") + "," + weight("bias", "[1]"));
    row("LocallyConnected1D",
        R"("filters":1,"kernel_size":1,"implementation":2,"use_bias":false,"batch_input_shape":[null,16384,1])",
        weight("kernel", "[1]"));
    row("SimpleRNN", R"("units":1,"return_sequences":true,"batch_input_shape":[null,268435456,1])",
        weight("kernel", "[1,1]") + "," + weight("recurrent_kernel", "[1,1]") + "," + weight("bias", "[1]"));
    row("Embedding", R"("input_dim":1,"output_dim":1,"batch_input_shape":[null,268435456])",
        weight("embeddings", "[1,1]"));
    row("EinsumDense", R"("equation":"ab,bcdefg->acdefg","output_shape":[4096,4096,4096,4096,4096],
        "batch_input_shape":[null,4096])");
    row("MaxPooling1D",
        R"("pool_size":1073741824,"strides":1,"padding":"same","batch_input_shape":[null,1024,1])");
    row("AveragePooling2D",
        R"("pool_size":[1073741824,1073741824],"strides":[1,1],"padding":"same","batch_input_shape":[null,32,32,1])");
    row("AdaptiveAveragePooling2D", R"("output_size":[16384,4],"batch_input_shape":[null,16384,4,3])");
    row("ZeroPadding2D", R"("padding":1073741824,"batch_input_shape":[null,4,4,3])");
    row("ZeroPadding2D", R"("padding":4096,"batch_input_shape":[null,4,4,3])");
    row("UpSampling2D", R"("size":[1073741824,1073741824],"batch_input_shape":[null,4,4,3])");
    row("UpSampling2D", R"("size":[8192,8192],"interpolation":"bilinear","batch_input_shape":[null,4,4,3])");
    row("UpSampling2D", R"("size":[32768,1],"interpolation":"bicubic","batch_input_shape":[null,400,4,3])");
    row("Resizing",
        R"("height":1048576,"width":4,"interpolation":"bicubic","batch_input_shape":[null,16384,4,3])");
    row("CenterCrop", R"("height":16384,"width":16384,"batch_input_shape":[null,4,4,3])");
    row("RepeatVector", R"("n":134217728,"batch_input_shape":[null,4])");
    row("Reshape", R"("target_shape":[-1,1,1],"batch_input_shape":[null,268435456])");
    row("Permute", R"("dims":[2,1],"batch_input_shape":[null,16384,16384])");
    row("Softmax", R"("axis":[1,2],"batch_input_shape":[null,16384,16384])");
    row("Activation", R"("activation":"sparsemax","batch_input_shape":[null,134217728])");
    row("GroupNormalization",
        R"("groups":1,"scale":false,"center":false,"batch_input_shape":[null,67108864,1])");
    row("CategoryEncoding",
        R"("num_tokens":2147483647,"output_mode":"one_hot","batch_input_shape":[null,1])");
    row("Hashing", R"("num_bins":268435456,"output_mode":"one_hot","batch_input_shape":[null,1])");
    row("MelSpectrogram", R"("fft_length":4194304,"sequence_stride":1048576,"sampling_rate":16000,
        "num_mel_bins":16384,"batch_input_shape":[null,4194304])");
    row("STFTSpectrogram", R"("mode":"log","frame_length":16384,"frame_step":4096,"fft_length":16384,
        "batch_input_shape":[null,65536,1])");
    row("TimeDistributed", R"("layer":{"class_name":"Dense","config":{"name":"d","units":1}},
        "batch_input_shape":[null,134217728,1])",
        one);
}

/// Looked at, and run with 20 MB allowed: refused with a sentence, or done.
void TestBounds::layers()
{
    QFETCH(QByteArray, type);
    QFETCH(QByteArray, options);
    QFETCH(QByteArray, weights);
    put("w.bin", QByteArray(64, '\0'));
    const QString path = put("model.json", manifest(type, options, weights));
    check({"inspect", path});
    for (const char* engine : {"cpu", "reference"})
        check({"run", path, "--engine", engine, "--memory-limit", "20000000", "--quiet", "--output",
            folder_.filePath("o.npz")});
}

void TestBounds::files_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char* label, const char* name, const QByteArray& bytes) {
        QTest::newRow(label) << QString(name) << bytes;
    };
    const auto shaped = [](const QByteArray& shape) {
        return manifest("Dense", R"("units":2,"batch_input_shape":[null,3])", weight("kernel", shape));
    };
    row("shape beyond 64 bits", "model.json", shaped("[4294967296,4294967296]"));
    row("shape of 2^62", "model.json", shaped("[4611686018427387904]"));
    row("shape of nothing", "model.json", shaped("[0,1152921504606846976]"));
    row("rank", "model.json", shaped("[" + QByteArray("1,").repeated(400) + "1]"));
    row("many shards", "model.json",
        shaped("[3,2]").replace("[\"w.bin\"]", "[\"w.bin\"" + QByteArray(",\"w.bin\"").repeated(100) + "]"));
    row("depth", "model.json", QByteArray(1000, '['));
    row("depth of objects", "model.json", QByteArray(R"({"class_name":)").repeated(60));
    const QByteArray head("\x0a\x02"
                          "01\x12\x01m\x1a\x05"
                          "2.0.9",
        14);
    const QByteArray config = R"({"class_name":"Sequential","config":[]})";
    const QByteArray kerasJs = head + '\x2a' + char(config.size()) + config;
    row("Keras.js, length of 2^40", "m.bin", kerasJs + QByteArray("\x32\x80\x80\x80\x80\x80\x20", 7));
    row("Keras.js, many sizes", "m.bin",
        kerasJs + QByteArray("\x32\x7f\x1a\x7d", 4) + QByteArray(125, '\x7f'));
    QByteArray npy("\x93NUMPY\x01\x00\x76\x00", 10);
    npy += "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 4294967296, 28, 1)}";
    npy += QByteArray(128 - npy.size() - 1, ' ') + "\n";
    row("array of 2^32 pictures", "x.npy", npy);
    row("array of a wide text", "x.npy", QByteArray(npy).replace("<f4", "<U2147483647"));
}

void TestBounds::files()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, bytes);
    put("w.bin", QByteArray(64, '\0'));
    const QString path = put(name, bytes);
    if (name.endsWith(".npy"))
        check({"run", QStringLiteral(KERASCOPE_RESOURCES) + "/sample/digits.keras", "--engine", "cpu",
            "--input", path, "--quiet", "--output", folder_.filePath("o.npz")});
    else
        check({"inspect", path});
}

QTEST_GUILESS_MAIN(TestBounds)
#include "tst_bounds.moc"
