# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""What is lost to rounding: nothing but the last of 16 bits, and few digits of long sums."""

import numpy
import pytest

import ttgt


def test_three_float16_arrays_are_summed_in_float32():
    # 230400 stands between two of them, the result is 18436.
    b = numpy.full((4, 64), 60, numpy.float16)
    c = numpy.full((64, 8), 60, numpy.float16)
    d = numpy.full((8, 4), 0.01, numpy.float16)
    expected = numpy.einsum("ij,jk,kl->il", *(x.astype(numpy.float64) for x in (b, c, d)))

    for result in (ttgt.einsum("ij,jk,kl->il", b, c, d), ttgt.einsum("kl,jk,ij->il", d, c, b)):
        assert result.dtype == numpy.float16
        numpy.testing.assert_array_equal(result, expected.astype(numpy.float16))


@pytest.mark.parametrize("columns", [1, 7, 8, 10, 32])
@pytest.mark.parametrize("order", ["C", "F"])
def test_long_sums_keep_their_digits(columns, order):
    x = numpy.full((1_000_000, columns), 0.1, numpy.float32, order=order)
    expected = 1e6 * float(numpy.float32(0.1))

    numpy.testing.assert_allclose(ttgt.einsum("ij->j", x), expected, rtol=1e-5)
