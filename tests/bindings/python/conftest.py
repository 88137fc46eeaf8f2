# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""What the tests share: random numbers from a printed seed, and bounds on errors."""

import os
import random
import subprocess
import sys
import textwrap

import numpy
import pytest

SEED = int(os.environ.get("TTGT_TEST_SEED", "20261124"))


def pytest_report_header():
    return f"replay with TTGT_TEST_SEED={SEED}"


@pytest.fixture
def draw():
    return random.Random(SEED)


def _array(shape, dtype="float64", seed=0):
    values = numpy.random.default_rng(SEED + seed)
    real = values.uniform(-1, 1, shape)
    if numpy.dtype(dtype).kind == "c":
        real = real + 1j * values.uniform(-1, 1, shape)
    return numpy.asarray(real).astype(dtype)


@pytest.fixture
def array():
    return _array


@pytest.fixture
def close():
    def check(found, expected, terms=1):
        """Sums of `terms` products of numbers of at most 1 lose a rounding each, and one in storing."""
        dtype = numpy.asarray(found).dtype
        assert numpy.shape(found) == numpy.shape(expected)
        unit = numpy.finfo(dtype).eps
        if numpy.size(expected):
            assert numpy.max(numpy.abs(numpy.asarray(found) - expected)) <= 4 * unit * (terms + 4) * max(terms, 1) ** 0.5

    return check


@pytest.fixture
def output_of():
    def run(program, **variables):
        """What a process of its own prints, which ends well and complains of nothing."""
        done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=120,
                              env={**os.environ, **variables}, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout.split()

    return run
