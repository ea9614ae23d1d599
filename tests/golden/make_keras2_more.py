#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Golden files of Keras 2.12 (tensorflow-cpu==2.12.*) and 2.15, each in an environment of its own: .keras
as these versions write it, .h5 beside it, layers and op layers of TensorFlow. Groups keras2_12, keras2_15."""
import keras
import numpy as np
import tensorflow as tf
from keras import layers as L

import golden
import graph_models
from cases_recurrent import TOKENS, masked_steps
from golden import attempt, normal, randomise, rng_of, single, write

G = "keras2_" + keras.__version__.split(".")[1]
BOTH = (".keras", ".h5")


def layers():
    for name, make, x in [
        ("dense_conv", lambda: [L.Conv2D(5, 3, activation="relu"), L.BatchNormalization(), L.DepthwiseConv2D(2),
                                L.GlobalAveragePooling2D(), L.Dense(3, activation="softmax")], normal((2, 6, 7, 3), G + "c")),
        ("separable_transpose", lambda: [L.SeparableConv2D(4, 3, padding="same"), L.PReLU(shared_axes=[1, 2]),
                                         L.Conv2DTranspose(3, 3, strides=2, padding="same")], normal((1, 5, 4, 3), G + "s")),
        ("norms", lambda: [L.LayerNormalization(), L.GroupNormalization(groups=2), L.UnitNormalization()],
         normal((2, 5, 4), G + "n")),
        ("lstm_gru", lambda: [L.LSTM(5, return_sequences=True), L.GRU(4, return_sequences=True),
                              L.GRU(3, reset_after=False, return_sequences=True), L.SimpleRNN(3)], normal((2, 5, 3), G + "r")),
        ("bidirectional", lambda: [L.Bidirectional(L.LSTM(3, return_sequences=True)),
                                   L.Bidirectional(L.GRU(2), merge_mode="sum")], normal((2, 5, 3), G + "b")),
        ("mask", lambda: [L.Embedding(7, 3, mask_zero=True), L.Bidirectional(L.LSTM(3, return_sequences=True)), L.GRU(2)],
         TOKENS, ),
        ("masking", lambda: [L.Masking(), L.TimeDistributed(L.Dense(4)), L.LSTM(3)], masked_steps(G, 3)),
        ("rnn_cells", lambda: [L.RNN([L.LSTMCell(3), L.GRUCell(4)], return_sequences=True), L.RNN(L.SimpleRNNCell(2))],
         normal((2, 4, 3), G + "cells")),
        ("conv_lstm", lambda: L.ConvLSTM2D(2, 2, return_sequences=True), normal((1, 3, 4, 5, 2), G + "cl")),
        ("einsum_dense", lambda: L.EinsumDense("abc,cd->abd", output_shape=(None, 5), bias_axes="d"), normal((2, 3, 4), G + "e")),
        ("preprocessing", lambda: [L.Rescaling(0.5, offset=-1.0), adapted(), L.Resizing(5, 6), L.CenterCrop(3, 4),
                                   L.RandomFlip(), L.RandomRotation(0.1), L.ZeroPadding2D(1), L.UpSampling2D(2)],
         normal((2, 7, 6, 3), G + "p")),
        ("discretization", lambda: [L.Discretization(bin_boundaries=[-1.0, 0.0, 0.5]), L.Embedding(5, 3)], normal((2, 5), G + "d")),
        ("category", lambda: L.CategoryEncoding(5, output_mode="multi_hot"), rng_of(G).integers(0, 5, (3, 4))),
        ("lookup", lambda: [L.StringLookup(vocabulary=["a", "b", "c"], num_oov_indices=1), L.Embedding(4, 3)],
         np.array([["a", "x"], ["c", "b"]])),
        ("hashing", lambda: L.Hashing(num_bins=7), np.array([["a", "x"], ["c", "b"]])),
    ]:
        for suffix in BOTH:
            single(G, name, make, x, suffix=suffix)
    for name, make in [("attention", lambda: L.Attention(use_scale=True)), ("additive", lambda: L.AdditiveAttention()),
                       ("multi_head", lambda: L.MultiHeadAttention(2, 3))]:
        for suffix in BOTH:
            single(G, name, make, [normal((2, 4, 6), G + "q"), normal((2, 5, 6), G + "v")],
                   call=(lambda l, t: l(t[0], t[1])) if name == "multi_head" else lambda l, t: l(t), suffix=suffix)


def adapted():
    layer = L.Normalization()
    layer.adapt((rng_of("adapt" + G).normal(0, 1, (20, 7, 6, 3)) * [1, 2, 3] + 3).astype(np.float32))
    return layer


OPERATIONS = {
    "products": lambda x, y: [tf.matmul(x, y, transpose_b=True),
                              tf.linalg.norm(x, axis=2), tf.reduce_sum(x * y, axis=[1, 2])],
    "inverse": lambda x, y: [tf.atan(x), tf.asin(tf.tanh(x)), tf.acos(tf.tanh(x)), tf.asinh(x), tf.acosh(tf.abs(x) + 1.0),
                             tf.atanh(tf.tanh(x) * 0.9), tf.atan2(x, y), tf.math.erfc(x)],
    "order": lambda x, y: [tf.sort(x, axis=2), tf.argsort(x, axis=1), *tf.math.top_k(x, k=2), tf.cumsum(x, axis=1),
                           tf.math.cumprod(x, axis=2)],
    "pieces": lambda x, y: [*tf.split(x, 2, axis=2), *tf.split(x, [1, 3], axis=1), tf.stack([x, y], axis=1), tf.concat([x, y], -1),
                            x[:, 1:, ::2], x[:, -1], x[:, :, tf.newaxis, 0], tf.gather(x, [2, 0], axis=1), tf.reshape(x, [-1, 24]),
                            *tf.unstack(x, axis=1), tf.tile(x, [1, 2, 1]), tf.pad(x, [[0, 0], [1, 0], [0, 2]]),
                            tf.slice(x, [0, 1, 2], [2, 2, 3])],
    "choice": lambda x, y: [tf.where(x > y, x, y), tf.one_hot(tf.cast(tf.abs(x[:, 0]), tf.int32), 4), tf.clip_by_value(x, -0.5, 0.5),
                            tf.maximum(x, y), tf.reduce_max(x, axis=1, keepdims=True), tf.argmax(x, axis=-1),
                            tf.reduce_any(x > 1.0, axis=1), tf.math.is_nan(x), tf.nn.relu(x), tf.nn.leaky_relu(x), tf.nn.softmax(x)],
    "normal": lambda x, y: [tf.nn.moments(x, axes=[1])[0], tf.nn.batch_normalization(x, 0.5, 2.0, 0.1, 1.5, 1e-3),
                            tf.math.l2_normalize(x, axis=-1), tf.reverse(x, axis=[1]), tf.math.reduce_std(x, axis=1)],
}


def operations():
    x, y = normal((2, 4, 6), G + "x"), normal((2, 4, 6), G + "y")
    for name, make in OPERATIONS.items():
        for suffix in BOTH:
            with attempt(f"{G}/op_{name}{suffix}"):
                keras.backend.clear_session()
                inputs = [keras.Input((4, 6), name="x"), keras.Input((4, 6), name="y")]
                model = keras.Model(inputs, make(*inputs))
                write(G, f"op_{name}", model, {"x": x, "y": y}, suffix=suffix)


def graphs():
    for build in (graph_models.ALL):
        name = build.__name__
        if not any(part in name for part in ("nested", "shared", "encoder", "residual_blocks")):
            continue
        with attempt(f"{G}/{name}"):
            keras.backend.clear_session()
            model, inputs = build()
            randomise(model, f"{G}/{name}")
            write(G, name, model, inputs)


layers()
operations()
graphs()
golden.report()
