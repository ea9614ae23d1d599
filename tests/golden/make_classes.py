#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names of all layer classes: those that Keras exports today (listed by Keras itself), and those of earlier versions."""
import inspect
import json
import pathlib

import keras

ABSTRACT = {"Layer", "Wrapper", "InputSpec"}
EARLIER = """AtrousConv1D AtrousConv2D AtrousConvolution1D AtrousConvolution2D BatchNormalizationV1 BatchNormalizationV2 ClassMethod
CuDNNGRU CuDNNLSTM Deconv2D Deconv3D Deconvolution2D Deconvolution3D DenseFeatures GRUV1 GRUV2 Highway InstanceMethod
InstanceProperty LSTMV1 LSTMV2 LocallyConnected1D LocallyConnected2D MaxoutDense Merge ParametricSoftplus
RandomFourierFeatures RandomHeight RandomWidth SReLU SequenceFeatures SlicingOpLambda SyncBatchNormalization TFOpLambda
TensorFlowOpLayer ThresholdedReLU TimeDistributedDense UnifiedGRU UnifiedLSTM""".split()

today = [name for name in dir(keras.layers) if inspect.isclass(getattr(keras.layers, name)) and name not in ABSTRACT]
file = pathlib.Path(__file__).resolve().parent / "classes.json"
file.write_text(json.dumps({"version": keras.__version__, "keras3": sorted(today), "earlier": EARLIER}, indent=0) + "\n")
