# SPDX-License-Identifier: GPL-3.0-or-later
"""More operations of keras.ops as layers: pieces of tensors, products, places, matrices, pictures, losses."""
import tempfile

import keras
import numpy as np
from keras import ops

from cases_operation import G, case as whole_case
from golden import arrays_of, attempt, normal, rng_of, same, write


def alone(name, arrays, function):
    """Can Keras run, store and read a model of this function alone?"""
    keras.backend.clear_session()
    inputs = {key: keras.Input(a.shape[1:], name=key, dtype=str(a.dtype)) for key, a in arrays.items()}
    made = function(*inputs.values())
    model = keras.Model(list(inputs.values()), list(made) if isinstance(made, (list, tuple)) else [made])
    wanted = arrays_of(model, arrays)
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/{name}.keras"
        model.save(path)
        keras.backend.clear_session()  # or what Keras names anew while reading gets other names
        again = arrays_of(keras.models.load_model(path, compile=False), arrays)
    for key, value in wanted.items():
        if not same(again[key], value):
            raise ValueError(f"{key} differs after reading back")


def case(name, arrays, functions):
    """The functions that Keras can compute, store and read back; the others are left out and told."""
    good = []
    for position, function in enumerate(functions):
        with attempt(f"{G}/{name} {position}"):
            alone(name, arrays, function)
            good.append(function)
    if good:
        whole_case(name, arrays, good, check=False)  # names may change while reading


def make():
    pieces()
    products()
    places()
    matrices()
    pictures()
    losses()


def pieces():
    x, y = normal((2, 4, 6), G + "x"), normal((2, 4, 6), G + "y")
    holes = x.copy()
    holes[:, ::2, 1] = np.nan
    # rot90: Keras 3.15.1 turns oblong tensors wrongly where k is 2
    case("pieces", {"x": x, "y": y}, [
        lambda x, y: ops.append(x, y), lambda x, y: ops.append(x, y, axis=1), lambda x, y: ops.array_split(x, 4, axis=2),
        lambda x, y: ops.hsplit(x, 2), lambda x, y: ops.dsplit(x, [1, 4]), lambda x, y: ops.vsplit(x, 2),
        lambda x, y: ops.rot90(x, axes=(1, 2)), lambda x, y: ops.rot90(x[:, :, :4], k=2, axes=(1, 2)), lambda x, y: ops.rot90(x, k=-1, axes=(2, 1)),
        lambda x, y: ops.rearrange(x[0, :], "(h w) c -> c h w", h=2), lambda x, y: ops.rearrange(x[0, :], "t c -> (c t)"),
        lambda x, y: ops.select([x > 0.5, y > 0], [x, y], 3.0), lambda x, y: ops.select([x > 0.5, y > 0], [x, y]),
        lambda x, y: ops.allclose(x, y), lambda x, y: ops.empty_like(x) * 0.0,
        lambda x, y: ops.extract_sequences(x, 3, 2), lambda x, y: ops.slice_update(x, (0, 1, 2), y[:, :2, :3]),
        lambda x, y: ops.angle(x), lambda x, y: ops.view(x, "float32"), lambda x, y: ops.trapezoid(x), lambda x, y: ops.trapezoid(x, dx=0.5, axis=1),
        lambda x, y: ops.average(x, axis=1), lambda x, y: ops.average(x), lambda x, y: ops.average(x, axis=2, weights=np.arange(1, 7, dtype="float32")),
        lambda x, y: ops.average(x, axis=1, weights=ops.abs(y)), lambda x, y: ops.linspace(x, y, num=5), lambda x, y: ops.linspace(x, y, num=4, endpoint=False, axis=-1),
        lambda x, y: ops.logspace(x, y, num=3), lambda x, y: ops.logspace(x, y, num=3, base=2), lambda x, y: ops.geomspace(ops.abs(x) + 1, ops.abs(y) + 1, num=4),
        lambda x, y: ops.full((2, 3), ops.max(x)), lambda x, y: ops.argpartition(x[0, 0] * 10, 2), lambda x, y: ops.array(x), lambda x, y: ops.size(x), lambda x, y: ops.ndim(x)])
    case("nan_more", {"x": holes}, [
        lambda x: ops.nanstd(x, axis=1), lambda x: ops.nanvar(x, axis=(1, 2), keepdims=True), lambda x: ops.nanargmax(x, axis=1),
        lambda x: ops.nanargmin(x, axis=2), lambda x: ops.nanargmin(x, axis=1, keepdims=True)])
    signal, image = normal((2, 9, 3), G + "ps"), normal((1, 7, 9, 4), G + "pi")
    case("windows", {"x": signal, "y": image}, [
        lambda x, y: ops.unfold(ops.transpose(y, (0, 3, 1, 2)), 3), lambda x, y: ops.unfold(ops.transpose(y, (0, 3, 1, 2)), (2, 3), dilation=2, padding=1, stride=(1, 2)),
        lambda x, y: ops.image.extract_patches(y, (2, 3)), lambda x, y: ops.image.extract_patches(y, 3, strides=2, padding="same"),
        lambda x, y: ops.image.extract_patches(y, 2, strides=1, dilation_rate=2)])
    # Keras 3.15.1 writes these but cannot read them
    whole_case("adaptive", {"x": image}, [lambda x: ops.adaptive_average_pool(x, (3, 4)), lambda x: ops.adaptive_max_pool(x, (2, 5))], check=False)
    waves = normal((2, 96), G + "wave")
    case("short_time", {"x": waves}, [
        lambda x: ops.stft(x, 16, 8, 16), lambda x: ops.stft(x, 12, 5, 16, window="hamming", center=False), lambda x: ops.stft(x, 16, 8, 20, window=None)])
    parts = normal((2, 11, 9), G + "re"), normal((2, 11, 9), G + "im")
    case("inverse_short_time", {"x": parts[0], "y": parts[1]}, [
        lambda x, y: ops.istft((x, y), 16, 8, 16), lambda x, y: ops.istft((x, y), 12, 5, 16, window="hamming", center=False),
        lambda x, y: ops.istft((x, y), 16, 8, 16, length=70), lambda x, y: ops.istft((x, y), 16, 8, 16, window=None)])
    columns = normal((2, 4 * 9, 20), G + "fold")
    case("fold", {"x": columns}, [
        lambda x: ops.fold(x, (6, 7), 3), lambda x: ops.fold(x[:, :, :12], (5, 11), 3, padding=1, stride=(2, 3)), lambda x: ops.fold(x[:, :8], (6, 5), 2)])


