# SPDX-License-Identifier: GPL-3.0-or-later
"""What every golden script shares: seeded weights and inputs, the capture of each
layer call, and the files of a case. See README.md for the format."""
import contextlib
import os
import pathlib
import sys
import zipfile
import zlib

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("KERAS_BACKEND", "tensorflow")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")
import keras
import numpy as np

KERAS2 = keras.__version__.startswith("2.")
DATA = pathlib.Path(__file__).resolve().parent / "data"
# Keras stores the members of a .keras plainly; zip tools deflate them. Both must open, and
# these groups are mostly empty HDF5, so they are re-packed as `zip` would.
DEFLATED = ("activation", "activation_layer", "activation_op", "bidirectional", "graph", "gru", "masking", "merge", "random", "operation", "text",
            "simplernn", "time_distributed")
LEFT_OUT = []  # (group/case, why): what real Keras could not compute or store


def rng_of(text):
    """A generator that depends on the name of the case only, not on the order of cases."""
    return np.random.default_rng(zlib.crc32(text.encode()))


def normal(shape, seed, scale=1.0):
    return (rng_of(f"in/{seed}").normal(0, scale, shape)).astype(np.float32)


def _value(variable, rng):
    name, shape = variable.name.split("/")[-1].split(":")[0], tuple(variable.shape)
    if name.startswith("gamma"):
        return rng.uniform(0.6, 1.4, shape)
    if name.startswith("beta") or name.startswith("bias"):
        return rng.uniform(-0.4, 0.4, shape)
    if name.startswith("moving_mean"):
        return rng.normal(0, 0.5, shape)
    if name.startswith("moving_variance"):
        return rng.uniform(0.3, 2.0, shape)
    if name.startswith("alpha"):
        return rng.uniform(-0.3, 0.6, shape)
    if name.startswith("embeddings"):
        return rng.normal(0, 1, shape)
    fan_in = max(1, int(np.prod(shape[:-1])))
    if name.startswith("recurrent"):
        fan_in = shape[0]
    return rng.normal(0, 1.0 / np.sqrt(fan_in), shape)


def randomise(model, seed):
    """Non-trivial seeded weights; state, counters and adapted statistics stay."""
    rng = rng_of(f"weights/{seed}")
    for variable in model.weights:
        path = getattr(variable, "path", variable.name)
        adapted = path.split("/")[-1].split(":")[0] in ("mean", "variance")
        if "float" in str(variable.dtype) and "seed_generator" not in path and not adapted:
            variable.assign(_value(variable, rng).astype(np.float32))


def as_numpy(tensor):
    array = np.asarray(tensor) if KERAS2 else np.asarray(keras.ops.convert_to_numpy(tensor))
    if array.dtype == object:  # text
        array = np.array([item.decode() for item in array.reshape(-1)]).reshape(array.shape)
    return array


def as_tensor(array):
    import tensorflow

    if array.dtype.kind != "U" and not KERAS2:
        return keras.ops.convert_to_tensor(array)

    return tensorflow.convert_to_tensor(array)


def flat(structure):
    """Tensors of a nested output, in Keras's own order (dicts by sorted key)."""
    if isinstance(structure, dict):
        return [t for key in sorted(structure) for t in flat(structure[key])]
    if isinstance(structure, (list, tuple)):
        return [t for item in structure for t in flat(item)]
    return [structure]


def _inner_graph(layer):
    """The Functional behind a nested model, else None."""
    layer = getattr(layer, "_functional", layer) if isinstance(layer, keras.Sequential) else layer
    return layer if isinstance(layer, keras.Model) and hasattr(layer, "_nodes_by_depth") else None


def _nodes(graph):
    return {node for nodes in graph._nodes_by_depth.values() for node in nodes}


def _layer_of(node):
    return node.layer if KERAS2 else node.operation


def _call_key(layer, node, nodes):
    calls = [n for n in layer._inbound_nodes if n in nodes]
    number = calls.index(node)
    return layer.name + (f"@{number}" if number else "")


class _Keras2Tensors:
    """Keras 2 pops a tensor for each reader; here each may be read again."""

    def __init__(self, values):
        self.values = values

    def __getitem__(self, key):
        return [self.values[int(key)]]


def _arguments(node, values):
    return node.map_arguments(_Keras2Tensors(values)) if KERAS2 else node.arguments.fill_in(values)


