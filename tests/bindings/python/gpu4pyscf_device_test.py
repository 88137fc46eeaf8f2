# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""GPU4PySCF's function over ttgt on arrays of CuPy, in the cases that its issues tell of; skips where there is no GPU."""

import numpy
import pytest

cupy = pytest.importorskip("cupy", reason="CuPy is not installed")
if not cupy.cuda.is_available():
    pytest.skip("no GPU for CuPy", allow_module_level=True)

import ttgt  # noqa: E402
from ttgt.integrations import gpu4pyscf  # noqa: E402


def drawn(*shape, dtype="float64"):
    values = cupy.random.default_rng(sum(shape) + 1).random(shape)
    return (values + 1j * values[::-1] if numpy.dtype(dtype).kind == "c" else values).astype(dtype)


def agrees(found, expected):
    assert found.dtype == expected.dtype and found.shape == expected.shape
    scale = float(abs(expected).max()) if expected.size else 1
    assert expected.size == 0 or float(abs(found - expected).max()) <= 1e3 * numpy.finfo(expected.dtype).eps * scale


def strides_of_zero():
    a = drawn(30, 40)
    return "ij,ji->", a[0, :, None].repeat(1, axis=1), cupy.broadcast_to(a[0], (1, 40))


def broadcast():
    return "ijk,ikl->jl", cupy.broadcast_to(drawn(1, 9, 6), (6, 9, 6)), drawn(6, 6, 7)


def sliced_rank_4():
    return "lkji,jl->ik", drawn(12, 12, 12, 12)[1:11, ::2, 2:12, :-1], drawn(20, 20)[10:20, 10:20]


CASES = {
    "strides of 0": strides_of_zero,
    "broadcast": broadcast,
    "elementwise": lambda: ("ig,yg->yig", drawn(40, 5000), drawn(4, 5000)),
    "matrix and vector": lambda: ("pq,q->p", drawn(700, 900), drawn(900)),
    "no elements": lambda: ("ij,jk->ik", drawn(0, 5), drawn(5, 4)),
    "no terms": lambda: ("ij,jk->ik", drawn(3, 0), drawn(0, 4)),
    "sliced rank 4": sliced_rank_4,
    "complex and real": lambda: ("ijk,ikl->jl", drawn(6, 9, 6, dtype="complex128"), drawn(6, 6, 7)),
    "two precisions": lambda: ("ij,jk->ik", drawn(30, 40, dtype="float32"), drawn(40, 20)),
}


@pytest.mark.parametrize("case", CASES)
def test_results_are_those_of_einsum(case):
    text, a, b = CASES[case]()
    expected = cupy.asarray(cupy.einsum(text, a, b))

    agrees(gpu4pyscf.contract(text, a, b), expected)

    whole = cupy.ones((*expected.shape, 3))[..., 1] if expected.dtype == numpy.float64 else cupy.ones_like(expected)
    found = gpu4pyscf.contract(text, a, b, alpha=2, beta=-1, out=whole)
    assert found is whole
    agrees(whole, 2 * expected - 1)


def test_out_may_overlap_an_operand():
    a = drawn(50, 50)
    expected = a + a @ a

    gpu4pyscf.contract("ij,jk->ik", a, a, beta=1.0, out=a)

    agrees(a, expected)


def test_calls_run_on_the_current_stream():
    a, busy = cupy.zeros((300, 300)), cupy.ones((4000, 4000))
    cupy.cuda.Device().synchronize()
    with cupy.cuda.Stream(non_blocking=True) as stream:
        for _ in range(20):
            busy = busy @ busy * 1e-5
        a += 1
        found = gpu4pyscf.contract("ij,jk->ik", a, a)
        stream.synchronize()

    assert float(found.min()) == float(found.max()) == 300


def test_a_product_of_three_keeps_to_a_limit():
    """In the order in which the operands stand, the first product would have n^4 elements."""
    n = 380
    a, b, c = drawn(n, n), drawn(n, n), drawn(n, n)
    cupy.get_default_memory_pool().free_all_blocks()
    pool = cupy.get_default_memory_pool()
    before = pool.total_bytes()

    found = ttgt.einsum("ij,kl,jk->il", a, b, c)

    assert pool.total_bytes() - before < 1 << 28 < 8 * n**4
    agrees(found, a @ c @ b)


def test_errors_are_those_of_bad_values():
    a = drawn(4, 4)
    with pytest.raises(ValueError, match="'j'"):
        gpu4pyscf.contract("ij,jk->ik", a, drawn(5, 4))
    with pytest.raises(ValueError):
        gpu4pyscf.contract("ij,jk->ii", a, a)
    with pytest.raises(ValueError):
        gpu4pyscf.contract("ijk,jk->ik", a, a)
