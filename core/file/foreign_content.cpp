// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/file_error.h"
#include "core/file/sniff.h"

namespace kerascope {
namespace {

struct Sentence {
    Content content;
    const char* what;
    const char* hint;
};

constexpr const char* convert = msg("core", "open the Keras model that it was made from");

const Sentence sentences[] = {
    {Content::Empty, msg("core", "the file is empty"), msg("core", "download or save the model again")},
    {Content::Zeros, msg("core", "the file holds nothing but zeros: its download stopped before it began"),
        msg("core", "download it again")},
    {Content::WebPage, msg("core", "this is a web page, not a model"),
        msg("core", "the link led to a page; look there for the link to the file itself")},
    {Content::LfsPointer, msg("core", "this is a Git LFS pointer, not the model itself"),
        msg("core", "run \"git lfs pull\" in the repository, or download the file from its web page")},
    {Content::AppleDouble,
        msg("core", "this is a file of macOS that stands beside the model (its name begins with ._)"),
        msg("core", "open the file without ._ in its name")},
    {Content::Onnx, msg("core", "this is an ONNX model, not a Keras model"), convert},
    {Content::TfLite, msg("core", "this is a TensorFlow Lite model, not a Keras model"), convert},
    {Content::SavedModel, msg("core", "this is a TensorFlow SavedModel, not a Keras file"),
        msg("core", "load it with Keras and save it as .keras")},
    {Content::TensorFlowGraph, msg("core", "this is a TensorFlow graph without Keras layers"), convert},
    {Content::TensorFlowCheckpoint,
        msg("core", "this is a TensorFlow checkpoint: weights without an architecture"),
        msg("core", "load it with Keras and save the model as .keras")},
    {Content::CoreMl, msg("core", "this is a Core ML model, not a Keras model"), convert},
    {Content::OpenVino, msg("core", "this is an OpenVINO model, not a Keras model"), convert},
    {Content::PyTorch, msg("core", "this is a PyTorch file, not a Keras model"),
        msg("core", "choose a Keras model")},
    {Content::Pickle, msg("core", "this is a Python pickle, which is never read because it can run code"),
        msg("core", "load it with Python and save the model as .keras")},
    {Content::Safetensors, msg("core", "this is a safetensors file: weights without a Keras architecture"),
        convert},
    {Content::Gguf, msg("core", "this is a GGUF file (a language model), not a Keras model"),
        msg("core", "choose a Keras model")},
    {Content::NumpyArray, msg("core", "this is a NumPy array, not a model"),
        msg("core", "open a model first; an array can be its input")},
    {Content::Packed, msg("core", "this is a packed archive"),
        msg("core", "unpack it and open the model inside")},
    {Content::Picture, msg("core", "this is a picture, not a model"),
        msg("core", "open a model first; a picture can be its input")},
};

} // namespace

Error foreignContent(Content content, const std::string& where)
{
    for (const Sentence& sentence : sentences)
        if (sentence.content == content)
            return fileError(where, {sentence.what}, {sentence.hint});
    return fileError(where, {msg("core", "this is not a known model file")},
        {msg("core", "open an .h5, .hdf5 or .keras file, or an architecture's .json with its weights")});
}

} // namespace kerascope
