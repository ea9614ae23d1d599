#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Keras.js files (the protobuf of 1.x, plain and quantised; the triple of 0.x) of models of real Keras 2.15,
which computes the outputs, also those of the dequantised weights. The message is written here byte by byte."""
import json
import struct
import uuid

import h5py
import keras
import numpy as np
from keras import layers as L

import golden
from golden import DATA, arrays_of, normal, randomise

FOLDER = DATA / "keras_js"


def varint(number):
    out = b""
    while number > 127:
        out += bytes([number & 127 | 128])
        number >>= 7
    return out + bytes([number])


def field(number, data):
    data = data.encode() if isinstance(data, str) else data
    return varint(number << 3 | 2) + varint(len(data)) + data


def fixed(number, value):
    return varint(number << 3 | 5) + struct.pack("<f", value)


def sizes(shape, packed):
    if packed:
        return field(3, b"".join(varint(n) for n in shape)) if shape else b""
    return b"".join(varint(3 << 3) + varint(n) for n in shape)


def quantise(array):
    low, high = float(array.min()), float(array.max())
    if high == low:
        return np.zeros(array.shape, np.uint8), low, high
    return np.rint(255.0 * (array.astype(np.float64) - low) / (high - low)).astype(np.uint8), low, high


def dequantise(array):
    q, low, high = quantise(array)
    return (q.astype(np.float64) * ((high - low) / 255) + low).astype(np.float32)


def weight(layer, name, array, quantised, packed):
    out = field(1, layer) + field(2, name) + sizes(array.shape, packed)
    if not quantised:
        return out + field(4, "float32") + field(5, array.astype("<f4").tobytes())
    q, low, high = quantise(array)
    out += field(4, "uint8") + field(5, q.tobytes())
    return out + (fixed(6, low) if low else b"") + (fixed(7, high) if high else b"")  # proto3 leaves zeros out


def stored(model):
    """What model.save() would put into HDF5: config, [(layer, weight name, array)] in Keras's order."""
    path = FOLDER / "temporary.h5"
    model.save(path)
    weights = []
    with h5py.File(path) as file:
        config = file.attrs["model_config"]
        group = file["model_weights"]
        for layer in group.attrs["layer_names"]:
            weights += [(layer, name, np.asarray(group[layer][name])) for name in group[layer].attrs["weight_names"]]
    path.unlink()
    return config, weights


def write_bin(name, model, inputs, quantised=False, packed=True):
    randomise(model, f"keras_js/{name}")
    if quantised:
        model.set_weights([dequantise(w) for w in model.get_weights()])  # dequantising again changes nothing
    config, weights = stored(model)
    message = field(1, str(uuid.UUID(int=golden.rng_of(name).integers(2**62)))) + field(2, name)
    message += field(3, keras.__version__) + field(4, "tensorflow") + field(5, config)
    for entry in weights:
        message += field(6, weight(*entry, quantised, packed))
    (FOLDER / f"{name}.bin").write_bytes(message)
    np.savez_compressed(FOLDER / f"{name}.npz", **arrays_of(model, inputs))


def write_triple(name, model, inputs):
    randomise(model, f"keras_js/{name}")
    _, weights = stored(model)
    (FOLDER / f"{name}.json").write_text(model.to_json())
    numbers, metadata = b"", []
    for layer, weight_name, array in weights:
        metadata.append({"layer_name": layer, "weight_name": weight_name, "offset": len(numbers),
                         "length": float(array.size) if not metadata else array.size,  # as one day's encoder did
                         "shape": list(array.shape), "type": "float32"})
        numbers += array.astype("<f4").tobytes()
    (FOLDER / f"{name}_weights.buf").write_bytes(numbers)
    (FOLDER / f"{name}_metadata.json").write_text(json.dumps(metadata))
    np.savez_compressed(FOLDER / f"{name}.npz", **arrays_of(model, inputs))


def picture_net():
    """Names that contain each other, a name with a slash, BatchNormalization without scale."""
    x = keras.Input((6, 5, 3), name="x")
    y = L.Conv2D(4, 3, padding="same", activation="relu", name="fire2/squeeze1x1")(x)
    y = L.BatchNormalization(scale=False, name="bn")(y)
    y = L.SeparableConv2D(4, 3, name="sep")(y)
    y = L.Add(name="add")([L.Conv2D(4, 1, name="a_conv")(y), L.Conv2D(4, 1, name="conv")(y)])
    y = L.Flatten(name="flat")(y)
    y = L.Dense(5, name="a_fc")(y)
    return keras.Model(x, L.Dense(5, activation="softmax", name="fc")(L.Dense(5, name="b_fc")(y)))


def text_net():
    return keras.Sequential([keras.Input((7,), name="words"), L.Embedding(11, 4, name="embed"),
                             L.Bidirectional(L.LSTM(3, return_sequences=True), merge_mode="sum", name="both"),
                             L.GRU(4, reset_after=False, name="gru"), L.PReLU(name="prelu"), L.Dense(2, name="out")])


FOLDER.mkdir(parents=True, exist_ok=True)
PICTURE = {"x": normal((2, 6, 5, 3), "kerasjs")}
WORDS = {"words": golden.rng_of("kerasjs words").integers(0, 11, (3, 7)).astype(np.float32)}
for made, build, inputs in (("picture", picture_net, PICTURE), ("text", text_net, WORDS)):
    for quantised in (False, True):
        keras.backend.clear_session()
        write_bin(made + ("_uint8" if quantised else "_float"), build(), inputs, quantised, packed=made == "picture")
    keras.backend.clear_session()
    write_triple(made + "_triple", build(), inputs)
golden.report()
