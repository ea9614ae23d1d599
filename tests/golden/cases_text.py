# SPDX-License-Identifier: GPL-3.0-or-later
"""Layers that read text and whole numbers: lookups, hashing, TextVectorization."""
import numpy as np
from keras import layers as L

from golden import rng_of, single

G = "text"
WORDS = np.array([["red"], ["green"], ["what is this"], [""], ["blue"], ["red"], ["ж"], ["x" * 70]])
PAIRS = np.array([["red", "red", "odd"], ["blue", "", "green"], ["a", "b", "c"]])
TEXTS = np.array([["The quick brown Fox, jumps!"], ["over  the lazy dog; the DOG."], ["Ünïcode ÄÖ tab\there"], [""],
                  ["fox fox fox"]])
COLOURS = ["red", "green", "blue"]
IDS = np.array([[3, -1, 7], [0, 12, 3], [5, 7, 1000003]], np.int64)
LONG = np.array([[c * n] for c, n in [("ab", 1), ("abc", 3), ("abcd", 4), ("hello", 5), ("0123456789", 4), ("zyxwv", 20),
                                      ("q", 64), ("q", 65), ("r", 16), ("s", 17), ("t", 32), ("u", 33), ("v", 129)]])


def adapted(layer, data):
    layer.adapt(data)
    return layer


def make():
    for name, make_layer, x in [
        ("string", lambda: L.StringLookup(vocabulary=COLOURS), WORDS),
        ("string_mask", lambda: L.StringLookup(vocabulary=COLOURS, mask_token="", num_oov_indices=2), WORDS),
        ("string_many_unknown", lambda: L.StringLookup(vocabulary=COLOURS, num_oov_indices=13), LONG),
        ("string_salted", lambda: L.StringLookup(vocabulary=COLOURS, num_oov_indices=13, oov_method="farmhash", salt=[7, 9]), LONG),
        ("string_adapted", lambda: adapted(L.StringLookup(), np.array(["b", "a", "b", "red"])), WORDS),
        ("string_multi_hot", lambda: L.StringLookup(vocabulary=COLOURS, output_mode="multi_hot"), PAIRS),
        ("string_count_masked", lambda: L.StringLookup(vocabulary=COLOURS, output_mode="count", mask_token=""), PAIRS),
        ("string_one_hot_padded", lambda: L.StringLookup(vocabulary=COLOURS, output_mode="one_hot", max_tokens=9,
                                                         pad_to_max_tokens=True), WORDS),
        ("string_tf_idf", lambda: L.StringLookup(vocabulary=COLOURS, output_mode="tf_idf", idf_weights=[0.5, 0.25, 1.5]), PAIRS),
        ("string_invert", lambda: L.StringLookup(vocabulary=COLOURS, invert=True, mask_token=""),
         np.array([[0, 1, 2], [3, 4, 99]], np.int64)),
        ("integer", lambda: L.IntegerLookup(vocabulary=[3, 7, 12]), IDS),
        ("integer_mask", lambda: L.IntegerLookup(vocabulary=[3, 7, 12], mask_token=0, num_oov_indices=3), IDS),
        ("integer_multi_hot", lambda: L.IntegerLookup(vocabulary=[3, 7, 12], output_mode="multi_hot"), IDS),
        ("integer_adapted", lambda: adapted(L.IntegerLookup(), np.array([5, 7, 7, -1])), IDS),
        ("integer_invert", lambda: L.IntegerLookup(vocabulary=[3, 7, 12], invert=True), np.array([[0, 1], [3, 8]], np.int64)),
        ("hashing", lambda: L.Hashing(7), LONG),
        ("hashing_salt", lambda: L.Hashing(1000, salt=[133, 137]), LONG),
        ("hashing_one_salt", lambda: L.Hashing(1000, salt=42), WORDS),
        ("hashing_mask", lambda: L.Hashing(5, mask_value=""), WORDS),
        ("hashing_integers", lambda: L.Hashing(13), IDS),
        ("hashing_one_hot", lambda: L.Hashing(5, output_mode="one_hot"), WORDS),
        ("vectorise", lambda: L.TextVectorization(vocabulary=["the", "fox", "dog"], output_sequence_length=4), TEXTS),
        ("vectorise_long", lambda: adapted(L.TextVectorization(output_sequence_length=13), TEXTS), TEXTS),
        ("vectorise_plain", lambda: adapted(L.TextVectorization(standardize=None, output_sequence_length=5), TEXTS), TEXTS),
        ("vectorise_characters", lambda: adapted(L.TextVectorization(split="character", standardize="lower",
                                                                     output_sequence_length=9), TEXTS), TEXTS),
        ("vectorise_ngrams", lambda: adapted(L.TextVectorization(ngrams=2, output_mode="count"), TEXTS), TEXTS),
        ("vectorise_ngrams_listed", lambda: adapted(L.TextVectorization(ngrams=(2, 3), output_mode="multi_hot"), TEXTS), TEXTS),
        ("vectorise_multi_hot", lambda: adapted(L.TextVectorization(output_mode="multi_hot", max_tokens=20,
                                                                    pad_to_max_tokens=True), TEXTS), TEXTS),
        ("vectorise_tf_idf", lambda: adapted(L.TextVectorization(output_mode="tf_idf"), TEXTS), TEXTS),
        ("vectorise_embed", lambda: [adapted(L.TextVectorization(output_sequence_length=6), TEXTS), L.Embedding(20, 3),
                                     L.GlobalAveragePooling1D(), L.Dense(2)], TEXTS),
        ("lookup_embed", lambda: [L.StringLookup(vocabulary=COLOURS), L.Embedding(4, 3), L.Flatten()], PAIRS),
    ]:
        single(G, name, make_layer, x)
    numbers = rng_of(G).integers(0, 50, (5, 1)).astype(np.int64)
    single(G, "crossing", lambda: L.HashedCrossing(100), [WORDS[:5], numbers])
    single(G, "crossing_one_hot", lambda: L.HashedCrossing(7, output_mode="one_hot"), [WORDS[:5], numbers])
