// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engines.h"
#include "core/keras/class_names.h"
#include "core/keras/open_model.h"
#include "core/plan/part.h"
#include "core/save/save_part.h"
#include "tests/engine_cases/golden_cases.h"

#include <QTemporaryDir>
#include <QtTest>
#include <cstring>
#include <random>

using namespace kerascope;
namespace fs = std::filesystem;

/// Parts written as files of their own are opened again here and give the same numbers. That real Keras takes
/// them too is checked by tests/golden/check_extracted.py.
class TestSavePart : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void wholeModels();
    void kerasJs();
    void cutAnywhere_data();
    void cutAnywhere();
    void cutsWereMany();
    void refuses_data();
    void refuses();
    void leavesNothingBehind();
    void knowsWhatKeras3Has();

private:
    void everyModel(const char* ending, size_t least);

    QTemporaryDir folder_;
    std::unique_ptr<Engine> engine_;
    int pieces_ = 0; ///< compared by cutAnywhere
};

namespace {

const fs::path golden = KERASCOPE_GOLDEN;

struct Loaded {
    OpenedModel opened;
    std::shared_ptr<const ModelSummary> summary;
    std::shared_ptr<WeightStore> weights;
};

Result<Loaded> load(const std::vector<fs::path>& files, const TreatAs& treatAs = {})
{
    auto opened = openModel(files, {}, openModelFile, treatAs);
    if (!opened)
        return opened.error();
    Loaded out;
    out.opened = *opened;
    auto summary = summarize(opened->model, {});
    if (!summary)
        return summary.error();
    out.summary = std::make_shared<const ModelSummary>(std::move(*summary));
    out.weights = std::make_shared<WeightStore>(opened->model, opened->file, opened->tensors);
    return out;
}

Result<save::SavedPart> saved(
    const Loaded& model, const LayerSelection& ticked, const fs::path& path, std::stop_token stop = {})
{
    return save::savePart(
        *model.summary, *model.opened.file, *model.weights, ticked, path, {}, std::move(stop));
}

using Arrays = std::map<std::string, Tensor>;

/// A prepared part without passes, so that both files must give the same bits.
struct Running {
    Ledger ledger; // outlives what it counts
    std::unique_ptr<Executable> executable;
};

Result<std::unique_ptr<Running>> prepare(
    Engine& engine, const Loaded& model, const LayerSelection& ticked, const Arrays& inputs, bool allTensors)
{
    PartRequest request;
    request.lower.model = model.opened.model;
    request.lower.ticked = ticked;
    request.lower.allTensors = allTensors;
    request.passes = PassOptions::none();
    for (const auto& [name, array] : inputs)
        request.lower.inputShapes[name] = array.shape;
    auto part = planPart(request, engine, {});
    if (!part)
        return part.error();
    if (!part->blocked.empty())
        return blockedError(*model.opened.model, part->blocked);
    auto out = std::make_unique<Running>();
    auto preparation = engine.prepare(part->plan, model.weights, out->ledger);
    if (!preparation)
        return preparation.error();
    for (;;) {
        const auto done = (*preparation)->advance(std::chrono::seconds(1), {});
        if (!done)
            return done.error();
        if (*done)
            break;
    }
    out->executable = (*preparation)->take();
    return out;
}

/// Outputs in the order of the program, by name.
Result<std::vector<std::pair<std::string, Tensor>>> run(Running& running, const Arrays& inputs)
{
    Executable& executable = *running.executable;
    const Program& program = executable.plan()->program();
    for (size_t i = 0; i < program.inputs.size(); ++i)
        if (const auto found = inputs.find(program.inputs[i].name); found != inputs.end())
            if (auto written = executable.write(int(i), found->second); !written)
                return written.error();
    if (auto ran = executable.run({}, {}); !ran)
        return ran.error();
    std::vector<std::pair<std::string, Tensor>> out;
    for (size_t i = 0; i < program.outputs.size(); ++i) {
        auto tensor = executable.read(int(i));
        if (!tensor)
            return tensor.error();
        out.emplace_back(program.outputs[i].name, std::move(*tensor));
    }
    return out;
}

/// QVERIFY2 makes its text whatever comes.
template <class T> std::string reason(const Result<T>& result)
{
    return result ? std::string() : result.error().english();
}

bool sameBits(const Tensor& a, const Tensor& b)
{
    return a.shape == b.shape && a.data.size() == b.data.size()
        && std::memcmp(a.data.data(), b.data.data(), a.data.size() * sizeof(float)) == 0;
}

/// Names of a file's inputs are those of the tensors, as Keras allows them.
std::string asName(std::string key)
{
    for (char& c : key)
        c = c == '/' || c == ':' ? '_' : c;
    return key;
}

Arrays renamed(const Arrays& arrays)
{
    Arrays out;
    for (const auto& [name, array] : arrays)
        out.emplace(asName(name), array);
    return out;
}

/// The golden inputs, or numbers made for them.
Arrays inputsOf(const cases::GoldenCase& one, const Model& model)
{
    Arrays out;
    const auto arrays = cases::readArrays(one.arrays);
    for (const auto& [name, array] : *arrays)
        if (name.starts_with("in:"))
            out[model.inputs.size() == 1 ? model.inputs[0].name : name.substr(3)] = array;
    return out;
}

const std::vector<cases::GoldenCase>& oneFileCases()
{
    static const auto all = [] {
        auto cases = cases::goldenCases(golden, KERASCOPE_RESOURCES);
        std::erase_if(cases, [](const auto& one) { return one.files.size() != 1; });
        return cases;
    }();
    return all;
}

} // namespace

