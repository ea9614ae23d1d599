#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Golden files of the Keras 2 dialect, by real Keras 2.15 (an environment of its own):
.h5 of single layers and of the graph models, JSON + weights pairs, layer names with '/'."""
import keras
import numpy as np
from keras import layers as L

import golden
import graph_models
from cases_recurrent import TOKENS, masked_steps
from golden import DATA, attempt, channels_first, normal, randomise, several, single, write

G = "keras2"
H5 = dict(suffix=".h5")
PAIRS = ("nested_three_levels", "frozen_nested")
GRAPHS = [build for build in graph_models.ALL if build.__name__ not in (
    "fold_traps", "fold_every_kind", "inverted_residuals", "branches", "shared_later_call_only")]  # dialect adds nothing


def grid(shape, seed):
    x = normal(shape, seed, 2.5)
    x.reshape(-1)[:10] = [-6, -3, -2.5, -1, 0, 0.5, 1, 2.5, 3, 6]
    return x


def activations():
    def layer(function):
        return lambda name: L.Activation(function, name=name)

    names = ["elu", "exponential", "gelu", "hard_sigmoid", "linear", "mish", "relu", "selu", "sigmoid", "softmax",
             "softplus", "softsign", "swish", "tanh"]
    several(G, "activations", {n: layer(n) for n in names}, grid((2, 3, 5), "k2act"), **H5)
    several(G, "activation_layers", {
        "thresholded_relu": lambda name: L.ThresholdedReLU(theta=0.5, name=name),
        "thresholded_relu_default": lambda name: L.ThresholdedReLU(name=name),
        "leaky_relu": lambda name: L.LeakyReLU(alpha=0.2, name=name),
        "leaky_relu_default": lambda name: L.LeakyReLU(name=name),
        "elu": lambda name: L.ELU(alpha=0.5, name=name),
        "relu": lambda name: L.ReLU(max_value=2.0, negative_slope=0.1, threshold=0.5, name=name),
        "prelu": lambda name: L.PReLU(shared_axes=[1], name=name),
        "softmax": lambda name: L.Softmax(axis=1, name=name),
        "softmax_list": lambda name: L.Softmax(axis=[1, 2], name=name),
    }, grid((2, 3, 5), "k2actl"), **H5)


def plain_layers():
    for name, make, shape in [
        ("dense_hard_sigmoid", lambda: L.Dense(5, activation="hard_sigmoid"), (3, 5)),
        ("dense_rank3", lambda: L.Dense(3), (2, 5, 13)),
        ("conv1d_causal", lambda: L.Conv1D(5, 3, padding="causal", dilation_rate=2, activation="relu"), (2, 9, 3)),
        ("conv2d_same_s2", lambda: L.Conv2D(5, 3, strides=2, padding="same"), (2, 7, 8, 3)),
        ("conv2d_groups", lambda: L.Conv2D(6, 3, groups=3), (1, 5, 7, 9)),
        ("conv2d_transpose", lambda: L.Conv2DTranspose(3, 3, strides=2, padding="same", output_padding=1), (1, 3, 5, 5)),
        ("depthwise_conv2d", lambda: L.DepthwiseConv2D(3, depth_multiplier=2, padding="same", strides=2), (1, 7, 8, 3)),
        ("separable_conv2d", lambda: L.SeparableConv2D(5, 3, depth_multiplier=2, activation="elu"), (1, 5, 7, 3)),
        ("batch_normalization", lambda: L.BatchNormalization(epsilon=0.01), (2, 3, 5, 5)),
        ("batch_normalization_axis1", lambda: L.BatchNormalization(axis=1, scale=False), (2, 3, 5, 5)),
        ("layer_normalization", lambda: L.LayerNormalization(axis=[1, 2]), (2, 3, 5)),
        ("up_sampling_crop_pad",
         lambda: [L.UpSampling2D((2, 3), interpolation="bilinear"), L.Cropping2D(((1, 0), (2, 1))), L.ZeroPadding2D(2),
                  L.Permute((3, 1, 2)), L.Reshape((-1, 9))], (1, 3, 4, 2)),
        ("no_ops", lambda: [L.Dense(3), L.Dropout(0.5), L.GaussianNoise(1.0), L.AlphaDropout(0.5), L.SpatialDropout1D(0.5)],
         (2, 3, 5)),
        ("rescaling_lists", lambda: L.Rescaling([0.5, 1.5, -2.0], [1.0, 0.0, -0.25]), (1, 5, 3, 3)),
        ("normalization", lambda: adapted(), (2, 5, 3)),
        ("simple_rnn", lambda: L.SimpleRNN(5, return_sequences=True), (2, 5, 3)),
        ("lstm", lambda: L.LSTM(5, return_state=True), (2, 5, 3)),
        ("lstm_hard_sigmoid_backwards", lambda: L.LSTM(3, recurrent_activation="hard_sigmoid", return_sequences=True,
                                                       go_backwards=True), (2, 5, 3)),
        ("gru_reset_after", lambda: L.GRU(5), (2, 5, 3)),
        ("gru_reset_before", lambda: L.GRU(5, reset_after=False, return_sequences=True), (2, 5, 3)),
        ("bidirectional_concat", lambda: L.Bidirectional(L.LSTM(3, return_sequences=True)), (2, 5, 3)),
        ("bidirectional_ave_gru", lambda: L.Bidirectional(L.GRU(3), merge_mode="ave"), (2, 5, 3)),
        ("time_distributed_conv2d", lambda: [L.TimeDistributed(L.Conv2D(3, 3)), L.TimeDistributed(L.Flatten())], (2, 3, 5, 4, 3)),
    ]:
        single(G, name, make, normal(shape, "k2" + name), **H5)
    several(G, "dot", {
        "dot": lambda name: L.Dot(axes=2, name=name),
        "dot_normalize": lambda name: L.Dot(axes=2, normalize=True, name=name),
    }, [normal((2, 3, 5), "k2d0"), normal((2, 1, 5), "k2d1")], **H5)
    channels_first(G, "channels_first_conv2d", lambda form: L.Conv2D(5, 3, strides=2, padding="same", data_format=form),
                   normal((2, 7, 8, 3), "k2cf"), 2, **H5)


def adapted():
    layer = L.Normalization()
    layer.adapt((golden.rng_of("adapt2").normal(0, 1, (20, 5, 3)) * [1, 2, 3] + 3).astype(np.float32))
    return layer


def implicit_masks():
    for name, make, x, sequential in [
        ("mask_embedding_lstm", lambda: [L.Embedding(7, 3, mask_zero=True), L.LSTM(5)], TOKENS, False),
        ("mask_embedding_lstm_sequential", lambda: [L.Embedding(7, 3, mask_zero=True), L.LSTM(5, return_sequences=True),
                                                    L.GRU(3)], TOKENS, True),
        ("mask_masking_gru", lambda: [L.Masking(), L.Dense(5), L.Dropout(0.5), L.GRU(3, return_sequences=True)],
         masked_steps("k2g", 3), False),
        ("mask_bidirectional", lambda: [L.Masking(mask_value=-1.0), L.Bidirectional(L.LSTM(3, return_sequences=True))],
         masked_steps("k2b", 3, -1.0), False),
        ("mask_time_distributed_average", lambda: [L.Masking(), L.TimeDistributed(L.Dense(5)), L.GlobalAveragePooling1D()],
         masked_steps("k2t", 3), True),
    ]:
        single(G, name, make, x, sequential=sequential, **H5)


def graphs():
    graph_models.SLASH = "/"
    for build in GRAPHS:
        name = build.__name__
        with attempt(f"keras2_graph/{name}"):
            keras.backend.clear_session()
            model, inputs = build()
            randomise(model, f"keras2_graph/{name}")
            write("keras2_graph", name, model, inputs, all_layers=True, **H5)
            if name in PAIRS:
                folder = DATA / "keras2_graph"
                (folder / f"{name}.json").write_text(model.to_json())
                model.save_weights(folder / f"{name}_weights.h5")


activations()
plain_layers()
implicit_masks()
graphs()
golden.report()