def run_every_layer(model, inputs, prefix=""):
    """{key: array} of every layer call, and the model's flat outputs; runs Keras's own
    layers node by node. `inputs` are tensors in the order of model.inputs."""
    graph = _inner_graph(model)
    nodes, values, seen = _nodes(graph), {}, {}
    for symbolic, tensor in zip(graph.inputs, inputs):
        values[id(symbolic)] = tensor
    for depth in sorted(graph._nodes_by_depth, reverse=True):
        for node in graph._nodes_by_depth[depth]:
            layer = _layer_of(node)
            if not layer or node.is_input:
                continue
            args, kwargs = _arguments(node, values)
            key = prefix + _call_key(layer, node, nodes)
            if _inner_graph(layer) is not None:
                inner, outputs = run_every_layer(layer, flat(args), key + "/")
                seen.update(inner)
            else:
                outputs = flat(layer(*args, **kwargs))
            for index, (symbolic, tensor) in enumerate(zip(flat(node.outputs), outputs)):
                values[id(symbolic)] = tensor
                seen[key + (f":{index}" if index else "")] = as_numpy(tensor)
    return seen, [values[id(t)] for t in graph.outputs]


def output_keys(model):
    """Key of each flat output as on the CLI page: the producing layer, `@N` only if two
    outputs come from different calls of one layer, `:K` for the K-th tensor."""
    graph = _inner_graph(model)
    nodes, parts = _nodes(graph), []
    for tensor in graph.outputs:
        layer, node_index, tensor_index = tensor._keras_history
        calls = [n for n in layer._inbound_nodes if n in nodes]
        parts.append((layer.name, calls.index(layer._inbound_nodes[node_index]), tensor_index))
    keys = []
    for name, call, index in parts:
        first = min(c for n, c, _ in parts if n == name)
        keys.append(name + (f"@{call}" if call != first else "") + (f":{index}" if index else ""))
    return keys


def dtype_of(array):
    return "string" if array.dtype.kind == "U" else str(array.dtype)


def same(a, b, limit=2e-6):
    if np.asarray(a).dtype.kind in "US" or np.asarray(a).dtype == object:
        return np.array_equal(a, b)
    a, b = np.asarray(a, np.float64), np.asarray(b, np.float64)
    return a.shape == b.shape and (
        np.array_equal(a, b, equal_nan=True) or np.nanmax(np.abs(a - b)) <= limit * (1e-6 + np.nanmax(np.abs(b))))


def arrays_of(model, inputs, all_layers=False):
    """The npz content of a model: inputs by InputLayer name, outputs by key."""
    names = [t._keras_history[0].name for t in _inner_graph(model).inputs]
    tensors = [as_tensor(inputs[n]) for n in names]
    structure = getattr(model, "_nested_inputs" if KERAS2 else "_inputs_struct", None)
    fed = dict(zip(names, tensors)) if isinstance(structure, dict) else tensors if len(tensors) > 1 else tensors[0]
    outputs = [as_numpy(t) for t in flat(model(fed, training=False))]
    result = {f"in:{n}": inputs[n] for n in names}
    result.update({f"out:{k}": v for k, v in zip(output_keys(model), outputs)})
    if all_layers:
        seen, again = run_every_layer(model, tensors)
        for one, other in zip(again, outputs):
            assert same(as_numpy(one), other), "the walk over the layers disagrees with the model"
        result.update({f"layer:{k}": v for k, v in seen.items()})
    return result


def deflate(path):
    with zipfile.ZipFile(path) as source:
        members = [(name, source.read(name)) for name in source.namelist()]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as target:
        for name, data in members:
            target.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, 9)


def check_file(path, inputs, wanted):
    """Real Keras reads the file back and gives the same answers."""
    again = arrays_of(keras.models.load_model(path, compile=False), inputs)
    for key, value in wanted.items():
        if key.startswith("out:"):
            assert key in again and same(again[key], value), f"{path}: {key} differs after reading back"


def write(group, name, model, inputs, suffix=".keras", all_layers=False, check=True, wanted=None):
    folder = DATA / group
    folder.mkdir(parents=True, exist_ok=True)
    arrays = wanted or arrays_of(model, inputs, all_layers)
    path = folder / (name + suffix)
    model.save(path)
    if suffix == ".keras" and group in DEFLATED:
        deflate(path)
    if check:
        check_file(path, inputs, arrays)
    for key, value in arrays.items():
        finite = np.asarray(value).dtype.kind == "U" or np.isfinite(np.asarray(value, np.float64)).all()
        if not finite and "nan" not in name:
            print(f"note: {group}/{name} {key} is not finite")
    np.savez_compressed(folder / f"{name}.npz", **arrays)
    return arrays


