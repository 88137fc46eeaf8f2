# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Tensors of PyTorch on CPUs: what they show is what is computed, and what cannot be is refused."""

import warnings

import numpy
import pytest

import ttgt

torch = pytest.importorskip("torch", reason="PyTorch is not installed")


def tensor(shape, dtype="float32", seed=0):
    values = torch.Generator().manual_seed(seed)
    return torch.randn(shape, dtype=getattr(torch, dtype), generator=values)


def same(found, expected):
    assert type(found) is torch.Tensor and found.dtype == expected.dtype
    assert not found.is_conj() and not found.is_neg()
    torch.testing.assert_close(found, expected.resolve_conj().resolve_neg())


A, B = tensor((2, 3)), tensor((3, 4), seed=1)
C, D = tensor((2, 3), "complex64"), tensor((3, 4), "complex64", seed=1)
VIEWS = {
    "conj": (C.conj(), D),
    "both": (C.conj(), D.conj()),
    "mH": (D.mH, C.mT),
    "neg": (C.conj().imag, B),
    "conj of neg": (torch._neg_view(C).conj(), D),
    "real beside": (A, D.conj()),
}
views = pytest.mark.parametrize("left, right", VIEWS.values(), ids=VIEWS)


def product(left, right):
    dtype = torch.promote_types(left.dtype, right.dtype)
    return left.to(dtype) @ right.to(dtype)


@views
def test_lazy_views_are_what_they_show(left, right):
    expected = product(left, right)

    for _ in range(2):  # the second call may be one that is kept
        same(ttgt.einsum("ij,jk->ik", left, right), expected)
        same(ttgt.contract("ij,jk->ik", left, right), expected)
    same(ttgt.contract("ij,jk->ik", left, right, conja=True), product(left.conj(), right))
    out = torch.zeros(expected.shape, dtype=expected.dtype)
    ttgt.contract("D(i,k)=L(i,j)*R(j,k)", out, left, right)
    same(out, expected)


@views
def test_plans_of_lazy_views(left, right):
    plan = ttgt.plan("ij,jk->ik", left, right)

    same(plan.run(left, right), product(left, right))
    same(plan.run(left, right), product(left, right))


def test_plans_run_with_lazy_views_of_what_they_were_made_for():
    plan = ttgt.plan("ij,jk->ik", C, D)

    for left, right in [(C, D), (C.conj(), D), (C, D.conj()), (C, D)]:
        same(plan.run(left, right), left @ right)


def test_transposes_of_lazy_views():
    same(ttgt.transpose(C.conj(), (1, 0)), C.mH)
    same(ttgt.transpose(C.conj(), (1, 0), conjugate=True), C.mT)
    same(ttgt.transpose(C.conj().imag, (1, 0)), C.conj().imag.mT)


def test_einsum_writes_to_lazy_views_through_a_copy():
    for out in (torch.zeros(2, 4, dtype=torch.complex64).conj(), torch._neg_view(torch.zeros(2, 4, dtype=torch.complex64))):
        assert ttgt.einsum("ij,jk->ik", C, D, out=out) is out
        torch.testing.assert_close(out, C @ D)


def test_lazy_views_as_output_are_refused_elsewhere():
    out = torch.zeros(2, 4, dtype=torch.complex64)
    plan = ttgt.plan("ij,jk->ik", C, D)
    for view in (out.conj(), torch._neg_view(out)):
        for call in (lambda view=view: ttgt.contract("ij,jk->ik", C, D, out=view),
                     lambda view=view: ttgt.contract("D(i,k)=L(i,j)*R(j,k)", view, C, D),
                     lambda view=view: plan.run(C, D, out=view),
                     lambda view=view: ttgt.transpose(C.mT, out=view[:, :3])):
            with pytest.raises(ttgt.InvalidArgument, match="lazily"):
                call()
    assert not out.any()


CALLS = {
    "einsum": lambda x: ttgt.einsum("ij,jk->ik", x, B),
    "contract": lambda x: ttgt.contract("ij,jk->ik", x, B),
    "expression": lambda x: ttgt.contract("D(i,k)=L(i,j)*R(j,k)", torch.zeros(2, 4), x, B),
    "plan": lambda x: ttgt.plan("ij,jk->ik", x, B),
    "run": lambda x: ttgt.plan("ij,jk->ik", A, B).run(x, B),
    "transpose": lambda x: ttgt.transpose(x),
}
calls = pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
# Those that are no operators of PyTorch, which torch_operator_test.py has.
UNRECORDED = {name: call for name, call in CALLS.items() if name not in ("einsum", "contract")}
unrecorded_calls = pytest.mark.parametrize("call", UNRECORDED.values(), ids=UNRECORDED)


def quantised():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return torch.quantize_per_tensor(A, 0.1, 0, torch.qint8)


def refused(call, made, words):
    CALLS["einsum"](A), CALLS["contract"](A)  # kept from now on
    with pytest.raises((ttgt.Unsupported, ttgt.InvalidArgument), match=words):
        call(made)


@calls
def test_tensors_without_memory_of_their_own_are_refused(call):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        sparse = [A.to_sparse(), A.to_sparse_csr()]
        nested = torch.nested.nested_tensor([A, A])
    for made in sparse:
        refused(call, made, "is sparse .*to_dense")
    refused(call, nested, "is nested")
    refused(call, quantised(), "is quantised: .*dequantize")
    refused(call, A.to("meta"), "meta")


