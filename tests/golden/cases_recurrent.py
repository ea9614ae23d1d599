# SPDX-License-Identifier: GPL-3.0-or-later
"""Embedding and the recurrent layers, without and with masks. Cases with a mask come as a
Functional (Keras 3 writes the mask into the graph) and as a Sequential (it stays implicit)."""
import keras
import numpy as np
from keras import layers as L

from golden import as_numpy, attempt, normal, output_keys, randomise, rng_of, single, write

# left padded, right padded, gap in the middle, nothing masked, everything masked
TOKENS = np.array([[0, 0, 3, 1, 5], [4, 2, 6, 0, 0], [1, 0, 2, 0, 3], [6, 5, 4, 3, 2], [0, 0, 0, 0, 0]], np.int32)


def masked_steps(seed, features, value=0.0):
    x = normal((4, 5, features), seed)
    x[0, :2], x[1, 3:], x[2, 1], x[2, 3] = value, value, value, value
    x[3, 2, 0] = value  # one feature alone does not mask a step
    return x


def embedding():
    g = "embedding"
    ids = rng_of(g).integers(0, 13, (2, 5)).astype(np.int32)
    single(g, "rank2", lambda: L.Embedding(13, 5), ids)
    single(g, "rank3", lambda: L.Embedding(13, 3), rng_of(g).integers(0, 13, (1, 3, 5)).astype(np.int32))
    single(g, "mask_zero", lambda: L.Embedding(7, 127, mask_zero=True), TOKENS)
    single(g, "float_indices", lambda: L.Embedding(13, 3), (ids + 0.75).astype(np.float32))
    single(g, "one_step", lambda: L.Embedding(2, 1), np.array([[0], [1], [1]], np.int32))


def recurrent(kind, more):
    layer, g = getattr(L, kind), kind.lower()
    for name, shape, options in [
        ("last", (2, 5, 3), dict(units=5)),
        ("sequences", (1, 13, 5), dict(units=3, return_sequences=True)),
        ("state", (2, 5, 3), dict(units=13, return_state=True)),
        ("sequences_state_backwards", (3, 5, 1), dict(units=5, return_sequences=True, return_state=True,
                                                      go_backwards=True)),
        ("backwards", (2, 3, 3), dict(units=1, go_backwards=True)),
        ("one_step_nobias", (1, 1, 13), dict(units=5, use_bias=False)),
        ("relu_unroll", (2, 3, 3), dict(units=5, activation="relu", unroll=True)),
        ("units31", (1, 5, 13), dict(units=31)),
    ] + more:
        single(g, name, lambda: layer(**options), normal(shape, g + name))

    for sequences in (False, True):
        tail = "_sequences" if sequences else ""
        single(g, f"embedding_mask{tail}",
               lambda: [L.Embedding(7, 3, mask_zero=True), layer(5, return_sequences=sequences)], TOKENS)
        single(g, f"masking{tail}_sequential",
               lambda: [L.Masking(), layer(5, return_sequences=sequences)], masked_steps(g, 3), sequential=True)
    single(g, "mask_backwards_zero_output",
           lambda: [L.Masking(mask_value=2.0), layer(3, return_sequences=True, go_backwards=True, zero_output_for_mask=True)],
           masked_steps(g, 3, 2.0))
    single(g, "mask_stacked_sequential",
           lambda: [L.Embedding(7, 5, mask_zero=True), layer(5, return_sequences=True), layer(3)], TOKENS, sequential=True)

    states = 2 if kind == "LSTM" else 1
    single(g, "initial_state", lambda: layer(5, return_state=True),
           [normal((2, 3, 3), g + "x")] + [normal((2, 5), g + f"s{i}") for i in range(states)],
           call=lambda one, tensors: one(tensors[0], initial_state=tensors[1:] if states > 1 else tensors[1]))
    stateful(kind)


def stateful(kind):
    """out: is the first call after a reset, out2: the second call with the state kept."""
    with attempt(f"{kind.lower()}/stateful"):
        keras.backend.clear_session()
        x = normal((2, 3, 3), kind + "stateful")
        inputs = keras.Input(batch_shape=(2, 3, 3), name="x")
        layer = getattr(L, kind)(5, stateful=True, return_sequences=kind == "GRU")
        model = keras.Model(inputs, layer(inputs))
        for variable in model.trainable_weights:
            randomise_one(variable, kind)
        layer.reset_states()
        first = as_numpy(model(x, training=False))
        second = as_numpy(model(x, training=False))
        layer.reset_states()
        key = output_keys(model)[0]
        write(kind.lower(), "stateful", model, {"x": x}, check=False,
              wanted={"in:x": x, f"out:{key}": first, f"out2:{key}": second})


def randomise_one(variable, seed):
    scale = 0.3 if variable.name == "bias" else 1 / np.sqrt(variable.shape[0])
    variable.assign(rng_of(f"{seed}/{variable.path}").normal(0, scale, variable.shape).astype(np.float32))


def make():
    embedding()
    recurrent("SimpleRNN", [])
    recurrent("LSTM", [
        ("hard_sigmoid", (2, 5, 3), dict(units=5, recurrent_activation="hard_sigmoid", activation="softsign")),
        ("units40_in1", (1, 3, 1), dict(units=40)),
    ])
    recurrent("GRU", [
        ("reset_before", (2, 5, 3), dict(units=5, reset_after=False)),
        ("reset_before_sequences_backwards", (2, 5, 3), dict(units=3, reset_after=False, return_sequences=True,
                                                             go_backwards=True)),
        ("reset_before_nobias", (1, 5, 13), dict(units=5, reset_after=False, use_bias=False)),
        ("reset_after_nobias", (1, 5, 13), dict(units=5, use_bias=False)),
        ("hard_sigmoid_relu", (2, 3, 5), dict(units=5, recurrent_activation="hard_sigmoid", activation="relu")),
    ])
    single("gru", "masking_reset_before", lambda: [L.Masking(), L.GRU(5, reset_after=False, return_sequences=True)],
           masked_steps("grumask", 3))
