#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Golden files of small graph models, by real Keras 3; each also in the other formats
that Keras 3 writes: legacy .h5, JSON + .weights.h5."""
import shutil

import keras
import numpy as np

import golden
import graph_models
from golden import DATA, attempt, normal, randomise, write

L = keras.layers
H5_READER_FAILS = ("encoder_decoder",)  # Keras's own reader does not know the NotEqual node in .h5
OTHER_FORMATS = ("residual_blocks", "nested_three_levels", "nested_used_twice", "dictionaries", "frozen_nested",
                 "encoder_decoder")


def same_weights(json_path, weights_path, model):
    again = keras.models.model_from_json(json_path.read_text())
    again.load_weights(weights_path)
    assert all(np.array_equal(a, b) for a, b in zip(again.get_weights(), model.get_weights()))


def graphs():
    for build in graph_models.ALL:
        name = build.__name__
        keras.backend.clear_session()
        model, inputs = build()
        randomise(model, f"graph/{name}")
        write("graph", name, model, inputs, all_layers=True)
        if name not in OTHER_FORMATS:
            continue
        folder = DATA / "keras3_format"
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(DATA / "graph" / f"{name}.npz", folder / f"{name}.npz")
        model.save(folder / f"{name}.h5")
        if name not in H5_READER_FAILS:
            with np.load(folder / f"{name}.npz") as wanted:
                golden.check_file(folder / f"{name}.h5", inputs, dict(wanted))
        if name in ("residual_blocks", "nested_three_levels", "frozen_nested"):
            (folder / f"{name}.json").write_text(model.to_json())
            model.save_weights(folder / f"{name}.weights.h5")
            same_weights(folder / f"{name}.json", folder / f"{name}.weights.h5", model)


@keras.saving.register_keras_serializable(package="golden", name="Wave")
class Wave(L.Layer):
    """A custom layer: the program must draw it and run what does not depend on it."""

    def __init__(self, period=2.0, **kwargs):
        super().__init__(**kwargs)
        self.period = period

    def build(self, shape):
        self.phase = self.add_weight(shape=(shape[-1],), name="phase", initializer="ones")

    def call(self, x):
        return keras.ops.sin(self.period * x + self.phase)

    def get_config(self):
        return {**super().get_config(), "period": self.period}


def not_runnable():
    """A custom layer and a Lambda in the middle; `layer:` arrays tell what runs before and beside."""
    for name, middle in (("custom_layer", lambda: Wave(name="custom")),
                         ("lambda_layer", lambda: L.Lambda(lambda t: t * t - 1.0, output_shape=(5,), name="square"))):
        keras.backend.clear_session()
        x = keras.Input((3,), name="x")
        h = L.Dense(5, activation="relu", name="before")(x)
        y = L.Dense(3, name="after")(middle()(h))
        z = L.Dense(1, name="beside")(h)
        model = keras.Model(x, [y, z], name=name)
        randomise(model, f"graph/{name}")
        write("graph", name, model, {"x": normal((2, 3), name)}, all_layers=True, check=False)


def channels_first_net():
    """A whole channels_first net against its channels_last twin; Flatten gives the same order."""
    def net(form):
        axis = 1 if form == "channels_first" else -1
        x = keras.Input((3, 9, 8) if axis == 1 else (9, 8, 3), name="x")
        y = L.Conv2D(5, 3, padding="same", data_format=form, name="conv1")(x)
        y = L.ReLU(name="relu1")(L.BatchNormalization(axis=axis, name="norm1")(y))
        y = L.MaxPooling2D(2, data_format=form, name="pool1")(y)
        y = L.DepthwiseConv2D(3, padding="same", data_format=form, name="depthwise")(y)
        y = L.Concatenate(axis=axis, name="join")([y, L.UpSampling2D(1, data_format=form, name="same_size")(y)])
        y = L.ZeroPadding2D(1, data_format=form, name="pad")(y)
        y = L.Conv2D(5, 3, strides=2, data_format=form, name="conv2")(y)
        y = L.Flatten(data_format=form, name="flat")(y)
        return keras.Model(x, L.Dense(5, activation="softmax", name="head")(y), name="channels_first_net")

    keras.backend.clear_session()
    last = net("channels_last")
    randomise(last, "graph/channels_first_net")
    keras.backend.clear_session()
    first = net("channels_first")
    first.set_weights(last.get_weights())
    x = normal((2, 9, 8, 3), "channels_first_net")
    wanted = {"in:x": np.ascontiguousarray(x.transpose(0, 3, 1, 2)), "out:head": golden.as_numpy(last(x, training=False))}
    write("graph", "channels_first_net", first, {"x": wanted["in:x"]}, check=False, wanted=wanted)


graphs()
not_runnable()
with attempt("graph/channels_first_net"):
    channels_first_net()
golden.report()