def products():
    x, y, z = normal((2, 4, 6), G + "x"), normal((2, 6, 3), G + "pz"), normal((2, 5, 6), G + "pw")
    triple, other = normal((2, 4, 3), G + "c1"), normal((2, 4, 3), G + "c2")
    case("products", {"x": x, "y": y, "z": z}, [
        lambda x, y, z: ops.tensordot(x, y[0, :], axes=1), lambda x, y, z: ops.tensordot(x, y, axes=[[2], [1]]), lambda x, y, z: ops.tensordot(x, z, axes=[[0, 2], [0, 2]]),
        lambda x, y, z: ops.inner(x, z), lambda x, y, z: ops.vdot(x, x * 0.5), lambda x, y, z: ops.kron(x[0, :], y[0, :]), lambda x, y, z: ops.cdist(x, z),
        lambda x, y, z: ops.trace(x, axis1=1, axis2=2), lambda x, y, z: ops.trace(x[0, :], offset=1), lambda x, y, z: ops.diagonal(x, axis1=1, axis2=2),
        lambda x, y, z: ops.diagonal(x, offset=-1, axis1=1, axis2=2), lambda x, y, z: ops.diag(x[0, 0]), lambda x, y, z: ops.diag(x[0], k=1),
        lambda x, y, z: ops.diag(x[0, 0], k=-2), lambda x, y, z: ops.diagflat(x[0, :, :2], k=1), lambda x, y, z: ops.corrcoef(x[0]),
        lambda x, y, z: ops.correlate(x[0, 0], y[0, :3, 0]), lambda x, y, z: ops.correlate(x[0, 0], y[0, :3, 0], mode="same"),
        lambda x, y, z: ops.correlate(x[0, 0], y[0, :3, 0], mode="full"), lambda x, y, z: ops.vander(x[0, 0]), lambda x, y, z: ops.vander(x[0, 0], N=4, increasing=True),
        lambda x, y, z: ops.meshgrid(x[0, 0], y[0, :, 0]), lambda x, y, z: ops.meshgrid(x[0, 0], y[0, :, 0], indexing="ij")])
    case("cross", {"x": triple, "y": other}, [lambda x, y: ops.cross(x, y), lambda x, y: ops.cross(x, y[0]), lambda x, y: ops.cross(x[..., :2], y[..., :2])])


