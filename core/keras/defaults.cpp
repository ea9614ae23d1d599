// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/defaults.h"

#include <map>

namespace kerascope::keras {
namespace {

constexpr const char* convolution = R"({"filters":"?","kernel_size":"?","strides":1,"padding":"valid",
    "data_format":"channels_last","dilation_rate":1,"groups":1,"activation":"linear","use_bias":true})";
constexpr const char* transposed = R"({"filters":"?","kernel_size":"?","strides":1,"padding":"valid",
    "output_padding":null,"output_size":null,"data_format":"channels_last","dilation_rate":1,"activation":"linear","use_bias":true})";
constexpr const char* depthwise = R"({"kernel_size":"?","strides":1,"padding":"valid","depth_multiplier":1,
    "data_format":"channels_last","dilation_rate":1,"activation":"linear","use_bias":true})";
constexpr const char* separable = R"({"filters":"?","kernel_size":"?","strides":1,"padding":"valid",
    "depth_multiplier":1,"data_format":"channels_last","dilation_rate":1,"activation":"linear","use_bias":true})";
constexpr const char* convLstm = R"({"filters":"?","kernel_size":"?","strides":1,"padding":"valid",
    "data_format":"channels_last","dilation_rate":1,"activation":"tanh","recurrent_activation":"sigmoid",
    "use_bias":true,"return_sequences":false,"return_state":false,"go_backwards":false,"stateful":false})";
constexpr const char* locallyConnected = R"({"filters":"?","kernel_size":"?","strides":1,"padding":"valid",
    "data_format":"channels_last","activation":"linear","use_bias":true,"implementation":1})";
constexpr const char* cuDnn = R"({"units":"?","return_sequences":false,"return_state":false,
    "go_backwards":false,"stateful":false,"zero_output_for_mask":false})";
constexpr const char* pooling =
    R"({"pool_size":2,"strides":null,"padding":"valid","data_format":"channels_last"})";
constexpr const char* globalPooling = R"({"data_format":"channels_last","keepdims":false})";
constexpr const char* adaptive = R"({"output_size":"?","data_format":"channels_last"})";
constexpr const char* nothing = "{}";
constexpr const char* dropout = R"({"rate":0.5})";

