# SPDX-License-Identifier: GPL-3.0-or-later
"""Three spatial axes, transposed convolutions of one, normalisations and what passes at inference."""
from keras import layers as L

from golden import channels_first, normal, single

G = "volume"


def make():
    for name, make_layer, shape in [
        ("conv3d", lambda: L.Conv3D(3, (2, 3, 1), activation="relu"), (2, 4, 5, 3, 2)),
        ("conv3d_same_strides", lambda: L.Conv3D(2, 3, strides=2, padding="same"), (1, 5, 4, 7, 3)),
        ("conv3d_dilated", lambda: L.Conv3D(2, 2, dilation_rate=(1, 2, 2), use_bias=False), (1, 3, 5, 5, 1)),
        ("conv3d_groups", lambda: L.Conv3D(4, 2, groups=2), (1, 3, 3, 3, 4)),
        ("conv1d_transpose", lambda: L.Conv1DTranspose(3, 3, strides=2), (2, 5, 3)),
        ("conv1d_transpose_same", lambda: L.Conv1DTranspose(2, 4, strides=3, padding="same", activation="tanh"), (1, 13, 2)),
        ("conv1d_transpose_padding", lambda: L.Conv1DTranspose(2, 3, strides=2, padding="same", output_padding=1), (1, 3, 1)),
        ("conv1d_transpose_dilated", lambda: L.Conv1DTranspose(2, 3, dilation_rate=2), (1, 7, 2)),
        ("conv1d_transpose_long", lambda: L.Conv1DTranspose(1, 2, strides=2), (1, 129, 1)),
        ("conv3d_transpose", lambda: L.Conv3DTranspose(2, 2, strides=2), (1, 2, 3, 2, 3)),
        ("conv3d_transpose_same", lambda: L.Conv3DTranspose(3, 3, strides=(1, 2, 1), padding="same"), (2, 2, 3, 3, 2)),
        ("max_pooling3d", lambda: L.MaxPooling3D(2), (2, 4, 5, 6, 3)),
        ("max_pooling3d_same", lambda: L.MaxPooling3D((3, 2, 1), strides=2, padding="same"), (1, 5, 5, 4, 2)),
        ("average_pooling3d", lambda: L.AveragePooling3D(2), (2, 4, 5, 6, 3)),
        ("average_pooling3d_same", lambda: L.AveragePooling3D(3, strides=2, padding="same"), (1, 5, 4, 3, 2)),
        ("global_average3d", lambda: L.GlobalAveragePooling3D(), (2, 3, 4, 5, 3)),
        ("global_average3d_keep", lambda: L.GlobalAveragePooling3D(keepdims=True), (1, 3, 2, 5, 1)),
        ("global_max3d", lambda: L.GlobalMaxPooling3D(), (2, 3, 4, 5, 3)),
        ("cropping3d", lambda: L.Cropping3D(((1, 0), (0, 2), (1, 1))), (1, 4, 5, 6, 2)),
        ("zero_padding3d", lambda: L.ZeroPadding3D(((1, 0), (0, 2), (1, 1))), (1, 2, 3, 2, 2)),
        ("up_sampling3d", lambda: L.UpSampling3D((2, 1, 3)), (1, 2, 3, 2, 2)),
        ("passes", lambda: [L.SpatialDropout3D(0.5), L.Conv3D(1, 1)], (1, 2, 2, 2, 3)),
        ("rms", lambda: L.RMSNormalization(), (2, 5, 13)),
        ("rms_axes", lambda: L.RMSNormalization(axis=[1, 2], epsilon=1e-3), (2, 3, 5)),
        ("rms_wide", lambda: L.RMSNormalization(), (1, 129)),
        ("group", lambda: L.GroupNormalization(groups=2), (2, 3, 5, 6)),
        ("group_instance", lambda: L.GroupNormalization(groups=-1, axis=-1, scale=False), (2, 4, 5, 3)),
        ("group_first", lambda: L.GroupNormalization(groups=3, axis=1, center=False), (2, 6, 4)),
        ("unit_axes", lambda: L.UnitNormalization(axis=[1, 2]), (2, 3, 5)),
        ("augmentation", lambda: [L.AugMix(), L.RandAugment()], (1, 6, 6, 3)),
        ("mixing", lambda: [L.CutMix(), L.MixUp()], (2, 6, 6, 3)),
    ]:
        single(G, name, make_layer, normal(shape, G + name))
    channels_first(G, "cf_conv3d", lambda form: L.Conv3D(3, 2, padding="same", data_format=form), normal((1, 3, 4, 5, 2), G + "cf"), 3)
    channels_first(G, "cf_max3d", lambda form: L.MaxPooling3D(2, data_format=form), normal((1, 4, 4, 5, 2), G + "cm"), 3)
    channels_first(G, "cf_conv1d_transpose", lambda form: L.Conv1DTranspose(3, 2, strides=2, data_format=form),
                   normal((2, 5, 2), G + "ct"), 1)
