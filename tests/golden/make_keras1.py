#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Golden files of Keras 1's own layers. Keras 1 runs on no Python of today, so the files are laid out by hand as
Keras 1.2.2 writes them, and the truth is the formula of its source, in NumPy and double precision."""
import json
import pathlib
import sys
import zlib

import h5py
import numpy as np

DATA = pathlib.Path(__file__).resolve().parent / "data" / "keras1"


class Case:
    """One file: layers in Keras 1's form, weights by layer, arrays."""

    def __init__(self, name, backend="tensorflow"):
        self.name, self.backend = name, backend
        self.rng = np.random.default_rng(zlib.crc32(name.encode()))
        self.weights, self.arrays = [], {}

    def normal(self, *shape, scale=1.0):
        return self.rng.normal(0, scale, shape).astype(np.float32)

    def layer(self, name, **tensors):
        self.weights.append((name, [(f"{name}_{key}", value) for key, value in tensors.items()]))

    def feed(self, **inputs):
        self.arrays.update({f"in:{key}": value for key, value in inputs.items()})

    def want(self, **outputs):
        self.arrays.update({f"out:{key}": np.asarray(value, np.float32) for key, value in outputs.items()})

    def save(self, config, version="1.2.2"):
        DATA.mkdir(parents=True, exist_ok=True)
        with h5py.File(DATA / f"{self.name}.h5", "w") as file:
            file.attrs["keras_version"] = np.bytes_(version)
            file.attrs["model_config"] = np.bytes_(json.dumps(config))
            group = file.create_group("model_weights")
            group.attrs["layer_names"] = [name.encode() for name, _ in self.weights]
            group.attrs["keras_version"] = np.bytes_(version)
            group.attrs["backend"] = np.bytes_(self.backend)
            for name, tensors in self.weights:
                own = group.create_group(name)
                own.attrs["weight_names"] = [key.encode() for key, _ in tensors]
                for key, value in tensors:
                    own.create_dataset(key, data=value)
        np.savez_compressed(DATA / f"{self.name}.npz", **self.arrays)


def sequential(*layers):
    return {"class_name": "Sequential", "config": [{"class_name": kind, "config": dict(config, trainable=True)}
                                                   for kind, config in layers]}


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def f64(*arrays):
    return [np.asarray(a, np.float64) for a in arrays]


def highway(name, size, activation, function, bias=True):
    case = Case(name)
    x, w, carry = case.normal(3, size), case.normal(size, size, scale=0.4), case.normal(size, size, scale=0.4)
    b, bc = case.normal(size), case.normal(size)
    case.layer("highway_1", W=w, W_carry=carry, **(dict(b=b, b_carry=bc) if bias else {}))
    case.feed(highway_1_input=x)
    x, w, carry, b, bc = f64(x, w, carry, b * bias, bc * bias)
    t = sigmoid(x @ carry + bc)
    case.want(highway_1=t * function(x @ w + b) + (1 - t) * x)
    case.save(sequential(("Highway", dict(name="highway_1", batch_input_shape=[None, size], input_dtype="float32",
                                          activation=activation, bias=bias, input_dim=size, init="glorot_uniform",
                                          transform_bias=-2))))


def maxout(name, size, units, features, bias=True):
    case = Case(name)
    x, w, b = case.normal(3, size), case.normal(features, size, units), case.normal(features, units)
    case.layer("maxoutdense_1", W=w, **(dict(b=b) if bias else {}))
    case.feed(maxoutdense_1_input=x)
    x, w, b = f64(x, w, b * bias)
    case.want(maxoutdense_1=(np.einsum("ni,fio->nfo", x, w) + b).max(1))
    case.save(sequential(("MaxoutDense", dict(name="maxoutdense_1", batch_input_shape=[None, size], bias=bias,
                                              input_dtype="float32", output_dim=units, nb_feature=features))))


