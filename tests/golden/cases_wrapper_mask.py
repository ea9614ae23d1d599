# SPDX-License-Identifier: GPL-3.0-or-later
"""Bidirectional, TimeDistributed, Masking, and masks on their way through other layers."""
import keras
from keras import layers as L

from cases_recurrent import TOKENS, masked_steps
from golden import attempt, normal, randomise, single, write


def bidirectional():
    g = "bidirectional"
    for mode in ("concat", "sum", "mul", "ave", None):
        single(g, f"lstm_{mode or 'none'}_sequences",
               lambda: L.Bidirectional(L.LSTM(3, return_sequences=True), merge_mode=mode), normal((2, 5, 3), f"{g}{mode}"))
    for name, make, x in [
        ("gru_concat_last", lambda: L.Bidirectional(L.GRU(5)), normal((2, 5, 3), g + "gl")),
        ("simple_rnn_sum_last", lambda: L.Bidirectional(L.SimpleRNN(5), merge_mode="sum"), normal((1, 3, 13), g + "rl")),
        ("lstm_none_last", lambda: L.Bidirectional(L.LSTM(1), merge_mode=None), normal((2, 3, 1), g + "nl")),
        ("lstm_state", lambda: L.Bidirectional(L.LSTM(3, return_state=True)), normal((2, 5, 3), g + "st")),
        ("gru_state_sequences", lambda: L.Bidirectional(L.GRU(3, return_state=True, return_sequences=True)),
         normal((2, 3, 5), g + "gs")),
        ("gru_reset_before", lambda: L.Bidirectional(L.GRU(3, reset_after=False), merge_mode="ave"),
         normal((2, 3, 5), g + "rb")),
        ("other_backward_layer",
         lambda: L.Bidirectional(L.LSTM(3, return_sequences=True),
                                 backward_layer=L.GRU(5, return_sequences=True, go_backwards=True)),
         normal((2, 5, 3), g + "ob")),
    ]:
        single(g, name, make, x)
    for sequences in (False, True):
        tail = "_sequences" if sequences else ""
        single(g, f"mask{tail}",
               lambda: [L.Embedding(7, 3, mask_zero=True), L.Bidirectional(L.LSTM(3, return_sequences=sequences))], TOKENS)
        single(g, f"mask{tail}_sequential",
               lambda: [L.Masking(), L.Bidirectional(L.GRU(3, return_sequences=sequences), merge_mode="sum")],
               masked_steps(g, 5), sequential=True)
    single(g, "initial_state", lambda: L.Bidirectional(L.GRU(3)),
           [normal((2, 5, 3), g + "i"), normal((2, 3), g + "f"), normal((2, 3), g + "b")],
           call=lambda layer, tensors: layer(tensors[0], initial_state=tensors[1:]))


def time_distributed():
    g = "time_distributed"

    def inner():
        return keras.Sequential([keras.Input((5, 4, 3)), L.Conv2D(5, 3, padding="same", activation="relu"),
                                 L.BatchNormalization(), L.GlobalAveragePooling2D(), L.Dense(3)], name="inner")

    def functional():
        x = keras.Input((5,), name="step")
        return keras.Model(x, L.Add()([L.Dense(5, activation="tanh")(x), x]), name="inner")

    for name, make, x in [
        ("dense", lambda: L.TimeDistributed(L.Dense(5, activation="relu")), normal((2, 5, 3), g + "d")),
        ("dense_rank4", lambda: L.TimeDistributed(L.Dense(3)), normal((1, 3, 5, 13), g + "d4")),
        ("conv2d", lambda: L.TimeDistributed(L.Conv2D(5, 3, strides=2)), normal((2, 3, 7, 5, 3), g + "c")),
        ("conv1d_same", lambda: L.TimeDistributed(L.Conv1D(3, 3, padding="same")), normal((1, 5, 3, 3), g + "c1")),
        ("batch_norm", lambda: L.TimeDistributed(L.BatchNormalization()), normal((2, 3, 5), g + "bn")),
        ("max_pool_flatten", lambda: [L.TimeDistributed(L.MaxPooling2D(2)), L.TimeDistributed(L.Flatten())],
         normal((2, 3, 4, 5, 3), g + "mp")),
        ("lstm", lambda: L.TimeDistributed(L.LSTM(3)), normal((2, 3, 5, 3), g + "l")),
        ("nested_sequential", lambda: L.TimeDistributed(inner()), normal((2, 3, 5, 4, 3), g + "ns")),
        ("nested_functional", lambda: L.TimeDistributed(functional()), normal((2, 3, 5), g + "nf")),
        ("activation_dropout", lambda: [L.TimeDistributed(L.Activation("softmax")), L.TimeDistributed(L.Dropout(0.5))],
         normal((2, 5, 3), g + "a")),
    ]:
        single(g, name, make, x)