@contextlib.contextmanager
def attempt(label):
    """A case that real Keras refuses is left out and told at the end."""
    try:
        yield
    except AssertionError:
        raise
    except Exception as error:  # noqa: BLE001 - any refusal of Keras counts
        LEFT_OUT.append((label, f"{type(error).__name__}: {str(error).splitlines()[0][:140]}"))


def single(group, name, make, x, sequential=False, names=("x", "y", "z"), call=None, **write_options):
    """A model of one layer (or of a list of layers in a row). `make` builds fresh layers,
    `x` is an array or a list of arrays, `call(layer, tensors)` replaces the plain call."""
    label = f"{group}/{name}"
    with attempt(label):
        keras.backend.clear_session()
        keras.utils.set_random_seed(1)
        arrays = list(x) if isinstance(x, (list, tuple)) else [x]
        made = make()
        stack = made if isinstance(made, list) else [made]
        inputs = [keras.Input(a.shape[1:], name=n, dtype=dtype_of(a)) for a, n in zip(arrays, names)]
        if sequential:
            model = keras.Sequential([inputs[0]] + stack)
        else:
            y = inputs if len(inputs) > 1 else inputs[0]
            y = call(stack[0], inputs) if call else stack[0](y)
            for layer in stack[1:]:
                y = layer(y)
            model = keras.Model(inputs if len(inputs) > 1 else inputs[0], y)
        randomise(model, label)
        write(group, name, model, dict(zip(names, arrays)), **write_options)


def several(group, name, makers, x, names=("x", "y", "z"), **write_options):
    """Layers side by side on the same inputs, one output each, named by the keys of `makers`
    (for layers without weights: a file each would be mostly empty HDF5)."""
    label = f"{group}/{name}"
    keras.backend.clear_session()
    arrays = list(x) if isinstance(x, (list, tuple)) else [x]
    inputs = [keras.Input(a.shape[1:], name=n, dtype=dtype_of(a)) for a, n in zip(arrays, names)]
    outputs = []
    for layer_name, make in makers.items():
        with attempt(f"{label}:{layer_name}"):
            layer = make(name=layer_name)
            outputs.append(layer(inputs if len(inputs) > 1 else inputs[0]))
    model = keras.Model(inputs if len(inputs) > 1 else inputs[0], outputs)
    randomise(model, label)
    write(group, name, model, dict(zip(names, arrays)), **write_options)


def channels_first(group, name, make, x, rank, **write_options):
    """Like single() for a channels_first layer. `make(data_format)` builds it, `x` is
    channels_last; the truth is the channels_last twin with the same weights, transposed.
    Where TensorFlow can run channels_first on the CPU, both must agree."""
    label = f"{group}/{name}"
    with attempt(label):
        keras.backend.clear_session()
        to_first = (0, rank + 1) + tuple(range(1, rank + 1))
        models = {}
        for form in ("channels_last", "channels_first"):
            keras.backend.clear_session()
            array = x if form == "channels_last" else x.transpose(to_first)
            inputs = keras.Input(array.shape[1:], name="x")
            models[form] = keras.Model(inputs, make(form)(inputs))
        randomise(models["channels_last"], label)
        models["channels_first"].set_weights(models["channels_last"].get_weights())
        truth = as_numpy(models["channels_last"](x, training=False))
        if truth.ndim == rank + 2:
            truth = truth.transpose(to_first)
        first = np.ascontiguousarray(x.transpose(to_first))
        key = output_keys(models["channels_first"])[0]
        try:
            direct = as_numpy(models["channels_first"](first, training=False))
        except Exception:  # noqa: BLE001 - TensorFlow on the CPU lacks some NCHW kernels
            direct = None
        assert direct is None or same(direct, truth, 1e-5), "channels_first disagrees with its twin"
        write(group, name, models["channels_first"], {"x": first}, check=direct is not None,
              wanted={"in:x": first, f"out:{key}": np.ascontiguousarray(truth)}, **write_options)


def report():
    files = [p for p in DATA.rglob("*") if p.is_file()]
    print(f"{len(files)} files, {sum(p.stat().st_size for p in files) / 1e6:.2f} MB in {DATA.name}/")
    for label, why in LEFT_OUT:
        print(f"left out: {label}: {why}", file=sys.stderr)
