# SPDX-License-Identifier: GPL-3.0-or-later
"""Layers that move data, and merge layers with the broadcasting of Keras."""
from keras import layers as L

from golden import channels_first, normal, several, single


def reshaping():
    for group, name, make, shape in [
        ("flatten", "rank3", lambda: L.Flatten(), (2, 3, 5)),
        ("flatten", "rank5", lambda: L.Flatten(), (1, 2, 3, 1, 5)),
        ("flatten", "rank2", lambda: L.Flatten(), (3, 13)),
        ("flatten", "channels_first", lambda: L.Flatten(data_format="channels_first"), (2, 3, 5, 2)),
        ("flatten", "channels_first_rank3", lambda: L.Flatten(data_format="channels_first"), (2, 5, 3)),
        ("reshape", "to_rank4", lambda: L.Reshape((3, 1, 5)), (2, 15)),
        ("reshape", "minus_one", lambda: L.Reshape((-1, 2)), (2, 3, 5, 2)),
        ("reshape", "minus_one_only", lambda: L.Reshape((-1,)), (1, 3, 13)),
        ("permute", "swap", lambda: L.Permute((2, 1)), (2, 3, 5)),
        ("permute", "rank4", lambda: L.Permute((3, 1, 2)), (1, 3, 5, 13)),
        ("permute", "rank5", lambda: L.Permute((2, 4, 1, 3)), (2, 2, 3, 1, 5)),
        ("repeat_vector", "5", lambda: L.RepeatVector(5), (3, 13)),
        ("repeat_vector", "1", lambda: L.RepeatVector(1), (1, 127)),
        ("zero_padding1d", "int", lambda: L.ZeroPadding1D(2), (2, 5, 3)),
        ("zero_padding1d", "pair", lambda: L.ZeroPadding1D((0, 3)), (1, 3, 5)),
        ("zero_padding2d", "int", lambda: L.ZeroPadding2D(1), (2, 3, 5, 3)),
        ("zero_padding2d", "pair", lambda: L.ZeroPadding2D((2, 1)), (1, 3, 3, 1)),
        ("zero_padding2d", "pairs", lambda: L.ZeroPadding2D(((0, 1), (3, 0))), (1, 5, 3, 5)),
        ("cropping1d", "int", lambda: L.Cropping1D(2), (2, 13, 3)),
        ("cropping1d", "pair", lambda: L.Cropping1D((0, 3)), (1, 5, 5)),
        ("cropping2d", "int", lambda: L.Cropping2D(1), (2, 5, 7, 3)),
        ("cropping2d", "pairs", lambda: L.Cropping2D(((0, 2), (1, 0))), (1, 5, 3, 5)),
        ("up_sampling1d", "3", lambda: L.UpSampling1D(3), (2, 5, 3)),
        ("up_sampling1d", "1", lambda: L.UpSampling1D(1), (1, 3, 13)),
        ("up_sampling2d", "nearest_2", lambda: L.UpSampling2D(2), (2, 3, 5, 3)),
        ("up_sampling2d", "nearest_2x3", lambda: L.UpSampling2D((2, 3)), (1, 5, 1, 13)),
        ("up_sampling2d", "bilinear_2", lambda: L.UpSampling2D(2, interpolation="bilinear"), (2, 3, 5, 3)),
        ("up_sampling2d", "bilinear_3x2", lambda: L.UpSampling2D((3, 2), interpolation="bilinear"), (1, 5, 1, 5)),
        ("up_sampling2d", "bilinear_5", lambda: L.UpSampling2D(5, interpolation="bilinear"), (1, 3, 3, 1)),
    ]:
        single(group, name, make, normal(shape, group + name))
    channels_first("zero_padding1d", "cf_pair", lambda form: L.ZeroPadding1D((1, 2), data_format=form),
                   normal((2, 5, 3), "zp1cf"), 1)
    channels_first("zero_padding2d", "cf_pairs", lambda form: L.ZeroPadding2D(((1, 0), (2, 3)), data_format=form),
                   normal((2, 3, 5, 3), "zp2cf"), 2)
    channels_first("cropping2d", "cf_pairs", lambda form: L.Cropping2D(((1, 0), (2, 1)), data_format=form),
                   normal((2, 3, 5, 3), "cr2cf"), 2)
    channels_first("up_sampling2d", "cf_nearest", lambda form: L.UpSampling2D((2, 3), data_format=form),
                   normal((2, 3, 5, 3), "up2cf"), 2)
    channels_first("up_sampling2d", "cf_bilinear",
                   lambda form: L.UpSampling2D(2, data_format=form, interpolation="bilinear"),
                   normal((2, 3, 5, 3), "up2cfb"), 2)


