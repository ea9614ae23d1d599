#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Golden files of Keras 2's layers that Keras 3 no longer has, by real Keras 2.15 (as make_keras2.py)."""
import keras
import numpy as np
import tensorflow as tf
from keras import layers as L

import golden
from golden import DATA, attempt, channels_first, normal, randomise, several, single, write

G = "legacy2"
H5 = dict(suffix=".h5")
V1 = tf.compat.v1.keras.layers


def locally_connected():
    for implementation in (1, 2, 3):
        paddings = ("valid",) if implementation == 1 else ("valid", "same")
        for padding in paddings:
            for name, make, shape in [
                ("1d", lambda: L.LocallyConnected1D(3, 3, padding=padding, implementation=implementation,
                                                    activation="tanh"), (2, 7, 2)),
                ("1d_strides", lambda: L.LocallyConnected1D(2, 2, strides=2, padding=padding,
                                                            implementation=implementation, use_bias=False), (1, 13, 3)),
                ("2d", lambda: L.LocallyConnected2D(3, (3, 2), padding=padding, implementation=implementation), (2, 5, 4, 2)),
                ("2d_strides", lambda: L.LocallyConnected2D(2, 3, strides=(2, 1), padding=padding,
                                                            implementation=implementation, activation="softmax"), (1, 7, 5, 3)),
                ("2d_first", lambda: L.LocallyConnected2D(2, (2, 3), padding=padding, implementation=implementation,
                                                          data_format="channels_first"), (1, 3, 5, 4)),
                ("2d_one", lambda: L.LocallyConnected2D(1, 1, padding=padding, implementation=implementation), (3, 2, 1, 1)),
            ]:
                if "strides" in name and padding == "same":
                    continue  # Keras: a stride needs 'valid'
                label = f"local{name}_{padding}{implementation}"
                single(G, label, make, normal(shape, G + label), **H5)


def cu_dnn():
    """The layers run on CUDA only: the truth is Keras's own conversion of their weights."""
    for name, make, twin, shape in [
        ("lstm", lambda: V1.CuDNNLSTM(5, return_sequences=True),
         lambda: L.LSTM(5, return_sequences=True), (2, 7, 3)),
        ("lstm_last_state", lambda: V1.CuDNNLSTM(3, return_state=True, go_backwards=True),
         lambda: L.LSTM(3, return_state=True, go_backwards=True), (1, 5, 4)),
        ("gru", lambda: V1.CuDNNGRU(5, return_sequences=True), lambda: L.GRU(5, return_sequences=True), (2, 7, 3)),
        ("gru_last", lambda: V1.CuDNNGRU(4), lambda: L.GRU(4), (3, 3, 5)),
        ("bidirectional", lambda: L.Bidirectional(V1.CuDNNLSTM(3, return_sequences=True)),
         lambda: L.Bidirectional(L.LSTM(3, return_sequences=True)), (2, 5, 4)),
        ("bidirectional_gru", lambda: L.Bidirectional(V1.CuDNNGRU(3), merge_mode="sum"),
         lambda: L.Bidirectional(L.GRU(3), merge_mode="sum"), (2, 5, 4)),
    ]:
        with attempt(f"{G}/cudnn_{name}"):
            keras.backend.clear_session()
            x = normal(shape, G + name)
            inputs = keras.Input(shape[1:], name="x")
            model = keras.Model(inputs, make()(inputs))
            randomise(model, f"{G}/{name}")
            folder = DATA / G
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / f"cudnn_{name}.h5"
            model.save(path)
            keys = golden.output_keys(model)
            keras.backend.clear_session()
            inputs = keras.Input(shape[1:], name="x")
            plain = keras.Model(inputs, twin()(inputs))
            plain.load_weights(path)
            outputs = [golden.as_numpy(t) for t in golden.flat(plain(x, training=False))]
            np.savez_compressed(folder / f"cudnn_{name}.npz", **{"in:x": x},
                                **{f"out:{key}": value for key, value in zip(keys, outputs)})


def kernelized():
    for name, options in [("gaussian", {}), ("laplacian", dict(kernel_initializer="laplacian", scale=2.0)),
                          ("trained", dict(trainable=True, scale=0.5))]:
        single(G, f"fourier_{name}", lambda: L.experimental.RandomFourierFeatures(13, **options),
               normal((3, 5), G + name), check=False, **H5)  # Keras cannot read it by name


