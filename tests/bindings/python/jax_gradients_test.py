# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Contractions as a primitive of JAX: finite differences, jax.numpy.einsum's own derivatives, transformations, refusals."""

import os
import subprocess
import sys

import numpy
import pytest

import ttgt

jax = pytest.importorskip("jax", reason="JAX is not installed")
if ttgt._core.jax_handler() is None:
    pytest.skip("ttgt was built without jaxlib's headers", allow_module_level=True)
jnp = jax.numpy
from jax.test_util import check_grads  # noqa: E402


@pytest.fixture(autouse=True)
def _in_64_bits():
    with jax.enable_x64(True):
        yield


@pytest.fixture
def jax_array(array):
    return lambda shape, dtype="float64", seed=0: jnp.asarray(array(shape, dtype, seed))


CASES = {
    "product": ("ij,jk->ik", (2, 3), (3, 2)),
    "chain": ("ab,bc,cd,ad->b", (2, 3), (3, 2), (2, 2), (2, 2)),
    "diagonal": ("ii,ij->j", (2, 2), (2, 3)),
    "sum": ("ij->", (2, 3)),
    "lone": ("ij,jk->k", (2, 3), (3, 2)),
    "ellipsis and ones": ("...i,...ij", (2, 3), (1, 3, 2)),
    "ones": ("i,i->i", (1,), (3,)),
    "scalar": (",i->i", (), (3,)),
    "empty": ("ij,jk->ik", (2, 0), (0, 2)),
}
cases = pytest.mark.parametrize("text,shapes", [(text, shapes) for text, *shapes in CASES.values()], ids=CASES)


@cases
@pytest.mark.parametrize("dtype", ["float64", "complex128"])
def test_finite_differences(text, shapes, dtype, jax_array):
    arrays = [jax_array(shape, dtype, seed) for seed, shape in enumerate(shapes)]

    check_grads(lambda *x: ttgt.jax.einsum(text, *x), arrays, order=2, modes=("fwd", "rev"))


def both(call):
    return call(ttgt.einsum), call(jnp.einsum)


def same(call):
    """What `call` makes of ttgt.einsum and of jax.numpy.einsum."""
    jax.tree.map(lambda mine, theirs: numpy.testing.assert_allclose(mine, theirs, rtol=1e-10, atol=1e-10), *both(call))


TRANSFORMED = {
    "jit": lambda f, a, b: jax.jit(f)(a[0], b),
    "grad": lambda f, a, b: jax.grad(f, (0, 1))(a[0], b),
    "vmap": lambda f, a, b: jax.vmap(f, (0, None))(a, b),
    "vmap, last axis": lambda f, a, b: jax.vmap(f, (2, None))(jnp.moveaxis(a, 0, 2), b),
    "vmap of grad": lambda f, a, b: jax.vmap(jax.grad(f), (0, None))(a, b),
    "grad of vmap": lambda f, a, b: jax.grad(lambda b: jax.vmap(f, (0, None))(a, b).sum())(b),
    "jvp": lambda f, a, b: jax.jvp(f, (a[0], b), (a[1], 2 * b)),
    "hessian": lambda f, a, b: jax.jit(jax.hessian(f))(a[0], b),
    "reverse over reverse": lambda f, a, b: jax.jacrev(jax.jacrev(f))(a[0], b),
    "linear": lambda f, a, b: jax.linear_transpose(lambda b: f(a[0], b), b)(jnp.asarray(2.0)),
    "checkpoint": lambda f, a, b: jax.grad(jax.checkpoint(f))(a[0], b),
    "scan": lambda f, a, b: jax.lax.scan(lambda sum, a: (sum + f(a, b), sum), jnp.asarray(0.0), a),
}


@pytest.mark.parametrize("transformed", TRANSFORMED.values(), ids=TRANSFORMED)
def test_transformations(transformed, jax_array):
    a, b = jax_array((2, 2, 3)), jax_array((3, 4), seed=1)

    same(lambda einsum: transformed(lambda a, b: einsum("ij,jk,ij->", a, b, a), a, b))


def test_formulas_with_conjugates_and_sums(jax_array):
    x = jax_array((3, 3), "complex128")

    def mine(x):
        return ttgt.jax.contract("D(i,k)=2*conj(L(j,i))*R(j,k)-X(i,k)", x, x, x)

    numpy.testing.assert_allclose(mine(x), 2 * x.conj().T @ x - x)
    numpy.testing.assert_allclose(jax.grad(lambda x: mine(x).real.sum())(x),
                                  jax.grad(lambda x: (2 * x.conj().T @ x - x).real.sum())(x), atol=1e-12)


