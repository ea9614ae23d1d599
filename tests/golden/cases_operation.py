# SPDX-License-Identifier: GPL-3.0-or-later
"""Operations of keras.ops as layers of a functional model, several side by side."""
import keras
import numpy as np
from keras import ops

from golden import attempt, normal, rng_of, write

G = "operation"


def case(name, arrays, functions, check=True):
    """Outputs are named by the operations that make them, so each function gets a fresh name in `functions`."""
    keras.backend.clear_session()
    inputs = {key: keras.Input(a.shape[1:], name=key, dtype=str(a.dtype)) for key, a in arrays.items()}
    made = []
    for function in functions:
        with attempt(f"{G}/{name}"):
            result = function(*inputs.values())
            made += list(result) if isinstance(result, (list, tuple)) else [result]
    model = keras.Model(list(inputs.values()), made)
    write(G, name, model, arrays, check=check)


def make():
    x, y = normal((2, 4, 6), G + "x"), normal((2, 4, 6), G + "y")
    positive = np.abs(x) + 0.1
    case("element", {"x": x}, [
        lambda x: ops.expm1(x), lambda x: ops.sinh(x), lambda x: ops.cosh(x), lambda x: ops.tan(x), lambda x: ops.trunc(x),
        lambda x: ops.erf(x), lambda x: ops.exp2(x), lambda x: ops.deg2rad(x), lambda x: ops.isnan(x), lambda x: ops.isfinite(x),
        lambda x: ops.isinf(x), lambda x: ops.absolute(x), lambda x: ops.sign(x), lambda x: ops.floor(x), lambda x: ops.round(x),
        lambda x: 2.0 - x, lambda x: x / 3.0, lambda x: 1.0 / (x + 10.0), lambda x: -x, lambda x: ops.clip(x, -0.5, 0.5)])
    case("positive", {"x": positive}, [
        lambda x: ops.log1p(x), lambda x: ops.log2(x), lambda x: ops.log10(x), lambda x: ops.sqrt(x), lambda x: ops.rsqrt(x),
        lambda x: ops.power(x, 1.5), lambda x: x ** 2])
    case("pairs", {"x": x, "y": y}, [
        lambda x, y: ops.hypot(x, y), lambda x, y: ops.logaddexp(x, y), lambda x, y: ops.logical_xor(x > 0, y > 0),
        lambda x, y: ops.divide_no_nan(x, ops.maximum(y, 0.0)), lambda x, y: ops.where(x > y, x, y), lambda x, y: x > y,
        lambda x, y: ops.matmul(x, ops.transpose(y, (0, 2, 1))), lambda x, y: ops.einsum("bij,bkj->bik", x, y),
        lambda x, y: ops.maximum(x, y), lambda x, y: ops.floor_divide(x, y), lambda x, y: ops.mod(x, y),
        lambda x, y: ops.concatenate([x, y], axis=1), lambda x, y: ops.stack([x, y], axis=2)])
    case("statistics", {"x": x}, [
        lambda x: ops.mean(x, axis=1), lambda x: ops.var(x, axis=-1), lambda x: ops.std(x, axis=(1, 2), keepdims=True),
        lambda x: ops.logsumexp(x, axis=2), lambda x: ops.max(x, axis=1, keepdims=True), lambda x: ops.argmax(x, axis=-1),
        lambda x: ops.argmin(x, axis=1), lambda x: ops.cumsum(x, axis=1), lambda x: ops.count_nonzero(x, axis=1),
        lambda x: ops.sum(x, axis=[1, 2]), lambda x: ops.prod(x, axis=2), lambda x: ops.normalize(x, axis=-1),
        lambda x: ops.all(x > -1, axis=1), lambda x: ops.any(x > 1, axis=1)])
    case("moving", {"x": x}, [
        lambda x: ops.flip(x, axis=1), lambda x: ops.roll(x, 2, axis=2), lambda x: ops.tile(x, (1, 2, 1)),
        lambda x: ops.swapaxes(x, 1, 2), lambda x: ops.moveaxis(x, 1, 2), lambda x: ops.split(x, 2, axis=2),
        lambda x: ops.split(x, [1, 3], axis=1), lambda x: ops.unstack(x, axis=1), lambda x: ops.pad(x, ((0, 0), (1, 2), (0, 1))),
        lambda x: ops.pad(x, ((0, 0), (1, 2), (0, 1)), mode="reflect"), lambda x: ops.pad(x, ((0, 0), (2, 2), (0, 1)), mode="symmetric"),
        lambda x: ops.tril(x), lambda x: ops.triu(x, k=1), lambda x: ops.repeat(x, 2, axis=1), lambda x: x[:, 1:, ::2],
        lambda x: x[:, -1], lambda x: x[..., None, 0], lambda x: ops.reshape(x, (-1, 24)), lambda x: ops.squeeze(x[:, :1], axis=1),
        lambda x: ops.expand_dims(x, -1), lambda x: ops.take(x, [0, 2, -1], axis=1), lambda x: ops.zeros_like(x),
        lambda x: ops.full_like(x, 3), lambda x: ops.broadcast_to(x[:, :1], (2, 4, 6)), lambda x: ops.hstack([x, x])])
    ids = rng_of(G).integers(0, 5, (3, 4)).astype(np.int32)
    case("indices", {"x": ids}, [lambda x: ops.one_hot(x, 5), lambda x: ops.one_hot(x, 5, axis=1), lambda x: ops.cast(x, "float32"),
                                 lambda x: x + 1, lambda x: ops.equal(x, 2)])
    image = normal((1, 6, 8, 4), G + "i")
    case("picture", {"x": image}, [
        lambda x: ops.max_pool(x, 2), lambda x: ops.average_pool(x, 3, strides=2, padding="same"),
        lambda x: ops.image.resize(x, (3, 5)), lambda x: ops.image.resize(x, (9, 9), interpolation="nearest"),
        lambda x: ops.depth_to_space(x, 2), lambda x: ops.space_to_depth(x, 2), lambda x: ops.image.rgb_to_grayscale(x[..., :3])])
    more(x, y, positive)


