// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/graph/dtype.h"
#include "core/graph/shape.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace kerascope {

/// What the bytes are, found by content and never by the file's name.
enum class FileFormat {
    Hdf5Model, ///< whole model: model_config + weights
    Hdf5Weights, ///< save_weights() of Keras 1, 2: layer groups without a config
    KerasZip, ///< .keras of Keras 2.12+ and 3
    Keras3Weights, ///< .weights.h5 of Keras 3
    JsonArchitecture, ///< model.to_json(), no weights
    JsonAndWeights, ///< the pair of one of the former
    TensorFlowJs, ///< layers model of TensorFlow.js: model.json and its shards
    KerasJs, ///< .bin of Keras.js 1.x, or the triple of 0.x
};
const char* formatName(FileFormat format);

/// How tensors are named in the file; core/keras matches them to layers by it.
enum class WeightLayout {
    None,
    LayerGroups, ///< legacy HDF5: one group per layer, attribute weight_names
    Keras3Paths, ///< layers/dense/vars/0
};

/// One tensor as stored. Its bytes are read through TensorSource by its index in ModelFile::tensors.
struct StoredTensor {
    std::string name; ///< full path in the file, "model_weights/conv2d/conv2d/kernel:0"
    Shape shape;
    DType dtype = DType::Float32; ///< of the elements as stored; TensorSource gives little-endian host order
    uint64_t bytes = 0; ///< elements × element size, after decompression
    double scale = 1, minimum = 0; ///< quantised: the number is stored·scale + minimum
};

/// Tensors that belong together: a legacy layer group, or one "…/vars" group.
struct TensorGroup {
    std::string name; ///< layer name (LayerGroups) or path without "/vars" (Keras3Paths: "layers/dense")
    std::string layerName; ///< Keras 3.6+: attribute `name` of the vars group; else empty
    std::vector<int>
        tensors; ///< indices in ModelFile::tensors, in the order of weight_names or of vars/0, 1, 2…
    std::vector<std::string> weightNames; ///< as written: "conv2d/kernel:0"; Keras 3: "0", "1"
};

/// How the file can be recognised again (watching, lost context, versions).
struct FileIdentity {
    std::filesystem::path path;
    uint64_t size = 0;
    int64_t modifiedNs = 0;
    bool operator==(const FileIdentity&) const = default;
};

/// A text file inside a .keras: "assets/layers/string_lookup/vocabulary.txt".
struct TextAsset {
    std::string path;
    std::string text;
};

/// Everything about a model file except the tensors' bytes: plain data, so that a helper process can send it.
/// Nothing in it is dequantised or converted.
struct ModelFile {
    FileFormat format = FileFormat::Hdf5Model;
    std::vector<FileIdentity> files; ///< architecture first
    std::string kerasVersion; ///< "2.2.4-tf"; empty where the file does not say
    std::string backend; ///< "tensorflow", "theano", …; may be empty
    std::string config; ///< JSON text {class_name, config, …}; empty for weights alone
    WeightLayout layout = WeightLayout::None;
    std::vector<StoredTensor> tensors; ///< of the model only; optimizer state is skipped
    std::vector<TensorGroup> groups; ///< in the file's own order
    std::vector<TextAsset> assets; ///< of a .keras
    std::vector<Text> notes;
    bool foundBeside = false; ///< one half was given, the other was found in its folder
};

/// Where bytes lie in an open file. The descriptor stays with its owner.
struct FilePlace {
    int descriptor = -1;
    uint64_t offset = 0;
};

/// Reads tensors' bytes. Thread-compatible: one thread at a time. Reads are cut in pieces of at most 4 MB, so
/// that a stop is heard; counts what it read.
class TensorSource {
public:
    virtual ~TensorSource() = default;
    /// Elements [first, first + out.size() / elementBytes) in row-major order, in the stored dtype,
    /// little-endian. `out` must hold whole elements.
    virtual Result<void> read(
        int tensor, uint64_t first, std::span<std::byte> out, const std::stop_token& stop) = 0;
    /// How much of the tensor is best read at a time, bytes: little where its bytes lie plainly in the file,
    /// so that the piece stays in the processor's cache.
    virtual uint64_t bestPiece(int tensor) const
    {
        static_cast<void>(tensor);
        return uint64_t(4) << 20;
    }
    /// Sum of the bytes handed out so far.
    virtual uint64_t bytesRead() const = 0;
    /// Where the whole tensor lies as read() would give it; nothing where reading decodes it.
    virtual std::optional<FilePlace> place(int /*tensor*/) const { return std::nullopt; }
};

/// An opened file: what is in it, and the way to its bytes.
struct OpenedFile {
    ModelFile file;
    std::shared_ptr<TensorSource> tensors; ///< null for an architecture alone
};

/// Whether an architecture or weights alone are completed by what lies beside them and fits by name.
enum class Beside { Take, Ignore };

/// Sniffs and opens one model: a file, a folder that holds one, or several files in any order: an
/// architecture and its weights, a file and the shards that it names. Reads no tensor.
Result<OpenedFile> openModelFile(const std::vector<std::filesystem::path>& paths, const std::stop_token& stop,
    Beside beside = Beside::Take);

} // namespace kerascope
