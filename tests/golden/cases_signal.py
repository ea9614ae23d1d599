# SPDX-License-Identifier: GPL-3.0-or-later
"""Spectrograms, and pictures that are worked on at inference."""
import numpy as np
from keras import layers as L

from golden import normal, rng_of, single


def make():
    g = "signal"
    wave = normal((2, 200, 1), g)
    for mode in ("log", "magnitude", "psd", "real", "imag", "stft"):
        single(g, f"stft_{mode}", lambda: L.STFTSpectrogram(mode=mode, frame_length=16, frame_step=8, fft_length=32), wave)
    for name, options, x in [
        ("two_channels", dict(frame_length=13, frame_step=5, fft_length=16), normal((1, 129, 2), g + "2")),
        ("expand", dict(frame_length=16, frame_step=4, fft_length=16, expand_dims=True), normal((2, 64, 3), g + "e")),
        ("same", dict(frame_length=16, frame_step=8, fft_length=16, padding="same", window="hamming"), wave),
        ("no_window", dict(frame_length=10, frame_step=10, fft_length=16, window=None, scaling="spectrum"), wave),
    ]:
        single(g, f"stft_{name}", lambda: L.STFTSpectrogram(mode="magnitude", **options), x)
    for name, options, shape in [
        ("mel", dict(num_mel_bins=13, sampling_rate=8000, sequence_stride=64, fft_length=128, min_freq=70, max_freq=3600), (2, 700)),
        ("mel_power", dict(num_mel_bins=8, sampling_rate=8000, sequence_stride=50, fft_length=128, sequence_length=100,
                           power_to_db=False, mag_exp=1.0), (1, 513)),
        ("mel_one_signal", dict(num_mel_bins=5, sampling_rate=4000, sequence_stride=32, fft_length=64, top_db=20,
                                ref_power=0.5, window="hamming"), (3, 300)),
    ]:
        single(g, name, lambda: L.MelSpectrogram(**options), normal(shape, g + name))
    p = "picture_more"
    bright = (rng_of(p).uniform(20, 200, (2, 5, 7, 3))).astype(np.float32)
    flat = bright.copy()
    flat[0, :, :, 1] = 77
    single(p, "auto_contrast", lambda: L.AutoContrast(), bright)
    single(p, "auto_contrast_flat", lambda: L.AutoContrast(), flat)
    single(p, "auto_contrast_unit", lambda: L.AutoContrast(value_range=(0, 1)), bright / 255)
    small = normal((1, 13, 9, 2), p)
    for how in ("bilinear", "bicubic", "lanczos3", "lanczos5", "nearest"):
        single(p, f"antialias_{how}", lambda: L.Resizing(5, 4, interpolation=how, antialias=True), small)
    single(p, "antialias_mixed", lambda: L.Resizing(5, 20, antialias=True), small)
    single(p, "passes", lambda: [L.RandomCrop(4, 4), L.Solarization(0.3), L.RandomPosterization(4), L.RandomInvert(0.5),
                                 L.RandomGrayscale(), L.RandomHue(0.1), L.RandomSharpness(0.2), L.RandomSaturation(0.5),
                                 L.RandomColorDegeneration(0.5), L.RandomErasing(), L.RandomGaussianBlur(),
                                 L.RandomPerspective(), L.RandomElasticTransform(), L.RandomColorJitter()], bright)
    single("picture_more", "random_shear", lambda: L.RandomShear(0.3, 0.2, seed=1), bright, check=False)  # Keras cannot read it
