# SPDX-License-Identifier: GPL-3.0-or-later
"""Models with classes of their own and with Lambda, whose numbers a layer of Keras gives as well. NAME.treat says
which: CLASS=LAYER a line, as --treat-as takes it."""
import keras
from keras import layers as L

from golden import DATA, normal, randomise, write


@keras.saving.register_keras_serializable(package="Mine")
class Projection(L.Dense):
    """Dense under a name of its own: the configuration and the weights are there, the code is not."""


@keras.saving.register_keras_serializable(package="Mine")
class Shift(L.Layer):
    """x * gain + by; its arguments have other names than Rescaling's."""

    def __init__(self, gain=1.0, by=0.0, **rest):
        super().__init__(**rest)
        self.gain, self.by = gain, by

    def call(self, x):
        return x * self.gain + self.by

    def get_config(self):
        return {**super().get_config(), "gain": self.gain, "by": self.by}


@keras.saving.register_keras_serializable(package="Mine")
class NoiseInTraining(L.Layer):
    """Nothing at inference."""

    def call(self, x, training=False):
        return x


@keras.saving.register_keras_serializable(package="Mine")
class SwishLike(L.Layer):
    def call(self, x):
        return keras.activations.silu(x)


def treat(name, rules):
    (DATA / "treat_as" / f"{name}.treat").write_text("".join(f"{a}={b}\n" for a, b in rules.items()))


def save(name, model, inputs, rules, **options):
    randomise(model, f"treat_as/{name}")
    write("treat_as", name, model, inputs, check=False, **options)
    treat(name, rules)


def chain():
    x = keras.Input((6,), name="x")
    y = Shift(0.5, -1.0, name="shift")(x)
    y = Projection(5, activation="tanh", name="project")(y)
    y = SwishLike(name="swish")(NoiseInTraining(name="noise")(y))
    y = Projection(3, name="head")(y)
    return keras.Model(x, y, name="chain")


CHAIN_RULES = {"Shift": 'Rescaling {"scale": 0.5, "offset": -1.0}', "Projection": "Dense",
               "NoiseInTraining": "Identity", "SwishLike": 'Activation {"activation": "silu"}'}


def lambdas():
    x = keras.Input((4, 4, 3), name="x")
    y = L.Lambda(lambda t: t / 255.0, name="scale")(x)
    y = L.Conv2D(4, 3, name="conv")(y)
    y = L.Lambda(lambda t: keras.ops.mean(t, axis=(1, 2)), output_shape=(4,), name="pool")(y)
    return keras.Model(x, L.Dense(2, name="head")(y), name="lambdas")


def wrapped():
    x = keras.Input((5, 4), name="x")
    y = L.TimeDistributed(Projection(3, name="inner"), name="steps")(x)
    inner = keras.Sequential([keras.Input((5, 3)), Shift(2.0, 0.25, name="shift"), L.Dense(2, name="d")], name="inside")
    return keras.Model(x, inner(y), name="wrapped")


def make():
    save("chain", chain(), {"x": normal((3, 6), "treat_as/chain")}, CHAIN_RULES)
    save("chain_legacy", chain(), {"x": normal((3, 6), "treat_as/chain")}, CHAIN_RULES, suffix=".h5")
    save("lambdas", lambdas(), {"x": normal((2, 4, 4, 3), "treat_as/lambdas", 100)},
         {"Lambda:scale": 'Rescaling {"scale": 0.00392156862745098}', "Lambda:pool": "GlobalAveragePooling2D"})
    save("wrapped", wrapped(), {"x": normal((2, 5, 4), "treat_as/wrapped")},
         {"Projection": "Dense", "Shift": 'Rescaling {"scale": 2.0, "offset": 0.25}'})


if __name__ == "__main__":
    make()
