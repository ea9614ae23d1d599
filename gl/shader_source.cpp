// SPDX-License-Identifier: GPL-3.0-or-later
#include "gl/shader_source.h"

#include <QFile>

#include <cstdlib>

// At global scope, as the macro wants it: rooms are static libraries.
static void initShaderResources() { Q_INIT_RESOURCE(kerascope_shaders); }

namespace kerascope {
namespace {

Result<std::string> readShader(const std::string& name)
{
    static const bool ready = [] {
        initShaderResources();
        return true;
    }();
    (void)ready;
    QFile file(QString::fromStdString(":/shaders/" + name));
    if (!file.open(QIODevice::ReadOnly))
        return Error{
            ErrorCode::Internal, "OpenGL", {msg("gl", "the kernel %1 is missing in the program"), name}, {}};
    return file.readAll().toStdString();
}

void replaceAll(std::string& text, const std::string& from, const std::string& to)
{
    for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

/// gate.glsl is activation.glsl under other names, for kernels with two element functions.
Result<std::string> readPart(const std::string& name)
{
    if (name != "gate.glsl")
        return readShader(name);
    Result<std::string> text = readShader("activation.glsl");
    if (text) {
        replaceAll(*text, "ACTIVATE", "GATE_OF");
        replaceAll(*text, "activate(", "gateOf(");
        replaceAll(*text, "act_", "gate_");
        replaceAll(*text, "ACT", "GATE_ACT");
    }
    return text;
}

/// Puts the files in that stand in `#include "…"` lines (one level: the shared files include nothing).
Result<std::string> withIncludes(const std::string& text)
{
    static const std::string mark = "#include \"";
    std::string out;
    size_t at = 0;
    for (size_t found = text.find(mark); found != std::string::npos; found = text.find(mark, at)) {
        out.append(text, at, found - at);
        const size_t begin = found + mark.size();
        const size_t end = text.find('"', begin);
        Result<std::string> part = readPart(text.substr(begin, end - begin));
        if (!part)
            return part;
        out += *part;
        at = end + 1;
    }
    return out + text.substr(at);
}

std::string literal(int32_t value)
{
    // The smallest integer has no literal of its own.
    return value == std::numeric_limits<int32_t>::min() ? "(-2147483647 - 1)" : std::to_string(value);
}

bool inSource(const KernelCall& call, const KernelParam& param) { return call.specialise && !param.dynamic; }

void declareConstants(const KernelCall& call, std::string& out)
{
    for (const KernelParam& param : call.params) {
        if (!inSource(call, param))
            continue;
        if (!param.array) {
            out += "const int " + param.name + " = " + literal(param.numbers[0]) + ";\n";
            continue;
        }
        std::string list;
        for (const int32_t number : param.numbers)
            list += (list.empty() ? "" : ", ") + literal(number);
        out += Text("const int %1_list[%2] = int[%2](%3);\n#define %1(i) %1_list[i]\n", param.name,
            param.numbers.size(), list)
                   .english();
    }
}

void declareUniforms(const KernelCall& call, std::string& out)
{
    std::string members, macros;
    for (const KernelParam& param : call.params) {
        if (inSource(call, param))
            continue;
        if (param.array) {
            const size_t vectors = (param.numbers.size() + 3) / 4;
            members += "    ivec4 " + param.name + "_list[" + std::to_string(vectors) + "];\n";
            macros += "#define " + param.name + "(i) " + param.name + "_list[(i) >> 2][(i) & 3]\n";
        } else {
            members += std::string("    ") + (param.real ? "float " : "int ") + param.name + ";\n";
        }
    }
    for (const Access& access : call.accesses)
        members += std::string("    int base_") + access.name + ";\n";
    out += "layout(std140, binding = 0) uniform Params {\n" + members + "};\n" + macros;
}

void declareAccesses(const KernelCall& call, ReadPath path, std::string& out)
{
    int storage = 0, texture = 0;
    for (const Access& access : call.accesses) {
        const char* type = access.width == 4 ? "vec4" : "float";
        const auto add = [&](const char* pattern, int binding) {
            out += Text(pattern, access.name, type, binding).english();
        };
        add("#define WIDTH_%1 ", 0);
        out += std::to_string(access.width) + "\n";
        if (!access.write && path == ReadPath::Texture) {
            add("layout(binding = %3) uniform samplerBuffer tex_%1;\n", texture++);
            add("%2 load_%1(int i) { return texelFetch(tex_%1, i + base_%1)", 0);
            out += access.width == 4 ? "; }\n" : ".x; }\n";
        } else if (access.write) {
            add("layout(std430, binding = %3) restrict writeonly buffer Block_%1 { %2 data_%1[]; };\n",
                storage++);
            add("void store_%1(int i, %2 v) { data_%1[i + base_%1] = v; }\n", 0);
        } else {
            add("layout(std430, binding = %3) restrict readonly buffer Block_%1 { %2 data_%1[]; };\n",
                storage++);
            add("%2 load_%1(int i) { return data_%1[i + base_%1]; }\n", 0);
        }
    }
}

} // namespace

Result<std::string> shaderSource(const KernelCall& call, ReadPath path)
{
    Result<std::string> body = readShader(call.shader);
    if (!body)
        return body;
    Result<std::string> whole = withIncludes(*body);
    if (!whole)
        return whole;
    // Mesa moves reads of shared memory over a bare barrier().
    std::string out = "#version 430 core\n#define SYNC() memoryBarrierShared(); barrier()\n";
    for (const auto& [name, value] : call.defines)
        out += "#define " + name + " " + literal(value) + "\n";
    declareConstants(call, out);
    declareUniforms(call, out);
    declareAccesses(call, path, out);
    return out + *whole;
}

std::vector<int32_t> uniformBlock(const KernelCall& call, const std::vector<int32_t>& bases)
{
    std::vector<int32_t> words;
    for (const KernelParam& param : call.params) {
        if (inSource(call, param))
            continue;
        if (param.array)
            words.resize(size_t(roundUp(int64_t(words.size()), 4)), 0);
        words.insert(words.end(), param.numbers.begin(), param.numbers.end());
        if (param.array)
            words.resize(size_t(roundUp(int64_t(words.size()), 4)), 0);
    }
    words.insert(words.end(), bases.begin(), bases.end());
    return words;
}

} // namespace kerascope