@pytest.mark.parametrize("platform", ["cpu", "cuda"])
def test_compiled_code_calls_the_engine(platform, jax_array):
    """Compiles for a device that need not be there."""
    gradient = jax.jit(jax.grad(lambda a, b: ttgt.einsum("ij,jk->ik", a, b).sum()))

    text = gradient.trace(jax_array((2, 3)), jax_array((3, 4), seed=1)).lower(lowering_platforms=(platform,)).as_text()

    assert "@ttgt_contract(" in text and "y0(" in text


def test_real_arrays_beside_complex_ones_have_real_gradients(jax_array):
    real, other = jax_array((2, 3)), jax_array((3, 2), "complex128", 1)

    same(lambda einsum: jax.grad(lambda x: einsum("ij,jk->ik", x, other).imag.sum())(real))


def test_calls_of_the_package_under_jit(jax_array):
    a, b = jax_array((2, 3)), jax_array((3, 4), seed=1)

    for call in (lambda a, b: ttgt.einsum(a, [0, 1], b, [1, 2], [0, 2]), lambda a, b: ttgt.contract("ij,jk->ik", a, b, alpha=3) / 3,
                 lambda a, b: ttgt.einsum("ij,,jk->ik", a, 1.0, b), lambda a, b: ttgt.tensordot(a, b, 1),
                 lambda a, b: ttgt.einsum("ij,jk->ik", a.astype("float32"), b, dtype="float64")):
        numpy.testing.assert_allclose(jax.jit(call)(a, b), a @ b, rtol=1e-6)
    with pytest.raises(ttgt.Unsupported, match="context"):
        jax.jit(lambda a, b: ttgt.einsum("ij,jk->ik", a, b, context=ttgt.Context()))(a, b)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "complex64"])
def test_types(dtype, jax_array):
    a, b = jax_array((2, 3)).astype(dtype), jax_array((3, 4), seed=1).astype(dtype)

    found = jax.jit(lambda a, b: ttgt.einsum("ij,jk->ik", a, b))(a, b)

    assert found.dtype == dtype
    wide = "complex128" if dtype == "complex64" else "float64"
    numpy.testing.assert_allclose(found.astype(wide), a.astype(wide) @ b.astype(wide), rtol=0.02, atol=0.02)


@pytest.mark.parametrize("call,error,words", [
    (lambda: ttgt.jax.einsum("ij", jnp.ones((2, 2), int)), ttgt.DtypeError, "L is of int64"),
    (lambda: ttgt.jax.einsum("ij", numpy.zeros((2, 2), jax.dtypes.float0)), ttgt.DtypeError, "L is of float0"),
    (lambda: ttgt.jax.einsum("i,i", jnp.ones(2), jnp.ones(2, "float32")), ttgt.DtypeError, "R is of float32"),
    (lambda: ttgt.jax.einsum("ij,jk", jnp.ones((2, 3)), jnp.ones((2, 3))), ttgt.ShapeMismatch, "'j' has extent 3 in L but 2 in R"),
    (lambda: ttgt.jax.einsum("i,i", jnp.ones(2)), ttgt.OperandCountMismatch, "2 input"),
    (lambda: ttgt.jax.contract("i"), ttgt.InvalidArgument, "at least one"),
    (lambda: jax.jit(lambda x: ttgt.einsum("i,i", x, x))(jnp.ones(2, int)), ttgt.DtypeError, "int64"),
])
def test_refusals(call, error, words):
    with pytest.raises(error, match=words):
        call()


def test_arrays_that_are_gone_are_refused():
    gone = jnp.ones(2)
    gone.delete()

    with pytest.raises(ttgt.InvalidArgument, match="R was deleted"):
        ttgt.jax.einsum("i,i", jnp.ones(2), gone)


def test_sharded_arrays_are_refused():
    code = """
import jax, jax.numpy as jnp, ttgt, ttgt.jax
spread = jax.device_put(jnp.ones((4, 2)), jax.NamedSharding(jax.make_mesh((2,), ("x",)), jax.P("x")))
for call, words in ((ttgt.jax.einsum, "L is spread over 2 devices"),
                    (jax.jit(ttgt.einsum, static_argnums=0), "L is sharded")):
    try:
        call("ij->i", spread)
    except ttgt.Unsupported as error:
        assert words in str(error), error
    else:
        raise AssertionError("taken")
"""
    settings = {"XLA_FLAGS": "--xla_force_host_platform_device_count=2", "JAX_PLATFORMS": "cpu"}
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, **settings})
