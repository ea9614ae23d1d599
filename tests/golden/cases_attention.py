# SPDX-License-Identifier: GPL-3.0-or-later
"""EinsumDense and the attention layers: every score mode, masks of all kinds, several attention axes."""
import keras
import numpy as np
from keras import layers as L

from golden import attempt, normal, randomise, rng_of, single, write

TOKENS = np.array([[3, 1, 5, 0, 0], [4, 2, 6, 1, 3], [1, 0, 2, 0, 3]], np.int32)
MEMORY = np.array([[2, 1, 0, 0], [5, 3, 4, 1], [0, 0, 6, 2]], np.int32)


def einsum_dense():
    g = "einsum_dense"
    for name, shape, options in [
        ("plain", (2, 5), dict(equation="ab,bc->ac", output_shape=13, bias_axes="c")),
        ("nobias", (2, 5, 3), dict(equation="abc,cd->abd", output_shape=(None, 7))),
        ("heads", (2, 5, 6), dict(equation="abc,cde->abde", output_shape=(None, 3, 4), bias_axes="de")),
        ("heads_back", (2, 5, 3, 4), dict(equation="abcd,cde->abe", output_shape=(None, 6), bias_axes="e")),
        ("turned", (2, 3, 5), dict(equation="abc,bd->acd", output_shape=(5, 7), bias_axes="d", activation="relu")),
        ("bias_middle", (2, 3, 5), dict(equation="abc,cd->adb", output_shape=(7, 3), bias_axes="d")),
        ("batched", (1, 4, 5), dict(equation="abc,bcd->abd", output_shape=(4, 3), bias_axes="bd")),
        ("kernel_first", (2, 4, 5), dict(equation="abc,dc->abd", output_shape=(4, 9), activation="softmax")),
        ("ellipsis_left", (2, 3, 4, 5), dict(equation="...x,xy->...y", output_shape=7, bias_axes="y")),
        ("ellipsis_right", (2, 5, 3, 4), dict(equation="ax...,xy->ay...", output_shape=(7,), bias_axes="y")),
        ("summed", (2, 3, 5), dict(equation="abc,cd->ad", output_shape=7)),
        ("wide", (1, 1, 129), dict(equation="abc,cd->abd", output_shape=(1, 127), bias_axes="d", activation="gelu")),
    ]:
        single(g, name, lambda: L.EinsumDense(**options), normal(shape, g + name))


def layer_on(group, name, layer, inputs, **call):
    """A model of one layer that takes its inputs as one list; `call` are arguments of the call."""
    with attempt(f"{group}/{name}"):
        keras.backend.clear_session()
        keyed = {f"in{i}": x for i, x in enumerate(inputs)}
        tensors = [keras.Input(x.shape[1:], name=key) for key, x in keyed.items()]
        model = keras.Model(tensors, layer()(tensors, **call))
        randomise(model, f"{group}/{name}")
        write(group, name, model, keyed)


def simple_attention():
    g = "attention"
    two = [normal((2, 5, 4), "q"), normal((2, 3, 4), "v")]
    three = [normal((2, 5, 4), "q3"), normal((2, 7, 6), "v3"), normal((2, 7, 4), "k3")]
    square = [normal((1, 5, 3), "q5"), normal((1, 5, 3), "v5")]
    for name, make, inputs, call in [
        ("dot", lambda: L.Attention(), two, {}),
        ("dot_scale_key", lambda: L.Attention(use_scale=True), three, {}),
        ("dot_scores", lambda: L.Attention(), three, dict(return_attention_scores=True)),
        ("dot_causal", lambda: L.Attention(), square, dict(use_causal_mask=True)),
        ("causal_wide", lambda: L.Attention(), two, dict(use_causal_mask=True)),
        ("concat", lambda: L.Attention(score_mode="concat"), two, {}),
        ("concat_scale", lambda: L.Attention(score_mode="concat", use_scale=True), three, {}),
        ("one_step", lambda: L.Attention(), [normal((3, 1, 1), "q1"), normal((3, 1, 1), "v1")], {}),
        ("additive", lambda: L.AdditiveAttention(), two, {}),
        ("additive_noscale_scores", lambda: L.AdditiveAttention(use_scale=False), three,
         dict(return_attention_scores=True)),
        ("additive_causal", lambda: L.AdditiveAttention(), square, dict(use_causal_mask=True)),
    ]:
        layer_on(g, name, make, inputs, **call)


def masked(group, name, attend):
    """Embeddings with mask_zero on both sides hand their masks to the layer by themselves."""
    with attempt(f"{group}/{name}"):
        keras.backend.clear_session()
        query, memory = keras.Input((5,), name="query", dtype="int32"), keras.Input((4,), name="memory", dtype="int32")
        model = keras.Model([query, memory], attend(L.Embedding(7, 6, mask_zero=True)(query),
                                                    L.Embedding(7, 6, mask_zero=True)(memory)))
        randomise(model, f"{group}/{name}")
        write(group, name, model, {"query": TOKENS, "memory": MEMORY})


