// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/keras_js_model.h"

#include "core/file/file_error.h"
#include "core/file/json.h"
#include "core/file/plain_tensors.h"
#include "core/file/protobuf.h"
#include "core/file/tensor_groups.h"

#include <algorithm>
#include <array>
#include <bit>

namespace kerascope {
namespace {

constexpr size_t maxTensors = 1'000'000;
constexpr size_t maxRank = 32;
constexpr uint64_t maxNameBytes = 4096;

/// message Weights { layer_name=1; weight_name=2; repeated uint32 shape=3; type=4; bytes data=5;
///                   float quantize_min=6, quantize_max=7; }
struct WrittenWeight {
    std::string layer, name, type;
    Shape shape;
    uint64_t offset = 0, size = 0;
    float minimum = 0, maximum = 0;
};

/// message Model { id=1; name=2; keras_version=3; backend=4; model_config=5; repeated Weights=6; }
class KerasJsReader {
public:
    KerasJsReader(const SharedSource& source, const std::string& where, const std::stop_token& stop)
        : source_(source)
        , where_(where)
        , stop_(stop)
    {
    }

    Result<OpenedFile> read()
    {
        out_.file.format = FileFormat::KerasJs;
        ProtobufReader fields(*source_, 0, source_->size());
        ProtobufField field;
        for (auto step = fields.next(field); step != ProtobufReader::Step::End; step = fields.next(field)) {
            if (stop_.stop_requested())
                return cancelled();
            if (step != ProtobufReader::Step::Field)
                return broken(step, field);
            if (Result<void> done = modelField(field); !done)
                return done.error();
        }
        ModelFile& file = out_.file;
        if (file.config.empty())
            return damagedFile(where_, {msg("core", "the Keras.js model holds no architecture")});
        auto inner = innermostJson(std::move(file.config), where_, stop_);
        if (!inner)
            return inner.error();
        file.config = std::move(*inner);
        file.layout = WeightLayout::LayerGroups;
        out_.tensors = plainTensors(std::move(places_), where_);
        return std::move(out_);
    }

private:
    Error broken(ProtobufReader::Step step, const ProtobufField& field) const
    {
        const uint64_t end = field.size > UINT64_MAX - field.offset ? UINT64_MAX : field.offset + field.size;
        return step == ProtobufReader::Step::Cut && end > source_->size()
            ? truncatedFile(where_, source_->size(), end)
            : damagedFile(where_, {msg("core", "the Keras.js model stops making sense")});
    }

    Result<std::string> text(const ProtobufField& field, uint64_t most) const
    {
        if (field.wire != ProtobufField::Bytes || field.size > most)
            return broken(ProtobufReader::Step::Damaged, field);
        return readText(*partOf(source_, field.offset, field.size), where_, stop_);
    }

    Result<void> take(const ProtobufField& field, uint64_t most, std::string& out) const
    {
        auto read = text(field, most);
        if (!read)
            return read.error();
        out = std::move(*read);
        return {};
    }

    Result<void> modelField(const ProtobufField& field)
    {
        ModelFile& file = out_.file;
        switch (field.number) {
        case 3:
            return take(field, maxNameBytes, file.kerasVersion);
        case 4:
            return take(field, maxNameBytes, file.backend);
        case 5:
            return take(field, maxJsonBytes, file.config);
        case 6:
            return field.wire == ProtobufField::Bytes ? weight(field)
                                                      : broken(ProtobufReader::Step::Damaged, field);
        default:
            return {};
        }
    }

    Result<void> weight(const ProtobufField& message)
    {
        WrittenWeight written;
        ProtobufReader fields(*source_, message.offset, message.size);
        ProtobufField field;
        for (auto step = fields.next(field); step != ProtobufReader::Step::End; step = fields.next(field)) {
            if (step != ProtobufReader::Step::Field)
                return broken(step, field);
            if (Result<void> done = weightField(field, written); !done)
                return done;
        }
        return add(written);
    }

