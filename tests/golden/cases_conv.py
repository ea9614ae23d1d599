# SPDX-License-Identifier: GPL-3.0-or-later
"""Convolutions: plain, grouped, dilated, transposed, depthwise, separable."""
from keras import layers as L

from golden import channels_first, normal, single


def conv1d():
    g = "conv1d"
    for name, shape, options in [
        ("k3_valid", (2, 13, 3), dict(filters=5, kernel_size=3)),
        ("k5_s2_same_relu", (1, 13, 1), dict(filters=3, kernel_size=5, strides=2, padding="same", activation="relu")),
        ("k4_s3_same_even", (2, 16, 5), dict(filters=13, kernel_size=4, strides=3, padding="same")),
        ("k3_causal_d2", (2, 9, 3), dict(filters=5, kernel_size=3, padding="causal", dilation_rate=2)),
        ("k2_causal_s2", (2, 9, 3), dict(filters=1, kernel_size=2, padding="causal", strides=2)),
        ("k3_d3_valid_nobias", (3, 13, 13), dict(filters=5, kernel_size=3, dilation_rate=3, use_bias=False)),
        ("k3_d2_same", (1, 5, 3), dict(filters=3, kernel_size=3, dilation_rate=2, padding="same")),
        ("k3_groups3", (2, 7, 9), dict(filters=6, kernel_size=3, groups=3, padding="same")),
        ("k1_c127", (1, 3, 127), dict(filters=13, kernel_size=1, activation="tanh")),
        ("k5_longer_than_input", (2, 3, 3), dict(filters=5, kernel_size=5, padding="same")),
    ]:
        single(g, name, lambda: L.Conv1D(**options), normal(shape, g + name))
    for name, shape, options in [
        ("cf_k3_same", (2, 7, 3), dict(filters=5, kernel_size=3, padding="same")),
        ("cf_k4_s2_valid", (1, 13, 5), dict(filters=3, kernel_size=4, strides=2, activation="relu")),
    ]:
        channels_first(g, name, lambda form: L.Conv1D(data_format=form, **options), normal(shape, g + name), 1)


def conv2d():
    g = "conv2d"
    for name, shape, options in [
        ("k3_valid", (2, 7, 10, 3), dict(filters=5, kernel_size=3)),
        ("k3_same_relu", (1, 5, 5, 1), dict(filters=13, kernel_size=3, padding="same", activation="relu")),
        ("k3_s2_same_odd", (2, 13, 13, 3), dict(filters=5, kernel_size=3, strides=2, padding="same")),
        ("k3_s2_same_even", (1, 10, 8, 3), dict(filters=5, kernel_size=3, strides=2, padding="same")),
        ("k2_s3_valid", (1, 13, 8, 3), dict(filters=3, kernel_size=2, strides=3)),
        ("k4_same_even_kernel", (2, 5, 7, 5), dict(filters=3, kernel_size=4, padding="same")),
        ("k1x5_s2x1", (2, 7, 9, 3), dict(filters=5, kernel_size=(1, 5), strides=(2, 1), padding="same")),
        ("k5x2_s1x3", (1, 9, 13, 1), dict(filters=1, kernel_size=(5, 2), strides=(1, 3))),
        ("k7_s2_same_c3", (1, 15, 13, 3), dict(filters=13, kernel_size=7, strides=2, padding="same")),
        ("k3_d2_valid", (1, 9, 11, 3), dict(filters=5, kernel_size=3, dilation_rate=2)),
        ("k3_d2x3_same", (2, 7, 9, 5), dict(filters=3, kernel_size=3, dilation_rate=(2, 3), padding="same")),
        ("k2_d2_same_even", (1, 6, 5, 3), dict(filters=3, kernel_size=2, dilation_rate=2, padding="same")),
        ("k3_groups3", (2, 5, 7, 9), dict(filters=6, kernel_size=3, groups=3, padding="same")),
        ("k3_groups_is_channels", (1, 7, 7, 13), dict(filters=13, kernel_size=3, groups=13, padding="same")),
        ("k3_groups5_s2_m2", (1, 9, 7, 5), dict(filters=10, kernel_size=3, groups=5, strides=2)),
        ("k1_c127_f13", (1, 3, 5, 127), dict(filters=13, kernel_size=1, activation="sigmoid")),
        ("k1_s2_c128_f5_nobias", (1, 5, 5, 128), dict(filters=5, kernel_size=1, strides=2, use_bias=False)),
        ("k3_c129_f3", (1, 3, 3, 129), dict(filters=3, kernel_size=3, padding="same")),
        ("k3_c3_f127", (1, 3, 5, 3), dict(filters=127, kernel_size=3, padding="same")),
        ("k5_larger_than_input", (2, 3, 1, 3), dict(filters=3, kernel_size=5, padding="same")),
        ("k3_whole_input", (3, 3, 3, 5), dict(filters=5, kernel_size=3, activation="softmax")),
        ("k3_elu", (1, 5, 5, 3), dict(filters=3, kernel_size=3, activation="elu")),
    ]:
        single(g, name, lambda: L.Conv2D(**options), normal(shape, g + name))
    for name, shape, options in [
        ("cf_k3_s2_same", (2, 7, 8, 3), dict(filters=5, kernel_size=3, strides=2, padding="same")),
        ("cf_k2x3_valid_relu", (1, 5, 7, 5), dict(filters=3, kernel_size=(2, 3), activation="relu")),
        ("cf_k3_d2_same", (1, 7, 5, 3), dict(filters=3, kernel_size=3, dilation_rate=2, padding="same")),
        ("cf_k3_groups3", (1, 5, 5, 9), dict(filters=6, kernel_size=3, groups=3, padding="same")),
    ]:
        channels_first(g, name, lambda form: L.Conv2D(data_format=form, **options), normal(shape, g + name), 2)


