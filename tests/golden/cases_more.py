# SPDX-License-Identifier: GPL-3.0-or-later
"""RNN with cells, ConvLSTM, adaptive pooling, pictures, categories and the wrappers that hold weights."""
import keras
import numpy as np
from keras import layers as L

from golden import attempt, normal, randomise, rng_of, single, write

TOKENS = np.array([[0, 0, 3, 1, 5], [4, 2, 6, 0, 0], [1, 0, 2, 0, 3], [6, 5, 4, 3, 2]], np.int32)


def cells():
    g = "rnn"
    stack = lambda: L.StackedRNNCells([L.LSTMCell(5), L.LSTMCell(3), L.GRUCell(4)])  # noqa: E731
    for name, make in [
        ("simple", lambda: L.RNN(L.SimpleRNNCell(5))),
        ("lstm_sequences_state", lambda: L.RNN(L.LSTMCell(5), return_sequences=True, return_state=True)),
        ("gru_backwards", lambda: L.RNN(L.GRUCell(3), go_backwards=True, return_sequences=True)),
        ("gru_reset_before", lambda: L.RNN(L.GRUCell(3, reset_after=False))),
        ("stacked", lambda: L.RNN(stack())),
        ("stacked_sequences_state", lambda: L.RNN(stack(), return_sequences=True, return_state=True)),
        ("stacked_backwards", lambda: L.RNN(stack(), return_sequences=True, go_backwards=True)),
    ]:
        single(g, name, make, normal((2, 5, 3), g + name))
    single(g, "masked", lambda: [L.Embedding(7, 4, mask_zero=True), L.RNN(L.LSTMCell(5), return_sequences=True)], TOKENS)
    single(g, "stacked_masked", lambda: [L.Embedding(7, 4, mask_zero=True), L.RNN(stack(), return_sequences=True)], TOKENS)


def conv_lstm():
    g = "conv_lstm"
    for name, make, shape in [
        ("one_d", lambda: L.ConvLSTM1D(3, 3), (2, 4, 7, 2)),
        ("one_d_same_strides", lambda: L.ConvLSTM1D(2, 3, strides=2, padding="same", return_sequences=True), (1, 3, 8, 3)),
        ("two_d", lambda: L.ConvLSTM2D(3, 3), (1, 3, 6, 5, 2)),
        ("two_d_sequences_state", lambda: L.ConvLSTM2D(2, (3, 2), padding="same", return_sequences=True,
                                                       return_state=True), (2, 3, 5, 4, 3)),
        ("two_d_backwards", lambda: L.ConvLSTM2D(2, 2, go_backwards=True, activation="relu", use_bias=False), (1, 4, 5, 5, 1)),
        ("two_d_dilated", lambda: L.ConvLSTM2D(2, 2, dilation_rate=2, recurrent_activation="hard_sigmoid"), (1, 2, 6, 6, 2)),
        ("three_d", lambda: L.ConvLSTM3D(2, 2, padding="same"), (1, 2, 3, 4, 3, 2)),
        ("one_step", lambda: L.ConvLSTM2D(1, 1), (1, 1, 3, 3, 1)),
    ]:
        single(g, name, make, normal(shape, g + name))


def adaptive():
    g = "adaptive"
    for kind in ("Average", "Max"):
        for rank, shape, size in [(1, (2, 7, 3), 3), (1, (1, 5, 2), 5), (2, (1, 7, 5, 3), (3, 2)), (2, (2, 13, 8, 1), 5),
                                  (2, (1, 4, 4, 2), 1), (3, (1, 5, 6, 4, 2), (2, 3, 4))]:
            if kind == "Max" and size == 1:
                continue  # TensorFlow 2.21 ends with a floating-point exception
            name = f"{kind.lower()}{rank}_{'x'.join(map(str, shape))}"
            single(g, name, lambda: getattr(L, f"Adaptive{kind}Pooling{rank}D")(size), normal(shape, g + name))


def pictures():
    g = "picture"
    small, wide = normal((2, 5, 7, 3), g), normal((1, 6, 13, 3), g + "w")
    for name, make, x in [(f"resizing_{how}", lambda how=how: L.Resizing(7, 9, interpolation=how), small)
                          for how in ("nearest", "bilinear", "bicubic", "lanczos3", "lanczos5")] + [
        ("resizing_down", lambda: L.Resizing(3, 4), small),
        ("resizing_crop", lambda: L.Resizing(4, 4, crop_to_aspect_ratio=True), wide),
        ("resizing_crop_tall", lambda: L.Resizing(9, 3, crop_to_aspect_ratio=True, interpolation="nearest"), wide),
        ("resizing_pad", lambda: L.Resizing(8, 8, pad_to_aspect_ratio=True, fill_value=0.5), wide),
        ("resizing_pad_tall", lambda: L.Resizing(4, 13, pad_to_aspect_ratio=True), small),
        ("center_crop", lambda: L.CenterCrop(4, 6), wide),
        ("center_crop_odd", lambda: L.CenterCrop(3, 4), small),
        ("center_crop_too_large", lambda: L.CenterCrop(8, 8), small),
        ("augmentation_passes", lambda: [L.RandomFlip(), L.RandomRotation(0.2), L.RandomZoom(0.1), L.RandomContrast(0.2),
                                         L.RandomTranslation(0.1, 0.1), L.RandomBrightness(0.1), L.Rescaling(0.5)], small),
        ("pipeline", lambda: L.Pipeline([L.Resizing(6, 6), L.Rescaling(2.0, 1.0), L.CenterCrop(4, 4)]), small),
    ]:
        single(g, name, make, x)


def categories():
    g = "category"
    ids = rng_of(g).integers(0, 6, (4, 3)).astype(np.int32)
    one = ids[:, :1]
    for name, make, x in [
        ("one_hot", lambda: L.CategoryEncoding(6, output_mode="one_hot"), one),
        ("one_hot_many", lambda: L.CategoryEncoding(6, output_mode="one_hot"), ids),
        ("multi_hot", lambda: L.CategoryEncoding(6), ids),
        ("count", lambda: L.CategoryEncoding(6, output_mode="count"), ids),
        ("bins", lambda: L.Discretization([-1.0, 0.0, 0.5]), normal((4, 3), g)),
        ("bins_one_hot", lambda: L.Discretization([0.0, 1.0], output_mode="one_hot"), normal((4, 1), g + "o")),
        ("bins_count", lambda: L.Discretization([0.0, 1.0], output_mode="count"), normal((4, 5), g + "c")),
    ]:
        single(g, name, make, x)


def holders():
    g = "holder"
    single(g, "spectral_dense", lambda: L.SpectralNormalization(L.Dense(5, activation="relu")), normal((2, 7), g))
    single(g, "spectral_conv", lambda: L.SpectralNormalization(L.Conv2D(3, 3)), normal((1, 5, 6, 2), g + "c"))
    for name, options in [("tied", {}), ("untied_cap", dict(tie_weights=False, logit_soft_cap=3.0))]:
        with attempt(f"{g}/reversible_{name}"):
            keras.backend.clear_session()
            table = L.ReversibleEmbedding(13, 4, **options)
            words = keras.Input((5,), name="words", dtype="int32")
            model = keras.Model(words, table(L.Dense(4, activation="tanh")(table(words)), reverse=True))
            randomise(model, f"{g}/{name}")
            write(g, f"reversible_{name}", model, {"words": rng_of(g).integers(0, 13, (2, 5)).astype(np.int32)})


def make():
    cells()
    conv_lstm()
    adaptive()
    pictures()
    categories()
    holders()
