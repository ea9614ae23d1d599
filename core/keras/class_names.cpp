// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/class_names.h"

#include <cctype>
#include <map>

namespace kerascope::keras {
namespace {

const std::map<std::string, std::string>& aliases()
{
    static const std::map<std::string, std::string> table{
        {"Input", "InputLayer"},
        {"Convolution1D", "Conv1D"},
        {"Convolution2D", "Conv2D"},
        {"Convolution3D", "Conv3D"},
        {"AtrousConvolution1D", "Conv1D"},
        {"AtrousConvolution2D", "Conv2D"},
        {"AtrousConv1D", "Conv1D"},
        {"AtrousConv2D", "Conv2D"},
        {"Deconvolution2D", "Conv2DTranspose"},
        {"Deconv2D", "Conv2DTranspose"},
        {"Deconvolution3D", "Conv3DTranspose"},
        {"Deconv3D", "Conv3DTranspose"},
        {"Convolution1DTranspose", "Conv1DTranspose"},
        {"Convolution2DTranspose", "Conv2DTranspose"},
        {"Convolution3DTranspose", "Conv3DTranspose"},
        {"SeparableConvolution1D", "SeparableConv1D"},
        {"SeparableConvolution2D", "SeparableConv2D"},
        {"DepthwiseConvolution1D", "DepthwiseConv1D"},
        {"DepthwiseConvolution2D", "DepthwiseConv2D"},
        {"MaxPool1D", "MaxPooling1D"},
        {"MaxPool2D", "MaxPooling2D"},
        {"MaxPool3D", "MaxPooling3D"},
        {"AvgPool1D", "AveragePooling1D"},
        {"AvgPool2D", "AveragePooling2D"},
        {"AvgPool3D", "AveragePooling3D"},
        {"GlobalMaxPool1D", "GlobalMaxPooling1D"},
        {"GlobalMaxPool2D", "GlobalMaxPooling2D"},
        {"GlobalMaxPool3D", "GlobalMaxPooling3D"},
        {"GlobalAvgPool1D", "GlobalAveragePooling1D"},
        {"GlobalAvgPool2D", "GlobalAveragePooling2D"},
        {"GlobalAvgPool3D", "GlobalAveragePooling3D"},
        {"BatchNormalizationV1", "BatchNormalization"},
        {"BatchNormalizationV2", "BatchNormalization"},
        {"SyncBatchNormalization", "BatchNormalization"},
        {"UnifiedLSTM", "LSTM"},
        {"UnifiedGRU", "GRU"},
        {"LSTMV1", "LSTM"},
        {"LSTMV2", "LSTM"},
        {"GRUV1", "GRU"},
        {"GRUV2", "GRU"},
        {"GroupQueryAttention", "GroupedQueryAttention"},
        {"TimeDistributedDense", "Dense"},
        {"Model", "Functional"},
    };
    return table;
}

} // namespace

const std::set<std::string>& knownClasses()
{
    static const std::set<std::string> names{"InputLayer", "Dense", "EinsumDense", "Embedding",
        "ReversibleEmbedding", "TernaryDense", "Masking", "Lambda", "Identity", "Activation", "Flatten",
        "Reshape", "Permute", "RepeatVector", "Cropping1D", "Cropping2D", "Cropping3D", "ZeroPadding1D",
        "ZeroPadding2D", "ZeroPadding3D", "UpSampling1D", "UpSampling2D", "UpSampling3D",
        "ActivityRegularization", "Dropout", "SpatialDropout1D", "SpatialDropout2D", "SpatialDropout3D",
        "GaussianDropout", "GaussianNoise", "AlphaDropout", "Conv1D", "Conv2D", "Conv3D", "Conv1DTranspose",
        "Conv2DTranspose", "Conv3DTranspose", "DepthwiseConv1D", "DepthwiseConv2D", "SeparableConv1D",
        "SeparableConv2D", "ConvLSTM1D", "ConvLSTM2D", "ConvLSTM3D", "LocallyConnected1D",
        "LocallyConnected2D", "MaxPooling1D", "MaxPooling2D", "MaxPooling3D", "AveragePooling1D",
        "AveragePooling2D", "AveragePooling3D", "GlobalMaxPooling1D", "GlobalMaxPooling2D",
        "GlobalMaxPooling3D", "GlobalAveragePooling1D", "GlobalAveragePooling2D", "GlobalAveragePooling3D",
        "AdaptiveAveragePooling1D", "AdaptiveAveragePooling2D", "AdaptiveAveragePooling3D",
        "AdaptiveMaxPooling1D", "AdaptiveMaxPooling2D", "AdaptiveMaxPooling3D", "BatchNormalization",
        "LayerNormalization", "GroupNormalization", "RMSNormalization", "UnitNormalization",
        "SpectralNormalization", "Normalization", "LayerScale", "SimpleRNN", "LSTM", "GRU", "CuDNNLSTM",
        "CuDNNGRU", "RNN", "Bidirectional", "TimeDistributed", "Attention", "AdditiveAttention",
        "MultiHeadAttention", "GroupedQueryAttention", "Add", "Subtract", "Multiply", "Average", "Maximum",
        "Minimum", "Concatenate", "Dot", "Merge", "ReLU", "LeakyReLU", "PReLU", "ELU", "Softmax",
        "ThresholdedReLU", "ParametricSoftplus", "SReLU", "MaxoutDense", "Highway", "Rescaling", "Resizing",
        "CenterCrop", "RandomCrop", "RandomFlip", "RandomRotation", "RandomZoom", "RandomTranslation",
        "RandomContrast", "RandomBrightness", "RandomHeight", "RandomWidth", "RandomHue", "RandomSaturation",
        "RandomSharpness", "RandomShear", "RandomPerspective", "RandomGrayscale", "RandomInvert",
        "RandomPosterization", "RandomColorJitter", "RandomColorDegeneration", "RandomGaussianBlur",
        "RandomElasticTransform", "RandomErasing", "AugMix", "CutMix", "MixUp", "RandAugment", "Solarization",
        "Equalization", "AutoContrast", "ContrastLimitedAdaptiveHistogramEqualization", "MaxNumBoundingBoxes",
        "Pipeline", "Discretization", "CategoryEncoding", "Hashing", "HashedCrossing", "StringLookup",
        "IntegerLookup", "TextVectorization", "STFTSpectrogram", "MelSpectrogram", "FeatureSpace",
        "DenseFeatures", "SequenceFeatures", "RandomFourierFeatures", "Functional", "Sequential",
        "TFOpLambda", "SlicingOpLambda", "TensorFlowOpLayer", "ClassMethod", "InstanceProperty",
        "InstanceMethod", "TorchModuleWrapper", "TFSMLayer", "JaxLayer", "FlaxLayer"};
    return names;
}

std::string canonicalClass(const std::string& fileType)
{
    const auto found = aliases().find(fileType);
    return found == aliases().end() ? fileType : found->second;
}

bool knownClass(const std::string& type) { return knownClasses().contains(type); }

bool inKeras3(const std::string& type)
{
    static const std::set<std::string> gone{"LocallyConnected1D", "LocallyConnected2D", "CuDNNLSTM",
        "CuDNNGRU", "ThresholdedReLU", "ParametricSoftplus", "SReLU", "MaxoutDense", "Highway",
        "RandomHeight", "RandomWidth", "RandomFourierFeatures", "DenseFeatures", "SequenceFeatures",
        "TernaryDense", "Merge", "TFOpLambda", "SlicingOpLambda", "TensorFlowOpLayer", "ClassMethod",
        "InstanceProperty", "InstanceMethod"};
    return knownClass(type) && !gone.contains(type);
}

Text refusalOf(const std::string& type)
{
    if (type == "Lambda")
        return {msg("core", "Lambda holds Python code, which is never run")};
    if (type == "TorchModuleWrapper" || type == "JaxLayer" || type == "FlaxLayer")
        return {msg("core", "%1 holds code of another framework, which is never run"), type};
    if (type == "TFSMLayer")
        return {msg("core", "TFSMLayer refers to a SavedModel outside the file, which is never read")};
    if (type == "DenseFeatures" || type == "SequenceFeatures" || type == "FeatureSpace")
        return {msg("core", "%1 reads TensorFlow's feature columns, which a model file does not hold"), type};
    if (type == "ClassMethod" || type == "InstanceProperty" || type == "InstanceMethod")
        return {msg("core", "%1 calls Python code, which is never run"), type};
    return {};
}

bool isContainerClass(const std::string& fileType)
{
    return fileType == "Sequential" || fileType == "Model" || fileType == "Functional";
}

bool isRecurrent(const std::string& type)
{
    static const std::set<std::string> names{
        "SimpleRNN", "LSTM", "GRU", "RNN", "CuDNNLSTM", "CuDNNGRU", "ConvLSTM1D", "ConvLSTM2D", "ConvLSTM3D"};
    return names.contains(type);
}

bool isMerge(const std::string& type)
{
    static const std::set<std::string> names{
        "Add", "Subtract", "Multiply", "Average", "Maximum", "Minimum", "Concatenate", "Dot"};
    return names.contains(type);
}

bool isTfOperation(const std::string& fileType)
{
    return fileType == "TFOpLambda" || fileType == "SlicingOpLambda" || fileType == "TensorFlowOpLayer"
        || fileType == "ClassMethod" || fileType == "InstanceProperty" || fileType == "InstanceMethod";
}

int spatialRank(const std::string& type)
{
    for (const char* mark : {"1D", "2D", "3D"})
        if (type.find(mark) != std::string::npos)
            return mark[0] - '0';
    return 0;
}

/// As keras.src.utils.naming.to_snake_case: drop non-word characters, "(.)([A-Z][a-z]+)" → "\1_\2",
/// "([a-z])([A-Z])" → "\1_\2", lower case.
std::string snakeCase(std::string_view className)
{
    const auto upper = [](char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; };
    const auto lower = [](char c) { return std::islower(static_cast<unsigned char>(c)) != 0; };
    std::string name;
    for (char c : className)
        if (std::isalnum(static_cast<unsigned char>(c)) || c == '_')
            name += c;
    std::string first;
    for (size_t i = 0; i < name.size(); ++i) {
        const bool word = upper(name[i]) && i + 1 < name.size() && lower(name[i + 1]);
        if (word && i > 0)
            first += '_';
        first += name[i];
    }
    std::string out;
    for (size_t i = 0; i < first.size(); ++i) {
        if (i > 0 && lower(first[i - 1]) && upper(first[i]))
            out += '_';
        out += char(std::tolower(static_cast<unsigned char>(first[i])));
    }
    return out;
}

} // namespace kerascope::keras