def transposed():
    g = "conv2d_transpose"
    for name, shape, options in [
        ("k3_valid", (2, 5, 7, 3), dict(filters=5, kernel_size=3)),
        ("k3_same", (1, 5, 3, 3), dict(filters=3, kernel_size=3, padding="same")),
        ("k2_s2_valid", (2, 3, 5, 5), dict(filters=3, kernel_size=2, strides=2)),
        ("k3_s2_same", (1, 5, 4, 3), dict(filters=13, kernel_size=3, strides=2, padding="same", activation="relu")),
        ("k4_s2_same", (2, 3, 5, 1), dict(filters=3, kernel_size=4, strides=2, padding="same")),
        ("k5_s2_valid", (1, 3, 5, 3), dict(filters=1, kernel_size=5, strides=2, use_bias=False)),
        ("k1_s3_gaps", (1, 3, 3, 3), dict(filters=5, kernel_size=1, strides=3)),
        ("k2_s3_same_gaps", (1, 5, 3, 3), dict(filters=3, kernel_size=2, strides=3, padding="same")),
        ("k3_s1x2_same", (1, 5, 3, 5), dict(filters=3, kernel_size=3, strides=(1, 2), padding="same")),
        ("k3_s2_outpad1", (2, 3, 5, 3), dict(filters=3, kernel_size=3, strides=2, output_padding=1)),
        ("k3_s2_same_outpad0", (1, 3, 5, 3), dict(filters=3, kernel_size=3, strides=2, padding="same", output_padding=0)),
        ("k4_s3_same_outpad2x1", (1, 3, 4, 3), dict(filters=3, kernel_size=4, strides=3, padding="same",
                                                    output_padding=(2, 1))),
        ("k3_d2", (1, 5, 5, 3), dict(filters=3, kernel_size=3, dilation_rate=2)),
        ("k2_c127_f3", (1, 3, 3, 127), dict(filters=3, kernel_size=2, strides=2)),
    ]:
        single(g, name, lambda: L.Conv2DTranspose(**options), normal(shape, g + name))
    for name, shape, options in [
        ("cf_k3_s2_same", (1, 5, 4, 3), dict(filters=5, kernel_size=3, strides=2, padding="same")),
        ("cf_k3_s2_valid", (2, 3, 5, 5), dict(filters=3, kernel_size=3, strides=2, activation="tanh")),
    ]:
        channels_first(g, name, lambda form: L.Conv2DTranspose(data_format=form, **options), normal(shape, g + name), 2)


