# SPDX-License-Identifier: GPL-3.0-or-later
"""Does real Keras load what `kerascope-cli extract` writes, and give the same numbers? For every golden model:
the whole as .keras and .weights.h5. Usage: check_extracted.py KERASCOPE_CLI [part of a name]"""
import os
import pathlib
import subprocess
import sys
import tempfile

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import keras
import numpy as np

DATA = pathlib.Path(__file__).resolve().parent / "data"
cli, wanted = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""


def close(a, b, limit=1e-4):
    a, b = np.asarray(a), np.asarray(b)
    if b.dtype.kind == "U":
        return [str(x, "utf-8") if isinstance(x, bytes) else str(x) for x in a.ravel()] == [str(x) for x in b.ravel()]
    a, b = np.asarray(a, np.float64), np.asarray(b, np.float64)
    return a.shape == b.shape and np.abs(a - b).max(initial=0) <= limit * max(1, np.abs(b).max(initial=0))


def extract(model, target, treat):
    rules = [part for line in treat for part in ("--treat-as", line)]
    return subprocess.run([cli, "extract", str(model), "-o", str(target), "--quiet", *rules], capture_output=True, text=True)


def compare(target, arrays):
    model = keras.models.load_model(target, compile=False)
    inputs = {key[3:]: value for key, value in arrays.items() if key.startswith("in:")}
    names = [t._keras_history[0].name for t in model.inputs]
    if len(names) == 1:
        inputs = {names[0]: next(iter(inputs.values()))}
    fed = [keras.ops.convert_to_tensor(inputs[name]) if inputs[name].dtype.kind != "U" else __import__("tensorflow").constant(inputs[name])
           for name in names]
    outputs = model(fed if len(fed) > 1 else fed[0], training=False)
    outputs = outputs if isinstance(outputs, (list, tuple)) else [outputs]
    expected = [value for key, value in arrays.items() if key.startswith("out:")]
    return model, len(outputs) == len(expected) and all(close(a, b) for a, b in zip(outputs, expected))


def main():
    good, refused, bad = 0, {}, []
    with tempfile.TemporaryDirectory() as folder:
        for arrays in sorted(DATA.rglob("*.npz")):
            for suffix in (".keras", ".h5"):
                source = arrays.with_suffix(suffix)
                if not source.exists() or wanted not in str(source):
                    continue
                treat = arrays.with_suffix(".treat")
                rules = treat.read_text().splitlines() if treat.exists() else []
                target = pathlib.Path(folder) / "part.keras"
                name = str(source.relative_to(DATA))
                done = extract(source, target, rules)
                if done.returncode == 4:
                    refused[name] = done.stderr.split(": ")[-1].strip()
                    continue
                try:
                    assert done.returncode == 0, done.stderr
                    model, same = compare(target, dict(np.load(arrays)))
                    assert same, "other numbers"
                    weights = pathlib.Path(folder) / "part.weights.h5"
                    assert extract(source, weights, rules).returncode == 0
                    model.load_weights(weights)
                    good += 1
                except Exception as error:  # noqa: BLE001 - every failure is told
                    bad.append(f"{name}: {type(error).__name__} {str(error).strip().splitlines()[0][:200] if str(error).strip() else ''}")
    for name, why in refused.items():
        print("refused", name, why[:160])
    for line in bad:
        print("BAD", line)
    print(f"{good} models equal, {len(refused)} refused, {len(bad)} bad")
    sys.exit(bool(bad))


main()
