# SPDX-License-Identifier: GPL-3.0-or-later
"""Small graph models. Each function returns (model, {input name: array}); only layers that
Keras 2 and Keras 3 both have, so that make_keras2.py builds the same nets."""
import keras
import numpy as np

L = keras.layers
SLASH = "_"  # Keras 2 allows "/" in layer names; make_keras2.py sets it


def named(*parts):
    return SLASH.join(parts)


def _x(shape, seed):
    return np.random.default_rng(seed).normal(0, 1, shape).astype(np.float32)


def _conv_norm(x, filters, name, relu=True, **options):
    x = L.Conv2D(filters, 3, padding="same", use_bias=False, name=named(name, "conv"), **options)(x)
    x = L.BatchNormalization(name=named(name, "norm"))(x)
    return L.ReLU(name=named(name, "relu"))(x) if relu else x


def residual_blocks():
    image = keras.Input((9, 8, 3), name="image")
    x = _conv_norm(image, 5, "stem")
    y = _conv_norm(x, 5, "block1a")
    y = _conv_norm(y, 5, "block1b", relu=False)
    x = L.ReLU(name="block1_out")(L.Add(name="block1_add")([x, y]))
    y = _conv_norm(x, 13, "block2a", strides=2)
    y = _conv_norm(y, 13, "block2b", relu=False)
    z = L.BatchNormalization(name="block2_skip_norm")(L.Conv2D(13, 1, strides=2, name="block2_skip")(x))
    x = L.ReLU(name="block2_out")(L.Add(name="block2_add")([y, z]))
    x = L.Dense(10, activation="softmax", name="head")(L.GlobalAveragePooling2D(name="pool")(x))
    return keras.Model(image, x, name="residual"), {"image": _x((2, 9, 8, 3), 1)}


def fold_traps():
    """What a pass must not do: fold over 'same' padding, over an activation, over a second
    reader, or into a shared layer."""
    x = keras.Input((7, 5, 3), name="x")
    a = L.BatchNormalization(name="norm_before_same")(x)
    a = L.Conv2D(5, 3, padding="same", name="conv_same")(a)
    b = L.BatchNormalization(name="norm_before_valid")(x)
    b = L.ZeroPadding2D(1, name="pad_after_norm")(b)
    b = L.Conv2D(5, 3, name="conv_valid")(b)
    c = L.Conv2D(5, 3, padding="same", activation="relu", name="conv_with_relu")(x)
    c = L.BatchNormalization(name="norm_after_relu")(c)
    d = L.Conv2D(5, 3, padding="same", name="conv_two_readers")(x)
    e = L.BatchNormalization(name="norm_second_reader")(d)
    shared = L.Conv2D(5, 3, padding="same", name="conv_shared")
    f = L.BatchNormalization(name="norm_call0")(shared(x))
    g = L.BatchNormalization(name="norm_call1", scale=False)(shared(L.Activation("tanh", name="bend")(x)))
    norm = L.BatchNormalization(name="norm_shared")
    h, i = norm(c), norm(e)
    outs = [L.Add(name="sum")([a, b, c, d, e, f, g]), L.Multiply(name="product")([h, i])]
    return keras.Model(x, outs, name="fold_traps"), {"x": _x((2, 7, 5, 3), 2)}


def fold_every_kind():
    """BatchNormalization after each layer that it can be folded into."""
    x = keras.Input((8, 7, 5), name="x")
    y = L.BatchNormalization(name="n1")(L.DepthwiseConv2D(3, strides=2, padding="same", depth_multiplier=2, name="dw")(x))
    y = L.Activation("relu6", name="relu6")(y)
    y = L.BatchNormalization(name="n2", center=False)(L.Conv2DTranspose(5, 3, strides=2, padding="same", name="up")(y))
    y = L.LeakyReLU(name="leaky")(y)
    y = L.BatchNormalization(name="n3", epsilon=0.01)(L.SeparableConv2D(3, 3, padding="same", use_bias=False, name="sep")(y))
    y = L.BatchNormalization(name="n4", scale=False)(L.Conv2D(6, 3, groups=3, name="grouped")(y))
    y = L.ELU(name="elu")(y)
    y = L.Reshape((-1, 6), name="steps")(y)
    y = L.BatchNormalization(name="n5")(L.Conv1D(5, 3, padding="causal", dilation_rate=2, name="causal")(y))
    y = L.BatchNormalization(name="n6")(L.Dense(3, use_bias=False, name="dense")(y))
    y = L.BatchNormalization(name="n7", axis=1)(y)
    return keras.Model(x, y, name="fold_every_kind"), {"x": _x((1, 8, 7, 5), 3)}