def depthwise():
    for name, shape, options in [
        ("k3_valid", (2, 9, 3), dict(kernel_size=3)),
        ("k3_m2_same_relu", (1, 13, 5), dict(kernel_size=3, depth_multiplier=2, padding="same", activation="relu")),
        ("k4_s2_same", (2, 9, 1), dict(kernel_size=4, strides=2, padding="same", use_bias=False)),
        ("k3_d2_m3", (1, 9, 3), dict(kernel_size=3, dilation_rate=2, depth_multiplier=3)),
    ]:
        single("depthwise_conv1d", name, lambda: L.DepthwiseConv1D(**options), normal(shape, "dw1" + name))
    for name, shape, options in [
        ("k3_valid", (2, 7, 5, 3), dict(kernel_size=3)),
        ("k3_same_relu6", (1, 5, 5, 13), dict(kernel_size=3, padding="same", activation="relu6")),
        ("k3_s2_same", (2, 9, 8, 5), dict(kernel_size=3, strides=2, padding="same")),
        ("k3_m2_valid", (1, 5, 7, 3), dict(kernel_size=3, depth_multiplier=2)),
        ("k3_m3_s2_same", (1, 7, 7, 5), dict(kernel_size=3, depth_multiplier=3, strides=2, padding="same")),
        ("k5_s2_same_nobias", (1, 13, 9, 1), dict(kernel_size=5, strides=2, padding="same", use_bias=False)),
        ("k3_d2_same", (1, 7, 9, 3), dict(kernel_size=3, dilation_rate=2, padding="same")),
        ("k2x5_valid", (1, 5, 7, 5), dict(kernel_size=(2, 5))),
        ("k3_c129", (1, 3, 5, 129), dict(kernel_size=3, padding="same")),
    ]:
        single("depthwise_conv2d", name, lambda: L.DepthwiseConv2D(**options), normal(shape, "dw2" + name))
    channels_first("depthwise_conv1d", "cf_k3_m2_same",
                   lambda form: L.DepthwiseConv1D(3, depth_multiplier=2, padding="same", data_format=form),
                   normal((2, 9, 3), "dw1cf"), 1)
    for name, shape, options in [
        ("cf_k3_s2_same", (2, 7, 8, 3), dict(kernel_size=3, strides=2, padding="same")),
        ("cf_k3_m2_valid", (1, 5, 7, 5), dict(kernel_size=3, depth_multiplier=2, activation="relu")),
    ]:
        channels_first("depthwise_conv2d", name, lambda form: L.DepthwiseConv2D(data_format=form, **options),
                       normal(shape, "dw2" + name), 2)


def separable():
    for name, shape, options in [
        ("k3_valid", (2, 9, 3), dict(filters=5, kernel_size=3)),
        ("k4_m2_s2_same_relu", (1, 13, 5), dict(filters=3, kernel_size=4, strides=2, depth_multiplier=2, padding="same",
                                                activation="relu")),
        ("k3_d2_same_nobias", (2, 9, 1), dict(filters=13, kernel_size=3, dilation_rate=2, padding="same",
                                              use_bias=False)),
    ]:
        single("separable_conv1d", name, lambda: L.SeparableConv1D(**options), normal(shape, "sep1" + name))
    for name, shape, options in [
        ("k3_same", (2, 7, 5, 3), dict(filters=5, kernel_size=3, padding="same")),
        ("k3_m2_valid_relu", (1, 5, 7, 5), dict(filters=3, kernel_size=3, depth_multiplier=2, activation="relu")),
        ("k3_s2_same", (1, 9, 8, 3), dict(filters=13, kernel_size=3, strides=2, padding="same")),
        ("k3_d2_valid_nobias", (1, 9, 7, 1), dict(filters=3, kernel_size=3, dilation_rate=2, use_bias=False)),
        ("k5_m3_c13", (1, 5, 5, 13), dict(filters=5, kernel_size=5, depth_multiplier=3, padding="same")),
    ]:
        single("separable_conv2d", name, lambda: L.SeparableConv2D(**options), normal(shape, "sep2" + name))
    channels_first("separable_conv1d", "cf_k3_same",
                   lambda form: L.SeparableConv1D(5, 3, padding="same", data_format=form), normal((2, 9, 3), "sep1cf"), 1)
    channels_first("separable_conv2d", "cf_k3_s2_m2",
                   lambda form: L.SeparableConv2D(5, 3, strides=2, depth_multiplier=2, data_format=form),
                   normal((2, 7, 9, 3), "sep2cf"), 2)


def make():
    conv1d()
    conv2d()
    transposed()
    depthwise()
    separable()