def more(x, y, positive):
    bent = np.tanh(x)
    case("inverse", {"x": bent, "y": y}, [
        lambda x, y: ops.arccos(x), lambda x, y: ops.arcsin(x), lambda x, y: ops.arctan(x), lambda x, y: ops.arcsinh(y),
        lambda x, y: ops.arccosh(ops.absolute(y) + 1), lambda x, y: ops.arctanh(x), lambda x, y: ops.arctan2(x, y),
        lambda x, y: ops.cbrt(y), lambda x, y: ops.erfinv(x), lambda x, y: ops.sinc(y), lambda x, y: ops.signbit(y),
        lambda x, y: ops.isneginf(y), lambda x, y: ops.isposinf(y), lambda x, y: ops.logaddexp2(x, y),
        lambda x, y: ops.heaviside(ops.round(y), x), lambda x, y: ops.fmod(y, 0.7)])
    case("order", {"x": x, "y": y}, [
        lambda x, y: ops.sort(x, axis=1), lambda x, y: ops.sort(x), lambda x, y: ops.argsort(x, axis=-1),
        lambda x, y: ops.argsort(x, axis=1), lambda x, y: ops.top_k(x, 3), lambda x, y: ops.median(x, axis=1),
        lambda x, y: ops.median(x, axis=2, keepdims=True), lambda x, y: ops.quantile(x, 0.3, axis=1),
        lambda x, y: ops.quantile(x, [0.1, 0.5, 0.9], axis=2), lambda x, y: ops.quantile(x, 0.4, axis=1, method="nearest"),
        lambda x, y: ops.quantile(x, 0.4, axis=1, method="midpoint", keepdims=True), lambda x, y: ops.percentile(x, 70, axis=2),
        lambda x, y: ops.cumprod(x, axis=1), lambda x, y: ops.cumprod(x, axis=-1),
        lambda x, y: ops.take_along_axis(x, ops.argsort(y, axis=1), axis=1),
        lambda x, y: ops.take_along_axis(x, ops.argsort(y, axis=2), axis=-1),
        lambda x, y: ops.searchsorted(np.array([-1.0, 0.0, 0.5], np.float32), ops.ravel(x)), lambda x, y: ops.digitize(x, np.array([-1.0, 0.0, 0.5]))])
    holes = x.copy()
    holes[:, ::2, 1] = np.nan
    case("nan", {"x": holes}, [
        lambda x: ops.nansum(x, axis=1), lambda x: ops.nanmean(x, axis=(1, 2)), lambda x: ops.nanmax(x, axis=2, keepdims=True),
        lambda x: ops.nanmin(x, axis=1), lambda x: ops.nanprod(x, axis=1), lambda x: ops.nanmedian(x, axis=1),
        lambda x: ops.nancumsum(x, axis=1), lambda x: ops.nancumprod(x, axis=1)])
    case("waves", {"x": x, "y": y}, [
        lambda x, y: ops.fft((x, y)), lambda x, y: ops.fft2((x, y)), lambda x, y: ops.ifft2((x, y)), lambda x, y: ops.rfft(x),
        lambda x, y: ops.rfft(x, fft_length=5), lambda x, y: ops.rfft(x, fft_length=9), lambda x, y: ops.irfft((x, y)),
        lambda x, y: ops.irfft((x, y), fft_length=9)])
    whole_numbers = rng_of(G + "w").integers(1, 30, (3, 4)).astype(np.int32)
    others = rng_of(G + "v").integers(1, 5, (3, 4)).astype(np.int32)
    case("bits", {"x": whole_numbers, "y": others}, [
        lambda x, y: ops.bitwise_and(x, y), lambda x, y: ops.bitwise_or(x, y), lambda x, y: ops.bitwise_xor(x, y),
        lambda x, y: ops.bitwise_not(x), lambda x, y: ops.left_shift(x, y), lambda x, y: ops.right_shift(x, y),
        lambda x, y: ops.gcd(x, y), lambda x, y: ops.lcm(x, y)])
    kernels = {rank: normal((3,) * rank + (4, 6), G + f"k{rank}") for rank in (1, 2)}
    picture, signal = normal((2, 7, 6, 4), G + "cp"), normal((2, 9, 4), G + "cs")
    deep, point = normal((3, 2, 4, 2), G + "kd"), normal((1, 1, 8, 3), G + "kp")
    case("convolution", {"x": picture, "y": signal}, [
        lambda x, y: ops.conv(x, kernels[2]), lambda x, y: ops.conv(x, kernels[2], strides=2, padding="same"),
        lambda x, y: ops.conv(y, kernels[1], dilation_rate=2),
        lambda x, y: ops.depthwise_conv(x, deep), lambda x, y: ops.separable_conv(x, deep, point, padding="same")])  # conv_transpose: Keras 3.15.1 hands its arguments over in the wrong order and fails
    mean, variance = normal((6,), G + "m"), np.abs(normal((6,), G + "va")) + 0.5
    heads = normal((2, 5, 4, 3), G + "heads"), normal((2, 5, 2, 3), G + "keys")
    case("normalised", {"x": x}, [
        lambda x: ops.batch_normalization(x, mean, variance, axis=-1, offset=variance, scale=mean),
        lambda x: ops.batch_normalization(x, mean, variance, axis=-1), lambda x: ops.moments(x, axes=[1]),
        lambda x: ops.moments(x, axes=[1, 2], keepdims=True)])
    case("attention", {"x": heads[0], "y": heads[1]}, [
        lambda x, y: ops.dot_product_attention(x, x, x), lambda x, y: ops.dot_product_attention(x, y, y),
        lambda x, y: ops.dot_product_attention(x, x, x, is_causal=True, scale=0.3)])
    holed = holes.copy()
    holed[0, 1, 2:4] = np.inf, -np.inf
    case("small", {"x": x, "y": holed}, [
        lambda x, y: ops.layer_normalization(x, mean, variance, epsilon=1e-3), lambda x, y: ops.layer_normalization(x),
        lambda x, y: ops.layer_normalization(x, mean, rms_scaling=True), lambda x, y: ops.rms_normalization(x, variance),
        lambda x, y: ops.rms_normalization(x), lambda x, y: ops.fliplr(x), lambda x, y: ops.flipud(x), lambda x, y: ops.diff(x),
        lambda x, y: ops.diff(x, n=2, axis=1), lambda x, y: ops.isclose(x, ops.round(x), atol=0.1),
        lambda x, y: ops.nan_to_num(y, nan=0.5, posinf=3.0, neginf=-2.0), lambda x, y: ops.real(x), lambda x, y: ops.conj(x),
        lambda x, y: ops.imag(x)])
