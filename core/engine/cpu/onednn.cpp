// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/cpu/onednn.h"

#include "core/engine/cpu/onednn_post_ops.h"
#include "core/engine/cpu/onednn_shapes.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace kerascope::onednn {
namespace {

const dnnl::engine& cpu()
{
    static const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
    return engine;
}

Error fault()
{
    return {ErrorCode::Device, "oneDNN", {msg("core", "The CPU library could not run this operation")},
        {msg("core", "Choose another engine")}};
}

dnnl::memory::desc describe(const View& view)
{
    return {view.dims, dnnl::memory::data_type::f32, view.strides};
}
dnnl::memory::desc anyLayout(const View& view)
{
    return {view.dims, dnnl::memory::data_type::f32, dnnl::memory::format_tag::any};
}

/// What the two generations of oneDNN make in their own ways.
struct Made {
    dnnl::primitive primitive;
    dnnl::memory::desc kernel, scratchpad;
    std::string implementation;
};

template <class Descriptor> Made madeOf(const Descriptor& descriptor, bool build)
{
    Made made;
    made.kernel = descriptor.weights_desc();
    made.scratchpad = descriptor.scratchpad_desc();
    made.implementation = descriptor.impl_info_str();
    if (build)
        made.primitive = dnnl::primitive(descriptor.get());
    return made;
}

struct Descriptors {
    dnnl::memory::desc x, kernel, bias, y;
    bool hasBias = false;
};

#if DNNL_VERSION_MAJOR >= 3
Made makeConv(
    const ProductViews& v, const Descriptors& d, const dnnl::primitive_attr& attr, bool transpose, bool build)
{
    const auto kind = dnnl::prop_kind::forward_inference;
    if (transpose)
        return madeOf(
            dnnl::deconvolution_forward::primitive_desc(cpu(), kind, dnnl::algorithm::deconvolution_direct,
                d.x, d.kernel, d.hasBias ? d.bias : dnnl::memory::desc(), d.y, v.stride, v.dilation,
                v.padBefore, v.padAfter, attr),
            build);
    return madeOf(dnnl::convolution_forward::primitive_desc(cpu(), kind, dnnl::algorithm::convolution_direct,
                      d.x, d.kernel, d.hasBias ? d.bias : dnnl::memory::desc(), d.y, v.stride, v.dilation,
                      v.padBefore, v.padAfter, attr),
        build);
}
Made makeMatMul(const Descriptors& d, const dnnl::primitive_attr& attr, bool build)
{
    return madeOf(dnnl::matmul::primitive_desc(
                      cpu(), d.x, d.kernel, d.hasBias ? d.bias : dnnl::memory::desc(), d.y, attr),
        build);
}
#else
Made makeConv(
    const ProductViews& v, const Descriptors& d, const dnnl::primitive_attr& attr, bool transpose, bool build)
{
    const auto kind = dnnl::prop_kind::forward_inference;
    if (transpose) {
        const auto direct = dnnl::algorithm::deconvolution_direct;
        using Forward = dnnl::deconvolution_forward;
        const Forward::desc described = d.hasBias
            ? Forward::desc(
                kind, direct, d.x, d.kernel, d.bias, d.y, v.stride, v.dilation, v.padBefore, v.padAfter)
            : Forward::desc(kind, direct, d.x, d.kernel, d.y, v.stride, v.dilation, v.padBefore, v.padAfter);
        return madeOf(Forward::primitive_desc(described, attr, cpu()), build);
    }
    const auto direct = dnnl::algorithm::convolution_direct;
    using Forward = dnnl::convolution_forward;
    const Forward::desc described = d.hasBias
        ? Forward::desc(
            kind, direct, d.x, d.kernel, d.bias, d.y, v.stride, v.dilation, v.padBefore, v.padAfter)
        : Forward::desc(kind, direct, d.x, d.kernel, d.y, v.stride, v.dilation, v.padBefore, v.padAfter);
    return madeOf(Forward::primitive_desc(described, attr, cpu()), build);
}
Made makeMatMul(const Descriptors& d, const dnnl::primitive_attr& attr, bool build)
{
    using Forward = dnnl::matmul;
    const Forward::desc described =
        d.hasBias ? Forward::desc(d.x, d.kernel, d.bias, d.y) : Forward::desc(d.x, d.kernel, d.y);
    return madeOf(Forward::primitive_desc(described, attr, cpu()), build);
}
#endif

class DnnlProduct final : public Product {
public:
    DnnlProduct(OpKind kind, ProductViews views, PostOps postOps, bool packed)
        : kind_(kind)
        , views_(std::move(views))
        , postOps_(std::move(postOps))
        , descriptors_{describe(views_.x), packed ? anyLayout(views_.kernel) : describe(views_.kernel),
              views_.bias.present() ? describe(views_.bias) : dnnl::memory::desc(), describe(views_.y),
              views_.bias.present()}
        , made_(make(false))
    {
    }