const std::map<std::string, const char*>& texts()
{
    static const std::map<std::string, const char*> table{
        {"Dense", R"({"units":"?","activation":"linear","use_bias":true})"},
        {"EinsumDense", R"({"equation":"?","output_shape":"?","bias_axes":null,"activation":"linear"})"},
        {"Embedding", R"({"input_dim":"?","output_dim":"?","mask_zero":false})"},
        {"Masking", R"({"mask_value":0.0})"},
        {"Identity", nothing},
        {"Activation", R"({"activation":"?"})"},
        {"Flatten", R"({"data_format":"channels_last"})"},
        {"Reshape", R"({"target_shape":"?"})"},
        {"Permute", R"({"dims":"?"})"},
        {"RepeatVector", R"({"n":"?"})"},
        {"Cropping1D", R"({"cropping":[1,1]})"},
        {"Cropping2D", R"({"cropping":[[0,0],[0,0]],"data_format":"channels_last"})"},
        {"Cropping3D", R"({"cropping":[[1,1],[1,1],[1,1]],"data_format":"channels_last"})"},
        {"ZeroPadding1D", R"({"padding":[1,1],"data_format":"channels_last"})"},
        {"ZeroPadding2D", R"({"padding":[[1,1],[1,1]],"data_format":"channels_last"})"},
        {"ZeroPadding3D", R"({"padding":[[1,1],[1,1],[1,1]],"data_format":"channels_last"})"},
        {"UpSampling1D", R"({"size":2})"},
        {"UpSampling2D", R"({"size":[2,2],"data_format":"channels_last","interpolation":"nearest"})"},
        {"UpSampling3D", R"({"size":[2,2,2],"data_format":"channels_last"})"},
        {"ActivityRegularization", nothing},
        {"Dropout", dropout},
        {"SpatialDropout1D", dropout},
        {"SpatialDropout2D", dropout},
        {"SpatialDropout3D", dropout},
        {"GaussianDropout", dropout},
        {"AlphaDropout", dropout},
        {"GaussianNoise", R"({"stddev":1.0})"},
        {"Conv1D", convolution},
        {"Conv2D", convolution},
        {"Conv3D", convolution},
        {"Conv1DTranspose", transposed},
        {"Conv2DTranspose", transposed},
        {"Conv3DTranspose", transposed},
        {"DepthwiseConv1D", depthwise},
        {"DepthwiseConv2D", depthwise},
        {"SeparableConv1D", separable},
        {"SeparableConv2D", separable},
        {"ConvLSTM1D", convLstm},
        {"ConvLSTM2D", convLstm},
        {"ConvLSTM3D", convLstm},
        {"LocallyConnected1D", locallyConnected},
        {"LocallyConnected2D", locallyConnected},
        {"MaxPooling1D", pooling},
        {"MaxPooling2D", pooling},
        {"MaxPooling3D", pooling},
        {"AveragePooling1D", pooling},
        {"AveragePooling2D", pooling},
        {"AveragePooling3D", pooling},
        {"GlobalMaxPooling1D", globalPooling},
        {"GlobalMaxPooling2D", globalPooling},
        {"GlobalMaxPooling3D", globalPooling},
        {"GlobalAveragePooling1D", globalPooling},
        {"GlobalAveragePooling2D", globalPooling},
        {"GlobalAveragePooling3D", globalPooling},
        {"AdaptiveAveragePooling1D", adaptive},
        {"AdaptiveAveragePooling2D", adaptive},
        {"AdaptiveAveragePooling3D", adaptive},
        {"AdaptiveMaxPooling1D", adaptive},
        {"AdaptiveMaxPooling2D", adaptive},
        {"AdaptiveMaxPooling3D", adaptive},
        {"BatchNormalization", R"({"axis":-1,"epsilon":0.001,"center":true,"scale":true,"mode":0})"},
        {"LayerNormalization",
            R"({"axis":-1,"epsilon":0.001,"center":true,"scale":true,"rms_scaling":false})"},
        {"GroupNormalization", R"({"groups":32,"axis":-1,"epsilon":0.001,"center":true,"scale":true})"},
        {"RMSNormalization", R"({"axis":-1,"epsilon":1e-6})"},
        {"UnitNormalization", R"({"axis":-1})"},
        {"Normalization", R"({"axis":-1,"mean":null,"variance":null,"invert":false})"},
        {"LayerScale", R"({"init_values":1e-6,"projection_dim":"?"})"},
        {"SimpleRNN", R"({"units":"?","activation":"tanh","use_bias":true,"return_sequences":false,
            "return_state":false,"go_backwards":false,"stateful":false,"zero_output_for_mask":false})"},
        {"LSTM", R"({"units":"?","activation":"tanh","recurrent_activation":"sigmoid","use_bias":true,
            "return_sequences":false,"return_state":false,"go_backwards":false,"stateful":false,
            "zero_output_for_mask":false})"},
        {"GRU", R"({"units":"?","activation":"tanh","recurrent_activation":"sigmoid","use_bias":true,
            "return_sequences":false,"return_state":false,"go_backwards":false,"stateful":false,
            "reset_after":true,"zero_output_for_mask":false})"},
        {"CuDNNLSTM", cuDnn},
        {"CuDNNGRU", cuDnn},
        {"Bidirectional", R"({"layer":"?","backward_layer":null,"merge_mode":"concat"})"},
        {"TimeDistributed", R"({"layer":"?"})"},
        {"Attention", R"({"use_scale":false,"score_mode":"dot","causal":false})"},
        {"AdditiveAttention", R"({"use_scale":true,"causal":false})"},
        {"MultiHeadAttention", R"({"num_heads":"?","key_dim":"?","value_dim":null,"use_bias":true,
            "output_shape":null,"attention_axes":null,"use_gate":false,"sliding_window":null,"dropout":0.0})"},
        {"GroupedQueryAttention", R"({"head_dim":"?","num_query_heads":"?","num_key_value_heads":"?",
            "use_bias":true,"use_gate":false,"sliding_window":null,"dropout":0.0})"},
        {"Add", nothing},
        {"Subtract", nothing},
        {"Multiply", nothing},
        {"Average", nothing},
        {"Maximum", nothing},
        {"Minimum", nothing},
        {"Concatenate", R"({"axis":-1})"},
        {"Dot", R"({"axes":"?","normalize":false})"},
        {"ReLU", R"({"max_value":null,"negative_slope":0.0,"threshold":0.0})"},
        {"LeakyReLU", R"({"negative_slope":0.3})"},
        {"PReLU", R"({"shared_axes":null})"},
        {"ELU", R"({"alpha":1.0})"},
        {"Softmax", R"({"axis":-1})"},
        {"ThresholdedReLU", R"({"theta":1.0})"},
        {"ParametricSoftplus", R"({"shared_axes":null})"},
        {"SReLU", R"({"shared_axes":null})"},
        {"Highway", R"({"activation":"linear","use_bias":true})"},
        {"MaxoutDense", R"({"units":"?","nb_feature":4,"use_bias":true})"},
        {"RandomFourierFeatures", R"({"output_dim":"?"})"},
        {"Merge", R"({"mode":"?","axes":"?"})"},
        {"Rescaling", R"({"scale":"?","offset":0.0})"},
    };
    return table;
}

} // namespace

const Json& defaultsOf(const std::string& type)
{
    static const std::map<std::string, Json> parsed = [] {
        std::map<std::string, Json> all;
        for (const auto& [name, text] : texts())
            all[name] = Json::parse(text);
        return all;
    }();
    static const Json none;
    const auto found = parsed.find(type);
    return found == parsed.end() ? none : found->second;
}

} // namespace kerascope::keras