void TestSavePart::initTestCase() { engine_ = makeCpuEngine(0); }

/// Each golden model as .keras or .bin and back: the same bits, or the name of the layer that is in the way.
void TestSavePart::everyModel(const char* ending, size_t least)
{
    size_t equal = 0;
    for (const cases::GoldenCase& one : oneFileCases()) {
        const auto model = load(one.files, one.treatAs);
        QVERIFY2(model, one.name.c_str());
        const fs::path path = folder_.filePath(QLatin1String("part") + ending).toStdString();
        const auto done = saved(*model, {}, path);
        if (!done) {
            const auto alone =
                prepare(*engine_, *model, {}, {}, false); // some models want a batch of their own
            QVERIFY2(!alone || done.error().code == ErrorCode::Unsupported,
                (one.name + ": " + reason(done)).c_str());
            continue;
        }
        const auto again = load({path});
        QVERIFY2(again, one.name.c_str());
        const Arrays inputs = inputsOf(one, *model->opened.model);
        auto before = prepare(*engine_, *model, {}, inputs, false);
        auto after = prepare(*engine_, *again, {}, renamed(inputs), false);
        QVERIFY2(before, one.name.c_str());
        QVERIFY2(after, (one.name + ": " + reason(after)).c_str());
        const auto wanted = run(**before, inputs), got = run(**after, renamed(inputs));
        QVERIFY2(wanted && got && wanted->size() == got->size(), one.name.c_str());
        for (size_t i = 0; i < wanted->size(); ++i)
            QVERIFY2(sameBits((*wanted)[i].second, (*got)[i].second), one.name.c_str());
        ++equal;
    }
    QVERIFY2(equal >= least, qPrintable(QString::number(equal)));
}

void TestSavePart::wholeModels() { everyModel(".keras", 700); }
void TestSavePart::kerasJs() { everyModel(".bin", 150); }

void TestSavePart::cutAnywhere_data()
{
    QTest::addColumn<int>("index");
    const auto& all = oneFileCases();
    for (size_t i = 0; i < all.size(); ++i)
        if (all[i].name.starts_with("graph/") || all[i].name.starts_with("random/"))
            QTest::newRow(all[i].name.c_str()) << int(i);
}

/// Three pieces of the model, each fed with what the full run gave at its cut edges.
void TestSavePart::cutAnywhere()
{
    QFETCH(int, index);
    const cases::GoldenCase& one = oneFileCases()[size_t(index)];
    const auto model = load(one.files);
    QVERIFY(model);
    const Model& graph = *model->opened.model;
    const Arrays inputs = inputsOf(one, graph);
    auto whole = prepare(*engine_, *model, {}, inputs, true);
    if (!whole)
        QSKIP("a layer of it cannot run");
    const auto tensors = run(**whole, inputs);
    QVERIFY(tensors);
    Arrays captured = inputs;
    const Program& program = (*whole)->executable->plan()->program();
    for (size_t i = 0; i < tensors->size(); ++i)
        captured[graph.tensorKey(program.outputs[i].tensor)] = (*tensors)[i].second;
    std::mt19937 random{unsigned(index)};
    for (int piece = 0; piece < 3; ++piece) {
        LayerSelection ticked = noLayers(graph);
        const size_t first = random() % graph.layers.size(), count = 1 + random() % 6;
        for (size_t i = first; i < std::min(graph.layers.size(), first + count); ++i)
            ticked[i] = !graph.layers[i].container && !graph.layers[i].calls.empty();
        const fs::path path = folder_.filePath("piece.keras").toStdString();
        const auto done = saved(*model, ticked, path);
        if (!done) {
            QVERIFY2(done.error().code == ErrorCode::Unsupported || done.error().code == ErrorCode::Usage,
                done.error().english().c_str());
            continue;
        }
        const auto again = load({path});
        QVERIFY(again);
        auto part = prepare(*engine_, *model, ticked, captured, false);
        auto file = prepare(*engine_, *again, {}, renamed(captured), false);
        QVERIFY2(part, reason(part).c_str());
        QVERIFY2(file, reason(file).c_str());
        const auto& needed = (*part)->executable->plan()->program().inputs;
        if (std::any_of(
                needed.begin(), needed.end(), [&](const auto& in) { return !captured.contains(in.name); }))
            continue; // two tensors of one name in the full run: a shared layer's, and an output's
        const auto wanted = run(**part, captured), got = run(**file, renamed(captured));
        QVERIFY(wanted && got);
        QCOMPARE(got->size(), wanted->size());
        for (size_t i = 0; i < wanted->size(); ++i)
            QVERIFY2(sameBits((*wanted)[i].second, (*got)[i].second), (*wanted)[i].first.c_str());
        ++pieces_;
    }
}

