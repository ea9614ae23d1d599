#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Make the models of the benchmark with real Keras 3 (seeded; nothing of it is committed).

    make_models.py FOLDER [NAME …]

For each of mobilenetv2, resnet50, cnn and lstm it writes FOLDER/NAME/

    model.keras, model.h5     the same net in both formats
    input1.npy, input8.npy    inputs of 1 and 8 samples (lstm: 1)
    want1.npz, want8.npz      real Keras's answers, for `kerascope-cli run --expect`
    golden.npz                both of batch 1 in the form of tests/golden

Random weights alone make dead or exploding nets, behind whose flat softmax a wrong
kernel could hide. So each BatchNormalization gets the statistics of its own input,
biases are not zero, and the last Dense layer is scaled to logits of a useful size.
"""
import argparse
import os
import pathlib

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("KERAS_BACKEND", "tensorflow")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")
import keras
import numpy as np
from keras import layers

SAMPLES = 8  # pictures that the statistics are taken from; also the larger batch
LOGIT_DEVIATION = 2.0


def small_cnn():
    return keras.Sequential([
        keras.Input((28, 28, 1), name="image"),
        layers.Conv2D(32, 3, activation="relu"), layers.MaxPooling2D(),
        layers.Conv2D(64, 3, activation="relu"), layers.MaxPooling2D(),
        layers.Flatten(), layers.Dense(128, activation="relu"), layers.Dense(10, activation="softmax"),
    ], name="cnn")


def lstm():
    return keras.Sequential([keras.Input((100, 64), name="sequence"), layers.LSTM(128), layers.Dense(10)], name="lstm")


# name: how to build it, range of its inputs, batch sizes
WORKS = {
    "mobilenetv2": (lambda: keras.applications.MobileNetV2(weights=None), (-1, 1), (1, SAMPLES)),
    "resnet50": (lambda: keras.applications.ResNet50(weights=None), (-128, 128), (1, SAMPLES)),
    "cnn": (small_cnn, (0, 1), (1, SAMPLES)),
    "lstm": (lstm, (-1, 1), (1,)),
}


def liven(model, rng):
    """Biases, scales and offsets that matter."""
    for layer in model.layers:
        if isinstance(layer, layers.BatchNormalization):
            layer.gamma.assign(rng.uniform(0.7, 1.3, layer.gamma.shape))
            layer.beta.assign(rng.uniform(-0.2, 0.2, layer.beta.shape))
        elif getattr(layer, "use_bias", False):
            bias = layer.cell.bias if isinstance(layer, layers.LSTM) else layer.bias
            bias.assign(np.asarray(bias) + rng.uniform(-0.1, 0.1, bias.shape))


def settle(model, data):
    """Walk the graph once; each BatchNormalization takes its own input's statistics before it
    is called, and the last Dense is scaled when its input is there."""
    graph = getattr(model, "_functional", model)
    values = {id(graph.inputs[0]): keras.ops.convert_to_tensor(data)}
    for depth in sorted(graph._nodes_by_depth, reverse=True):
        for node in graph._nodes_by_depth[depth]:
            if node.is_input:
                continue
            args, kwargs = node.arguments.fill_in(values)
            layer = node.operation
            if isinstance(layer, layers.BatchNormalization):
                mean, variance = keras.ops.moments(args[0], axes=list(range(args[0].ndim - 1)))
                layer.moving_mean.assign(mean)
                layer.moving_variance.assign(variance)
            if layer is model.layers[-1] and isinstance(layer, layers.Dense):
                kernel = layer.kernel.numpy()
                deviation = float((args[0].numpy() @ kernel).std())
                layer.kernel.assign(kernel * (LOGIT_DEVIATION / max(deviation, 1e-6)))
            values[id(node.outputs[0])] = layer(*args, training=False, **kwargs) \
                if isinstance(layer, layers.BatchNormalization) else layer(*args, **kwargs)


def make(name, folder):
    build, (low, high), batches = WORKS[name]
    folder.mkdir(parents=True, exist_ok=True)
    keras.backend.clear_session()
    keras.utils.set_random_seed(20)
    model = build()
    rng = np.random.default_rng(21)
    data = rng.uniform(low, high, (SAMPLES,) + tuple(model.inputs[0].shape[1:])).astype(np.float32)
    liven(model, rng)
    settle(model, data)
    model.save(folder / "model.keras")
    model.save(folder / "model.h5")
    source, target = model.inputs[0]._keras_history[0].name, model.layers[-1].name
    for batch in batches:
        answer = model(data[:batch], training=False).numpy()
        np.save(folder / f"input{batch}.npy", data[:batch])
        np.savez(folder / f"want{batch}.npz", **{target: answer})
        if batch == 1:
            np.savez(folder / "golden.npz", **{f"in:{source}": data[:1], f"out:{target}": answer})
    spread = answer.std(axis=0).mean() if len(answer) > 1 else answer.std()
    print(f"{name}: {model.count_params()} parameters, {source} -> {target}, largest output {answer.max():.3g}, "
          f"spread {spread:.3g}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(WORKS))
    args = parser.parse_args()
    unknown = set(args.names) - set(WORKS)
    if unknown:
        parser.error(f"no such work: {', '.join(sorted(unknown))}")
    for name in args.names or WORKS:
        make(name, args.folder / name)


if __name__ == "__main__":
    main()
