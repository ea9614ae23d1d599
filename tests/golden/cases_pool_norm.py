# SPDX-License-Identifier: GPL-3.0-or-later
"""Pooling, global pooling, batch and layer normalisation, Rescaling, Normalization."""
import numpy as np
from keras import layers as L

from golden import channels_first, normal, rng_of, several, single


def pooling():
    def both(rank, **options):
        return {f"{kind}_pooling": (lambda name, k=kind: getattr(L, f"{k.capitalize()}Pooling{rank}D")(name=name, **options))
                for kind in ("max", "average")}

    for name, shape, options in [
        ("p2_valid_odd", (2, 13, 3), dict(pool_size=2)),
        ("p3_s2_same", (1, 10, 5), dict(pool_size=3, strides=2, padding="same")),
        ("p4_s1_same", (2, 5, 1), dict(pool_size=4, strides=1, padding="same")),
        ("p2_s3_valid", (1, 13, 127), dict(pool_size=2, strides=3)),
    ]:
        several("pooling1d", name, both(1, **options), normal(shape, "p1" + name) - 2)
    for name, shape, options in [
        ("p2_valid", (2, 5, 7, 3), dict(pool_size=2)),
        ("p3_s2_same_even", (1, 8, 10, 5), dict(pool_size=3, strides=2, padding="same")),
        ("p3_s2_same_odd", (1, 13, 9, 1), dict(pool_size=3, strides=2, padding="same")),
        ("p3x2_s1_same", (2, 5, 3, 13), dict(pool_size=(3, 2), strides=1, padding="same")),
        ("p2_s3_valid", (1, 9, 8, 3), dict(pool_size=2, strides=3)),
        ("p1x5_same_larger", (1, 5, 3, 3), dict(pool_size=(1, 5), padding="same")),
        ("p2_c129", (1, 4, 4, 129), dict(pool_size=2)),
    ]:
        several("pooling2d", name, both(2, **options), normal(shape, "p2" + name) - 2)
    for kind in ("Max", "Average"):
        layer1, layer2, low = getattr(L, f"{kind}Pooling1D"), getattr(L, f"{kind}Pooling2D"), kind.lower()
        channels_first("pooling1d", f"cf_{low}_p3_same", lambda form: layer1(3, padding="same", data_format=form),
                       normal((2, 7, 5), low + "1cf"), 1)
        channels_first("pooling2d", f"cf_{low}_p3_s2_same",
                       lambda form: layer2(3, strides=2, padding="same", data_format=form),
                       normal((2, 7, 6, 3), low + "2cf"), 2)
        channels_first("pooling2d", f"cf_{low}_p2_valid", lambda form: layer2(2, data_format=form),
                       normal((1, 5, 7, 5), low + "2cf2"), 2)
    for rank, shape in ((1, (2, 7, 5)), (2, (2, 3, 5, 13))):
        makers = {}
        for kind in ("Max", "Average"):
            for keep in (False, True):
                for form in ("channels_last", "channels_first"):
                    name = f"{kind.lower()}_{form}" + ("_keepdims" if keep else "")
                    makers[name] = (lambda name, c=getattr(L, f"Global{kind}Pooling{rank}D"), k=keep, f=form:
                                    c(keepdims=k, data_format=f, name=name))
        several(f"global_pooling{rank}d", "all_options", makers, normal(shape, f"gp{rank}"))
        several(f"global_pooling{rank}d", "one_position", makers, normal((1,) + (1,) * rank + (127,), f"gp{rank}o"))


def batch_normalization():
    g = "batch_normalization"
    for name, shape, options in [
        ("rank2", (3, 13), {}),
        ("rank3_eps", (2, 5, 3), dict(epsilon=0.1)),
        ("rank4", (2, 3, 5, 5), {}),
        ("no_scale", (1, 5, 3, 13), dict(scale=False)),
        ("no_center", (2, 5, 1), dict(center=False)),
        ("neither", (2, 3, 3, 3), dict(center=False, scale=False, epsilon=1e-5)),
        ("axis1_rank4", (2, 3, 5, 7), dict(axis=1)),
        ("axis1_rank3", (2, 5, 3), dict(axis=1, scale=False)),
        ("axis2_rank4", (1, 3, 5, 7), dict(axis=2)),
        ("c129", (1, 3, 129), {}),
        ("rank5", (1, 2, 3, 2, 3), dict(axis=-1)),
    ]:
        single(g, name, lambda: L.BatchNormalization(**options), normal(shape, g + name, 2))


