# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Drawn strings under JAX: results and derivatives of both orders beside jax.numpy.einsum's own, and finite differences of
them; numbers that are none; threads. TTGT_TEST_STRINGS=1000 draws more of them; each one is compiled, which takes time."""

import concurrent.futures

import numpy
import pytest
from drawn_einsums import cases

import ttgt

jax = pytest.importorskip("jax", reason="JAX is not installed")
if ttgt._core.jax_handler() is None:
    pytest.skip("ttgt was built without jaxlib's headers", allow_module_level=True)
jnp = jax.numpy
STEP = 1e-4


def arrays(case, kind="signed"):
    return [jnp.asarray(case.values(place, kind)) for place in range(len(case.tensors))]


def derivatives(einsum, case):
    """A compiled function of tensors and directions: result and gradients, and how both change along the directions."""
    def first(*tensors):
        result, pull = jax.vjp(lambda *tensors: einsum(*case.operands(tensors, as_lists=case.number % 5 == 0)), *tensors)
        grad = jnp.cos(jnp.arange(result.size, dtype="float64")).reshape(result.shape).astype(result.dtype)
        return [result, *pull(grad)]

    return jax.jit(lambda tensors, directions: jax.jvp(first, tensors, directions))


def check(case):
    with jax.enable_x64(True):
        tensors = arrays(case)
        directions = [jnp.sin(1.0 + jnp.arange(each.size)).reshape(each.shape).astype(each.dtype) for each in tensors]
        mine, theirs = derivatives(ttgt.einsum, case), derivatives(jnp.einsum, case)
        values, slopes = mine(tensors, directions)
        for found, expected in zip([*values, *slopes], sum(theirs(tensors, directions), [])):
            numpy.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9, err_msg=str(case))
        ends = [mine([each + step * along for each, along in zip(tensors, directions)], directions)[0] for step in (STEP, -STEP)]
        for right, left, slope, value in zip(*ends, slopes, values):
            scale = 1 + numpy.abs(slope).sum() + numpy.abs(value).sum()
            numpy.testing.assert_allclose((right - left) / (2 * STEP), slope, rtol=0, atol=1e-5 * scale, err_msg=str(case))


def check_no_numbers(case):
    """Of arrays of 1 to 2, exactly those elements of result and gradients become NaN or infinite that read such a one."""
    if any(0 in of.shape for of in case.tensors):
        return  # a sum of no terms that is taken first is a zero for the number to meet
    with jax.enable_x64(True):
        tensors, place = arrays(case, "positive"), case.number % len(case.tensors)
        element = numpy.unravel_index(case.number % tensors[place].size, tensors[place].shape)

        def with_value(einsum, value):
            changed = [each.at[element].set(value) if number == place else each for number, each in enumerate(tensors)]
            result, pull = jax.vjp(lambda *tensors: einsum(*case.operands(tensors)), *changed)
            return [numpy.asarray(each) for each in (result, *pull(jnp.ones_like(result)))]

        grown, plain = with_value(jnp.einsum, 3), with_value(jnp.einsum, tensors[place][element])
        for value in (numpy.nan, numpy.inf):
            for found, more, before in zip(with_value(ttgt.jax.einsum, value), grown, plain):
                expected = numpy.where(more > before * (1 + 1e-12), value, before)
                numpy.testing.assert_allclose(found, expected, rtol=1e-12, err_msg=str(case))


def test_drawn_strings():
    for case in cases(8):
        check(case)


def test_numbers_that_are_none():
    for case in cases(2):
        check_no_numbers(case)


def test_drawn_strings_in_threads():
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for _ in pool.map(check, cases(4, first=5000)):
            pass
