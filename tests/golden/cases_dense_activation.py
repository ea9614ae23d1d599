# SPDX-License-Identifier: GPL-3.0-or-later
"""Dense, every activation as function and as layer, the layers that do nothing at
inference, and activations called as operations (graph nodes that are no layers)."""
import keras
import numpy as np
from keras import layers as L

from golden import normal, several, single

FUNCTIONS = {
    "relu_family": ["celu", "elu", "leaky_relu", "linear", "relu", "relu6", "selu"],
    "sigmoid_family": ["gelu", "hard_sigmoid", "hard_silu", "hard_swish", "log_sigmoid", "mish", "sigmoid", "silu",
                       "swish"],
    "exponential_family": ["exponential", "hard_tanh", "softplus", "softsign", "sparse_plus", "sparse_sigmoid",
                           "squareplus", "tanh"],
    "shrink_family": ["hard_shrink", "soft_shrink", "tanh_shrink"],
    "row_family": ["glu", "log_softmax", "softmax", "sparsemax"],
}
EXTREMES = ["sigmoid", "tanh", "softplus", "log_sigmoid", "softmax", "log_softmax", "gelu", "mish", "silu", "elu",
            "squareplus"]


def grid(shape, seed):
    """Random values, with the points where some activation has a corner among them."""
    x = normal(shape, seed, 2.5)
    corners = np.array([-6, -3, -2.5, -1, -0.5, -0.2, 0, 0.2, 0.5, 1, 2.5, 3, 6, -20, 20, -1e-4, 1e-4], np.float32)
    flat = x.reshape(-1)
    flat[: len(corners)] = corners[: flat.size]
    return x


def dense():
    g = "dense"
    for name, shape, options in [
        ("rank2", (3, 5), dict(units=13)),
        ("rank2_one", (1, 1), dict(units=1)),
        ("rank3_relu", (2, 5, 3), dict(units=5, activation="relu")),
        ("rank4_nobias", (1, 3, 5, 13), dict(units=3, use_bias=False)),
        ("in128_softmax", (5, 128), dict(units=10, activation="softmax")),
        ("in127_out129", (1, 127), dict(units=129, activation="tanh")),
        ("in3_out128", (13, 3), dict(units=128)),
    ]:
        single(g, name, lambda: L.Dense(**options), normal(shape, g + name))
    single(g, "activation_layer_object", lambda: L.Dense(5, activation=L.LeakyReLU(negative_slope=0.1)),
           normal((3, 5), g + "lo"))
    single(g, "sequential", lambda: [L.Dense(5, activation="gelu"), L.Dense(3, activation="hard_sigmoid")],
           normal((3, 13), g + "seq"), sequential=True)


def functions():
    def layer(function):
        return lambda name: L.Activation(function, name=name)

    for family, names in FUNCTIONS.items():
        several("activation", family, {n: layer(n) for n in names}, grid((2, 3, 6), "act" + family))
    several("activation", "row_family_rank2", {n: layer(n) for n in ("softmax", "log_softmax", "sparsemax")},
            normal((3, 127), "act127", 2))
    x = np.array([[-1000, -100, -88, -30, 30, 88, 100, 1000], [1000, 1000, 999, -1000, 0, 0, 1, -1]], np.float32)
    several("activation", "extremes", {n: layer(n) for n in EXTREMES}, x)


