# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""The second of two like calls is not planned: it is found by its text, options and layouts."""

import sys
import threading

import numpy
import pytest

import ttgt

PRODUCT = "ij,jk->ik"


@pytest.fixture
def plans(monkeypatch):
    """The expressions that were planned, in order."""
    planned, plan = [], ttgt._core.plan

    def counted(context, expression, *arguments, **options):
        planned.append(expression)
        return plan(context, expression, *arguments, **options)

    monkeypatch.setattr(ttgt._core, "plan", counted)
    ttgt._context.own.clear_plans()
    return planned


def operands(array, left="float64", right="float64"):
    return (array((5, 6)) * 9).astype(left), (array((6, 7), seed=1) * 9).astype(right)


@pytest.mark.parametrize("left, right, options", [
    ("float64", "float64", {}),
    ("float32", "float64", {}),
    ("int64", "float32", {}),
    ("bool", "complex64", {}),
    (">f8", "float64", {}),
    ("float64", "complex128", {}),
    ("float64", "float64", {"dtype": float}),
    ("float32", "float32", {"dtype": numpy.dtype("c16")}),
    ("float64", "float64", {"dtype": "f4", "casting": "unsafe"}),
    ("float64", "float64", {"order": "F"}),
])
def test_types_and_options(array, plans, left, right, options):
    for _ in range(3):
        a, b = operands(array, left, right)
        found, expected = ttgt.einsum(PRODUCT, a, b, **options), numpy.einsum(PRODUCT, a, b, **options)
        assert found.dtype == expected.dtype and numpy.allclose(found, expected, rtol=1e-5)
    assert len(plans) == 1


def test_numbers_lists_and_fields(array, plans):
    records = numpy.zeros((5, 6), [("x", "f8"), ("flag", "i1")])
    for _ in range(3):
        records["x"], b = operands(array)
        assert numpy.allclose(ttgt.einsum(PRODUCT, records["x"], b), records["x"] @ b)
        assert numpy.allclose(ttgt.einsum(",ij->ij", 2.0, b), 2 * b)
        assert numpy.allclose(ttgt.einsum(",ij->ij", numpy.float32(2), b), 2 * b)
        assert numpy.allclose(ttgt.einsum("i,ij->j", [1, 2, 3, 4, 5, 6], b), numpy.arange(1, 7) @ b)
    assert len(plans) == 4


def test_lists_of_labels(array, plans):
    a, b = operands(array)
    for _ in range(3):
        assert numpy.allclose(ttgt.einsum(a, [0, 1], b, [1, 2], [0, 2]), a @ b)
        assert numpy.allclose(ttgt.einsum(a, (0, 1), b, [1, 2]), a @ b)
        assert numpy.allclose(ttgt.einsum(a, [..., 1], b, [1, 2], [..., 2]), a @ b)
        assert numpy.allclose(ttgt.einsum(a, [70, 60], b, [60, 2], [2, 70]), (a @ b).T)
    assert len(plans) == 4


def test_wider_out(array, plans):
    a, b = operands(array, "float32", "float32")
    out = numpy.zeros((5, 7))
    for _ in range(3):
        ttgt.einsum(PRODUCT, a, b, out=out)
    assert len(plans) == 1 and numpy.allclose(out, a.astype(float) @ b.astype(float), rtol=1e-14)


def test_calls_that_differ_are_planned_apart(array, plans):
    a, b = operands(array)
    small = a.astype("f4")
    for _ in range(2):
        assert ttgt.einsum(PRODUCT, small, b).dtype == numpy.float64
        assert ttgt.einsum(PRODUCT, small, b, dtype=complex).dtype == numpy.complex128
        with pytest.raises(ttgt.DtypeError):
            ttgt.einsum(PRODUCT, small, b, casting="no")  # though another casting has been kept
        with pytest.raises(ttgt.Error):
            ttgt.contract(PRODUCT, small, b)  # strict: the copies of einsum's call are not its own
        assert numpy.allclose(ttgt.einsum(a, [0, 1], b, [1, 2]), a @ b)
        assert numpy.allclose(ttgt.einsum(a, [2, 1], b, [1, 0]), (a @ b).T)
        assert numpy.allclose(ttgt.einsum(a, [0, 1], b, [1, 2], []), (a @ b).sum())


