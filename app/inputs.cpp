// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inputs.h"

#include "app/picture_input.h"
#include "core/file/npy.h"
#include "core/plan/part.h"

namespace kerascope {
namespace {

Result<Tensor> readArray(const InputSpec& spec)
{
    return spec.key.empty() && spec.file.extension() == ".npy" ? readNpy(spec.file)
                                                               : readNpz(spec.file, spec.key);
}

Error shapeError(const std::string& name, const Shape& given, const Shape& wanted)
{
    return {ErrorCode::Usage, name,
        {msg("core", "the array has shape %1, the input wants %2"), given.rank() == 0 ? "()" : given.text(),
            wanted.text()},
        {msg("core", "give an array of that shape, or choose the shape with --shape")}};
}

/// The input's shape with the chosen sizes in its open axes; nothing where they are not all chosen.
std::optional<Shape> sizedShape(Shape shape, const std::vector<int64_t>& sizes, int64_t batch)
{
    size_t used = 0;
    for (int axis = 1; axis < shape.rank(); ++axis)
        if (shape[axis] == unknownDim) {
            if (used == sizes.size() || sizes[used] < 1)
                return std::nullopt;
            shape[axis] = sizes[used++];
        }
    if (used == 0)
        return std::nullopt;
    shape[0] = batch;
    return shape;
}

Error textExpected(const std::string& name)
{
    return {ErrorCode::Usage, name, {msg("core", "the input takes text")},
        {msg("core", "give text:WORDS, a .txt with one string a line or a .npy of text")}};
}

Error numbersExpected(const std::string& name)
{
    return {ErrorCode::Usage, name, {msg("core", "the input takes numbers, not text")},
        {msg("core", "give an array of that shape, or choose the shape with --shape")}};
}

} // namespace

std::map<std::string, Shape> modelInputShapes(const Model& model)
{
    std::map<std::string, Shape> shapes;
    for (const ModelInput& input : model.inputs)
        shapes[input.name] = input.shape;
    return shapes;
}

Result<ReadInputs> readInputs(
    const std::map<std::string, Shape>& wanted, const InputSpecs& specs, int64_t batch)
{
    ReadInputs out;
    out.specs = specs;
    for (const auto& [name, spec] : specs) {
        const bool text = spec.kind == InputSpec::Kind::Text;
        if (spec.kind != InputSpec::Kind::Array && !text)
            continue;
        const auto place = wanted.find(name);
        auto tensor =
            text ? textTensor(spec, place == wanted.end() ? Shape{} : place->second) : readArray(spec);
        if (!tensor)
            return tensor.error();
        const auto input = wanted.find(name);
        const Shape shape = input == wanted.end() ? Shape{} : input->second;
        if (tensor->shape.rank() == shape.rank() - 1)
            tensor->shape.dims.insert(tensor->shape.dims.begin(), 1);
        if (tensor->shape.rank() == 0)
            return shapeError(name, tensor->shape, shape);
        const int64_t first = tensor->shape[0];
        if ((out.batch && *out.batch != first) || (batch > 0 && batch != first))
            return Error{ErrorCode::Usage, name,
                {msg("core", "the array holds %1 samples, the batch is %2"), first,
                    out.batch.value_or(batch)},
                {msg("core", "give arrays with the same first axis")}};
        out.batch = first;
        out.shapes[name] = tensor->shape;
        out.arrays[name] = std::move(*tensor);
    }
    const int64_t samples = batch > 0 ? batch : out.batch.value_or(1);
    for (const auto& [name, shape] : wanted)
        if (const auto spec = specs.find(name); spec != specs.end() && !out.arrays.contains(name))
            if (const auto sized = sizedShape(shape, spec->second.sizes, samples))
                out.shapes[name] = *sized;
    return out;
}

Result<std::vector<Tensor>> makeInputs(const Program& program, const ReadInputs& read)
{
    std::vector<Tensor> out;
    for (const ProgramInput& input : program.inputs) {
        const Value& value = program.values[size_t(input.value)];
        const auto found = read.specs.find(input.name);
        const InputSpec spec = found == read.specs.end() ? InputSpec{} : found->second;
        switch (spec.kind) {
        case InputSpec::Kind::Random:
            out.push_back(value.dtype == DType::String
                    ? constantTensor(value.shape, value.dtype, 0) // no text is made up
                    : randomTensor(value.shape, value.dtype, spec.seed, indexLimit(program, input.value)));
            break;
        case InputSpec::Kind::Constant:
            if (value.dtype == DType::String && spec.value != 0)
                return textExpected(input.name);
            out.push_back(constantTensor(value.shape, value.dtype, spec.value));
            break;
        case InputSpec::Kind::Text:
        case InputSpec::Kind::Array: {
            const auto array = read.arrays.find(input.name);
            if (array == read.arrays.end() || array->second.shape != value.shape)
                return shapeError(
                    input.name, array == read.arrays.end() ? Shape{} : array->second.shape, value.shape);
            if ((array->second.dtype == DType::String) != (value.dtype == DType::String))
                return value.dtype == DType::String ? textExpected(input.name) : numbersExpected(input.name);
            out.push_back(array->second);
            out.back().dtype = value.dtype;
            break;
        }
        case InputSpec::Kind::Picture: {
            auto picture = pictureTensor(spec.file, spec.mode, value.shape);
            if (!picture)
                return picture.error();
            out.push_back(std::move(*picture));
            break;
        }
        }
    }
    return out;
}

} // namespace kerascope
