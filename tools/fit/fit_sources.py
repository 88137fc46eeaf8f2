# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Writes fitted values into the sources that have them."""
import re

GETT_RATES = "contraction/cuda/direct/gett/plan/gett_rates.cpp"
RATES = {"cpu-direct": "contraction/cpu/direct/direct_rates.h",
         "outer": "contraction/cuda/direct/outer/outer_rates.h",
         "cuda-transposes": "transpose/cuda/plan/transpose_rates.h",
         "cpu-streamed": "transpose/cpu/tile_rates.h", "cpu-cached": "transpose/cpu/tile_rates.h"}
TILED_POLICIES = "transpose/cuda/plan/tiled_policy.h"
# Names of the tables in GETT_RATES, by dtype and compute; those that are missing are the dtype's.
TABLES = {("float16", "full"): "half", ("bfloat16", "full"): "half",
          ("float32", "tf32"): "tf32", ("float32", "tf32x3"): "tf32x3",
          ("complex64", "tf32"): "complex_tf32", ("complex64", "tf32x3"): "complex_tf32x3"}


class FitError(Exception):
    """Why there is no fit."""


def replace(path, pattern, text):
    """The one match of the pattern in a source file becomes the text."""
    old = path.read_text(encoding="utf-8")
    new, count = re.subn(pattern, lambda _: text, old)
    if count != 1:
        raise FitError(f"{path}: {count} places match {pattern}")
    path.write_text(new, encoding="utf-8")


def write_gett(root, dtype, compute, values):
    """The table of a kind of products."""
    table = TABLES.get((dtype, compute), dtype)
    shares = ", ".join(f"{value:.3g}" for name, value in values.items() if "[" in name)
    others = "".join(f"    .{name} = {value:.3g},\n" for name, value in values.items() if "[" not in name)
    replace(root / GETT_RATES, rf"constexpr GettRates {table}_rates = \{{\n(?: .*\n)*\}};\n",
            f"constexpr GettRates {table}_rates = {{\n    .of_peak = {{{shares}}},\n{others}}};\n")


def write_members(root, family, values):
    """The default values of a struct's members; those with an index are factors of tiled policies."""
    for name, value in values.items():
        if "[" not in name:
            replace(root / RATES[family], rf"double {name} = [^;]*;", f"double {name} = {value:.3g};")
    factors, path = iter([values[name] for name in values if "[" in name]), root / TILED_POLICIES
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"(\{(?:\d+, ){6})([\d.]+)\}", lambda policy: (
        f"{policy[1]}{next(factors, float(policy[2])):.3g}}}"), text), encoding="utf-8")