def inverted_residuals():
    x = image = keras.Input((8, 8, 3), name="image")
    x = L.ZeroPadding2D(((0, 1), (0, 1)), name="pad")(x)
    x = L.ReLU(6.0, name="stem_relu6")(L.BatchNormalization(name="stem_norm")(L.Conv2D(5, 3, strides=2, use_bias=False, name="stem")(x)))
    for k in range(2):
        y = L.Conv2D(13, 1, use_bias=False, name=f"b{k}_expand")(x)
        y = L.ReLU(6.0, name=f"b{k}_relu6a")(L.BatchNormalization(name=f"b{k}_norm_a")(y))
        y = L.DepthwiseConv2D(3, padding="same", use_bias=False, name=f"b{k}_depthwise")(y)
        y = L.ReLU(6.0, name=f"b{k}_relu6b")(L.BatchNormalization(name=f"b{k}_norm_b")(y))
        y = L.BatchNormalization(name=f"b{k}_norm_c")(L.Conv2D(5, 1, use_bias=False, name=f"b{k}_project")(y))
        x = L.Add(name=f"b{k}_add")([x, y])
    gate = L.Reshape((1, 1, 5), name="gate_shape")(L.GlobalAveragePooling2D(name="gate_pool")(x))
    gate = L.Conv2D(5, 1, activation="sigmoid", name="gate")(gate)
    x = L.Multiply(name="gated")([x, gate])
    x = L.Dense(5, activation="softmax", name="head")(L.Flatten(name="flat")(x))
    return keras.Model(image, x, name="inverted_residuals"), {"image": _x((1, 8, 8, 3), 4)}


def branches():
    x = keras.Input((7, 9, 3), name="x")
    a = L.Conv2D(5, 1, activation="relu", name="a1")(x)
    b = L.Conv2D(3, 3, padding="same", activation="relu", name="b3")(L.Conv2D(3, 1, name="b1")(x))
    c = L.Conv2D(2, (1, 5), padding="same", name="c5")(x)
    d = L.Conv2D(3, 1, name="d1")(L.AveragePooling2D(3, strides=1, padding="same", name="dp")(x))
    y = L.Concatenate(name="join")([a, b, c, d])
    y = L.MaxPooling2D(3, strides=2, padding="same", name="pool")(y)
    z = L.Conv2DTranspose(5, 3, strides=2, padding="same", name="up")(y)
    z = L.Cropping2D(((0, 1), (1, 0)), name="crop")(z)
    z = L.Concatenate(name="skip")([z, x])
    return keras.Model(x, [L.Conv2D(1, 1, activation="sigmoid", name="mask")(z), y], name="branches"), {"x": _x((1, 7, 9, 3), 5)}


def _inner(name="inner", units=5):
    return keras.Sequential([keras.Input((units,)), L.Dense(units, activation="tanh", name="dense"),
                             L.BatchNormalization(name="norm")], name=name)


def nested_three_levels():
    inner = _inner()
    m = keras.Input((5,), name="m")
    y = L.Dense(5, name="middle_dense")(inner(m))
    y = L.Add(name="add")([inner(y), m])
    middle = keras.Model(m, y, name="middle")
    x = keras.Input((5,), name="x")
    y = L.Dense(5, name="dense")(x)
    y = middle(y)
    y = _inner("inner")(y)  # another one of the same name; Keras cannot share one across containers in a file
    y = middle(L.Activation("relu", name="relu")(y))
    return keras.Model(x, L.Dense(3, name="out")(y), name="outer"), {"x": _x((3, 5), 6)}


def nested_used_twice():
    i = keras.Input((5, 5, 3), name="i")
    encoder = keras.Model(i, L.GlobalMaxPooling2D(name="pool")(_conv_norm(i, 5, "e")), name="encoder")
    left, right = keras.Input((5, 5, 3), name="left"), keras.Input((5, 5, 3), name="right")
    a, b = encoder(left), encoder(right)
    outs = [a, b, L.Dot(1, normalize=True, name="likeness")([a, b])]
    return keras.Model([left, right], outs, name="twins"), {"left": _x((2, 5, 5, 3), 7), "right": _x((2, 5, 5, 3), 8)}


def nested_many_ends():
    a, b = keras.Input((5,), name="a"), keras.Input((3,), name="b")
    s = L.Dense(4, activation="relu", name="mix")(L.Concatenate(name="cat")([a, b]))
    inner = keras.Model([a, b], [L.Dense(5, name="one")(s), L.Dense(3, name="two")(s)], name="pair")
    x, y = keras.Input((5,), name="x"), keras.Input((3,), name="y")
    p, q = inner([x, y])
    r, _ = inner([p, q])
    return keras.Model([x, y], [r, q], name="many_ends"), {"x": _x((2, 5), 9), "y": _x((2, 3), 10)}


