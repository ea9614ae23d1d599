#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The ways in which one small model may lie in files: weights that Keras 3 spreads over shards (data/shards), and
HDF5 in every dress that h5py can write (files/hdf5_dress, and files/hdf5_refused for what is never read; both
are of tst_file_dress.cpp, which knows the numbers), and the shards of TensorFlow.js (files/tfjs)."""
import json

import h5py
import keras
import ml_dtypes
import numpy as np
from keras import layers as L

import golden
from golden import DATA, arrays_of, normal, randomise

FILES = DATA.parent / "files"
DRESS = FILES / "hdf5_dress"
REFUSED = FILES / "hdf5_refused"
SHARDS = DATA / "shards"

KERNEL = (np.arange(12, dtype=np.float32).reshape(3, 4) - 5) / 8  # exact in float16 and bfloat16
BIAS = np.array([1, -2, 0.5, 0], np.float32)
CONFIG = json.dumps({"class_name": "Sequential", "config": {"name": "s", "layers": [
    {"class_name": "Dense", "config": {"name": "dense", "units": 4, "activation": "linear", "use_bias": True,
                                       "batch_input_shape": [None, 3]}}]}})


def shards():
    """A kernel and its bias lie in two shards, one shard holds nothing but optimizer state."""
    keras.utils.set_random_seed(1)
    x = keras.Input((5, 6, 3), name="x")
    y = L.Conv2D(6, 3, padding="same", name="stem")(x)
    y = L.BatchNormalization(name="norm")(y)
    inner = keras.Sequential([keras.Input((6,)), L.Dense(7, activation="relu", name="a"), L.Dense(6, name="b")],
                             name="inner")
    y = L.Add(name="add")([inner(L.GlobalAveragePooling2D(name="mean")(y)), L.GlobalMaxPooling2D(name="max")(y)])
    model = keras.Model(x, L.Dense(3, name="head")(y))
    model.compile("adam", "mse")
    inputs = {"x": normal((2, 5, 6, 3), "shards")}
    model.fit(inputs["x"], np.zeros((2, 3), np.float32), verbose=0)
    randomise(model, "shards")
    SHARDS.mkdir(parents=True, exist_ok=True)
    (SHARDS / "sharded.json").write_text(model.to_json())
    model.save_weights(SHARDS / "sharded.weights.json", max_shard_size=660 / 1024**3)
    arrays = arrays_of(model, inputs)
    again = keras.models.model_from_json(model.to_json())
    again.load_weights(SHARDS / "sharded.weights.json")
    assert np.allclose(arrays_of(again, inputs)["out:head"], arrays["out:head"])
    np.savez_compressed(SHARDS / "sharded.npz", **arrays)


def tfjs():
    """The two spellings of TensorFlow.js with their kinds of numbers: a tensor that begins in one shard and ends in
    the next, whole numbers with a scale, half precision; names of layers, and paths of Keras 3."""
    def entry(name, array, **quantized):
        return {"name": name, "shape": list(array.shape), "dtype": "float32",
                **({"quantization": quantized} if quantized else {})}

    def put(folder, names, groups):
        place = FILES / "tfjs" / folder
        place.mkdir(parents=True, exist_ok=True)
        manifest = []
        for number, (entries, arrays, cuts) in enumerate(groups):
            whole = b"".join(array.tobytes() for array in arrays)
            parts = [whole[a:b] for a, b in zip([0] + cuts, cuts + [len(whole)])]
            paths = [f"group{number + 1}-shard{i + 1}of{len(parts)}.bin" for i in range(len(parts))]
            for path, part in zip(paths, parts):
                (place / path).write_bytes(part)
            manifest.append({"paths": paths, "weights": entries})
        topology = {"keras_version": "2.9.0", "backend": "tensorflow", "model_config": json.loads(names)}
        (place / "model.json").write_text(json.dumps({
            "format": "layers-model", "generatedBy": "keras v2.9.0", "convertedBy": "TensorFlow.js Converter v3.18.0",
            "modelTopology": topology, "weightsManifest": manifest}, indent=1))

    steps = np.arange(12, dtype=np.uint8).reshape(3, 4) * 20
    half = BIAS.astype(np.float16)
    put("quantised", CONFIG, [
        ([entry("dense/kernel", steps, dtype="uint8", scale=0.01, min=-1.0)], [steps], [5]),
        ([entry("dense/bias", half, dtype="float16", original_dtype="float32")], [half], [])])
    put("paths", CONFIG, [
        ([entry("layers/dense/vars/0", KERNEL), entry("layers/dense/vars/1", BIAS)], [KERNEL, BIAS], [30, 52])])


def strings(texts, how):
    if how == "variable_utf8":
        return dict(data=np.array(texts, dtype=object), dtype=h5py.string_dtype("utf-8"))
    if how == "variable_ascii":
        return dict(data=np.array(texts, dtype=object), dtype=h5py.string_dtype("ascii"))
    return dict(data=np.array([t.encode() for t in texts]))  # fixed length, padded with zeros


def fixed_type(width, charset, padding):
    kind = h5py.h5t.C_S1.copy()
    kind.set_size(width)
    kind.set_cset(charset)
    kind.set_strpad(padding)
    return kind


def write(name, layer="dense", weights=None, kernel=KERNEL, bias=BIAS, options=None, texts="fixed", config=CONFIG,
          weight_names=None, chunked=False, whole=True, after=None, folder=DRESS, **file_options):
    """A file like model.save() of Keras 2 writes, in another dress."""
    path = folder / f"{name}.h5"
    options = options or {}
    with h5py.File(path, "w", **file_options) as file:
        group = file.create_group("model_weights") if whole else file
        if whole:
            file.attrs.create("model_config", **scalar(config, texts))
        names = weight_names or [f"{layer}/kernel:0", f"{layer}/bias:0"]
        place = group.create_group(layer)
        for key, texts_of, where in (("layer_names", [layer], group), ("weight_names", names, place)):
            for i, part in enumerate([[t] for t in texts_of] if chunked else [texts_of]):
                where.attrs.create(key + (str(i) if chunked else ""), **strings(part, texts))
        for weight, array in zip(names, (kernel, bias)):
            place.create_dataset(weight, data=array, **options)
        (group if whole else file).attrs.create("keras_version", **scalar("2.2.4", texts))
        if after:
            after(file, place)
    return path


def scalar(text, how):
    if how.startswith("variable"):
        return dict(data=text, dtype=h5py.string_dtype(how.split("_")[1].replace("utf8", "utf-8")))
    return dict(data=np.bytes_(text.encode()))


def fill(file):
    group = file.create_group("model_weights")
    file.attrs["model_config"] = np.bytes_(CONFIG)
    group.attrs["layer_names"] = [b"dense"]
    group.attrs["keras_version"] = np.bytes_("2.2.4")
    place = group.create_group("dense")
    place.attrs["weight_names"] = [b"dense/kernel:0", b"dense/bias:0"]
    place["dense/kernel:0"] = KERNEL
    place["dense/bias:0"] = BIAS


def compact():
    path = DRESS / "compact.h5"
    with h5py.File(path, "w") as file:
        fill(file)
        place = file["model_weights/dense/dense"]
        for name, array in (("kernel:0", KERNEL), ("bias:0", BIAS)):
            del place[name]
            creation = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
            creation.set_layout(h5py.h5d.COMPACT)
            space = h5py.h5s.create_simple(array.shape)
            made = h5py.h5d.create(place.id, name.encode(), h5py.h5t.IEEE_F32LE, space, creation)
            made.write(h5py.h5s.ALL, h5py.h5s.ALL, array)


def padded_texts():
    for name, charset, padding in (("space_padded", h5py.h5t.CSET_ASCII, h5py.h5t.STR_SPACEPAD),
                                   ("null_ended_utf8", h5py.h5t.CSET_UTF8, h5py.h5t.STR_NULLTERM)):
        with h5py.File(DRESS / f"{name}.h5", "w") as file:
            fill(file)
            place = file["model_weights/dense"]
            del place.attrs["weight_names"]
            width = 20
            kind = fixed_type(width, charset, padding)
            pad = b" " if padding == h5py.h5t.STR_SPACEPAD else b"\0"
            data = np.array([n.ljust(width, pad) for n in (b"dense/kernel:0", b"dense/bias:0")], f"V{width}")
            attribute = h5py.h5a.create(place.id, b"weight_names", kind, h5py.h5s.create_simple((2,)))
            attribute.write(data.view(f"S{width}"), mtype=kind)


def foreign():
    """What is refused, each with its name."""
    REFUSED.mkdir(parents=True, exist_ok=True)

    def refused(name, **options):
        write(name, folder=REFUSED, **options)

    def relink(make):
        def run(file, place):
            del place["dense/kernel:0"]
            make(file, place)
        return run

    refused("external_link", after=relink(lambda f, p: p["dense"].__setitem__(
        "kernel:0", h5py.ExternalLink("elsewhere.h5", "/secret"))))
    refused("soft_link", after=relink(lambda f, p: p["dense"].__setitem__("kernel:0", h5py.SoftLink("/model_weights"))))
    refused("external_storage", after=relink(lambda f, p: p.create_dataset(
        "dense/kernel:0", (3, 4), "<f4", external=[("/etc/hostname", 0, 48)])))

    def virtual(f, p):
        layout = h5py.VirtualLayout((3, 4), "<f4")
        layout[:] = h5py.VirtualSource("elsewhere.h5", "x", (3, 4))
        p.create_virtual_dataset("dense/kernel:0", layout)

    refused("virtual", after=relink(virtual))
    refused("scale_offset", kernel=KERNEL, options=dict(scaleoffset=3))


def lzf():
    """Numbers that repeat, so that LZF shrinks them: (n % 7) / 8, in chunks that fit no edge."""
    folder = FILES / "lzf"
    folder.mkdir(parents=True, exist_ok=True)
    config = CONFIG.replace('"units": 4', '"units": 40').replace("[null, 3]", "[null, 300]")
    kernel = (np.arange(12000) % 7).reshape(300, 40).astype(np.float32) / 8
    for name, more in (("plain", {}), ("shuffled", dict(shuffle=True)), ("checked", dict(shuffle=True, fletcher32=True))):
        write(name, kernel=kernel, bias=np.arange(40, dtype=np.float32) % 7 / 8, config=config, folder=folder,
              options=dict(compression="lzf", chunks=True, **more))


def numbers():
    for name, kernel, bias in (
            ("big_endian", KERNEL.astype(">f4"), BIAS.astype(">f4")),
            ("float16", KERNEL.astype("<f2"), BIAS.astype(">f2")),
            ("float64", KERNEL.astype("<f8"), BIAS.astype(">f8")),
            ("int8", (KERNEL * 8).astype("i1"), BIAS.astype("i1")),
            ("int16", (KERNEL * 8).astype("<i2"), BIAS.astype(">i2")),
            ("int32", (KERNEL * 8).astype(">i4"), BIAS.astype("<i4")),
            ("int64", (KERNEL * 8).astype("<i8"), BIAS.astype(">i8")),
            ("bool", KERNEL > 0, BIAS > 0),
    ):
        write(name, kernel=kernel, bias=bias)
    # as Keras 3 writes bfloat16: two opaque bytes, and in .weights.h5 an attribute
    def opaque(array):
        return array.astype(ml_dtypes.bfloat16).view("V2")

    def name_it(file, place):
        for one in place["dense"].values():
            one.attrs["dtype"] = "bfloat16"

    write("bfloat16", kernel=opaque(KERNEL), bias=opaque(BIAS), after=name_it)
    write("bfloat16_unnamed", kernel=opaque(KERNEL), bias=opaque(BIAS))


def names():
    def config(name):
        return CONFIG.replace('"name": "dense"', f'"name": {json.dumps(name)}')

    for name, layer in (("name_slash", "block/dense"), ("name_space", "my dense layer"), ("name_unicode", "слой-密"),
                        ("name_long", "d" * 300), ("name_dots", "a.b:c")):
        write(name, layer=layer, config=config(layer), texts="variable_utf8" if name == "name_unicode" else "fixed")
    write("other_prefix", weight_names=["dense_17/kernel:0", "dense_17/bias:0"])
    write("deep_scope", weight_names=["model/outer/dense/kernel:0", "model/outer/dense/bias:0"])


def dresses():
    DRESS.mkdir(parents=True, exist_ok=True)
    write("plain")
    write("variable_utf8", texts="variable_utf8")
    write("variable_ascii", texts="variable_ascii")
    write("chunked_lists", chunked=True)
    write("weights_only", whole=False)
    write("user_block", userblock_size=512)
    write("superblock2", libver=("v108", "v108"))
    write("superblock3", libver="latest")
    compact()
    padded_texts()
    write("latest_names", libver="latest", texts="variable_utf8", layer="слой", config=CONFIG.replace("dense", "слой"))
    write("dense_attributes", libver="latest", after=lambda f, p: [p.attrs.__setitem__(f"note{i}", i) for i in range(20)])
    write("dense_links", libver="latest", after=lambda f, p: [p.create_group(f"other{i}") for i in range(20)])
    write("lzf", options=dict(compression="lzf"))
    write("chunked", kernel=KERNEL, options=dict(chunks=True))
    write("gzip", options=dict(compression="gzip", compression_opts=9))
    write("gzip_shuffle", options=dict(compression="gzip", shuffle=True))
    write("fletcher32", options=dict(fletcher32=True))
    write("everything", options=dict(compression="gzip", shuffle=True, fletcher32=True), libver="latest")
    write("track_order", track_order=True)
    write("paged", fs_strategy="page", fs_page_size=512, libver=("v110", "v110"))
    numbers()
    names()
    lzf()
    foreign()


shards()
tfjs()
dresses()
golden.report()