def places():
    x = normal((3, 5), G + "places")
    ids = rng_of(G + "ids").integers(0, 4, (3, 5)).astype(np.int32)
    case("segments", {"x": normal((6, 4), G + "seg"), "y": np.array([[0], [0], [1], [2], [2], [1]], np.int32)}, [
        lambda x, y: ops.segment_sum(x, y[:, 0], num_segments=4), lambda x, y: ops.segment_max(x, y[:, 0], num_segments=3),
        lambda x, y: ops.segment_min(x, y[:, 0], num_segments=4), lambda x, y: ops.segment_prod(x, y[:, 0], num_segments=4),
        lambda x, y: ops.segment_sum(x[:, 0], y[:, 0], num_segments=3), lambda x, y: ops.segment_max(x, y[:, 0], num_segments=4)])
    case("scattered", {"x": x, "y": ids}, [
        lambda x, y: ops.scatter(y[:, :1], x, (6, 5)), lambda x, y: ops.scatter(ops.stack([y[0], y[1]], axis=-1), x[0], (4, 4)),
        lambda x, y: ops.scatter_update(x, np.array([[0, 1], [2, 3]]), np.array([7.0, 8.0], "float32")),
        lambda x, y: ops.scatter_update(x, [[1], [2]], x[:2, :] * 2), lambda x, y: ops.scatter_update(x, [[1], [1]], x[:2, :], reduction="add"),
        lambda x, y: ops.scatter_update(x, [[1], [2]], x[:2, :], reduction="max"), lambda x, y: ops.scatter_update(x, [[1], [2]], x[:2, :], reduction="min"),
        lambda x, y: ops.scatter_update(x, [[1], [2]], x[:2, :], reduction="mul"),
        lambda x, y: ops.multi_hot(y, 4), lambda x, y: ops.multi_hot(y, 6), lambda x, y: ops.bincount(y, minlength=7), lambda x, y: ops.isin(y, [1, 3]),
        lambda x, y: ops.isin(y, [1, 3], invert=True), lambda x, y: ops.unravel_index(y, (2, 3)),
        lambda x, y: ops.unique(y, size=6, fill_value=-1), lambda x, y: ops.arange(3, dtype="float32") + x[:, 0]])


    # Keras 3.15.1 writes Histogram, but cannot run it in a model: the truth is its function alone
    keras.backend.clear_session()
    row = keras.Input((5,), name="x")
    made = [*ops.histogram(row[0, :], bins=5), *ops.histogram(row[0, :], bins=4, range=(-1.0, 1.0))]
    counts = [*ops.histogram(x[0], bins=5), *ops.histogram(x[0], bins=4, range=(-1.0, 1.0))]
    keys = ["out:histogram", "out:histogram:1", "out:histogram_1", "out:histogram_1:1"]
    write(G, "histogram", keras.Model(row, made), {"x": x}, check=False,
          wanted={"in:x": x, **{key: np.asarray(value) for key, value in zip(keys, counts)}})


