# SPDX-License-Identifier: GPL-3.0-or-later
"""Layers after model.quantize(…) in all its modes."""
import keras
import numpy as np
from keras import layers as L

from golden import attempt, normal, randomise, rng_of, write

G = "quantised"


def quantise(model, how):
    if isinstance(how, str):
        model.quantize(how)
    else:
        model.quantize(how.mode, config=how)


def case(name, layers, x, mode="int8", spread=False):
    with attempt(f"{G}/{name}"):
        keras.backend.clear_session()
        inputs = keras.Input(x.shape[1:], name="x", dtype=str(x.dtype))
        y = inputs
        for layer in layers:
            y = layer(y)
        model = keras.Model(inputs, y)
        randomise(model, f"{G}/{name}")
        quantise(model, mode)
        if spread:  # float8: scales as training leaves them
            for number, layer in enumerate(layers):
                layer.inputs_scale.assign(0.013 * (number + 1))
                layer.kernel_scale.assign(0.0021 * (number + 1))
        write(G, name, model, {"x": x})


def make():
    case("dense", [L.Dense(6, activation="relu"), L.Dense(3, use_bias=False)], normal((5, 13), G))
    case("dense_rank3", [L.Dense(5, activation="softmax")], normal((2, 3, 128), G + "3"))
    case("einsum", [L.EinsumDense("ab,bc->ac", output_shape=5, bias_axes="c")], normal((3, 7), G + "e"))
    case("einsum_heads", [L.EinsumDense("abc,cde->abde", output_shape=(None, 2, 4), bias_axes="de"),
                          L.EinsumDense("abde,def->abf", output_shape=(None, 5), activation="tanh")],
         normal((2, 3, 13), G + "h"))
    case("embedding", [L.Embedding(7, 5), L.Dense(3)], rng_of(G).integers(0, 7, (2, 5)).astype(np.int32))
    int4_and_float8()
    calibrated()
    attention()
    reversible()
    weights_only()


def int4(block):
    return keras.quantizers.Int4QuantizationConfig(block_size=block)


def int4_and_float8():
    tokens = rng_of(G).integers(0, 7, (2, 5)).astype(np.int32)
    inputs = keras.quantizers.Int4QuantizationConfig(
        activation_quantizer=keras.quantizers.AbsMaxQuantizer(axis=-1), block_size=None)
    for name, mode in (("int4", int4(None)), ("int4_groups", int4(4)), ("int4_inputs", inputs), ("float8", "float8")):
        scaled = mode == "float8"
        case(f"{name}_dense", [L.Dense(7, activation="relu"), L.Dense(3, use_bias=False)], normal((5, 13), G + name),
             mode, spread=scaled)
        case(f"{name}_einsum", [L.EinsumDense("abc,cde->abde", output_shape=(None, 3, 5), bias_axes="de"),
                                L.EinsumDense("abde,def->abf", output_shape=(None, 5), activation="tanh")],
             normal((2, 3, 13), G + "h" + name), mode, spread=scaled)
        if not scaled:
            case(f"{name}_embedding", [L.Embedding(7, 9), L.Dense(3)], tokens, mode)
    # the kernel's summed axis stands last: Keras packs it as it lies all the same
    case("int4_einsum_turned", [L.EinsumDense("ab,cb->ac", output_shape=5, bias_axes="c")], normal((3, 8), G + "t"),
         int4(None))