def test_tensors_of_pytorch(array, plans):
    torch = pytest.importorskip("torch")
    a, b = (torch.from_numpy(each) for each in operands(array))
    for _ in range(3):
        found = ttgt.einsum(PRODUCT, a, b)
        assert type(found) is torch.Tensor and torch.allclose(found, a @ b)
        assert torch.allclose(ttgt.einsum(PRODUCT, a[:, ::2], b[::2]), a[:, ::2] @ b[::2])
        assert torch.allclose(ttgt.contract("D(i,k)=L(i,j)*R(j,k)", torch.empty(5, 7, dtype=a.dtype), a, b), a @ b)
    assert len(plans) == 3
    narrow, wide = a.to(torch.bfloat16), b.to(torch.bfloat16)
    for _ in range(3):
        assert ttgt.einsum(PRODUCT, narrow, wide).dtype == torch.bfloat16
        assert torch.allclose(ttgt.einsum(PRODUCT, a.float(), b), a.float().double() @ b)
    assert len(plans) == 5


def test_what_stands_beside_tensors(array, plans):
    torch = pytest.importorskip("torch")
    tensor = torch.from_numpy(array((5, 6), "float32"))
    wide = array((6, 7), seed=1)
    for number in (2.0, 3.0, 4.0):
        found = ttgt.einsum(",ij->ij", number, tensor)
        assert found.dtype == torch.float32 and torch.allclose(found, number * tensor)
        mixed = ttgt.einsum(PRODUCT, tensor, wide)
        assert mixed.dtype == torch.float64 and numpy.allclose(mixed.numpy(), tensor.numpy().astype(float) @ wide)
        fortran = ttgt.einsum("ij->ji", tensor, order="F")
        assert fortran.stride() == (1, 6) and torch.equal(fortran, tensor.T)
    assert len(plans) == 3
    for number in (2.0, 3.0):
        assert torch.allclose(ttgt.contract(",ij->ij", number, tensor), number * tensor)


def test_tensors_are_read_as_they_are_now(array, plans):
    torch = pytest.importorskip("torch")
    if not hasattr(torch.Tensor, "__dlpack_c_exchange_api__"):
        pytest.skip("this PyTorch has no exchange API: nothing is read directly")
    a, b = (torch.from_numpy(each) for each in operands(array, "complex128", "complex128"))
    ttgt.einsum(PRODUCT, a, b)
    key = ttgt._core.CallCache.einsum_key

    def is_direct(*arrays, out=None):
        return key((PRODUCT, *arrays), out, None, "K", "safe") is not None

    assert is_direct(a, b) and is_direct(a, b, out=torch.empty(5, 7))
    assert not is_direct(a.conj(), b) and not is_direct(a, b, out=torch.empty(5, 7, dtype=a.dtype).conj())
    assert not is_direct(a.conj().imag, b.real)
    assert not is_direct(a.clone().requires_grad_(), b)
    with torch.no_grad():
        assert is_direct(a.clone().requires_grad_(), b)
    assert not is_direct(a.to_sparse(), b) and not is_direct(a.to("meta"), b)
    with torch.autograd.forward_ad.dual_level():
        assert not is_direct(a, b)
    seen = []
    torch.vmap(lambda row: seen.append(is_direct(row, b)) or row)(a)
    torch.jit.trace(lambda x: seen.append(is_direct(x, b)) or x * 2, (a,), check_trace=False)
    assert seen == [False, False]


def test_held_plan_reads_tensors_itself(array, monkeypatch):
    torch = pytest.importorskip("torch")
    if not hasattr(torch.Tensor, "__dlpack_c_exchange_api__"):
        pytest.skip("this PyTorch has no exchange API: nothing is read directly")
    a, b = (torch.from_numpy(each) for each in operands(array))
    plan = ttgt.plan(PRODUCT, a, b)
    plan.run(a, b)
    monkeypatch.setattr(ttgt._plan, "describe_all", lambda *_: pytest.fail("read by DLPack"))

    assert torch.allclose(plan.run(a, b), a @ b)
    out = torch.empty(5, 7, dtype=a.dtype)
    assert plan.run(a, b, out=out) is out and torch.allclose(out, a @ b)
    monkeypatch.undo()
    with pytest.raises(ttgt.InvalidArgument, match="other dtypes, shapes"):
        plan.run(a.float(), b)


def test_threads_share_kept_calls(array):
    a, b = operands(array, "float32", "float64")
    expected, wrong = a.astype(float) @ b, []

    def work():
        for number in range(300):
            if number % 100 == 99:
                ttgt._context.own.clear_plans()
            if not numpy.allclose(ttgt.einsum(a, [0, 1], b, [1, 2]), expected):
                wrong.append(number)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sys.setswitchinterval(interval)
    assert not wrong
