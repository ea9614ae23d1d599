# SPDX-License-Identifier: GPL-3.0-or-later
"""Layers after model.quantize("int8"), and dtype policies."""
import keras
import numpy as np
from keras import layers as L

from golden import attempt, normal, randomise, rng_of, write

G = "quantised"


def case(name, layers, x, mode="int8", integer=False):
    with attempt(f"{G}/{name}"):
        keras.backend.clear_session()
        inputs = keras.Input(x.shape[1:], name="x", dtype=str(x.dtype))
        y = inputs
        for layer in layers:
            y = layer(y)
        model = keras.Model(inputs, y)
        randomise(model, f"{G}/{name}")
        model.quantize(mode)
        write(G, name, model, {"x": x})


def make():
    case("dense", [L.Dense(6, activation="relu"), L.Dense(3, use_bias=False)], normal((5, 13), G))
    case("dense_rank3", [L.Dense(5, activation="softmax")], normal((2, 3, 128), G + "3"))
    case("einsum", [L.EinsumDense("ab,bc->ac", output_shape=5, bias_axes="c")], normal((3, 7), G + "e"))
    case("einsum_heads", [L.EinsumDense("abc,cde->abde", output_shape=(None, 2, 4), bias_axes="de"),
                          L.EinsumDense("abde,def->abf", output_shape=(None, 5), activation="tanh")],
         normal((2, 3, 13), G + "h"))
    case("embedding", [L.Embedding(7, 5), L.Dense(3)], rng_of(G).integers(0, 7, (2, 5)).astype(np.int32))
