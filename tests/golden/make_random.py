#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Small random models by real Keras, the same for the same seed: nested, shared and branching, with the outputs of
every layer call: make_random.py [NUMBER …]"""
import sys

import keras
import numpy as np
from keras import layers as L

import golden
from golden import attempt, randomise, rng_of, write

G = "random"
ACTIVATIONS = ["relu", "tanh", "sigmoid", "elu", "gelu", "silu", "softplus", "hard_sigmoid", "selu", "mish", "linear", "leaky_relu"]


class Maker:
    def __init__(self, rng, depth=0, prefix=""):
        self.rng, self.depth, self.prefix, self.count = rng, depth, prefix, 0
        self.shared = []  # (layer, shape of its input)

    def pick(self, items):
        return items[int(self.rng.integers(len(items)))]

    def chance(self, share):
        return self.rng.random() < share

    def name(self, kind):
        self.count += 1
        return f"{self.prefix}{kind}{self.count}"

    def activation(self):
        return self.pick(ACTIVATIONS)

    def row_normalization(self, shape):
        """Over a single number it is 0 by definition, and what Keras gives is its rounding."""
        return L.LayerNormalization(name=self.name("norm")) if shape[-1] > 1 else L.ELU(name=self.name("elu"))

    def vector(self, shape):
        size = int(self.rng.integers(1, 9))
        return self.pick([
            lambda: L.Dense(size, activation=self.activation(), name=self.name("dense")),
            lambda: L.BatchNormalization(name=self.name("norm")),
            lambda: self.row_normalization(shape),
            lambda: L.Activation(self.activation(), name=self.name("act")),
            lambda: L.RepeatVector(int(self.rng.integers(1, 5)), name=self.name("repeat")),
            lambda: L.Dropout(0.5, name=self.name("drop")),
            lambda: L.UnitNormalization(name=self.name("unit")),
            lambda: L.Reshape((shape[0], 1), name=self.name("reshape")),
            lambda: L.PReLU(name=self.name("prelu")),
            lambda: L.Softmax(name=self.name("softmax")),
        ])()

    def sequence(self, shape):
        size = int(self.rng.integers(1, 7))
        options = [
            lambda: L.Conv1D(size, int(self.rng.integers(1, 4)), padding=self.pick(["same", "causal"]),
                             activation=self.activation(), name=self.name("conv")),
            lambda: L.LSTM(size, return_sequences=self.chance(0.6), name=self.name("lstm")),
            lambda: L.GRU(size, return_sequences=self.chance(0.6), reset_after=self.chance(0.5), name=self.name("gru")),
            lambda: L.SimpleRNN(size, return_sequences=True, go_backwards=self.chance(0.5), name=self.name("rnn")),
            lambda: L.Bidirectional(L.LSTM(size, return_sequences=self.chance(0.6)), name=self.name("both"),
                                    merge_mode=self.pick(["concat", "sum", "ave", "mul"])),
            lambda: L.TimeDistributed(L.Dense(size, activation=self.activation()), name=self.name("each")),
            lambda: L.Dense(size, name=self.name("dense")),
            lambda: L.GlobalAveragePooling1D(name=self.name("mean")),
            lambda: L.GlobalMaxPooling1D(name=self.name("top")),
            lambda: L.MaxPooling1D(2, padding="same", name=self.name("pool")),
            lambda: L.UpSampling1D(2, name=self.name("up")),
            lambda: L.ZeroPadding1D((1, 2), name=self.name("pad")),
            lambda: L.Permute((2, 1), name=self.name("permute")),
            lambda: L.Flatten(name=self.name("flat")),
            lambda: self.row_normalization(shape),
            lambda: L.DepthwiseConv1D(2, padding="same", depth_multiplier=2, name=self.name("deep")),
        ]
        return self.pick(options)()

    def picture(self, shape):
        size, kernel = int(self.rng.integers(1, 6)), int(self.rng.integers(1, 4))
        options = [
            lambda: L.Conv2D(size, kernel, strides=self.pick([1, 2]), padding="same", activation=self.activation(),
                             name=self.name("conv")),
            lambda: L.Conv2D(size, kernel, padding="same", dilation_rate=2, use_bias=False, name=self.name("conv")),
            lambda: L.SeparableConv2D(size, kernel, padding="same", name=self.name("separable")),
            lambda: L.DepthwiseConv2D(kernel, padding="same", activation=self.activation(), name=self.name("deep")),
            lambda: L.Conv2DTranspose(size, kernel, strides=2, padding=self.pick(["same", "valid"]), name=self.name("wide")),
            lambda: L.MaxPooling2D(2, padding="same", name=self.name("pool")),
            lambda: L.AveragePooling2D(3, strides=2, padding="same", name=self.name("pool")),
            lambda: L.BatchNormalization(name=self.name("norm")),
            lambda: L.BatchNormalization(axis=1, name=self.name("norm")),
            lambda: L.GroupNormalization(groups=-1, name=self.name("norm")),
            lambda: L.ReLU(max_value=2.0, negative_slope=0.1, name=self.name("relu")),
            lambda: L.LeakyReLU(name=self.name("leaky")),
            lambda: L.GlobalAveragePooling2D(keepdims=self.chance(0.3), name=self.name("mean")),
            lambda: L.UpSampling2D(2, interpolation=self.pick(["nearest", "bilinear"]), name=self.name("up")),
            lambda: L.ZeroPadding2D(((0, 1), (2, 0)), name=self.name("pad")),
            lambda: L.Permute((2, 1, 3), name=self.name("permute")),
            lambda: L.Reshape((shape[0] * shape[1], shape[2]), name=self.name("reshape")),
            lambda: L.Resizing(5, 4, name=self.name("resize")),
        ]
        return self.pick(options)()

    def layer(self, shape):
        """A new layer for a tensor of that shape without its batch axis, one of before, or a model of its own."""
        fitting = [layer for layer, taken in self.shared if taken == shape]
        if fitting and self.chance(0.25):
            return self.pick(fitting)
        if self.depth < 2 and self.chance(0.15):
            inner = Maker(self.rng, self.depth + 1, self.name("part") + "_")
            made = inner.model(shape, int(self.rng.integers(2, 5)), inner.prefix[:-1])
        else:
            made = {1: self.vector, 2: self.sequence, 3: self.picture}[len(shape)](shape)
        self.shared.append((made, shape))
        return made

    def merged(self, tensors):
        """Two tensors of before, added or joined; the last one where none fit."""
        one = self.pick(tensors)
        same = [t for t in tensors if t is not one and t.shape[1:] == one.shape[1:]]
        beside = [t for t in tensors if t is not one and len(t.shape) == len(one.shape) and t.shape[1:-1] == one.shape[1:-1]]
        if same and self.chance(0.6):
            kind = self.pick([L.Add, L.Multiply, L.Average, L.Maximum, L.Minimum])  # a difference may be all rounding
            return kind(name=self.name("merge"))([one, self.pick(same)])
        if beside:
            return L.Concatenate(name=self.name("join"))([one, self.pick(beside)])
        return one

    def model(self, shape, steps, name):
        inputs = keras.Input(shape, name=self.name("in"))
        tensors = [inputs]
        for _ in range(steps):
            if len(tensors) > 1 and self.chance(0.3):
                made = self.merged(tensors)
                if all(made is not t for t in tensors):
                    tensors.append(made)
                continue
            source = tensors[-1] if self.chance(0.6) else self.pick(tensors)
            if int(np.prod(source.shape[1:])) <= 4000:
                tensors.append(self.layer(tuple(source.shape[1:]))(source))
        if tensors[-1] is inputs:
            tensors.append(L.Activation("tanh", name=self.name("act"))(inputs))
        two = self.depth == 0 and len(tensors) > 3 and self.chance(0.3)
        return keras.Model(inputs, [tensors[-1], tensors[-2]] if two else tensors[-1], name=name)


def make(numbers):
    for number in numbers:
        name = f"m{number:03}"
        with attempt(f"{G}/{name}"):
            keras.backend.clear_session()
            rng = rng_of(f"{G}/{number}")
            maker = Maker(rng)
            shape = maker.pick([(5,), (13,), (4, 3), (7, 2), (6, 5, 3), (5, 5, 1), (8, 7, 2)])
            model = maker.model(shape, int(rng.integers(4, 12)), "root")
            randomise(model, f"{G}/{name}")
            x = rng.normal(0, 1, (2, *shape)).astype(np.float32)
            write(G, name, model, {model.inputs[0].name: x}, all_layers=True)


make([int(n) for n in sys.argv[1:]] or range(220))
golden.report()
