// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/tf_operations.h"
#include "core/keras/class_names.h"
#include "core/keras/json_access.h"

#include <cstdlib>
#include <map>

namespace kerascope::keras {
namespace {

/// A Keras operation, its arguments by TensorFlow's names, and options that TensorFlow implies.
struct Target {
    const char* type;
    std::map<std::string, std::string> names; ///< TensorFlow's → Keras's; others keep theirs
    Json options = Json::object();
};

const Target two(const char* type) { return {type, {{"y", "x2"}, {"b", "x2"}}}; }
const Target one(const char* type) { return {type, {}}; }
const Target reduced(const char* type)
{
    return {type, {{"keep_dims", "keepdims"}, {"reduction_indices", "axis"}, {"input_tensor", "x"}}};
}

/// By the function's name without "math.", "nn.", "linalg.", "compat.v1." in front.
const std::map<std::string, Target>& functions()
{
    static const std::map<std::string, Target> table{{"add", two("Add")}, {"add_v2", two("Add")},
        {"bias_add", {"Add", {{"bias", "x2"}}}}, {"subtract", two("Subtract")}, {"multiply", two("Multiply")},
        {"divide", two("Divide")}, {"truediv", two("Divide")}, {"divide_no_nan", two("DivideNoNan")},
        {"floordiv", two("FloorDivide")}, {"floor_div", two("FloorDivide")}, {"floormod", two("Mod")},
        {"mod", two("Mod")}, {"pow", two("Power")}, {"maximum", two("Maximum")}, {"minimum", two("Minimum")},
        {"squared_difference", two("SquaredDifference")}, {"equal", two("Equal")},
        {"eq", {"Equal", {{"other", "x2"}, {"y", "x2"}}}},
        {"ne", {"NotEqual", {{"other", "x2"}, {"y", "x2"}}}}, {"not_equal", two("NotEqual")},
        {"greater", two("Greater")}, {"greater_equal", two("GreaterEqual")}, {"less", two("Less")},
        {"less_equal", two("LessEqual")}, {"logical_and", two("LogicalAnd")},
        {"logical_or", two("LogicalOr")}, {"logical_not", one("LogicalNot")}, {"negative", one("Negative")},
        {"abs", one("Abs")}, {"exp", one("Exp")}, {"expm1", one("Expm1")}, {"log", one("Log")},
        {"log1p", one("Log1p")}, {"sqrt", one("Sqrt")}, {"rsqrt", one("Rsqrt")}, {"square", one("Square")},
        {"sign", one("Sign")}, {"floor", one("Floor")}, {"ceil", one("Ceil")}, {"round", one("Round")},
        {"sin", one("Sin")}, {"cos", one("Cos")}, {"tan", one("Tan")}, {"sinh", one("Sinh")},
        {"cosh", one("Cosh")}, {"tanh", one("Tanh")}, {"erf", one("Erf")}, {"reciprocal", one("Reciprocal")},
        {"is_nan", one("Isnan")}, {"is_finite", one("Isfinite")}, {"sigmoid", one("Sigmoid")},
        {"softplus", one("Softplus")}, {"softsign", one("Softsign")}, {"relu", one("Relu")},
        {"relu6", one("Relu6")}, {"elu", one("Elu")}, {"selu", one("Selu")}, {"swish", one("Silu")},
        {"silu", one("Silu")}, {"log_softmax", one("LogSoftmax")}, {"softmax", one("Softmax")},
        {"log_sigmoid", one("LogSigmoid")},
        {"leaky_relu", {"LeakyRelu", {{"alpha", "negative_slope"}}, {{"negative_slope", 0.2}}}},
        {"gelu", {"Gelu", {}, {{"approximate", false}}}}, {"reduce_mean", reduced("Mean")},
        {"reduce_sum", reduced("Sum")}, {"reduce_max", reduced("Max")}, {"reduce_min", reduced("Min")},
        {"reduce_prod", reduced("Prod")}, {"reduce_any", reduced("Any")}, {"reduce_all", reduced("All")},
        {"reduce_variance", reduced("Var")}, {"reduce_std", reduced("Std")},
        {"reduce_logsumexp", reduced("Logsumexp")}, {"count_nonzero", reduced("CountNonzero")},
        {"atan", one("Arctan")}, {"asin", one("Arcsin")}, {"acos", one("Arccos")}, {"atanh", one("Arctanh")},
        {"asinh", one("Arcsinh")}, {"acosh", one("Arccosh")}, {"atan2", {"Arctan2", {{"x", "x2"}}}},
        {"erfc", one("Erfc")}, {"erfinv", one("Erfinv")},
        {"sort", {"Sort", {{"values", "x"}}, {{"axis", -1}}}},
        {"argsort", {"Argsort", {{"values", "x"}}, {{"axis", -1}}}}, {"top_k", one("TopK")},
        {"in_top_k", one("InTopK")}, {"cumprod", {"Cumprod", {}, {{"axis", 0}}}},
        {"norm", {"Norm", {{"keep_dims", "keepdims"}}}}, {"moments", one("Moments")},
        {"batch_normalization", {"BatchNorm", {{"variance_epsilon", "epsilon"}}}},
        {"slice", {"Slice", {{"begin", "start_indices"}, {"size", "shape"}}}},
        {"argmax", {"Argmax", {}, {{"axis", 0}}}}, {"argmin", {"Argmin", {}, {{"axis", 0}}}},
        {"cumsum", {"Cumsum", {}, {{"axis", 0}}}}, {"matmul", two("Matmul")},
        {"l2_normalize", {"Normalize", {{"dim", "axis"}}, {{"epsilon", 1e-6}}}},
        {"concat", {"Concatenate", {}, {{"axis", 0}}}}, {"stack", one("Stack")}, {"unstack", one("Unstack")},
        {"split", {"Split", {{"num_or_size_splits", "sizes"}}}},
        {"reshape", {"Reshape", {{"shape", "newshape"}}}}, {"transpose", {"Transpose", {{"perm", "axes"}}}},
        {"expand_dims", {"ExpandDims", {{"dim", "axis"}}}},
        {"squeeze", {"Squeeze", {{"squeeze_dims", "axis"}}}}, {"tile", {"Tile", {{"multiples", "repeats"}}}},
        {"repeat", one("Repeat")}, {"reverse", one("Flip")}, {"roll", one("Roll")},
        {"pad", {"Pad", {{"paddings", "pad_width"}}}}, {"broadcast_to", one("BroadcastTo")},
        {"gather", {"Take", {}, {{"axis", 0}}}}, {"one_hot", {"OneHot", {{"depth", "num_classes"}}}},
        {"cast", one("Cast")}, {"where", {"Where", {{"x", "x1"}, {"y", "x2"}}}},
        {"where_v2", {"Where", {{"x", "x1"}, {"y", "x2"}}}},
        {"clip_by_value", {"Clip", {{"clip_value_min", "x_min"}, {"clip_value_max", "x_max"}}}},
        {"identity", one("Identity")}, {"stop_gradient", one("StopGradient")},
        {"convert_to_tensor", one("ConvertToTensor")}, {"zeros_like", one("ZerosLike")},
        {"ones_like", one("OnesLike")}, {"shape", one("Shape")}, {"depth_to_space", one("DepthToSpace")},
        {"space_to_depth", one("SpaceToDepth")}, {"image.resize", {"Resize", {{"method", "interpolation"}}}},
        {"image.rgb_to_grayscale", one("RGBToGrayscale")}};
    return table;
}

std::string shortName(std::string function)
{
    for (const char* prefix :
        {"compat.v1.", "compat.v2.", "__operators__.", "math.", "nn.", "linalg.", "keras.backend."})
        if (function.starts_with(prefix))
            function.erase(0, std::string(prefix).size());
    return function;
}

/// Options that change what is computed and that no operation here knows.
bool plainOptions(const std::string& function, const Json& keywords)
{
    const auto set = [&](const char* key) {
        const Json& value = member(keywords, key);
        return !value.is_null() && value != false && value != 0;
    };
    if (function == "gather" && (set("batch_dims") || set("validate_indices")))
        return !set("batch_dims");
    if (function == "cumsum" || function == "cumprod")
        return !set("exclusive") && !set("reverse");
    if (function == "matmul")
        return !set("adjoint_a") && !set("adjoint_b") && !set("a_is_sparse") && !set("b_is_sparse");
    if (function == "softmax" || function == "log_softmax" || function == "pad")
        return true;
    return !(function == "image.resize" && set("preserve_aspect_ratio"));
}

void convertFunction(LayerDef& layer, const std::string& written)
{
    const std::string name = shortName(written);
    const auto found = functions().find(name);
    if (found == functions().end())
        return layer.refuse({msg("core", "the TensorFlow operation %1 cannot be computed yet"), written});
    const Target& target = found->second;
    layer.type = target.type;
    layer.config = target.options;
    for (NodeDef& node : layer.nodes) {
        if (!node.arguments.is_object() || !node.arguments.contains("kwargs"))
            continue;
        Json keywords = Json::object();
        if (!plainOptions(name, node.arguments["kwargs"]))
            return layer.refuse(
                {msg("core",
                     "the TensorFlow operation %1 is called with options that cannot be computed yet"),
                    written});
        for (const auto& [key, value] : node.arguments["kwargs"].items()) {
            const auto renamed = target.names.find(key);
            if (key != "name" && !value.is_null())
                keywords[renamed == target.names.end() ? key : renamed->second] = value;
        }
        node.arguments["kwargs"] = std::move(keywords);
    }
}

/// [{"start", "stop", "step"}, 3, null, …] → the key of GetItem.
Json sliceKey(const Json& written)
{
    if (written.is_array()) {
        Json key = Json::array();
        for (const Json& entry : written)
            key.push_back(sliceKey(entry));
        return key;
    }
    if (!written.is_object())
        return written;
    const std::string special = memberString(written, "class_name");
    if (special == "__ellipsis__" || written.contains("ellipsis"))
        return {{"ellipsis", true}};
    if (written.contains("start"))
        return {{"slice", Json::array({written["start"], member(written, "stop"), member(written, "step")})}};
    return written;
}

void convertSlicing(LayerDef& layer)
{
    layer.type = "GetItem";
    layer.config = Json::object();
    for (NodeDef& node : layer.nodes) {
        if (!node.arguments.is_object())
            continue;
        const Json key = sliceKey(member(member(node.arguments, "kwargs"), "slice_spec"));
        node.arguments["kwargs"] = {{"key", key}};
    }
}

/// An operation of a frozen graph: the places of its inputs by Keras's names, and attributes.
struct NodeTarget {
    const char* type;
    std::vector<const char*> inputs; ///< the first stands for itself; "…" takes all but the last
    std::map<std::string, std::string> attributes; ///< TensorFlow's → Keras's
};

const std::map<std::string, NodeTarget>& graphNodes()
{
    static const std::map<std::string, NodeTarget> table = [] {
        std::map<std::string, NodeTarget> all;
        const std::pair<const char*, const char*> pairs[]{{"Add", "Add"}, {"AddV2", "Add"},
            {"BiasAdd", "Add"}, {"Sub", "Subtract"}, {"Mul", "Multiply"}, {"RealDiv", "Divide"},
            {"Div", "Divide"}, {"DivNoNan", "DivideNoNan"}, {"FloorDiv", "FloorDivide"}, {"FloorMod", "Mod"},
            {"Pow", "Power"}, {"Maximum", "Maximum"}, {"Minimum", "Minimum"},
            {"SquaredDifference", "SquaredDifference"}, {"Equal", "Equal"}, {"NotEqual", "NotEqual"},
            {"Greater", "Greater"}, {"GreaterEqual", "GreaterEqual"}, {"Less", "Less"},
            {"LessEqual", "LessEqual"}, {"LogicalAnd", "LogicalAnd"}, {"LogicalOr", "LogicalOr"}};
        for (const auto& [from, to] : pairs)
            all[from] = {to, {"x1", "x2"}, {}};
        const std::pair<const char*, const char*> singles[]{{"Neg", "Negative"}, {"Abs", "Abs"},
            {"Exp", "Exp"}, {"Log", "Log"}, {"Log1p", "Log1p"}, {"Sqrt", "Sqrt"}, {"Rsqrt", "Rsqrt"},
            {"Square", "Square"}, {"Sign", "Sign"}, {"Floor", "Floor"}, {"Ceil", "Ceil"}, {"Round", "Round"},
            {"Sin", "Sin"}, {"Cos", "Cos"}, {"Tanh", "Tanh"}, {"Erf", "Erf"}, {"Reciprocal", "Reciprocal"},
            {"Sigmoid", "Sigmoid"}, {"Softplus", "Softplus"}, {"Softsign", "Softsign"}, {"Relu", "Relu"},
            {"Relu6", "Relu6"}, {"Elu", "Elu"}, {"Selu", "Selu"}, {"Softmax", "Softmax"},
            {"LogSoftmax", "LogSoftmax"}, {"Identity", "Identity"}, {"StopGradient", "StopGradient"},
            {"LogicalNot", "LogicalNot"}, {"Shape", "Shape"}, {"ZerosLike", "ZerosLike"},
            {"OnesLike", "OnesLike"}};
        for (const auto& [from, to] : singles)
            all[from] = {to, {"x"}, {}};
        const std::pair<const char*, const char*> reductions[]{{"Mean", "Mean"}, {"Sum", "Sum"},
            {"Max", "Max"}, {"Min", "Min"}, {"Prod", "Prod"}, {"Any", "Any"}, {"All", "All"}};
        for (const auto& [from, to] : reductions)
            all[from] = {to, {"x", "axis"}, {{"keep_dims", "keepdims"}}};
        all["LeakyRelu"] = {"LeakyRelu", {"x"}, {{"alpha", "negative_slope"}}};
        all["Reshape"] = {"Reshape", {"x", "newshape"}, {}};
        all["Transpose"] = {"Transpose", {"x", "axes"}, {}};
        all["ExpandDims"] = {"ExpandDims", {"x", "axis"}, {}};
        all["Squeeze"] = {"Squeeze", {"x"}, {{"squeeze_dims", "axis"}}};
        all["Tile"] = {"Tile", {"x", "repeats"}, {}};
        all["Pad"] = {"Pad", {"x", "pad_width"}, {}};
        all["ClipByValue"] = {"Clip", {"x", "x_min", "x_max"}, {}};
        all["GatherV2"] = {"Take", {"x", "indices", "axis"}, {}};
        all["ArgMax"] = {"Argmax", {"x", "axis"}, {}};
        all["Select"] = all["SelectV2"] = {"Where", {"condition", "x1", "x2"}, {}};
        all["MatMul"] = {
            "Matmul", {"x1", "x2"}, {{"transpose_a", "transpose_a"}, {"transpose_b", "transpose_b"}}};
        all["BatchMatMul"] = all["BatchMatMulV2"] = {
            "Matmul", {"x1", "x2"}, {{"adj_x", "transpose_a"}, {"adj_y", "transpose_b"}}};
        all["ConcatV2"] = {"Concatenate", {"…", "axis"}, {}};
        all["Pack"] = {"Stack", {"…"}, {{"axis", "axis"}}};
        all["Cast"] = {"Cast", {"x"}, {{"DstT", "dtype"}}};
        all["DepthToSpace"] = {"DepthToSpace", {"x"}, {{"block_size", "block_size"}}};
        all["SpaceToDepth"] = {"SpaceToDepth", {"x"}, {{"block_size", "block_size"}}};
        return all;
    }();
    return table;
}

/// {"b": true}, {"i": "2"}, {"f": 0.2}, {"list": {"i": ["1"]}}, {"type": "DT_FLOAT"} → the value.
Json attributeValue(const Json& written)
{
    const auto whole = [](const Json& value) -> Json {
        if (!value.is_string())
            return value;
        const std::string& text = value.get_ref<const std::string&>();
        const bool digits =
            !text.empty() && text.size() < 12 && text.find_first_not_of("-0123456789") == std::string::npos;
        return digits ? Json(std::strtoll(text.c_str(), nullptr, 10)) : value;
    };
    for (const char* key : {"b", "f"})
        if (written.is_object() && written.contains(key))
            return written[key];
    if (written.is_object() && written.contains("i"))
        return whole(written["i"]);
    if (const Json& type = member(written, "type"); type.is_string()) {
        static const std::map<std::string, std::string> types{{"DT_FLOAT", "float32"}, {"DT_HALF", "float32"},
            {"DT_DOUBLE", "float32"}, {"DT_INT32", "int32"}, {"DT_INT64", "int64"}, {"DT_BOOL", "bool"}};
        const auto found = types.find(type.get<std::string>());
        return found == types.end() ? Json() : Json(found->second);
    }
    const Json& list = member(member(written, "list"), "i");
    Json out = Json::array();
    if (list.is_array())
        for (const Json& item : list)
            out.push_back(whole(item));
    return out.empty() ? Json() : out;
}

Json nodeDefinition(const Json& config)
{
    const Json& written = member(config, "node_def");
    return written.is_string() ? Json::parse(written.get<std::string>(), nullptr, false) : written;
}

/// The inputs in the graph's order: constants by their place, tensors fill the others.
Json graphInputs(const Json& config, size_t count, const Json& first)
{
    const Json tensors = first.is_array() ? first : Json::array({first});
    const Json& constants = member(config, "constants");
    Json inputs = Json::array();
    size_t next = 0;
    for (size_t i = 0; i < count; ++i) {
        const Json& constant = member(constants, std::to_string(i).c_str());
        if (!constant.is_null())
            inputs.push_back({{"constant", constant}});
        else
            inputs.push_back(next < tensors.size() ? tensors[next++] : Json());
    }
    return inputs;
}

/// An option that a constant input stands for loses its wrapping; a tensor keeps it.
Json plain(const Json& value)
{
    return value.is_object() && value.contains("constant") ? value["constant"] : value;
}

bool isOption(const std::string& name)
{
    return name == "axis" || name == "newshape" || name == "axes" || name == "repeats" || name == "pad_width"
        || name == "x_min" || name == "x_max";
}

void convertGraphNode(LayerDef& layer)
{
    const Json config = layer.fileConfig;
    const Json definition = nodeDefinition(config);
    const std::string operation = memberString(definition, "op");
    const auto found = graphNodes().find(operation);
    if (found == graphNodes().end())
        return layer.refuse({msg("core", "the TensorFlow operation %1 cannot be computed yet"), operation});
    const NodeTarget& target = found->second;
    layer.type = target.type;
    layer.config = Json::object();
    for (const auto& [from, to] : target.attributes)
        if (Json value = attributeValue(member(member(definition, "attr"), from.c_str())); !value.is_null())
            layer.config[to] = std::move(value);
    const Json& names = member(definition, "input");
    for (NodeDef& node : layer.nodes) {
        const Json& args = member(node.arguments, "args");
        if (!args.is_array() || args.empty())
            continue;
        const size_t count = names.is_array() ? names.size() : 1;
        const Json inputs = graphInputs(config, count, args[0]);
        Json positional = Json::array(), keywords = Json::object();
        if (std::string(target.inputs[0]) == "…") {
            const size_t values = target.inputs.size() > 1 ? count - 1 : count;
            positional.push_back(Json::array());
            for (size_t i = 0; i < values && i < inputs.size(); ++i)
                positional[0].push_back(inputs[i]);
            if (target.inputs.size() > 1 && !inputs.empty())
                keywords[target.inputs[1]] = plain(inputs.back());
        } else {
            for (size_t i = 0; i < inputs.size() && i < target.inputs.size(); ++i)
                keywords[target.inputs[i]] = isOption(target.inputs[i]) ? plain(inputs[i]) : inputs[i];
        }
        node.arguments = {{"args", std::move(positional)}, {"kwargs", std::move(keywords)}};
    }
}

} // namespace

void convertTfOperation(LayerDef& layer)
{
    if (Text refusal = refusalOf(layer.fileType); !refusal.empty())
        return layer.refuse(std::move(refusal));
    if (layer.fileType == "TFOpLambda")
        convertFunction(layer, memberString(layer.fileConfig, "function"));
    else if (layer.fileType == "SlicingOpLambda")
        convertSlicing(layer);
    else
        convertGraphNode(layer);
}

} // namespace kerascope::keras
