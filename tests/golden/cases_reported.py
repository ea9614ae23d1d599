# SPDX-License-Identifier: GPL-3.0-or-later
"""Numbers that users of other runtimes reported as wrong: sizes of transposed convolutions, channel counts that are
no multiple of four, softmax of large and of very many numbers."""
import keras
from keras import layers as L

from golden import normal, randomise, several, single, write


def transposed_grid():
    makers = {f"k{k}_s{s}_{padding}": lambda k=k, s=s, padding=padding, **o: L.Conv2DTranspose(
        1, k, strides=s, padding=padding, **o) for k in (2, 3, 4, 5) for s in (1, 2, 3) for padding in ("same", "valid")}
    for name, shape in (("grid_odd", (1, 5, 3, 1)), ("grid_even", (1, 4, 6, 1))):
        several("conv2d_transpose", name, makers, normal(shape, name))


def channel_counts():
    """A picture through 1x1 convolutions of 1 to 9, 24 and 27 channels."""
    counts = [1, 2, 3, 4, 5, 6, 7, 8, 9, 24, 27, 5, 1]
    single("conv2d", "pointwise_1_to_27", lambda: [L.Conv2D(c, 1) for c in counts], normal((2, 3, 5, 1), "pointwise"))


def narrow_dense():
    """15 → n → 1 for n from 1 to 9, and the four layers of the report."""
    x = keras.Input((15,), name="x")
    outputs = [L.Dense(1, name=f"end{n}")(L.Dense(n, activation="relu", name=f"hidden{n}")(x)) for n in range(1, 10)]
    y = x
    for n in (13, 7, 3):
        y = L.Dense(n, activation="relu")(y)
    model = keras.Model(x, outputs + [L.Dense(1, name="deep")(y)])
    randomise(model, "dense/narrow")
    write("dense", "narrow", model, {"x": normal((3, 15), "dense/narrow")})


def large_softmax():
    makers = {"last": lambda **o: L.Softmax(**o), "first": lambda **o: L.Softmax(axis=1, **o),
              "two": lambda **o: L.Softmax(axis=[1, 2], **o)}
    several("activation_layer", "softmax_large", makers, normal((1, 5, 7, 2), "softmax_large", 3e6))


def make():
    transposed_grid()
    channel_counts()
    narrow_dense()
    large_softmax()