def rest():
    several(G, "augmentation", {
        "height": lambda name: L.RandomHeight(0.3, name=name),
        "width": lambda name: L.RandomWidth(0.3, name=name),
        "crop": lambda name: L.RandomCrop(4, 5, name=name),
    }, normal((2, 6, 7, 3), G + "aug"), **H5)
    single(G, "random_crop_grows", lambda: L.RandomCrop(9, 8), normal((1, 6, 7, 3), G + "grow"), **H5)
    for how in ("area", "gaussian", "mitchellcubic"):
        single(G, f"resizing_{how}", lambda: L.Resizing(7, 9, interpolation=how), normal((1, 5, 6, 2), G + how), **H5)


def operations():
    def case(name, function, *arrays):
        with attempt(f"tf_operation/{name}"):
            keras.backend.clear_session()
            inputs = [keras.Input(a.shape[1:], name=n, dtype=str(a.dtype)) for n, a in zip("xyz", arrays)]
            model = keras.Model(inputs, function(*inputs))
            write("tf_operation", name, model, dict(zip("xyz", arrays)), all_layers=True, **H5)

    x, y = normal((2, 4, 6), "tfx"), normal((2, 4, 6), "tfy")
    case("arithmetic", lambda x, y: [x + y * 2.0, 1.0 - x, x / (tf.abs(y) + 1.0), tf.pow(x, 2.0), -y, x - y,
                                     tf.math.squared_difference(x, y), tf.maximum(x, 0.1), tf.math.floordiv(x, 0.3)], x, y)
    case("element", lambda x: [tf.exp(x), tf.sqrt(tf.abs(x)), tf.square(x), tf.tanh(x), tf.sigmoid(x), tf.nn.relu(x), tf.nn.relu6(x),
                               tf.nn.elu(x), tf.nn.selu(x), tf.nn.leaky_relu(x), tf.nn.leaky_relu(x, alpha=0.1), tf.nn.gelu(x),
                               tf.nn.swish(x), tf.nn.softplus(x), tf.nn.softmax(x), tf.nn.softmax(x, axis=1), tf.math.sin(x),
                               tf.math.erf(x), tf.math.log(tf.abs(x) + 1.0), tf.clip_by_value(x, -0.5, 0.5), tf.round(x),
                               tf.math.rsqrt(tf.abs(x) + 0.5), tf.floor(x), tf.sign(x)], x)
    case("reduce", lambda x: [tf.reduce_mean(x, axis=1), tf.reduce_sum(x, axis=[1, 2], keepdims=True), tf.reduce_max(x, axis=-1),
                              tf.math.reduce_std(x, axis=1), tf.math.reduce_variance(x, axis=2), tf.argmax(x, axis=-1),
                              tf.cumsum(x, axis=1), tf.math.l2_normalize(x, axis=-1), tf.math.reduce_logsumexp(x, axis=1)], x)
    case("shapes", lambda x: [tf.reshape(x, [-1, 24]), tf.transpose(x, [0, 2, 1]), tf.expand_dims(x, 1), tf.squeeze(x[:, :1], [1]),
                              tf.tile(x, [1, 2, 1]), tf.concat([x, x], axis=-1), tf.stack([x, x], axis=1), *tf.split(x, 2, axis=2),
                              *tf.split(x, [1, 3], axis=1), *tf.unstack(x, axis=1), tf.pad(x, [[0, 0], [1, 2], [0, 1]]),
                              tf.pad(x, [[0, 0], [1, 2], [0, 1]], mode="REFLECT"), tf.reverse(x, [1]), tf.gather(x, [0, 2], axis=1),
                              x[:, 1:, ::2], x[:, -1], x[..., 0], x[:, tf.newaxis]], x)
    case("dynamic", lambda x: [tf.reshape(x, [tf.shape(x)[0], 24]), tf.reshape(x, (tf.shape(x)[0], tf.shape(x)[1] * 2, -1))], x)
    case("compare", lambda x, y: [tf.where(x > y, x, y), tf.cast(x >= y, "float32"), tf.math.logical_and(x > 0.0, y > 0.0),
                                  tf.matmul(x, y, transpose_b=True), tf.equal(x, y)], x, y)
    image = normal((1, 6, 8, 4), "tfi")
    case("picture", lambda x: [tf.image.resize(x, (3, 5)), tf.image.resize(x, (9, 9), method="nearest"), tf.nn.depth_to_space(x, 2),
                               tf.nn.space_to_depth(x, 2), tf.image.rgb_to_grayscale(x[..., :3])], image)


operations()
locally_connected()
cu_dnn()
kernelized()
rest()
golden.report()
