// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/weight_convert.h"
#include "core/plan/weight_store.h"

#include <QtTest>

#include <cmath>
#include <cstring>

using namespace kerascope;

namespace {

/// Tensors in memory; remembers the largest piece that was asked for.
class MemorySource : public TensorSource {
public:
    std::vector<std::vector<std::byte>> tensors;
    std::vector<size_t> elementBytes;
    size_t largestPiece = 0, reads = 0;

    Result<void> read(int tensor, uint64_t first, std::span<std::byte> out, const std::stop_token&) override
    {
        largestPiece = std::max(largestPiece, out.size());
        ++reads;
        const size_t from = first * elementBytes[size_t(tensor)];
        if (from + out.size() > tensors[size_t(tensor)].size())
            return Error{ErrorCode::File, "memory", {"past the end"}, {}};
        std::memcpy(out.data(), tensors[size_t(tensor)].data() + from, out.size());
        return {};
    }
    uint64_t bytesRead() const override { return 0; }
};

/// A model of one layer whose weights are stored as told.
struct Setup {
    std::shared_ptr<Model> model = std::make_shared<Model>();
    std::shared_ptr<ModelFile> file = std::make_shared<ModelFile>();
    std::shared_ptr<MemorySource> source = std::make_shared<MemorySource>();
    Program program;

    Setup()
    {
        model->layers.resize(1);
        model->layers[0].name = model->layers[0].path = "dense";
    }
    template <class T> int store(const Shape& shape, DType type, const std::vector<T>& numbers)
    {
        std::vector<std::byte> bytes(numbers.size() * sizeof(T));
        std::memcpy(bytes.data(), numbers.data(), bytes.size());
        file->tensors.push_back(
            {"dense/t" + std::to_string(file->tensors.size()), shape, type, bytes.size()});
        source->tensors.push_back(std::move(bytes));
        source->elementBytes.push_back(dtypeBytes(type));
        return int(file->tensors.size()) - 1;
    }
    /// A constant that is a weight of the layer.
    ConstId weight(const Shape& shape, std::vector<int> tensors, WeightConversion conversion = {})
    {
        Weight made;
        made.role = "kernel";
        made.shape = shape;
        made.tensors = std::move(tensors);
        made.conversion = std::move(conversion);
        model->layers[0].weights.push_back(made);
        Constant constant;
        constant.shape = shape;
        constant.source = WeightRef{0, int(model->layers[0].weights.size()) - 1};
        constant.key = "w" + std::to_string(program.constants.size());
        program.constants.push_back(constant);
        return ConstId(program.constants.size()) - 1;
    }
    ConstId derived(DerivedKind kind, std::vector<ConstId> inputs, const Shape& shape, float parameter = 0)
    {
        Derived how;
        how.kind = kind;
        how.inputs = std::move(inputs);
        how.parameter = parameter;
        program.constants.push_back({shape, how, "d" + std::to_string(program.constants.size()), noId});
        return ConstId(program.constants.size()) - 1;
    }
    WeightStore make() const { return {model, file, source}; }
};

std::vector<float> ramp(size_t count)
{
    std::vector<float> numbers(count);
    for (size_t i = 0; i < count; ++i)
        numbers[i] = float(i);
    return numbers;
}

} // namespace

