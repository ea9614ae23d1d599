# SPDX-License-Identifier: GPL-3.0-or-later
"""Dtype policies. Keras computes in half precision, this program in float32 with the stored weights: the
tests compare these with a limit of half precision."""
import keras
import numpy as np
from keras import layers as L

from golden import attempt, normal, randomise, write

G = "policy"


def case(name, policy, make, x, suffix=".keras"):
    with attempt(f"{G}/{name}_{policy}"):
        keras.backend.clear_session()
        keras.config.set_dtype_policy(policy)
        try:
            inputs = keras.Input(x.shape[1:], name="x", dtype="float32")
            y = inputs
            for layer in make():
                y = layer(y)
            model = keras.Model(inputs, y)
            randomise(model, f"{G}/{name}")
            arrays = {"in:x": x, f"out:{model.layers[-1].name}": np.asarray(
                keras.ops.convert_to_numpy(model(x, training=False))).astype(np.float32)}
            write(G, f"{name}_{policy}", model, {"x": x}, suffix=suffix, wanted=arrays, check=False)
        finally:
            keras.config.set_dtype_policy("float32")


def make():
    for policy in ("mixed_float16", "mixed_bfloat16", "float16", "bfloat16", "float64"):
        case("conv", policy, lambda: [L.Conv2D(5, 3, padding="same", activation="relu"), L.BatchNormalization(),
                                      L.GlobalAveragePooling2D(), L.Dense(4, activation="softmax", dtype="float32")],
             normal((2, 6, 7, 3), G + "c"))
        case("recurrent", policy, lambda: [L.LSTM(5, return_sequences=True), L.LayerNormalization(), L.GRU(4)],
             normal((2, 5, 3), G + "r"))
        case("dense", policy, lambda: [L.Dense(7, activation="tanh"), L.Dense(3)], normal((3, 13), G + "d"))
    case("dense_h5", "mixed_float16", lambda: [L.Dense(7, activation="tanh"), L.Dense(3)], normal((3, 13), G + "d"), ".h5")