def merging():
    kinds = {"add": L.Add, "subtract": L.Subtract, "multiply": L.Multiply, "average": L.Average, "maximum": L.Maximum,
             "minimum": L.Minimum}
    without_subtract = {k: v for k, v in kinds.items() if k != "subtract"}
    for name, makers, shapes in [
        ("equal_shapes", kinds, [(2, 3, 5), (2, 3, 5)]),
        ("ranks_2_3", kinds, [(2, 5), (2, 3, 5)]),
        ("ranks_4_2", kinds, [(2, 3, 5, 3), (2, 3)]),
        ("ones_rank4", kinds, [(2, 1, 1, 13), (2, 3, 5, 13)]),
        ("column_and_row", kinds, [(1, 5, 1), (1, 1, 3)]),
        ("three_inputs", without_subtract, [(3, 5), (3, 5), (3, 5)]),
        ("three_broadcast", without_subtract, [(1, 3, 1), (1, 1, 5), (1, 3, 5)]),
    ]:
        several("merge", name, makers, [normal(s, f"merge{name}{i}") for i, s in enumerate(shapes)])
    single("merge", "add_alone", lambda: L.Add(), [normal((2, 127), "add0"), normal((2, 127), "add1")])
    single("merge", "multiply_alone", lambda: L.Multiply(), [normal((1, 3, 129), "mul0"), normal((1, 3, 129), "mul1")])

    for name, axis, shapes in [
        ("last_axis", -1, [(2, 3, 5), (2, 3, 1)]),
        ("axis1_three", 1, [(2, 3, 5), (2, 1, 5), (2, 5, 5)]),
        ("rank2", -1, [(3, 13), (3, 1)]),
        ("axis2_rank4", 2, [(1, 3, 5, 3), (1, 3, 2, 3)]),
        ("channels_rank4", 3, [(2, 3, 3, 127), (2, 3, 3, 1), (2, 3, 3, 2)]),
    ]:
        single("concatenate", name, lambda: L.Concatenate(axis=axis),
               [normal(s, f"cat{name}{i}") for i, s in enumerate(shapes)])

    for name, options, shapes in [
        ("rank2", dict(axes=1), [(3, 5), (3, 5)]),
        ("rank2_normalize", dict(axes=1, normalize=True), [(3, 13), (3, 13)]),
        ("axes_2_2", dict(axes=2), [(2, 3, 5), (2, 1, 5)]),
        ("axes_2_1", dict(axes=(2, 1)), [(2, 3, 5), (2, 5, 13)]),
        ("axes_1_2", dict(axes=(1, 2)), [(2, 5, 3), (2, 4, 5)]),
        ("axis1_normalize", dict(axes=1, normalize=True), [(2, 5, 3), (2, 5, 2)]),
        ("negative_axes", dict(axes=(-1, -2)), [(1, 3, 5), (1, 5, 2)]),
        ("ranks_3_2", dict(axes=(2, 1)), [(2, 3, 5), (2, 5)]),
        ("rank4_axes_3_3", dict(axes=3), [(2, 3, 2, 5), (2, 3, 4, 5)]),
    ]:
        single("dot", name, lambda: L.Dot(**options), [normal(s, f"dot{name}{i}") for i, s in enumerate(shapes)])


def make():
    reshaping()
    merging()