def masks():
    g = "masking"
    single(g, "alone", lambda: L.Masking(), masked_steps(g, 3))
    single(g, "alone_value", lambda: L.Masking(mask_value=-1.0), masked_steps(g + "v", 5, -1.0))
    single(g, "rank4", lambda: L.Masking(), masked_steps(g + "4", 6).reshape(4, 5, 3, 2))
    for sequential in (False, True):
        tail = "_sequential" if sequential else ""
        for name, make, x in [
            ("global_average", lambda: [L.Masking(), L.GlobalAveragePooling1D()], masked_steps(g + "ga", 3)),
            ("global_average_keepdims", lambda: [L.Masking(), L.GlobalAveragePooling1D(keepdims=True)],
             masked_steps(g + "gk", 13)),
            ("through_dense_lstm", lambda: [L.Masking(), L.Dense(5, activation="relu"), L.Dropout(0.5), L.LSTM(3)],
             masked_steps(g + "dl", 3)),
            ("through_norm_activation_gru",
             lambda: [L.Masking(), L.BatchNormalization(), L.Activation("tanh"), L.LayerNormalization(),
                      L.GRU(3, return_sequences=True)], masked_steps(g + "bn", 3)),
            ("through_time_distributed", lambda: [L.Masking(), L.TimeDistributed(L.Dense(5)), L.LSTM(3)],
             masked_steps(g + "td", 3)),
            ("embedding_td_average",
             lambda: [L.Embedding(7, 5, mask_zero=True), L.TimeDistributed(L.Dense(3)), L.GlobalAveragePooling1D()],
             TOKENS[:4]),
            ("conv1d_ends_it", lambda: [L.Masking(), L.Conv1D(5, 3, padding="same"), L.GRU(3)], masked_steps(g + "c", 3)),
            ("rnn_to_average", lambda: [L.Masking(), L.LSTM(3, return_sequences=True), L.GlobalAveragePooling1D()],
             masked_steps(g + "ra", 3)),
            ("softmax", lambda: [L.Embedding(7, 5, mask_zero=True), L.Softmax(), L.LSTM(3)], TOKENS),
        ]:
            single(g, name + tail, make, x, sequential=sequential)
    for kind in ("Add", "Concatenate", "Multiply", "Average"):
        two_masks(kind)


def two_masks(kind):
    with attempt(f"masking/merge_{kind.lower()}"):
        keras.backend.clear_session()
        tokens, steps = keras.Input((5,), name="tokens", dtype="int32"), keras.Input((5, 3), name="steps")
        merged = getattr(L, kind)()([L.Embedding(7, 3, mask_zero=True)(tokens), L.Masking()(steps)])
        model = keras.Model([tokens, steps], L.LSTM(3)(merged))
        name = f"merge_{kind.lower()}"
        randomise(model, f"masking/{name}")
        write("masking", name, model, {"tokens": TOKENS[:4], "steps": masked_steps(name, 3)})


def make():
    bidirectional()
    time_distributed()
    masks()
    passed_on()


def passed_on():
    """Which layers hand an implicit mask on and which lose it (Sequential: the mask is not in the file)."""
    x = masked_steps("passed", 3)
    for name, make in {
            "rescaling": lambda: L.Rescaling(0.5, offset=0.1), "rms": lambda: L.RMSNormalization(),
            "normalization": lambda: L.Normalization(mean=0.1, variance=2.0), "group": lambda: L.GroupNormalization(groups=1),
            "unit": lambda: L.UnitNormalization(), "conv": lambda: L.Conv1D(3, 2, padding="same"),
            "pooling": lambda: L.MaxPooling1D(1), "einsum": lambda: L.EinsumDense("abc,cd->abd", output_shape=(None, 4)),
            "reshape": lambda: L.Reshape((-1, 3)), "padding": lambda: L.ZeroPadding1D(1)}.items():
        single("masking", f"passed_{name}", lambda: [L.Masking(), make(), L.GRU(3)], x, sequential=True)