def layers():
    g = "activation_layer"
    several(g, "relu", {
        "relu_all": lambda name: L.ReLU(max_value=2.0, negative_slope=0.1, threshold=0.5, name=name),
        "relu_max": lambda name: L.ReLU(max_value=6.0, name=name),
        "relu_slope": lambda name: L.ReLU(negative_slope=0.3, name=name),
        "relu_threshold": lambda name: L.ReLU(threshold=1.0, name=name),
    }, grid((2, 5, 3), "actl relu"))
    several(g, "leaky_relu_elu", {
        "leaky_relu_default": lambda name: L.LeakyReLU(name=name),
        "leaky_relu_0.05": lambda name: L.LeakyReLU(negative_slope=0.05, name=name),
        "elu_default": lambda name: L.ELU(name=name),
        "elu_0.3": lambda name: L.ELU(alpha=0.3, name=name),
    }, grid((1, 13, 3), "actl elu"))
    several(g, "softmax", {
        "softmax_default": lambda name: L.Softmax(name=name),
        "softmax_axis1": lambda name: L.Softmax(axis=1, name=name),
        "softmax_axes_1_2": lambda name: L.Softmax(axis=[1, 2], name=name),
    }, grid((2, 5, 3), "actl softmax"))
    several(g, "softmax_rank4", {
        "softmax_axes_1_3": lambda name: L.Softmax(axis=[1, 3], name=name),
        "softmax_axis2": lambda name: L.Softmax(axis=2, name=name),
    }, normal((2, 3, 5, 2), "sm13"))
    single(g, "prelu", lambda: L.PReLU(), grid((2, 5, 3), "prelu"))
    single(g, "prelu_shared1", lambda: L.PReLU(shared_axes=[1]), grid((2, 5, 3), "prelu1"))
    single(g, "layer_object", lambda: L.Activation(L.ReLU(max_value=1.0)), grid((2, 5, 3), "object"))
    single(g, "prelu_shared_1_2", lambda: L.PReLU(shared_axes=[1, 2]), normal((2, 3, 5, 13), "pr12"))
    single(g, "prelu_rank2", lambda: L.PReLU(), normal((3, 13), "pr2"))


def operations():
    """Operation nodes of a Functional graph: activations with other than default arguments."""
    a = keras.activations
    functions = {
        "relu_arguments": lambda x: a.relu(x, negative_slope=0.1, max_value=2.0, threshold=0.5),
        "leaky_relu_0.4": lambda x: a.leaky_relu(x, negative_slope=0.4),
        "elu_0.5": lambda x: a.elu(x, alpha=0.5),
        "celu_2": lambda x: a.celu(x, alpha=2.0),
        "gelu_tanh": lambda x: a.gelu(x, approximate=True),
        "softmax_axis1": lambda x: a.softmax(x, axis=1),
        "log_softmax_axis1": lambda x: a.log_softmax(x, axis=1),
        "glu_axis1": lambda x: a.glu(x, axis=1),
        "hard_shrink_1": lambda x: a.hard_shrink(x, threshold=1.0),
        "soft_shrink_1": lambda x: a.soft_shrink(x, threshold=1.0),
        "threshold_arguments": lambda x: a.threshold(x, 0.5, -2.0),
        "squareplus_1": lambda x: a.squareplus(x, b=1.0),
    }
    several("activation_op", "with_arguments",
            {n: (lambda name, f=f: lambda x: L.Identity(name=name)(f(x))) for n, f in functions.items()},
            grid((2, 4, 3), "ops"))
    single("activation_op", "relu_arguments", lambda: L.Identity(), grid((2, 4, 3), "oprelu"),
           call=lambda layer, tensors: layer(functions["relu_arguments"](tensors[0])))


def no_operations():
    def chain(rate):
        return [L.Dense(5, activation="tanh"), L.Dropout(rate), L.SpatialDropout1D(rate), L.Dense(3),
                L.GaussianDropout(rate), L.GaussianNoise(rate), L.AlphaDropout(rate), L.ActivityRegularization(l2=rate),
                L.Identity()]
    single("no_op", "chain_sequential", lambda: chain(0.4), normal((2, 5, 3), "noop"), sequential=True)
    single("no_op", "chain_functional", lambda: chain(0.1), normal((1, 3, 13), "noop2"))
    single("no_op", "spatial_dropout2d", lambda: [L.SpatialDropout2D(0.5), L.Conv2D(3, 1), L.Dropout(0.5, noise_shape=(None, 1, 1, 3))],
           normal((2, 3, 5, 3), "noop3"))


def make():
    dense()
    functions()
    layers()
    operations()
    no_operations()