class TestWeightStore : public QObject {
    Q_OBJECT

private:
    template <class T>
    void compareStored(DType type, const std::vector<T>& stored, const std::vector<float>& want)
    {
        Setup setup;
        const Shape shape{int64_t(stored.size())};
        const ConstId constant = setup.weight(shape, {setup.store(shape, type, stored)});
        WeightStore store = setup.make();
        const auto got = store.get(setup.program, constant, {});
        QVERIFY(got.ok());
        QCOMPARE((*got)->data, want);
        QCOMPARE(store.bytesRead(), uint64_t(stored.size() * sizeof(T)));
    }
    void compareConverted(const std::vector<Shape>& sources, const WeightConversion& conversion,
        const Shape& wanted, const std::vector<float>& want)
    {
        Setup setup;
        std::vector<int> tensors;
        float next = 0;
        for (const Shape& shape : sources) {
            std::vector<float> numbers = ramp(size_t(*shape.elements()));
            for (float& number : numbers)
                number += next;
            next += float(numbers.size());
            tensors.push_back(setup.store(shape, DType::Float32, numbers));
        }
        const ConstId constant = setup.weight(wanted, tensors, conversion);
        WeightStore store = setup.make();
        const auto got = store.get(setup.program, constant, {});
        QVERIFY2(got.ok(), got.ok() ? "" : got.error().english().c_str());
        QCOMPARE((*got)->data, want);
        QVERIFY((*got)->shape == wanted);
    }

private slots:
    void everyStoredType()
    {
        compareStored<float>(DType::Float32, {1.5F, -2, 0}, {1.5F, -2, 0});
        compareStored<double>(DType::Float64, {0.1, -1e300, 3}, {0.1F, -INFINITY, 3});
        compareStored<int8_t>(DType::Int8, {-128, 127}, {-128, 127});
        compareStored<uint8_t>(DType::UInt8, {0, 255}, {0, 255});
        compareStored<int16_t>(DType::Int16, {-32768, 5}, {-32768, 5});
        compareStored<uint16_t>(DType::UInt16, {65535}, {65535});
        compareStored<int32_t>(DType::Int32, {-7, 1 << 24}, {-7, 16777216});
        compareStored<uint32_t>(DType::UInt32, {7U}, {7});
        compareStored<int64_t>(DType::Int64, {-9}, {-9});
        compareStored<uint64_t>(DType::UInt64, {9U}, {9});
        compareStored<uint8_t>(DType::Bool, {0, 1, 255}, {0, 1, 1});
        // 1, −2, the smallest subnormal, the largest number, infinity
        compareStored<uint16_t>(DType::Float16, {0x3C00, 0xC000, 0x0001, 0x7BFF, 0x7C00, 0x8000},
            {1, -2, 5.9604645e-8F, 65504, INFINITY, -0.0F});
        compareStored<uint16_t>(DType::BFloat16, {0x3F80, 0xC000}, {1, -2});
        float nan = 0;
        const uint16_t half = 0x7E01;
        QVERIFY(convertToFloat(DType::Float16, std::as_bytes(std::span(&half, 1)), &nan) && std::isnan(nan));
    }

    void conversions()
    {
        WeightConversion permute;
        permute.permutation = {1, 0};
        compareConverted({{2, 3}}, permute, {3, 2}, {0, 3, 1, 4, 2, 5});
        WeightConversion concat;
        concat.concatAxis = 1;
        compareConverted({{2, 1}, {2, 2}}, concat, {2, 3}, {0, 2, 3, 1, 4, 5});
        WeightConversion reshape;
        reshape.reshaped = {2, 3};
        compareConverted({{6}}, reshape, {2, 3}, {0, 1, 2, 3, 4, 5});
        WeightConversion flip;
        flip.permutation = {1, 2, 0};
        flip.flippedAxes = {0, 1};
        compareConverted({{1, 2, 2}}, flip, {2, 2, 1}, {3, 2, 1, 0});
        WeightConversion all;
        all.concatAxis = 0;
        all.reshaped = {2, 2, 2};
        all.permutation = {2, 0, 1};
        all.flippedAxes = {2};
        compareConverted({{3}, {5}}, all, {2, 2, 2}, {2, 0, 6, 4, 3, 1, 7, 5});
    }

    void largeTensorComesInPieces()
    {
        Setup setup;
        const Shape shape{3, 500000};
        const std::vector<float> numbers = ramp(1500000);
        WeightConversion conversion;
        conversion.permutation = {1, 0};
        const ConstId constant =
            setup.weight({500000, 3}, {setup.store(shape, DType::Float32, numbers)}, conversion);
        WeightStore store = setup.make();
        const auto got = store.get(setup.program, constant, {});
        QVERIFY(got.ok());
        QVERIFY(setup.source->largestPiece <= size_t(4) << 20);
        QVERIFY(setup.source->reads >= 2);
        QCOMPARE((*got)->data[3 * 499999 + 2], 1499999.0F);
    }