def element_layers():
    for name, shape, shared in [("softplus_vector", (5,), None), ("softplus_shared", (4, 3, 2), [1, 2])]:
        case = Case("parametric_" + name)
        size = tuple(1 if shared and i + 1 in shared else n for i, n in enumerate(shape))
        x, alpha, beta = case.normal(2, *shape), case.normal(*size), case.normal(*size)
        case.layer("parametricsoftplus_1", alphas=alpha, betas=beta)
        case.feed(parametricsoftplus_1_input=x)
        x, alpha, beta = f64(x, alpha, beta)
        case.want(parametricsoftplus_1=np.log1p(np.exp(beta * x)) * alpha)
        case.save(sequential(("ParametricSoftplus", dict(
            name="parametricsoftplus_1", batch_input_shape=[None, *shape], shared_axes=shared, alpha_init=0.2, beta_init=5.0,
            input_dtype="float32"))))
    for name, shape, shared in [("vector", (13,), None), ("shared", (3, 5), [1])]:
        case = Case("srelu_" + name)
        size = tuple(1 if shared and i + 1 in shared else n for i, n in enumerate(shape))
        x = case.normal(4, *shape, scale=2)
        tl, al, tr, ar = (case.normal(*size) for _ in range(4))
        case.layer("srelu_1", t_left=tl, a_left=al, t_right=tr, a_right=ar)
        case.feed(srelu_1_input=x)
        x, tl, al, tr, ar = f64(x, tl, al, tr, ar)
        right = tl + np.abs(tr)
        above = x - tl
        inside = np.clip(above, 0, right - tl) - al * np.maximum(-above, 0)
        case.want(srelu_1=tl + inside + np.maximum(x - right, 0) * ar)
        case.save(sequential(("SReLU", dict(name="srelu_1", batch_input_shape=[None, *shape], shared_axes=shared,
                                            input_dtype="float32", t_left_init="zero"))))


