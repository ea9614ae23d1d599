#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Golden files of single layers, by real Keras 3: make_layers.py [MODULE …]"""
import importlib
import sys

import golden

MODULES = ["cases_conv", "cases_pool_norm", "cases_dense_activation", "cases_shape_merge", "cases_recurrent",
           "cases_wrapper_mask", "cases_attention", "cases_more", "cases_text", "cases_signal", "cases_operation",
           "cases_operation_more", "cases_quantised", "cases_volume", "cases_reported"]

for module in sys.argv[1:] or MODULES:
    importlib.import_module(module).make()
golden.report()