def matrices():
    r = rng_of(G + "matrix")
    x = (r.normal(0, 1, (2, 4, 4)) + 3 * np.eye(4)).astype(np.float32)
    tall, right = r.normal(0, 1, (2, 6, 4)).astype(np.float32), r.normal(0, 1, (2, 4, 3)).astype(np.float32)
    positive = lambda x: ops.matmul(x, ops.transpose(x, (0, 2, 1)))
    case("matrices", {"x": x, "y": tall, "z": right}, [
        lambda x, y, z: ops.cholesky(positive(x)), lambda x, y, z: ops.cholesky(positive(x), upper=True), lambda x, y, z: ops.linalg.cholesky_inverse(ops.tril(x)),
        lambda x, y, z: ops.linalg.cholesky_inverse(ops.triu(x), upper=True), lambda x, y, z: ops.inv(x), lambda x, y, z: ops.det(x), lambda x, y, z: ops.slogdet(x),
        lambda x, y, z: ops.logdet(positive(x)), lambda x, y, z: ops.solve(x, z), lambda x, y, z: ops.solve(x, z[..., 0]), lambda x, y, z: ops.solve_triangular(x, z),
        lambda x, y, z: ops.solve_triangular(x, z, lower=True), lambda x, y, z: ops.solve_triangular(x, z[..., 0], lower=True),
        lambda x, y, z: ops.lu_factor(x[0, :]), lambda x, y, z: ops.qr(y), lambda x, y, z: ops.qr(y, mode="complete"), lambda x, y, z: ops.qr(ops.transpose(y, (0, 2, 1))),
        lambda x, y, z: ops.svd(y, compute_uv=False), lambda x, y, z: ops.linalg.pinv(y) ,
        lambda x, y, z: ops.linalg.pinv(ops.transpose(y, (0, 2, 1))) , lambda x, y, z: ops.linalg.matrix_rank(y) ,
        lambda x, y, z: ops.norm(x, ord=1, axis=1), lambda x, y, z: ops.norm(x, ord=np.inf, axis=1), lambda x, y, z: ops.norm(x, ord=-np.inf, axis=1), lambda x, y, z: ops.norm(x, ord=3, axis=1),
        lambda x, y, z: ops.norm(x, ord=0, axis=1), lambda x, y, z: ops.norm(x, ord="nuc", axis=(1, 2)), lambda x, y, z: ops.norm(x, ord=2, axis=(1, 2)), lambda x, y, z: ops.norm(x, ord=-2, axis=(1, 2)),
        lambda x, y, z: ops.norm(x, ord=1, axis=(1, 2)), lambda x, y, z: ops.norm(x, ord=np.inf, axis=(1, 2)), lambda x, y, z: ops.norm(x, ord="fro", axis=(1, 2))])
    # the signs of eigenvectors and singular vectors are free, so what does not depend on them is compared
    def eigen(x):
        values, vectors = ops.eigh(positive(x))
        return [values, ops.abs(vectors), ops.matmul(vectors * ops.expand_dims(values, 1), ops.transpose(vectors, (0, 2, 1)))]

    def singular(y, full):
        u, s, v = ops.svd(y, full_matrices=full)
        whole = ops.matmul(u[:, :, :4] * ops.expand_dims(s, 1), v)
        rest = [ops.matmul(u[:, :, 4:], ops.transpose(u[:, :, 4:], (0, 2, 1)))] if full else []
        return [s, ops.abs(u[:, :, :4]), ops.abs(v), whole, *rest]

    case("factors", {"x": x, "y": tall}, [lambda x, y: eigen(x), lambda x, y: singular(y, True), lambda x, y: singular(y, False)])
    case("least_squares", {"x": tall, "y": tall[::-1].copy()}, [lambda x, y: ops.lstsq(x[0], y[0]), lambda x, y: ops.lstsq(x[0], y[0, :, 0])])


