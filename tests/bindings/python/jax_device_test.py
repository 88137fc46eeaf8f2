# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""JAX's primitive on a CUDA device: results and derivatives, XLA's stream and scratch, types, drawn strings."""

import jax_strings_test
import numpy
import pytest
from drawn_einsums import cases
from jax_gradients_test import TRANSFORMED

import ttgt

jax = pytest.importorskip("jax", reason="JAX is not installed")
if ttgt._core.jax_handler() is None:
    pytest.skip("ttgt was built without jaxlib's headers", allow_module_level=True)
if jax.default_backend() != "gpu":
    pytest.skip("no GPU for JAX", allow_module_level=True)
jnp = jax.numpy
TEXT = "abc,cbd,de->ae"
SHAPES = ((6, 5, 4), (4, 5, 3), (3, 7))


@pytest.fixture(autouse=True)
def _in_64_bits():
    with jax.enable_x64(True):
        yield


def arrays_of(array, dtype="float64", scale=1):
    return [jnp.asarray(array(tuple(scale * extent for extent in shape), dtype, seed)) for seed, shape in enumerate(SHAPES)]


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "complex128"])
@pytest.mark.parametrize("scale", [1, 8])
def test_results(array, dtype, scale):
    arrays = arrays_of(array, dtype, scale)
    expected = numpy.einsum(TEXT, *map(numpy.asarray, arrays), optimize=True)
    bound = 1e-4 if dtype in ("float32", "complex64") else 1e-12

    for call in (ttgt.einsum, jax.jit(ttgt.einsum, static_argnums=0), ttgt.contract, ttgt.jax.einsum):
        found = call(TEXT, *arrays)
        assert found.dtype == dtype and found.devices() == arrays[0].devices()
        numpy.testing.assert_allclose(found, expected, rtol=bound, atol=bound * abs(expected).max())


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_half_types(array, dtype):
    a, b = jnp.asarray(array((20, 30)), dtype), jnp.asarray(array((30, 40), seed=1), dtype)

    found = jax.jit(lambda a, b: ttgt.einsum("ij,jk->ik", a, b))(a, b)

    assert found.dtype == dtype
    numpy.testing.assert_allclose(found.astype("float64"), a.astype("float64") @ b.astype("float64"), rtol=0.02, atol=0.1)


@pytest.mark.parametrize("transformed", TRANSFORMED.values(), ids=TRANSFORMED)
def test_transformations(transformed, array):
    a, b = jnp.asarray(array((2, 2, 3))), jnp.asarray(array((3, 4), seed=1))

    def by(einsum):
        return transformed(lambda a, b: einsum("ij,jk,ij->", a, b, a), a, b)

    jax.tree.map(lambda mine, theirs: numpy.testing.assert_allclose(mine, theirs, rtol=1e-10, atol=1e-10),
                 by(ttgt.einsum), by(jnp.einsum))


def test_results_on_the_device_are_those_on_the_host(array):
    arrays = arrays_of(array)
    on_host = jax.device_put(arrays, jax.devices("cpu")[0])

    gradients = jax.jit(jax.grad(lambda *x: jnp.square(ttgt.einsum(TEXT, *x)).sum(), (0, 1, 2)))

    for device, host in zip(gradients(*arrays), gradients(*on_host)):
        assert host.devices() != device.devices()
        numpy.testing.assert_allclose(device, host, rtol=1e-10, atol=1e-10)


def test_calls_follow_the_work_that_their_operands_come_from(array):
    """What is before in XLA's stream takes long; one that ran beside it would read memory that is not written yet."""
    large = jnp.asarray(array((1500, 1500))) / 1500

    @jax.jit
    def chained(x, einsum_first):
        for _ in range(20):
            x = x @ large + 1 / 1500
        return ttgt.einsum("ij,jk->ik", x, einsum_first) @ large

    found = chained(large, large)

    x = numpy.asarray(large)
    for _ in range(20):
        x = x @ numpy.asarray(large) + 1 / 1500
    numpy.testing.assert_allclose(found, x @ numpy.asarray(large) @ numpy.asarray(large), rtol=1e-8, atol=1e-12)


def test_a_network_with_scratch_in_a_loop(array):
    """Scratch of one turn is given to the next; every turn has other values."""
    a, b, c = (jnp.asarray(array((40, 40), seed=seed)) / 4 for seed in range(3))

    @jax.jit
    def last(a, b, c):
        return jax.lax.fori_loop(0, 30, lambda _, x: jnp.tanh(ttgt.einsum("ij,jk,kl,lm->im", x, b, c, b)), a)

    x = numpy.asarray(a)
    for _ in range(30):
        x = numpy.tanh(x @ b @ c @ b)
    numpy.testing.assert_allclose(last(a, b, c), x, rtol=1e-6, atol=1e-9)


def test_empty_arrays(array):
    found = jax.jit(lambda a, b: ttgt.einsum("ij,jk->ik", a, b))(jnp.zeros((3, 0)), jnp.zeros((0, 4)))

    numpy.testing.assert_array_equal(found, numpy.zeros((3, 4)))


def test_drawn_strings():
    for case in cases(8):
        jax_strings_test.check(case)


def test_settings_are_refused(array):
    a = jnp.asarray(array((3, 3)))

    with pytest.raises(ttgt.Unsupported, match="context"):
        ttgt.einsum("ij,jk->ik", a, a, context=ttgt.Context("cuda:0"))
    with pytest.raises(ttgt.InvalidArgument, match="read-only"):
        ttgt.einsum("ij,jk->ik", a, a, out=a)
