// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/weight_store.h"

#include "core/plan/derive.h"
#include "core/plan/weight_convert.h"

#include <algorithm>
#include <utility>

namespace kerascope {
namespace {

constexpr uint64_t pieceBytes = uint64_t(4) << 20;

struct WeightReader {
    const Layer& layer;
    const Weight& weight;
    const ModelFile& file;
    TensorSource& source;

    Error error(Text what, Text hint) const
    {
        return {ErrorCode::File, layer.path, std::move(what), std::move(hint)};
    }

    /// The stored tensors, checked against what the layer needs.
    Result<ConversionMap> check() const
    {
        if (weight.tensors.empty())
            return error({msg("core", "The weight \"%1\" is not in the file"), weight.role},
                {msg("core", "Choose the weights that belong to this architecture, or untick the layer")});
        std::vector<Shape> shapes;
        std::string names;
        for (int tensor : weight.tensors) {
            if (tensor < 0 || size_t(tensor) >= file.tensors.size())
                return error({msg("core", "The weight \"%1\" points to a tensor that the file does not have"),
                                 weight.role},
                    {msg("core", "Save the model again, or untick the layer")});
            const StoredTensor& stored = file.tensors[size_t(tensor)];
            shapes.push_back(stored.shape);
            names += (names.empty() ? "" : ", ") + stored.name;
            if (dtypeBytes(stored.dtype) == 0)
                return error({msg("core", "The tensor %1 holds text, not numbers"), stored.name},
                    {msg("core", "Save the model again, or untick the layer")});
        }
        const auto map = ConversionMap::make(shapes, weight.conversion, weight.shape);
        if (!map)
            return error({msg("core", "The weight \"%1\" needs %2, but the file holds %3 in %4"), weight.role,
                             weight.shape.text(), shapesText(shapes), names},
                {msg("core", "Choose the weights that belong to this architecture, or untick the layer")});
        return *map;
    }

    static std::string shapesText(const std::vector<Shape>& shapes)
    {
        std::string text;
        for (const Shape& shape : shapes)
            text += (text.empty() ? "" : " + ") + shape.text();
        return text;
    }

    Result<std::shared_ptr<Tensor>> read(const std::stop_token& stop) const
    {
        const Result<ConversionMap> map = check();
        if (!map)
            return map.error();
        uint64_t elements = 0;
        for (int tensor : weight.tensors) {
            const StoredTensor& stored = file.tensors[size_t(tensor)];
            const auto count = uint64_t(stored.shape.elements().value_or(0));
            if (stored.bytes != count * dtypeBytes(stored.dtype))
                return error({msg("core", "The tensor %1 has %2 bytes, but its shape needs %3"), stored.name,
                                 stored.bytes, count * dtypeBytes(stored.dtype)},
                    {msg("core", "The file is damaged; copy or save it again")});
            elements += count;
        }
        auto out = std::make_shared<Tensor>();
        out->shape = weight.shape;
        if (weight.tensors.size() == 1 && map->identity()) {
            if (Result<void> done = append(weight.tensors[0], elements, out->data, stop); !done)
                return done.error();
            return out;
        }
        out->data.resize(elements);
        for (size_t i = 0; i < weight.tensors.size(); ++i)
            if (Result<void> done = readSource(*map, i, *out, stop); !done)
                return done.error();
        return out;
    }

    /// The usual case: as the file has them. Memory is written once, piece by piece from a buffer that stays
    /// in the cache, for filling a large vector with zeros first costs as much as reading the file.
    Result<void> append(
        int tensor, uint64_t elements, std::vector<float>& out, const std::stop_token& stop) const
    {
        out.reserve(elements);
        return pieces(
            tensor, source.bestPiece(tensor), stop, [&](uint64_t /*first*/, std::span<const float> numbers) {
                out.insert(out.end(), numbers.begin(), numbers.end());
            });
    }

    Result<void> readSource(
        const ConversionMap& map, size_t index, Tensor& out, const std::stop_token& stop) const
    {
        return pieces(
            weight.tensors[index], pieceBytes, stop, [&](uint64_t first, std::span<const float> numbers) {
                map.scatter(index, first, numbers, out.data.data());
            });
    }