    void countedOnceAndShared()
    {
        Setup setup;
        const ConstId constant = setup.weight({3}, {setup.store<float>({3}, DType::Float32, {1, 2, 3})});
        WeightStore store = setup.make();
        const auto first = store.get(setup.program, constant, {});
        const auto second = store.get(setup.program, constant, {});
        QVERIFY(first->get() == second->get());
        QCOMPARE(setup.source->reads, size_t(1));
        auto dropped = store.weight({0, 0}, {});
        QVERIFY(dropped.ok());
        QCOMPARE(setup.source->reads, size_t(2));
        QCOMPARE(store.bytesRead(), uint64_t(12));
    }

    void nothingIsKeptAlive()
    {
        Setup setup;
        const ConstId constant = setup.weight({3}, {setup.store<float>({3}, DType::Float32, {1, 2, 3})});
        WeightStore store = setup.make();
        std::weak_ptr<const Tensor> weak;
        {
            const auto got = store.get(setup.program, constant, {});
            weak = *got;
        }
        QVERIFY(weak.expired());
    }

    void foldedBatchNorm()
    {
        Setup setup;
        const ConstId kernel =
            setup.weight({2, 2}, {setup.store<float>({2, 2}, DType::Float32, {1, 2, 3, 4})});
        const ConstId variance = setup.weight({2}, {setup.store<float>({2}, DType::Float32, {3, 8})});
        const ConstId gamma = setup.weight({2}, {setup.store<float>({2}, DType::Float32, {2, 6})});
        const ConstId mean = setup.weight({2}, {setup.store<float>({2}, DType::Float32, {10, 20})});
        const ConstId scale = setup.derived(DerivedKind::BatchNormScale, {variance, gamma}, {2}, 1);
        const ConstId shift = setup.derived(DerivedKind::BatchNormShift, {mean, scale}, {2});
        const ConstId folded = setup.derived(DerivedKind::ScaleLastAxis, {kernel, scale}, {2, 2});
        const ConstId rows = setup.derived(DerivedKind::ScaleSecondLastAxis, {kernel, scale}, {2, 2});
        WeightStore store = setup.make();
        QCOMPARE((*store.get(setup.program, scale, {}))->data, (std::vector<float>{1, 2}));
        QCOMPARE((*store.get(setup.program, shift, {}))->data, (std::vector<float>{-10, -40}));
        QCOMPARE((*store.get(setup.program, folded, {}))->data, (std::vector<float>{1, 4, 3, 8}));
        QCOMPARE((*store.get(setup.program, rows, {}))->data, (std::vector<float>{1, 2, 6, 8}));
        // An operand that somebody holds is not overwritten.
        const auto held = store.get(setup.program, kernel, {});
        QCOMPARE((*store.get(setup.program, folded, {}))->data, (std::vector<float>{1, 4, 3, 8}));
        QCOMPARE((*held)->data, (std::vector<float>{1, 2, 3, 4}));
        QCOMPARE(store.bytesRead(), uint64_t(16 + 8 + 8 + 8));
    }

