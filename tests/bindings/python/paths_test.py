# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Operations of our paths beside those of opt_einsum's, over equations that it draws."""

import re
import subprocess
import sys

import pytest

opt_einsum = pytest.importorskip("opt_einsum")
testing = pytest.importorskip("opt_einsum.testing")

ROUNDING = 1e-3  # explain prints four digits
AUTO = 1.25  # the predicted time decides: among equally fast paths some have more operations


def drawn(seed, factors, regularity=3, outputs=2):
    """Subscripts and extents of 2 to 9."""
    subscripts, _, extents = testing.rand_equation(factors, regularity, outputs, d_min=2, d_max=9, seed=seed,
                                                   return_size_dict=True)
    return subscripts, extents


def operations(subscripts, extents, **options):
    """Of the plan, as the command explains it."""
    arguments = [f"--{name}={value}" for name, value in options.items()]
    sizes = [f"{label}={extent}" for label, extent in extents.items()]
    ran = subprocess.run([sys.executable, "-m", "ttgt", "explain", subscripts, *sizes, "--threads=2", *arguments],
                         capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return float(re.search(r"([0-9.e+]+) operations,", ran.stdout).group(1))


def of_opt_einsum(subscripts, extents, optimize):
    """The count of its path; views have shapes and no memory."""
    shapes = [tuple(extents[label] for label in term) for term in subscripts.split("->")[0].split(",")]
    return float(opt_einsum.contract_path(subscripts, *shapes, shapes=True, optimize=optimize)[1].opt_cost)


@pytest.mark.parametrize("factors", [3, 5, 7])
def test_optimal_needs_no_more_operations(factors):
    for seed in range(6):
        subscripts, extents = drawn(seed, factors)
        best = of_opt_einsum(subscripts, extents, "optimal")
        assert operations(subscripts, extents, search="optimal", minimize="flops") <= best * (1 + ROUNDING), subscripts


@pytest.mark.parametrize("factors", [9, 12, 14, 16])
def test_many_factors(factors):
    for seed in range(4):
        subscripts, extents = drawn(seed, factors)
        best = of_opt_einsum(subscripts, extents, "dp")
        assert operations(subscripts, extents, minimize="flops") <= best * (1 + ROUNDING), subscripts
        assert operations(subscripts, extents) <= best * AUTO * (1 + ROUNDING), subscripts


def test_more_factors_than_every_path_can_be_searched_of():
    for seed in range(3):
        subscripts, extents = drawn(seed, 30)
        greedy = of_opt_einsum(subscripts, extents, "greedy")
        assert operations(subscripts, extents, minimize="flops") <= greedy * (1 + ROUNDING), subscripts
