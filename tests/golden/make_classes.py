#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names of all layer classes: those that Keras exports today (listed by Keras itself), and those of earlier versions;
and of the operations that can stand in a functional model."""
import importlib
import inspect
import json
import pathlib

import keras
from keras.src.ops.operation import Operation

ABSTRACT = {"Layer", "Wrapper", "InputSpec"}
EARLIER = """AtrousConv1D AtrousConv2D AtrousConvolution1D AtrousConvolution2D BatchNormalizationV1 BatchNormalizationV2 ClassMethod
CuDNNGRU CuDNNLSTM Deconv2D Deconv3D Deconvolution2D Deconvolution3D DenseFeatures GRUV1 GRUV2 Highway InstanceMethod
InstanceProperty LSTMV1 LSTMV2 LocallyConnected1D LocallyConnected2D MaxoutDense Merge ParametricSoftplus
RandomFourierFeatures RandomHeight RandomWidth SReLU SequenceFeatures SlicingOpLambda SyncBatchNormalization TFOpLambda
TensorFlowOpLayer ThresholdedReLU TimeDistributedDense UnifiedGRU UnifiedLSTM""".split()

today = [name for name in dir(keras.layers) if inspect.isclass(getattr(keras.layers, name)) and name not in ABSTRACT]
operations = set()
for part in ("core", "einops", "image", "linalg", "math", "nn", "numpy"):
    module = importlib.import_module("keras.src.ops." + part)
    operations |= {name for name, one in vars(module).items() if inspect.isclass(one) and issubclass(one, Operation)
                   and one is not Operation and one.__module__ == module.__name__}
file = pathlib.Path(__file__).resolve().parent / "classes.json"
file.write_text(json.dumps({"version": keras.__version__, "keras3": sorted(today), "earlier": EARLIER,
                            "operations": sorted(operations - {"SegmentReduction"})}, indent=0) + "\n")