def multi_head():
    g = "multi_head"

    def case(name, make, shapes, mask=None, **call):
        with attempt(f"{g}/{name}"):
            keras.backend.clear_session()
            keyed = {f"in{i}": normal(shape, g + name + str(i)) for i, shape in enumerate(shapes)}
            tensors = [keras.Input(x.shape[1:], name=key) for key, x in keyed.items()]
            named = dict(zip(("query", "value", "key"), tensors if len(tensors) > 1 else tensors * 2))
            if mask is not None:
                keyed["mask"] = mask
                tensors.append(keras.Input(mask.shape[1:], name="mask"))
                named["attention_mask"] = tensors[-1]
            model = keras.Model(tensors, make()(**named, **call))
            randomise(model, f"{g}/{name}")
            write(g, name, model, keyed)

    cut = (rng_of(g).uniform(0, 1, (2, 5, 3)) > 0.4).astype(np.float32)
    cut[:, :, 0] = 1
    case("self", lambda: L.MultiHeadAttention(2, 4), [(2, 5, 6)])
    case("cross", lambda: L.MultiHeadAttention(3, 2, value_dim=5), [(2, 5, 6), (2, 3, 7)])
    case("three", lambda: L.MultiHeadAttention(2, 3), [(1, 5, 6), (1, 7, 4), (1, 7, 5)])
    case("nobias_output_shape", lambda: L.MultiHeadAttention(2, 3, use_bias=False, output_shape=9), [(2, 5, 6)])
    case("output_shape_two", lambda: L.MultiHeadAttention(2, 3, output_shape=(3, 2)), [(2, 5, 6)])
    case("causal", lambda: L.MultiHeadAttention(2, 4), [(2, 5, 6)], use_causal_mask=True)
    case("causal_dropout", lambda: L.MultiHeadAttention(2, 4, dropout=0.3), [(2, 5, 6)], use_causal_mask=True)
    case("scores", lambda: L.MultiHeadAttention(2, 4), [(2, 5, 6), (2, 3, 6)], return_attention_scores=True)
    case("mask", lambda: L.MultiHeadAttention(2, 4), [(2, 5, 6), (2, 3, 6)], mask=cut)
    case("mask_causal", lambda: L.MultiHeadAttention(2, 4), [(2, 5, 6), (2, 3, 6)], mask=cut, use_causal_mask=True)
    case("one_head_one_step", lambda: L.MultiHeadAttention(1, 1), [(3, 1, 1)])
    case("rank4", lambda: L.MultiHeadAttention(2, 3), [(1, 3, 4, 5)])
    case("rank4_last_axis", lambda: L.MultiHeadAttention(2, 3, attention_axes=(2,)), [(2, 3, 4, 5)])
    case("rank4_first_axis", lambda: L.MultiHeadAttention(2, 3, attention_axes=(1,)), [(2, 3, 4, 5)])
    case("gate", lambda: L.MultiHeadAttention(2, 4, use_gate=True), [(2, 5, 6)])
    case("window", lambda: L.MultiHeadAttention(2, 4, sliding_window=2), [(1, 7, 6)])
    case("window_causal", lambda: L.MultiHeadAttention(2, 4, sliding_window=3), [(1, 7, 6)], use_causal_mask=True)
    case("grouped", lambda: L.GroupQueryAttention(4, 6, 2), [(2, 5, 8)])
    case("grouped_cross", lambda: L.GroupQueryAttention(3, 4, 1), [(2, 5, 6), (2, 3, 6)])
    case("grouped_causal_gate", lambda: L.GroupQueryAttention(3, 6, 3, use_gate=True), [(2, 5, 6)],
         use_causal_mask=True)
    case("grouped_scores_nobias", lambda: L.GroupQueryAttention(3, 4, 1, use_bias=False), [(2, 5, 6)],
         return_attention_scores=True)


def make():
    einsum_dense()
    simple_attention()
    masked("attention", "masks", lambda q, v: L.Attention()([q, v]))
    masked("attention", "masks_causal", lambda q, v: L.Attention(use_scale=True)([q, v], use_causal_mask=True))
    masked("attention", "masks_additive", lambda q, v: L.AdditiveAttention()([q, v]))
    masked("multi_head", "masks", lambda q, v: L.MultiHeadAttention(2, 3)(q, v))
    masked("multi_head", "masks_dropout", lambda q, v: L.MultiHeadAttention(2, 3, dropout=0.1)(q, v))
    masked("multi_head", "masks_to_average",
           lambda q, v: L.GlobalAveragePooling1D()(L.MultiHeadAttention(2, 3)(q, v)))
    masked("multi_head", "masks_grouped", lambda q, v: L.GroupQueryAttention(3, 4, 1)(q, v))
    multi_head()
    encoder()


def encoder():
    """A transformer block as people write it."""
    with attempt("multi_head/encoder"):
        keras.backend.clear_session()
        x = keras.Input((13,), name="words", dtype="int32")
        h = L.Embedding(31, 16)(x)
        a = L.MultiHeadAttention(4, 4, name="mha")(h, h)
        h = L.LayerNormalization(epsilon=1e-6)(L.Add()([h, L.Dropout(0.1)(a)]))
        f = L.Dense(16)(L.Dense(32, activation="gelu")(h))
        h = L.LayerNormalization(epsilon=1e-6)(L.Add()([h, f]))
        model = keras.Model(x, L.Dense(5, activation="softmax")(L.GlobalAveragePooling1D()(h)))
        randomise(model, "multi_head/encoder")
        write("multi_head", "encoder", model, {"words": rng_of("words").integers(0, 31, (2, 13)).astype(np.int32)})