    void otherDerivedKinds()
    {
        Setup setup;
        const ConstId a = setup.weight({2, 3}, {setup.store<float>({2, 3}, DType::Float32, ramp(6))});
        const ConstId b = setup.weight({2, 3}, {setup.store<float>({2, 3}, DType::Float32, ramp(6))});
        const auto data = [&](WeightStore& store, ConstId constant) {
            const auto got = store.get(setup.program, constant, {});
            return got.ok() ? (*got)->data : std::vector<float>{};
        };
        const ConstId product = setup.derived(DerivedKind::Multiply, {a, b}, {2, 3});
        const ConstId sum = setup.derived(DerivedKind::Add, {a, b}, {2, 3});
        const ConstId negative = setup.derived(DerivedKind::Negate, {a}, {2, 3});
        const ConstId both = setup.derived(DerivedKind::MultiplyAdd, {a, b, b}, {2, 3});
        const ConstId flat = setup.derived(DerivedKind::Reshape, {a}, {6});
        const ConstId turned = setup.derived(DerivedKind::Transpose, {a}, {3, 2});
        std::get<Derived>(setup.program.constants.back().source).permutation = {1, 0};
        const ConstId cut = setup.derived(DerivedKind::Slice, {a}, {1, 2});
        std::get<Derived>(setup.program.constants.back().source).begin = {1, 1};
        const ConstId deviation = setup.derived(DerivedKind::NormalizationScale, {a}, {2, 3}, 1);
        WeightStore store = setup.make();
        QCOMPARE(data(store, product), (std::vector<float>{0, 1, 4, 9, 16, 25}));
        QCOMPARE(data(store, sum), (std::vector<float>{0, 2, 4, 6, 8, 10}));
        QCOMPARE(data(store, negative), (std::vector<float>{-0.0F, -1, -2, -3, -4, -5}));
        QCOMPARE(data(store, both), (std::vector<float>{0, 2, 6, 12, 20, 30}));
        QCOMPARE(data(store, flat), ramp(6));
        QCOMPARE(data(store, turned), (std::vector<float>{0, 3, 1, 4, 2, 5}));
        QCOMPARE(data(store, cut), (std::vector<float>{4, 5}));
        QCOMPARE(data(store, deviation).at(0), 1e-7F);
    }

    void deepDerivationNeedsNoDeepStack()
    {
        Setup setup;
        ConstId last = setup.weight({2}, {setup.store<float>({2}, DType::Float32, {1, 2})});
        for (int i = 0; i < 200000; ++i)
            last = setup.derived(DerivedKind::Negate, {last}, {2});
        WeightStore store = setup.make();
        QCOMPARE((*store.get(setup.program, last, {}))->data, (std::vector<float>{1, 2}));
    }

    void badFilesAreNamed()
    {
        Setup setup;
        const ConstId missing = setup.weight({3}, {});
        const ConstId wrong = setup.weight({3}, {setup.store<float>({4}, DType::Float32, {1, 2, 3, 4})});
        const ConstId swapped = setup.weight({2, 3}, {setup.store<float>({3, 2}, DType::Float32, ramp(6))});
        const ConstId cut = setup.weight({3}, {setup.store<float>({3}, DType::Float32, {1, 2})});
        const ConstId text = setup.weight({1}, {setup.store<float>({1}, DType::String, {1})});
        WeightStore store = setup.make();
        for (const auto& [constant, part] : std::vector<std::pair<ConstId, const char*>>{
                 {missing, "not in the file"}, {wrong, "needs 3, but the file holds 4 in dense/t0"},
                 {swapped, "needs 2x3, but the file holds 3x2"}, {cut, "dense/t2 has 8 bytes"},
                 {text, "text"}}) {
            const auto got = store.get(setup.program, constant, {});
            QVERIFY(!got.ok());
            QCOMPARE(got.error().code, ErrorCode::File);
            QCOMPARE(got.error().where, std::string("dense"));
            QVERIFY(!got.error().hint.empty());
            QVERIFY2(got.error().english().find(part) != std::string::npos, got.error().english().c_str());
        }
        const auto without = WeightStore(setup.model, nullptr, nullptr).get(setup.program, wrong, {});
        QVERIFY(!without.ok() && without.error().code == ErrorCode::File);
    }

    void stopIsHeard()
    {
        Setup setup;
        const ConstId constant = setup.weight({3}, {setup.store<float>({3}, DType::Float32, {1, 2, 3})});
        std::stop_source stop;
        stop.request_stop();
        WeightStore store = setup.make();
        const auto got = store.get(setup.program, constant, stop.get_token());
        QVERIFY(!got.ok());
        QCOMPARE(got.error().code, ErrorCode::Cancelled);
    }
};

QTEST_GUILESS_MAIN(TestWeightStore)
#include "tst_weight_store.moc"