def sequential_in_sequential():
    deepest = keras.Sequential([keras.Input((7, 6, 5)), L.Conv2D(3, 3, name="conv"), L.BatchNormalization(name="norm")], name="deepest")
    middle = keras.Sequential([keras.Input((7, 6, 5)), deepest, L.ReLU(name="relu"), L.Flatten(name="flat")], name="middle")
    model = keras.Sequential([keras.Input((9, 8, 3), name="x"), L.Conv2D(5, 3, name="conv"), middle, L.Dense(5, name="dense"),
                              _inner("last")], name="outermost")
    return model, {"x": _x((2, 9, 8, 3), 11)}


def shared_layers():
    a, b, c = (keras.Input((5,), name=n) for n in "abc")
    dense = L.Dense(5, activation="tanh", name="shared")
    act = L.PReLU(name="shared_prelu")
    x, y, z = dense(a), dense(b), dense(dense(c))
    merged = L.Average(name="mean")([act(x), act(y), z])
    return keras.Model([a, b, c], [y, z, merged], name="shared"), {n: _x((2, 5), 12 + i) for i, n in enumerate("abc")}


def shared_later_call_only():
    x = keras.Input((3,), name="x")
    dense = L.Dense(3, name="shared")
    return keras.Model(x, dense(L.Activation("relu", name="relu")(dense(x))), name="later"), {"x": _x((2, 3), 15)}


def ends_in_the_middle():
    """An input that is an output, and an output that feeds on."""
    x = keras.Input((5,), name="x")
    h = L.Dense(5, activation="relu", name="h")(x)
    return keras.Model(x, [L.Dense(3, name="y")(h), h, x], name="ends"), {"x": _x((2, 5), 16)}


def dictionaries():
    image, size = keras.Input((5, 5, 3), name="image"), keras.Input((3,), name="size")
    y = L.Concatenate(name="cat")([L.GlobalAveragePooling2D(name="pool")(L.Conv2D(5, 3, name="conv")(image)), size])
    outs = {"kind": L.Dense(3, activation="softmax", name="kind")(y), "box": L.Dense(4, name="box")(y)}
    return keras.Model({"image": image, "size": size}, outs, name="dictionaries"), {"image": _x((2, 5, 5, 3), 17), "size": _x((2, 3), 18)}


def encoder_decoder():
    source, target = keras.Input((5,), dtype="int32", name="source"), keras.Input((3,), dtype="int32", name="target")
    words = L.Embedding(11, 5, mask_zero=True, name="words")
    _, h, c = L.LSTM(5, return_state=True, name="encoder")(words(source))
    y = L.LSTM(5, return_sequences=True, name="decoder")(words(target), initial_state=[h, c])
    y = L.TimeDistributed(L.Dense(11, activation="softmax"), name="word")(y)
    rng = np.random.default_rng(19)
    arrays = {"source": rng.integers(1, 11, (2, 5)).astype(np.int32), "target": rng.integers(1, 11, (2, 3)).astype(np.int32)}
    arrays["source"][0, 3:] = 0
    arrays["target"][1, 2:] = 0
    return keras.Model([source, target], [y, h], name="translate"), arrays


def text_and_image():
    text, image = keras.Input((5,), dtype="int32", name="text"), keras.Input((6, 6, 1), name="image")
    t = L.Bidirectional(L.GRU(3), name="read")(L.Dropout(0.2, name="drop")(L.Embedding(11, 5, name="words")(text)))
    i = L.Rescaling(1 / 127.5, offset=-1, name="scale")(image)
    i = L.Flatten(name="flat")(L.MaxPooling2D(name="pool")(L.Conv2D(3, 3, activation="relu", name="conv")(i)))
    y = L.Dense(5, activation="relu", name="join_dense")(L.Concatenate(name="join")([t, i]))
    arrays = {"text": np.random.default_rng(20).integers(0, 11, (2, 5)).astype(np.int32),
              "image": np.random.default_rng(21).uniform(0, 255, (2, 6, 6, 1)).astype(np.float32)}
    return keras.Model([text, image], L.Dense(1, activation="sigmoid", name="score")(y), name="text_and_image"), arrays


def frozen_nested():
    """Frozen BatchNormalization inside: the order of weights in HDF5 files depends on it."""
    inner = keras.Sequential([keras.Input((5,)), L.Dense(5, name="first"), L.BatchNormalization(name="norm"),
                              L.Dense(5, name="second"), L.BatchNormalization(name="frozen_norm", trainable=False),
                              L.Dense(3, name="frozen", trainable=False)], name="inner")
    x = keras.Input((5,), name="x")
    return keras.Model(x, L.Dense(3, name="out")(inner(x)), name="frozen_nested"), {"x": _x((2, 5), 22)}


ALL = [residual_blocks, fold_traps, fold_every_kind, inverted_residuals, branches, nested_three_levels, nested_used_twice,
       nested_many_ends, sequential_in_sequential, shared_layers, shared_later_call_only, ends_in_the_middle, dictionaries,
       encoder_decoder, text_and_image, frozen_nested]