    uint64_t scratchpadBytes() const override { return made_.scratchpad.get_size(); }
    bool packs() const override { return made_.kernel != describe(views_.kernel); }
    uint64_t packedBytes() const override { return made_.kernel.get_size(); }
    std::string packedLayout() const override
    {
#if DNNL_VERSION_MAJOR >= 3
        const std::vector<uint8_t> blob = made_.kernel.get_blob();
        return {blob.begin(), blob.end()};
#else
        std::string layout(sizeof(dnnl_memory_desc_t), '\0');
        std::memcpy(layout.data(), &made_.kernel.data, layout.size());
        return layout;
#endif
    }
    const Activation& remainingActivation() const override { return postOps_.remaining; }
    bool residualRemains() const override { return postOps_.residualRemains; }
    std::string implementation() const override { return made_.implementation; }

    Result<void> pack(const float* plain, float* packed) const override
    {
        try {
            dnnl::memory from(describe(views_.kernel), cpu(), const_cast<float*>(plain));
            dnnl::memory to(made_.kernel, cpu(), packed);
            dnnl::stream stream(cpu());
            dnnl::reorder(from, to).execute(stream, from, to);
            stream.wait();
        } catch (const dnnl::error&) {
            return fault();
        }
        return {};
    }

    Result<void> compile(const Addresses& addresses) override
    {
        try {
            made_ = make(true);
            const auto add = [&](int argument, const dnnl::memory::desc& described, const void* data) {
                memories_.emplace_back(described, cpu(), const_cast<void*>(data));
                arguments_.push_back({argument, memories_.back().get()});
            };
            memories_.reserve(8);
            add(DNNL_ARG_SRC, descriptors_.x, addresses.x);
            add(DNNL_ARG_WEIGHTS, made_.kernel, addresses.kernel);
            add(DNNL_ARG_DST, descriptors_.y, addresses.y);
            add(DNNL_ARG_SCRATCHPAD, made_.scratchpad, addresses.scratchpad);
            if (descriptors_.hasBias)
                add(DNNL_ARG_BIAS, descriptors_.bias, addresses.bias);
            if (postOps_.residualIndex >= 0)
                add(DNNL_ARG_ATTR_MULTIPLE_POST_OP(postOps_.residualIndex) | DNNL_ARG_SRC_1, descriptors_.y,
                    addresses.residual);
            stream_ = dnnl::stream(cpu());
        } catch (const dnnl::error&) {
            return fault();
        }
        return {};
    }

    Result<void> run() override
    {
        const dnnl_status_t status = dnnl_primitive_execute(
            made_.primitive.get(), stream_.get(), int(arguments_.size()), arguments_.data());
        if (status != dnnl_success)
            return fault();
        return {};
    }

private:
    Made make(bool build) const
    {
        dnnl::primitive_attr attr;
        attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
        attr.set_post_ops(postOps_.operations);
        if (kind_ == OpKind::MatMul)
            return makeMatMul(descriptors_, attr, build);
        return makeConv(views_, descriptors_, attr, kind_ == OpKind::ConvTranspose, build);
    }