def locally_connected():
    for ordering in ("tf", "th"):
        case = Case(f"locally_connected2d_{ordering}", "tensorflow" if ordering == "tf" else "theano")
        rows, cols, cin, kr, kc, f = 5, 6, 2, 3, 2, 3
        out = (rows - kr + 1, (cols - kc) // 2 + 1)
        x = case.normal(2, rows, cols, cin) if ordering == "tf" else case.normal(2, cin, rows, cols)
        w = case.normal(out[0] * out[1], kr * kc * cin, f, scale=0.4)
        b = case.normal(*out, f) if ordering == "tf" else case.normal(f, *out)
        case.layer("locallyconnected2d_1", W=w, b=b)
        case.feed(locallyconnected2d_1_input=x)
        x, w, b = f64(x, w, b)
        y = np.zeros((2, *out, f) if ordering == "tf" else (2, f, *out))
        for i in range(out[0]):
            for j in range(out[1]):
                at = (slice(i, i + kr), slice(2 * j, 2 * j + kc))
                patch = (x[(slice(None), *at)] if ordering == "tf" else x[(slice(None), slice(None), *at)]).reshape(2, -1)
                y[(slice(None), i, j) if ordering == "tf" else (slice(None), slice(None), i, j)] = patch @ w[i * out[1] + j]
        case.want(locallyconnected2d_1=np.tanh(y + b))
        case.save(sequential(("LocallyConnected2D", dict(
            name="locallyconnected2d_1", batch_input_shape=[None, *x.shape[1:]], nb_filter=f, nb_row=kr, nb_col=kc,
            subsample=[1, 2], border_mode="valid", dim_ordering=ordering, activation="tanh", bias=True,
            input_dtype="float32"))))
    case = Case("locally_connected1d")
    x, w, b = case.normal(3, 7, 2), case.normal(5, 6, 4, scale=0.4), case.normal(5, 4)
    case.layer("locallyconnected1d_1", W=w, b=b)
    case.feed(locallyconnected1d_1_input=x)
    x, w, b = f64(x, w, b)
    case.want(locallyconnected1d_1=np.stack([x[:, i:i + 3].reshape(3, -1) @ w[i] for i in range(5)], 1) + b)
    case.save(sequential(("LocallyConnected1D", dict(
        name="locallyconnected1d_1", batch_input_shape=[None, 7, 2], nb_filter=4, filter_length=3, subsample_length=1,
        border_mode="valid", activation="linear", bias=True, input_dtype="float32"))))


def normalizations():
    for mode in (1, 2):
        case = Case(f"batch_normalization_mode{mode}")
        x, gamma, beta = case.normal(13, 5, scale=2), case.normal(5), case.normal(5)
        case.layer("batchnormalization_1", gamma=gamma, beta=beta, running_mean=case.normal(5),
                   running_std=np.abs(case.normal(5)))
        case.feed(batchnormalization_1_input=x)
        x, gamma, beta = f64(x, gamma, beta)
        over, epsilon = -1 if mode == 1 else 0, 1e-2
        deviation = np.sqrt(x.var(over, keepdims=True) + epsilon) + (epsilon if mode == 1 else 0)
        case.want(batchnormalization_1=gamma * (x - x.mean(over, keepdims=True)) / deviation + beta)
        case.save(sequential(("BatchNormalization", dict(name="batchnormalization_1", batch_input_shape=[None, 5],
                                                         epsilon=epsilon, mode=mode, axis=-1, momentum=0.99,
                                                         input_dtype="float32"))))


def merges():
    def branch(case, number, size, units):
        w, b = case.normal(size, units), case.normal(units)
        case.layer(f"dense_{number}", W=w, b=b)
        layer = ("Dense", dict(name=f"dense_{number}", batch_input_shape=[None, size], output_dim=units, bias=True,
                               activation="linear", input_dim=size, input_dtype="float32"))
        return sequential(layer), f64(w, b)

    rules = {"sum": lambda a, b: a + b, "mul": lambda a, b: a * b, "ave": lambda a, b: (a + b) / 2,
             "max": np.maximum, "concat": lambda a, b: np.concatenate([a, b], -1),
             "dot": lambda a, b: (a * b).sum(1, keepdims=True),
             "cos": lambda a, b: ((a * b).sum(1, keepdims=True) / np.maximum(
                 np.sqrt((a * a).sum(1, keepdims=True) * (b * b).sum(1, keepdims=True)), 1e-7))[:, None]}
    for mode, rule in rules.items():
        case = Case("merge_" + mode)
        left, (w1, b1) = branch(case, 1, 3, 5)
        right, (w2, b2) = branch(case, 2, 4, 5)
        x, y = case.normal(2, 3), case.normal(2, 4)
        case.feed(dense_1_input=x, dense_2_input=y)
        x, y = f64(x, y)
        case.want(merge_1=rule(x @ w1 + b1, y @ w2 + b2))
        case.save({"class_name": "Sequential", "config": [{"class_name": "Merge", "config": {
            "name": "merge_1", "mode": mode, "mode_type": "raw", "concat_axis": -1, "dot_axes": [1, 1], "layers": [left, right],
            "arguments": {}, "output_shape": None, "output_shape_type": "raw", "output_mask": None,
            "output_mask_type": "raw"}}]})


def convolutions():
    case = Case("convolution_full", "theano")
    x, w, b = case.normal(2, 3, 4, 5), case.normal(2, 3, 3, 2, scale=0.4), case.normal(2)
    case.layer("convolution2d_1", W=w, b=b)
    case.feed(convolution2d_1_input=x)
    x, w, b = f64(x, w, b)
    padded = np.pad(x, ((0, 0), (0, 0), (2, 2), (1, 1)))
    flipped = w[:, :, ::-1, ::-1]  # Theano convolves
    y = np.zeros((2, 2, 6, 6))
    for i in range(6):
        for j in range(6):
            y[:, :, i, j] = np.einsum("nchw,fchw->nf", padded[:, :, i:i + 3, j:j + 2], flipped)
    case.want(convolution2d_1=y + b[None, :, None, None])
    case.save(sequential(("Convolution2D", dict(
        name="convolution2d_1", batch_input_shape=[None, 3, 4, 5], nb_filter=2, nb_row=3, nb_col=2, subsample=[1, 1],
        border_mode="full", dim_ordering="th", activation="linear", bias=True, input_dtype="float32"))))
    for border, size in [("valid", (9, 7)), ("valid", (10, 8)), ("same", (7, 5)), ("same", (8, 6))]:
        rows, cols, kernel, stride = 4, 3, 3, 2
        case = Case(f"deconvolution_{border}_{size[0]}")
        x, w, b = case.normal(1, rows, cols, 2), case.normal(kernel, kernel, 2, 4, scale=0.4), case.normal(4)
        case.layer("deconvolution2d_1", W=w, b=b)
        case.feed(deconvolution2d_1_input=x)
        x, w, b = f64(x, w, b)
        y = np.zeros((1, *size, 4))
        before = [max((n - 1) * stride + kernel - out, 0) // 2 if border == "same" else 0 for n, out in zip((rows, cols), size)]
        for i in range(rows):
            for j in range(cols):
                for p in range(kernel):
                    for q in range(kernel):
                        r, s = i * stride + p - before[0], j * stride + q - before[1]
                        if 0 <= r < size[0] and 0 <= s < size[1]:
                            y[:, r, s] += x[:, i, j] @ w[p, q]
        case.want(deconvolution2d_1=y + b)
        case.save(sequential(("Deconvolution2D", dict(
            name="deconvolution2d_1", batch_input_shape=[None, rows, cols, 2], nb_filter=4, nb_row=kernel, nb_col=kernel,
            output_shape=[None, *size, 4], subsample=[stride, stride], border_mode=border, dim_ordering="tf",
            activation="linear", bias=True, input_dtype="float32"))))


def op_layers():
    """TensorFlowOpLayer of TensorFlow 2.0 to 2.3, by hand: no version that writes it runs on a Python of today."""
    global DATA
    folder, DATA = DATA, DATA.parent / "tf_op_layer"
    case = Case("graph_nodes")
    x, y = case.normal(2, 3, 4), case.normal(2, 3, 4)
    case.feed(x=x, y=y)
    layers = [{"class_name": "InputLayer", "name": n, "inbound_nodes": [], "config": {
        "batch_input_shape": [None, 3, 4], "dtype": "float32", "sparse": False, "ragged": False, "name": n}} for n in "xy"]

    def node(name, op, inputs, constants=None, **attributes):
        places = [f"in{i}" for i in range(len(inputs) + len(constants or {}))]
        definition = json.dumps({"name": name, "op": op, "input": places, "attr": attributes})
        layers.append({"class_name": "TensorFlowOpLayer", "name": name, "config": {
            "name": name, "trainable": True, "dtype": "float32", "node_def": definition, "constants": constants or {}},
            "inbound_nodes": [[[one, 0, 0, {}] for one in inputs]]})

    node("plus", "AddV2", ["x", "y"])
    node("twice", "Mul", ["plus"], {"1": 2.0})
    node("minus", "Sub", ["twice"], {"0": 1.0})
    node("mean", "Mean", ["minus"], {"1": [1]}, keep_dims={"b": True})
    node("joined", "ConcatV2", ["x", "y"], {"2": -1})
    node("flat", "Reshape", ["joined"], {"1": [-1, 24]})
    node("leaky", "LeakyRelu", ["flat"], alpha={"f": 0.25})
    node("turned", "Transpose", ["x"], {"1": [0, 2, 1]})
    node("product", "BatchMatMulV2", ["turned", "y"], adj_x={"b": False}, adj_y={"b": False})
    node("wide", "ExpandDims", ["product"], {"1": 1})
    node("narrow", "Squeeze", ["wide"], squeeze_dims={"list": {"i": ["1"]}})
    node("pack", "Pack", ["x", "y"], axis={"i": "1"})
    node("clipped", "ClipByValue", ["pack"], {"1": -0.5, "2": 0.5})
    a, b = f64(x, y)
    minus = 1 - (a + b) * 2
    flat = np.concatenate([a, b], -1).reshape(2, 24)
    wanted = dict(mean=minus.mean(1, keepdims=True), leaky=np.where(flat > 0, flat, 0.25 * flat),
                  narrow=a.transpose(0, 2, 1) @ b, clipped=np.clip(np.stack([a, b], 1), -0.5, 0.5))
    case.want(**wanted)
    case.save({"class_name": "Model", "config": {"name": "model", "layers": layers, "input_layers": [["x", 0, 0], ["y", 0, 0]],
                                                 "output_layers": [[name, 0, 0] for name in wanted]}}, "2.3.0-tf")
    DATA = folder


op_layers()
highway("highway", 5, "tanh", np.tanh)
highway("highway_no_bias", 13, "linear", lambda x: x, bias=False)
maxout("maxout", 5, 3, 4)
maxout("maxout_no_bias", 3, 1, 2, bias=False)
element_layers()
locally_connected()
normalizations()
merges()
convolutions()
print(len(list(DATA.iterdir())), "files", file=sys.stderr)