    /// Reads a stored tensor as float32 in pieces of at most `most` bytes.
    template <class Take>
    Result<void> pieces(int tensor, uint64_t most, const std::stop_token& stop, Take take) const
    {
        const StoredTensor& stored = file.tensors[size_t(tensor)];
        const uint64_t size = dtypeBytes(stored.dtype);
        const uint64_t total = stored.bytes / size;
        const uint64_t step = std::min(total, most / size);
        const bool plain = stored.dtype == DType::Float32;
        std::vector<std::byte> bytes(plain ? 0 : step * size);
        std::vector<float> numbers(step);
        for (uint64_t first = 0; first < total; first += step) {
            if (stop.stop_requested())
                return cancelled();
            const uint64_t count = std::min(step, total - first);
            const std::span<float> piece = std::span(numbers).first(count);
            const std::span<std::byte> raw =
                plain ? std::as_writable_bytes(piece) : std::span(bytes).first(count * size);
            if (Result<void> done = source.read(tensor, first, raw, stop); !done)
                return done;
            if (!plain)
                convertToFloat(stored.dtype, raw, piece.data());
            if (stored.scale != 1 || stored.minimum != 0)
                for (float& number : piece)
                    number = float(double(number) * stored.scale + stored.minimum);
            take(first, std::span<const float>(piece));
        }
        return {};
    }
};

} // namespace

WeightStore::WeightStore(std::shared_ptr<const Model> model, std::shared_ptr<const ModelFile> file,
    std::shared_ptr<TensorSource> source)
    : model_(std::move(model))
    , file_(std::move(file))
    , source_(std::move(source))
    , counted_(file_ ? file_->tensors.size() : 0, false)
{
}

Result<TensorPtr> WeightStore::get(const Program& program, ConstId constant, const std::stop_token& stop)
{
    std::lock_guard lock(mutex_);
    return find(program, constant, stop);
}

Result<TensorPtr> WeightStore::weight(WeightRef ref, const std::stop_token& stop)
{
    std::lock_guard lock(mutex_);
    Result<std::shared_ptr<Tensor>> tensor = readWeight(ref, stop);
    if (!tensor)
        return tensor.error();
    return TensorPtr(*tensor);
}

uint64_t WeightStore::bytesRead() const
{
    std::lock_guard lock(mutex_);
    return bytesRead_;
}

double WeightStore::readMs() const
{
    std::lock_guard lock(mutex_);
    return std::chrono::duration<double, std::milli>(readTime_).count();
}

Result<std::shared_ptr<Tensor>> WeightStore::readWeight(WeightRef ref, const std::stop_token& stop)
{
    if (!model_ || ref.layer < 0 || size_t(ref.layer) >= model_->layers.size())
        return Error{
            ErrorCode::Internal, {}, {msg("core", "A weight of an unknown layer was asked for")}, {}};
    const Layer& layer = model_->layers[size_t(ref.layer)];
    if (ref.weight < 0 || size_t(ref.weight) >= layer.weights.size())
        return Error{ErrorCode::Internal, layer.path, {msg("core", "An unknown weight was asked for")}, {}};
    if (!file_ || !source_)
        return Error{ErrorCode::File, layer.path,
            {msg("core", "The file holds an architecture without weights")},
            {msg("core", "Add the weights file (--weights FILE)")}};
    const Weight& weight = layer.weights[size_t(ref.weight)];
    const auto start = std::chrono::steady_clock::now();
    Result<std::shared_ptr<Tensor>> tensor = WeightReader{layer, weight, *file_, *source_}.read(stop);
    readTime_ += std::chrono::steady_clock::now() - start;
    if (tensor)
        count(weight.tensors);
    return tensor;
}

void WeightStore::count(const std::vector<int>& tensors)
{
    for (int tensor : tensors) {
        const auto index = size_t(tensor);
        if (!counted_[index])
            bytesRead_ += file_->tensors[index].bytes;
        counted_[index] = true;
    }
}

Result<TensorPtr> WeightStore::find(const Program& program, ConstId constant, const std::stop_token& stop)
{
    // Derived constants may stand on each other as deep as the model is long: a stack of our own, no
    // recursion.
    struct Node {
        ConstId id = -1;
        size_t next = 0;
        std::vector<TensorPtr> operands;
        bool firstIsOwn = false;
    };
    std::vector<Node> stack;
    stack.push_back({constant, 0, {}, false});
    while (true) {
        Node& node = stack.back();
        const Constant& wanted = program.constants[size_t(node.id)];
        TensorPtr made = lookUp(wanted.key);
        bool own = false;
        if (!made) {
            const auto* derived = std::get_if<Derived>(&wanted.source);
            if (derived && node.next < derived->inputs.size()) {
                const ConstId input = derived->inputs[node.next];
                if (input >= 0)
                    stack.push_back({input, 0, {}, false});
                else {
                    node.operands.push_back(nullptr);
                    ++node.next;
                }
                continue;
            }
            Result<std::shared_ptr<Tensor>> fresh = make(wanted, node.operands, node.firstIsOwn, stop);
            if (!fresh)
                return fresh.error();
            made = *fresh;
            own = true;
        }
        if (stack.size() == 1) {
            if (!wanted.key.empty())
                alive_[wanted.key] = made;
            return made;
        }
        stack.pop_back();
        Node& parent = stack.back();
        if (parent.next == 0)
            parent.firstIsOwn = own;
        parent.operands.push_back(std::move(made));
        ++parent.next;
    }
}

TensorPtr WeightStore::lookUp(const std::string& key) const
{
    const auto found = alive_.find(key);
    return found == alive_.end() ? nullptr : found->second.lock();
}

Result<std::shared_ptr<Tensor>> WeightStore::make(const Constant& constant,
    const std::vector<TensorPtr>& operands, bool firstIsOwn, const std::stop_token& stop)
{
    if (const auto* ref = std::get_if<WeightRef>(&constant.source)) {
        Result<std::shared_ptr<Tensor>> tensor = readWeight(*ref, stop);
        if (!tensor || (*tensor)->shape == constant.shape)
            return tensor;
        if ((*tensor)->shape.elements() != constant.shape.elements())
            return Error{ErrorCode::Internal, model_->layers[size_t(ref->layer)].path,
                {msg("core", "The weight is %1, but %2 is needed"), (*tensor)->shape.text(),
                    constant.shape.text()},
                {}};
        (*tensor)->shape = constant.shape;
        return tensor;
    }
    if (const auto* literal = std::get_if<std::shared_ptr<const std::vector<float>>>(&constant.source)) {
        if (!*literal || int64_t((*literal)->size()) != constant.shape.elements())
            return Error{
                ErrorCode::Internal, {}, {msg("core", "A constant does not have the size of its shape")}, {}};
        return std::make_shared<Tensor>(Tensor{constant.shape, DType::Float32, **literal});
    }
    return derive(std::get<Derived>(constant.source), constant.shape, operands, firstIsOwn);
}

} // namespace kerascope