def calibrated():
    """GPTQ and AWQ need texts to calibrate; here the numbers that calibration finds are made up, and
    real Keras computes from the file. Keras 3.15.1 forgets the zero points when it writes (and then
    cannot read): they are handed to it here, so that the file is as its reader wants it."""
    for name, policy, layer, shape in (
            ("gptq4_dense", "gptq/4/4", lambda **o: L.Dense(7, activation="relu", **o), (5, 13)),
            ("gptq8_dense", "gptq/8/-1", lambda **o: L.Dense(6, use_bias=False, **o), (5, 13)),
            ("awq_dense", "awq/4/8", lambda **o: L.Dense(7, **o), (5, 13)),
            ("gptq4_einsum", "gptq/4/8", lambda **o: L.EinsumDense("abc,cde->abde", output_shape=(None, 2, 5),
                                                                   bias_axes="de", **o), (2, 3, 13)),
            ("awq_einsum", "awq/4/-1", lambda **o: L.EinsumDense("abde,def->abf", output_shape=(None, 17),
                                                                 **o), (2, 3, 2, 5))):
        with attempt(f"{G}/{name}"):
            keras.backend.clear_session()
            rng = rng_of(f"weights/{G}/{name}")
            inputs = keras.Input(shape[1:], name="x")
            kind = keras.dtype_policies.get(policy + "_from_float32")
            model = keras.Model(inputs, layer(dtype=kind, name="layer")(inputs))
            made = model.get_layer("layer")
            made.quantized_kernel.assign(rng.integers(0, 256, made.quantized_kernel.shape))
            made.kernel_scale.assign(rng.uniform(0.02, 0.1, made.kernel_scale.shape))
            made.kernel_zero.assign(rng.integers(5, 11, made.kernel_zero.shape))
            groups = made.kernel_scale.shape[1]
            made.g_idx.assign(rng.permutation(np.arange(made.g_idx.shape[0]) % groups).astype(np.float32))
            if hasattr(made, "awq_scales"):
                made.awq_scales.assign(rng.uniform(0.5, 2, made.awq_scales.shape))
            if made.bias is not None:
                made.bias.assign(rng.uniform(-0.4, 0.4, made.bias.shape))
            made._get_kernel_with_merged_lora = lambda made=made: (None, None, made.kernel_zero)
            made.is_gptq_calibrated = made.is_awq_calibrated = True
            write(G, name, model, {"x": normal(shape, G + name)})


def attention():
    """Keras writes no word about it into the config and cannot read such files itself."""
    for mode in ("int8", "int4"):
        for name, layer in (("multi_head", lambda: L.MultiHeadAttention(2, 4, name="attention")),
                            ("grouped_query", lambda: L.GroupQueryAttention(4, 4, 2, use_bias=False,
                                                                            name="attention"))):
            with attempt(f"{G}/{mode}_{name}"):
                keras.backend.clear_session()
                inputs = keras.Input((5, 12), name="x")
                model = keras.Model(inputs, layer()(inputs, inputs))
                randomise(model, f"{G}/{mode}_{name}")
                model.quantize(mode)
                write(G, f"{mode}_{name}", model, {"x": normal((2, 5, 12), G + name)}, check=False)


def reversible():
    tokens = rng_of(G + "r").integers(0, 7, (2, 5)).astype(np.int32)
    for tied in (True, False):
        for mode, how in (("int8", "int8"), ("int4", int4(None)), ("int4_groups", int4(4))):
            name = f"{mode}_reversible{'' if tied else '_untied'}"
            with attempt(f"{G}/{name}"):
                keras.backend.clear_session()
                inputs = keras.Input((5,), name="x", dtype="int32")
                layer = L.ReversibleEmbedding(7, 9, tie_weights=tied, logit_soft_cap=5.0, name="words")
                model = keras.Model(inputs, layer(L.Activation("tanh")(layer(inputs)), reverse=True))
                randomise(model, f"{G}/{name}")
                quantise(model, how)
                write(G, name, model, {"x": tokens})


def weights_only():
    rule = keras.quantizers.Int8QuantizationConfig(activation_quantizer=None)
    case("weights_only_dense", [L.Dense(7, activation="relu"), L.Dense(3)], normal((5, 13), G + "w"), rule)
    case("weights_only_einsum", [L.EinsumDense("abc,cde->abde", output_shape=(None, 3, 5), bias_axes="de")],
         normal((2, 3, 13), G + "we"), rule)