def layer_normalization():
    g = "layer_normalization"
    for name, shape, options in [
        ("last_axis", (2, 5, 13), {}),
        ("rank2_eps", (3, 5), dict(epsilon=1e-6)),
        ("axis1", (2, 5, 3), dict(axis=1)),
        ("axes_1_2", (2, 3, 5), dict(axis=[1, 2])),
        ("axes_3_1_unsorted", (2, 3, 2, 5), dict(axis=[3, 1])),
        ("axes_2_3_no_center", (1, 3, 5, 3), dict(axis=[2, 3], center=False)),
        ("no_scale", (2, 3, 5), dict(scale=False)),
        ("neither", (2, 1, 127), dict(scale=False, center=False)),
        ("c1", (2, 3, 1), dict(epsilon=0.1)),  # (x - mean) is rounding noise here: keep it small
        ("c129_offset", (1, 2, 129), dict(epsilon=1e-5)),
        ("rms_scaling", (2, 3, 5), dict(rms_scaling=True)),
    ]:
        offset = 30 if "offset" in name else 0.5
        single(g, name, lambda: L.LayerNormalization(**options), normal(shape, g + name, 2) + np.float32(offset))


def scaling():
    for name, shape, options in [
        ("scalar", (2, 3, 5, 3), dict(scale=1 / 127.5, offset=-1)),
        ("scale_only_rank2", (3, 5), dict(scale=1 / 255)),
        ("lists", (1, 5, 3, 3), dict(scale=[0.5, 1.5, -2.0], offset=[1.0, 0.0, -0.25])),
    ]:
        single("rescaling", name, lambda: L.Rescaling(**options), normal(shape, "resc" + name, 50))

    def adapted(data, **options):
        layer = L.Normalization(**options)
        layer.adapt(data)
        return layer

    g = "normalization"

    def data(*shape):
        return (rng_of("adapt").normal(0, 1, shape) * np.arange(1, shape[-1] + 1) + 3).astype(np.float32)

    single(g, "adapted_last_axis", lambda: adapted(data(50, 5)), normal((3, 5), g, 4))
    single(g, "adapted_rank4", lambda: adapted(data(20, 3, 5, 3)), normal((2, 3, 5, 3), g + "4", 4))
    single(g, "adapted_axis_none", lambda: adapted(data(50, 5), axis=None), normal((3, 5), g + "n", 4))
    single(g, "adapted_axes_1_3", lambda: adapted(data(20, 3, 5, 3), axis=[1, 3]), normal((2, 3, 5, 3), g + "13", 4))
    single(g, "adapted_axis1", lambda: adapted(data(20, 3, 5), axis=1), normal((2, 3, 5), g + "1", 4))
    single(g, "adapted_constant_feature", lambda: adapted(np.ones((9, 3), np.float32)), normal((2, 3), g + "c", 1e-6) + 1)
    single(g, "given_scalar", lambda: L.Normalization(axis=None, mean=3.0, variance=2.0), normal((2, 5), g + "s", 4))
    single(g, "given_lists", lambda: L.Normalization(mean=[1.0, -2.0, 0.5], variance=[4.0, 0.25, 1.0]),
           normal((2, 5, 3), g + "l", 4))
    single(g, "adapted_invert", lambda: adapted(data(50, 5), invert=True), normal((3, 5), g + "i"))
    single(g, "given_invert", lambda: L.Normalization(mean=[1.0, -2.0, 0.5], variance=[4.0, 0.25, 1.0], invert=True),
           normal((2, 3), g + "gi"))


def make():
    pooling()
    batch_normalization()
    layer_normalization()
    scaling()