    Result<void> weightField(const ProtobufField& field, WrittenWeight& out) const
    {
        switch (field.number) {
        case 1:
            return take(field, maxNameBytes, out.layer);
        case 2:
            return take(field, maxNameBytes, out.name);
        case 3:
            return shape(field, out.shape);
        case 4:
            return take(field, maxNameBytes, out.type);
        case 5:
            if (field.wire != ProtobufField::Bytes)
                return broken(ProtobufReader::Step::Damaged, field);
            out.offset = field.offset;
            out.size = field.size;
            return {};
        case 6:
            out.minimum = std::bit_cast<float>(uint32_t(field.value));
            return {};
        case 7:
            out.maximum = std::bit_cast<float>(uint32_t(field.value));
            return {};
        default:
            return {};
        }
    }

    /// One size, or several packed into bytes.
    Result<void> shape(const ProtobufField& field, Shape& out) const
    {
        if (field.wire != ProtobufField::Bytes)
            return addSize(field, out);
        std::array<std::byte, maxRank * 5> raw{};
        const auto bytes = std::span(raw).first(size_t(std::min<uint64_t>(field.size, raw.size())));
        if (field.size > raw.size() || !source_->read(field.offset, bytes))
            return broken(ProtobufReader::Step::Damaged, field);
        ProtobufField size;
        unsigned shift = 0;
        for (const std::byte byte : bytes) {
            size.value |= (std::to_integer<uint64_t>(byte) & 0x7fU) << shift;
            shift += 7;
            if (std::to_integer<unsigned>(byte) < 0x80) {
                if (Result<void> done = addSize(size, out); !done)
                    return done;
                size.value = shift = 0;
            } else if (shift > 28) {
                break;
            }
        }
        return shift == 0 ? Result<void>() : broken(ProtobufReader::Step::Damaged, field);
    }

    Result<void> addSize(const ProtobufField& size, Shape& out) const
    {
        if (size.wire != ProtobufField::Varint || size.value > UINT32_MAX || out.dims.size() >= maxRank)
            return broken(ProtobufReader::Step::Damaged, size);
        out.dims.push_back(int64_t(size.value));
        return {};
    }

    Result<void> add(WrittenWeight& written)
    {
        StoredTensor tensor;
        tensor.name = written.name;
        tensor.shape = std::move(written.shape);
        const bool quantised = written.type == "uint8";
        if (!quantised && written.type != "float32")
            return Error{ErrorCode::Unsupported, where_,
                {msg("core", "the tensor \"%1\" holds values of the type \"%2\", which is not read"),
                    written.name, written.type},
                {msg("core", "open the Keras model that it was made from")}};
        if (quantised) {
            tensor.dtype = DType::UInt8;
            tensor.scale = (double(written.maximum) - double(written.minimum)) / 255;
            tensor.minimum = double(written.minimum);
        }
        tensor.bytes = written.size;
        const uint64_t width = dtypeBytes(tensor.dtype);
        const auto elements = tensor.shape.elements();
        if (!elements || uint64_t(*elements) > written.size / width
            || uint64_t(*elements) * width != written.size)
            return damagedFile(where_,
                {msg("core", "the tensor \"%1\" has the shape %2 but %3 bytes"), written.name,
                    tensor.shape.text(), grouped(written.size)});
        if (out_.file.tensors.size() >= maxTensors)
            return fileError(where_, {msg("core", "the file holds more than %1 tensors"), maxTensors},
                {msg("core", "no Keras model looks like this; check the file")});
        groups_.add(out_.file, written.layer, std::move(tensor), written.name);
        places_.push_back({source_, written.offset, width, written.size});
        return {};
    }

    const SharedSource& source_;
    const std::string& where_;
    const std::stop_token& stop_;
    OpenedFile out_;
    TensorGroups groups_;
    std::vector<PlainPlace> places_;
};

} // namespace

Result<OpenedFile> openKerasJsModel(
    const SharedSource& source, const std::string& where, const std::stop_token& stop)
{
    return KerasJsReader(source, where, stop).read();
}

} // namespace kerascope
