#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Train the sample model: scikit-learn's 8x8 digits, read as 8-bit grey pictures.

    make_sample.py [--sample DIR] [--data DIR]

Writes digits.keras, labels.txt and six PNGs into DIR (resources/sample), and
digits.npz with the answers of real Keras for the six pictures into the data
folder. The pictures are 64x64: each source pixel is an 8x8 block, so that every
resize back to 8x8 that samples or averages inside a block returns the original.
"""
import argparse
import os
import pathlib

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("KERAS_BACKEND", "tensorflow")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")
import keras
import numpy as np
import tensorflow as tf
from keras import layers
from PIL import Image
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

ROOT = pathlib.Path(__file__).resolve().parents[2]
SEED = 3
SHOWN = (0, 2, 3, 5, 7, 8)
WANTED_ACCURACY = 0.97


def grey_digits():
    """Pictures in 0..255 and labels: train and test."""
    digits = load_digits()
    pictures = np.round(digits.images * (255.0 / 16.0)).clip(0, 255).astype(np.uint8)[..., None]
    return train_test_split(pictures, digits.target, test_size=0.2, random_state=SEED, stratify=digits.target)


def build():
    def block(x, filters, index):
        x = layers.Conv2D(filters, 3, padding="same", use_bias=False, name=f"conv{index}")(x)
        x = layers.BatchNormalization(name=f"norm{index}")(x)
        return layers.ReLU(name=f"relu{index}")(x)

    image = keras.Input((8, 8, 1), name="image")
    x = layers.Rescaling(1.0 / 255.0, name="rescale")(image)
    x = block(x, 16, 1)
    x = block(x, 32, 2)
    x = layers.MaxPooling2D(name="pool1")(x)
    skip = x
    x = block(x, 32, 3)
    x = layers.Add(name="add")([x, skip])
    x = layers.MaxPooling2D(name="pool2")(x)
    x = layers.Flatten(name="flatten")(x)
    x = layers.Dense(48, activation="relu", name="hidden")(x)
    x = layers.Dropout(0.3, name="dropout")(x)
    digit = layers.Dense(10, activation="softmax", name="digit")(x)
    return keras.Model(image, digit, name="digits")


def augmented(pictures, labels, rng, copies=4):
    """The originals, and copies with other brightness and noise, shifted by at most one pixel."""
    many, names = [pictures.astype(np.float32)], [labels]
    for _ in range(copies):
        shifted = np.zeros_like(pictures, dtype=np.float32)
        for i, (dy, dx) in enumerate(rng.integers(-1, 2, (len(pictures), 2))):
            shifted[i] = np.roll(np.pad(pictures[i], ((1, 1), (1, 1), (0, 0))), (dy, dx), (0, 1))[1:-1, 1:-1]
        gain = rng.uniform(0.7, 1.2, (len(pictures), 1, 1, 1))
        many.append((shifted * gain + rng.normal(0, 6, shifted.shape)).clip(0, 255).astype(np.float32))
        names.append(labels)
    return np.concatenate(many), np.concatenate(names)


def choose(model, pictures, labels):
    """One clearly recognised test picture for each digit shown."""
    answers = model.predict(pictures.astype(np.float32), verbose=0)
    chosen = []
    for digit in SHOWN:
        sure = np.where(labels == digit, answers[:, digit], -1)
        order = np.argsort(-sure)
        chosen.append(int(order[len(order[sure[order] > 0.9]) // 2]))  # typical, not the best
    return chosen


def resized_back(png):
    """What the program does: decode, bilinear resize to 8x8, no scaling of values."""
    array = np.asarray(Image.open(png).convert("L"), dtype=np.float32)[None, ..., None]
    return tf.image.resize(array, (8, 8), method="bilinear").numpy()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=pathlib.Path, default=ROOT / "resources/sample")
    parser.add_argument("--data", type=pathlib.Path, default=ROOT / "tests/golden/data/sample")
    args = parser.parse_args()
    args.sample.mkdir(parents=True, exist_ok=True)
    args.data.mkdir(parents=True, exist_ok=True)

    keras.utils.set_random_seed(SEED)
    tf.config.experimental.enable_op_determinism()
    train, test, train_labels, test_labels = grey_digits()
    model = build()
    model.compile(keras.optimizers.Adam(2e-3), "sparse_categorical_crossentropy", metrics=["accuracy"])
    data, labels = augmented(train, train_labels, np.random.default_rng(SEED))
    epochs = 14
    halve = keras.callbacks.LearningRateScheduler(lambda epoch, _: 2e-3 * 0.75**epoch)
    model.fit(data, labels, batch_size=64, epochs=epochs, verbose=0, callbacks=[halve])
    accuracy = model.evaluate(test.astype(np.float32), test_labels, verbose=0)[1]
    print(f"parameters {model.count_params()}, test accuracy {accuracy:.4f} on {len(test)} pictures")
    if accuracy < WANTED_ACCURACY:
        raise SystemExit("the model is too weak")

    plain = build()  # without optimizer state
    plain.set_weights(model.get_weights())
    plain.save(args.sample / "digits.keras")
    (args.sample / "labels.txt").write_text("".join(f"{d}\n" for d in range(10)))

    inputs = []
    for index, digit in zip(choose(plain, test, test_labels), SHOWN):
        png = args.sample / f"digit_{digit}.png"
        block = np.kron(test[index, ..., 0], np.ones((8, 8), np.uint8))
        Image.fromarray(block.astype(np.uint8), mode="L").save(png, optimize=True)
        array = resized_back(png)
        if not np.array_equal(array[0], test[index].astype(np.float32)):
            raise SystemExit(f"{png}: the resize does not return the original")
        inputs.append(array[0])
    inputs = np.stack(inputs)
    outputs = plain(inputs, training=False).numpy()
    for digit, answer in zip(SHOWN, outputs):
        print(f"digit_{digit}.png: {answer.argmax()} with {answer.max():.3f}")
        if answer.argmax() != digit:
            raise SystemExit("a picture is not recognised")
    np.savez_compressed(args.data / "digits.npz", **{"in:image": inputs, "out:digit": outputs})


if __name__ == "__main__":
    main()