def pictures():
    r = rng_of(G + "picture")
    x = r.uniform(0, 1, (2, 7, 9, 3)).astype(np.float32)
    shift = np.tile(np.array([1.1, 0.1, -0.6, -0.05, 0.9, 0.4, 0.002, -0.003], np.float32), (2, 1))
    corners = np.tile(np.array([[0, 0], [0, 8], [6, 0], [6, 8]], np.float32), (2, 1, 1))
    moved = corners + r.uniform(-1, 1, corners.shape).astype(np.float32)
    transforms = [(how, fill) for how in ("bilinear", "nearest") for fill in ("constant", "nearest", "wrap", "reflect")]
    case("picture_moves", {"x": x}, [
        *[lambda x, how=how, fill=fill: ops.image.affine_transform(x, shift, interpolation=how, fill_mode=fill, fill_value=0.3) for how, fill in transforms],
        lambda x: ops.image.perspective_transform(x, corners, moved), lambda x: ops.image.perspective_transform(x, corners, moved, interpolation="nearest", fill_value=0.5),
        lambda x: ops.image.crop_images(x, top_cropping=1, left_cropping=2, target_height=4, target_width=5), lambda x: ops.image.crop_images(x, bottom_cropping=1, right_cropping=2, target_height=4, target_width=5),
        lambda x: ops.image.pad_images(x, top_padding=1, left_padding=2, target_height=10, target_width=12), lambda x: ops.image.pad_images(x, 1, 2, 3, 4),
        lambda x: ops.image.rgb_to_hsv(x), lambda x: ops.image.hsv_to_rgb(x), lambda x: ops.image.gaussian_blur(x), lambda x: ops.image.gaussian_blur(x, (5, 3), (2.0, 0.7)),
        lambda x: ops.image.sobel_edges(x),
        *[lambda x, how=how: ops.image.scale_and_translate(x, (2, 5, 12, 3), np.array([0.6, 1.3], "float32"), np.array([0.4, -0.7], "float32"), (1, 2), how) for how in ("linear", "cubic", "lanczos3", "lanczos5")],
        lambda x: ops.image.scale_and_translate(x, (2, 5, 12, 3), np.array([0.6, 1.3], "float32"), np.array([0.4, -0.7], "float32"), (1, 2), "linear", antialias=False)])
    places = r.uniform(-3, 11, (2, 3, 4)).astype(np.float32)
    grid = normal((6, 8), G + "grid")
    case("coordinates", {"x": grid}, [
        lambda x, order=order, fill=fill: ops.image.map_coordinates(x, places, order, fill_mode=fill, fill_value=0.3)
        for order in (0, 1) for fill in ("constant", "nearest", "wrap", "mirror", "reflect")])
    a, b = r.uniform(0, 1, (2, 16, 14, 3)).astype(np.float32), r.uniform(0, 1, (2, 16, 14, 3)).astype(np.float32)
    case("likeness", {"x": a, "y": b}, [lambda x, y: ops.psnr(x, y, 1.0), lambda x, y: ops.image.ssim(x, y),
        lambda x, y: ops.image.ssim(x, y, filter_size=7, filter_sigma=1.0)])


def losses():
    r = rng_of(G + "loss")
    logits = normal((3, 5), G + "logits")
    truth = np.abs(normal((3, 5), G + "truth"))
    truth /= truth.sum(-1, keepdims=True)
    ids = np.array([[1], [4], [0]], np.int32)
    case("losses", {"x": truth, "y": logits, "z": ids}, [
        lambda x, y, z: ops.binary_crossentropy(x, ops.sigmoid(y)), lambda x, y, z: ops.binary_crossentropy(x, y, from_logits=True),
        lambda x, y, z: ops.categorical_crossentropy(x, ops.abs(y)), lambda x, y, z: ops.categorical_crossentropy(x, y, from_logits=True),
        lambda x, y, z: ops.categorical_crossentropy(x, ops.softmax(y)),
        lambda x, y, z: ops.sparse_categorical_crossentropy(z[:, 0], ops.softmax(y)), lambda x, y, z: ops.sparse_categorical_crossentropy(z, y, from_logits=True)])
    steps = normal((2, 8, 5), G + "ctc")
    labels = r.integers(1, 5, (2, 3)).astype(np.int32)
    case("ctc", {"x": steps, "y": labels, "z": np.array([[8, 3], [6, 2]], np.int32)}, [
        lambda x, y, z: ops.ctc_decode(x, z[:, 0]), lambda x, y, z: ops.ctc_decode(x, z[:, 0], merge_repeated=False, mask_index=4),
        lambda x, y, z: ops.ctc_loss(y, x, z[:, 1], z[:, 0])])
