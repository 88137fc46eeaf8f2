# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Arrays of JAX on CPUs, by JAX's rules of types."""

import numpy
import pytest

import ttgt

jax = pytest.importorskip("jax", reason="JAX is not installed")
jnp = jax.numpy


@pytest.fixture
def matrices(array):
    return jnp.asarray(array((2, 3), "float32")), jnp.asarray(array((3, 4), "float32", 1))


def same(found, expected):
    assert isinstance(found, jax.Array) and found.dtype == expected.dtype
    numpy.testing.assert_allclose(numpy.asarray(found, "float64"), numpy.asarray(expected, "float64"), rtol=1e-5, atol=1e-6)


def test_plans_give_arrays_of_jax(matrices):
    a, b = matrices
    same(ttgt.plan("ij,jk->ik", a, b).run(a, b), a @ b)


def test_tracers_are_named(matrices):
    a, b = matrices
    plan = ttgt.plan("ij,jk->ik", a, b)
    calls = [lambda x: ttgt.einsum("ij,jk->ik", x, b, out=numpy.zeros((2, 4), "float32")),
             lambda x: ttgt.contract("D(i,k)=L(i,j)*R(j,k)", numpy.zeros((2, 4), "float32"), x, b),
             lambda x: plan.run(x, b), ttgt.transpose]
    for call in calls:
        for transformed in (jax.jit(call), lambda x, call=call: jax.vmap(call)(x[None]),
                            jax.grad(lambda x, call=call: call(x).sum())):
            with pytest.raises(ttgt.Unsupported, match="tracer of JAX"):
                transformed(a)


def test_types_beside_arrays_of_jax(matrices, array):
    a, b = matrices
    assert not jax.config.jax_enable_x64
    wide = array((2, 3))

    same(ttgt.einsum("ij,jk->ik", wide, b), jnp.asarray(wide) @ b)
    same(ttgt.contract("ij,jk->ik", wide, b), jnp.asarray(wide) @ b)
    same(ttgt.einsum(",ij->ij", 2.0, a), 2 * a)
    assert ttgt.einsum(",ij->ij", 2j, a).dtype == jnp.complex64


def test_bfloat16(matrices):
    a, b = (each.astype(jnp.bfloat16) for each in matrices)

    for found in (ttgt.einsum("ij,jk->ik", a, b), ttgt.plan("ij,jk->ik", a, b).run(a, b)):
        assert isinstance(found, jax.Array) and found.dtype == jnp.bfloat16
        exact = numpy.asarray(a, "float64") @ numpy.asarray(b, "float64")
        numpy.testing.assert_allclose(numpy.asarray(found, "float64"), exact, rtol=0.01, atol=0.01)
    assert ttgt.transpose(a).dtype == jnp.bfloat16
    assert ttgt.einsum(",ij->ij", 2.0, a).dtype == jnp.bfloat16


def test_arrays_whose_memory_is_gone_are_named(matrices):
    gone = jnp.ones((2, 3))
    gone.delete()

    with pytest.raises(ttgt.InvalidArgument, match="L was deleted"):
        ttgt.einsum("ij,jk->ik", gone, matrices[1])


def test_outputs_are_read_only(matrices):
    a, b = matrices
    plan = ttgt.plan("ij,jk->ik", a, b)
    for call in (lambda: ttgt.einsum("ij,jk->ik", a, b, out=jnp.zeros((2, 4))), lambda: plan.run(a, b, out=jnp.zeros((2, 4))),
                 lambda: ttgt.contract("D(i,k)=L(i,j)*R(j,k)", jnp.zeros((2, 4)), a, b),
                 lambda: ttgt.transpose(a, out=jnp.zeros((3, 2)))):
        with pytest.raises(ttgt.InvalidArgument, match="read-only"):
            call()