    OpKind kind_;
    ProductViews views_;
    PostOps postOps_;
    Descriptors descriptors_;
    Made made_;
    std::vector<dnnl::memory> memories_;
    std::vector<dnnl_exec_arg_t> arguments_;
    dnnl::stream stream_;
};

ProductViews viewsOf(const Program& program, const Operation& operation)
{
    switch (operation.kind) {
    case OpKind::Conv:
        return convViews(program, operation);
    case OpKind::ConvTranspose:
        return convTransposeViews(program, operation);
    default:
        return matMulViews(program, operation);
    }
}

const Activation& activationOf(const Operation& operation)
{
    switch (operation.kind) {
    case OpKind::Conv:
        return operation.as<ConvAttributes>().activation;
    case OpKind::ConvTranspose:
        return operation.as<ConvTransposeAttributes>().activation;
    default:
        return operation.as<MatMulAttributes>().activation;
    }
}

/// One row or one column: then "gemm" kernels become a product with a vector.
bool isVectorProduct(const Operation& operation, const ProductViews& views)
{
    const auto volume = [](const View& view) {
        int64_t count = view.dims[0];
        for (size_t i = 2; i < view.dims.size(); ++i)
            count *= view.dims[i];
        return count;
    };
    switch (operation.kind) {
    case OpKind::Conv: {
        const int64_t groups = operation.as<ConvAttributes>().groups;
        return views.y.dims[1] == groups || volume(views.y) == views.y.dims[0];
    }
    case OpKind::ConvTranspose:
        return views.y.dims[1] == 1 || volume(views.x) == views.x.dims[0];
    default:
        return views.y.dims.back() == 1 || views.y.dims[views.y.dims.size() - 2] == 1;
    }
}

/// Neither slow nor wrong. Measured with oneDNN 2.6.3 where AVX-512 is missing: its "gemm" gives wrong sums
/// for a product with a vector on more than one thread; its convolution by im2col adds a tensor after the
/// product at wrong places, and is not checked with three spatial axes.
bool isTrusted(
    const Operation& operation, const ProductViews& views, const std::string& implementation, bool binary)
{
    if (implementation.find("ref") != std::string::npos)
        return false;
    const bool gemm =
        implementation.find("gemm") != std::string::npos && implementation.find("brg") == std::string::npos;
    if (!gemm)
        return true;
    if (isVectorProduct(operation, views))
        return false;
    return operation.kind != OpKind::Conv || (!binary && operation.as<ConvAttributes>().spatialRank < 3);
}

} // namespace

std::string versionText()
{
    const dnnl_version_t* version = dnnl_version();
    return "oneDNN " + std::to_string(version->major) + "." + std::to_string(version->minor) + "."
        + std::to_string(version->patch);
}

std::string instructionSet()
{
    const dnnl::cpu_isa isa = dnnl::get_effective_cpu_isa();
    if (isa >= dnnl::cpu_isa::avx512_core)
        return "AVX-512";
    return isa >= dnnl::cpu_isa::avx2 ? "AVX2" : "SSE4.1";
}

std::unique_ptr<Product> describe(
    const Program& program, const Operation& operation, bool constantKernel, bool sum)
{
    constexpr int64_t largestPackedMatrix = int64_t(4)
        << 20; // elements; a larger one would need a second copy
    ProductViews views = viewsOf(program, operation);
    const auto empty = [](const View& view) {
        return std::any_of(view.dims.begin(), view.dims.end(), [](int64_t size) { return size == 0; });
    };
    if (!views.valid || empty(views.x) || empty(views.kernel) || empty(views.y))
        return nullptr;
    const Shape& kernel = program.values[size_t(operation.inputs[1])].shape;
    const bool packed = constantKernel
        && (operation.kind != OpKind::MatMul || kernel.elements().value_or(0) <= largestPackedMatrix);
    // The best kernels take all in one; where only others do, the rest is left to the caller.
    struct Attempt {
        bool activation, residual;
    };
    const bool hasResidual = operation.input(3) >= 0;
    for (const Attempt attempt : {Attempt{true, true}, Attempt{false, true}, Attempt{false, false}}) {
        if (!attempt.residual && (!hasResidual || sum))
            break;
        try {
            PostOps postOps(hasResidual && attempt.residual, sum, views.y.dims, views.y.strides,
                attempt.activation ? activationOf(operation) : Activation{});
            if (!attempt.activation)
                postOps.remaining = activationOf(operation);
            postOps.residualRemains = hasResidual && !attempt.residual;
            const bool binary = postOps.residualIndex >= 0;
            auto product = std::make_unique<DnnlProduct>(operation.kind, views, std::move(postOps), packed);
            if (isTrusted(operation, views, product->implementation(), binary))
                return product;
        } catch (const dnnl::error&) {
            continue; // no implementation: the engine's own kernel takes over
        }
    }
    return nullptr;
}

} // namespace kerascope::onednn