@unrecorded_calls
def test_gradients_are_not_lost_in_silence(call):
    weight = torch.nn.Parameter(A.clone())

    refused(call, weight, "requires a gradient.*detach")
    refused(call, weight * 2, "requires a gradient")
    call(weight.detach())
    with torch.no_grad():
        call(weight)
    with torch.inference_mode():
        call(weight)
        call(torch.ones(2, 3))
    with torch.autograd.forward_ad.dual_level():
        refused(call, torch.autograd.forward_ad.make_dual(A, A), "tangent")
        call(A)


def test_outputs_that_require_a_gradient_are_refused():
    out = torch.zeros(2, 4, requires_grad=True)

    for call in (lambda: ttgt.einsum("ij,jk->ik", A, B, out=out), lambda: ttgt.contract("ij,jk->ik", A, B, out=out),
                 lambda: ttgt.contract("D(i,k)=L(i,j)*R(j,k)", out, A, B)):
        with pytest.raises(ttgt.Unsupported, match="requires a gradient"):
            call()
    assert not out.any()
    with torch.no_grad():
        ttgt.einsum("ij,jk->ik", A, B, out=out)
    torch.testing.assert_close(out.detach(), A @ B)


@unrecorded_calls
def test_transformations_are_refused(call):
    refused(lambda x: torch.vmap(call)(x[None]), A, "transformation")
    refused(lambda x: torch.func.grad(lambda y: call(y) and y.sum())(x), A, "transformation")


@calls
def test_traces_of_torch_jit_are_refused(call):
    trace = lambda x: torch.jit.trace(lambda y: (call(y), y * 1)[1], (x,), check_trace=False)  # noqa: E731
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        refused(trace, A, "torch.jit.trace")
    if call is not CALLS["transpose"]:
        refused(lambda x: torch.fx.symbolic_trace(call), A, "Proxy")


@unrecorded_calls
def test_traces_are_refused(call):
    from torch.fx.experimental.proxy_tensor import make_fx

    refused(lambda x: make_fx(lambda y: (call(y), y * 1)[1])(x), A, "trace")
    refused(lambda x: make_fx(lambda y: (call(y), y * 1)[1], tracing_mode="fake")(x), A, "trace|FakeTensor")


def test_compiled_functions_call_it_between_their_graphs():
    function = torch.compile(lambda a, b: ttgt.einsum("ij,jk->ik", a + 1, b) * 2, backend="eager")
    a, b = tensor((5, 7)), tensor((7, 6))  # that no other test has: the first call makes a plan

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(2):
            torch.testing.assert_close(function(a, b), ((a + 1) @ b) * 2)


class Subclass(torch.Tensor):
    pass


def test_subclasses_give_tensors():
    found = ttgt.einsum("ij,jk->ik", A.as_subclass(Subclass), B)

    assert isinstance(found, torch.Tensor)
    torch.testing.assert_close(found.as_subclass(torch.Tensor), A @ B)


def test_numbers_take_the_tensors_type():
    assert ttgt.einsum(",jk->jk", 2.0, B).dtype == torch.float32
    assert ttgt.einsum(",jk->jk", 2, B.to(torch.bfloat16)).dtype == torch.bfloat16
    same(ttgt.einsum(",jk->jk", 2j, B), 2j * B)


def test_torch_types_and_orders():
    same(ttgt.einsum("ij,jk->ik", A, B, dtype=torch.float64), A.double() @ B.double())
    assert ttgt.einsum("ij,jk->ik", A, B, order="F").stride() == (1, 2)
    same(ttgt.einsum("ij,jk->ik", A, B, order="F"), A @ B)
    assert ttgt.contract("ij,jk->ik", A, B, order="C").stride() == (4, 1)
    with pytest.raises(ttgt.InvalidArgument, match="order"):
        ttgt.einsum("ij,jk->ik", A, B, order="Z")


def test_outputs_beside_arrays_of_numpy():
    a, b = A.numpy(), B.numpy()
    out = torch.zeros(2, 4)

    assert ttgt.einsum("ij,jk->ik", a, b, out=out) is out
    torch.testing.assert_close(out, A @ B)
    wider = torch.zeros(2, 4, dtype=torch.float64)
    ttgt.einsum("ij,jk->ik", a, b, out=wider)
    torch.testing.assert_close(wider, A.double() @ B.double(), rtol=1e-6, atol=1e-6)
    ttgt.contract("ij,jk->ik", a, b, out=out, beta=1)
    torch.testing.assert_close(out, 2 * (A @ B))
    into = numpy.zeros((2, 4), "float32")
    ttgt.einsum("ij,jk->ik", A, B, out=into)
    numpy.testing.assert_allclose(into, a @ b, rtol=1e-5, atol=1e-6)


def test_outputs_that_overlap_are_written_through_a_copy():
    matrix = tensor((3, 3))
    expected = matrix @ matrix

    assert ttgt.einsum("ij,jk->ik", matrix, matrix, out=matrix) is matrix
    torch.testing.assert_close(matrix, expected)