void TestSavePart::cutsWereMany() { QVERIFY2(pieces_ > 500, qPrintable(QString::number(pieces_))); }

void TestSavePart::refuses_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("ending");
    QTest::addColumn<QString>("layers"); // empty = all
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("words");
    const int unsupported = int(ErrorCode::Unsupported);
    QTest::newRow("gone from Keras 3") << "legacy2/local1d_same2.h5"
                                       << ".keras"
                                       << "" << unsupported << "the layers local";
    QTest::newRow("not in Keras.js") << "layer_normalization/axes_1_2.keras"
                                     << ".bin"
                                     << "" << unsupported << "cannot express";
    QTest::newRow("custom class") << "graph/custom_layer.keras"
                                  << ".keras"
                                  << "" << unsupported << "--treat-as";
    QTest::newRow("format") << "dense/narrow.keras"
                            << ".txt"
                            << "" << int(ErrorCode::Usage) << ".weights.h5";
    QTest::newRow("nothing") << "dense/narrow.keras"
                             << ".keras"
                             << "-" << int(ErrorCode::Usage) << "ticked";
}

void TestSavePart::refuses()
{
    QFETCH(QString, file);
    QFETCH(QString, ending);
    QFETCH(QString, layers);
    QFETCH(int, code);
    QFETCH(QString, words);
    const auto model = load({golden / file.toStdString()});
    QVERIFY2(model, qPrintable(file));
    const LayerSelection ticked = layers == "-" ? noLayers(*model->opened.model) : LayerSelection();
    const fs::path path = folder_.filePath("refused" + ending).toStdString();
    const auto done = saved(*model, ticked, path);
    QVERIFY(!done);
    QCOMPARE(int(done.error().code), code);
    QVERIFY2(done.error().english().find(words.toStdString()) != std::string::npos,
        done.error().english().c_str());
    QVERIFY(!fs::exists(path));
}

/// A failure leaves what was there before, and no half file.
void TestSavePart::leavesNothingBehind()
{
    QTemporaryDir folder;
    const auto model = load({golden / "dense/narrow.keras"});
    QVERIFY(model);
    const fs::path path = folder.filePath("part.keras").toStdString();
    QVERIFY(saved(*model, {}, path));
    const auto size = fs::file_size(path);
    std::stop_source stop;
    stop.request_stop();
    const auto cancelled = saved(*model, {}, path, stop.get_token());
    QVERIFY(!cancelled && cancelled.error().code == ErrorCode::Cancelled);
    QCOMPARE(fs::file_size(path), size);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList{"part.keras"});
    const auto nowhere = saved(*model, {}, folder.filePath("no/such/part.keras").toStdString());
    QVERIFY(!nowhere && nowhere.error().code == ErrorCode::File);
}

void TestSavePart::knowsWhatKeras3Has()
{
    QFile list(QStringLiteral(KERASCOPE_GOLDEN "/../classes.json"));
    QVERIFY(list.open(QIODevice::ReadOnly));
    const auto classes = nlohmann::json::parse(list.readAll().toStdString());
    std::set<std::string> modern;
    for (const auto& item : classes["keras3"])
        modern.insert(keras::canonicalClass(item.get<std::string>()));
    for (const std::string& name : keras::knownClasses()) {
        const bool inside = name == "LayerScale" || name == "Functional" || name == "Sequential"
            || name == "FeatureSpace"; // no public layers
        if (!inside)
            QVERIFY2(keras::inKeras3(name) == modern.contains(name), name.c_str());
    }
}

QTEST_GUILESS_MAIN(TestSavePart)
#include "tst_save_part.moc"
