# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""The operator as PyTorch sees it: its own checks, compiled graphs, torch.func, autocast, lazy bits, outputs."""

import subprocess
import sys
import warnings

import pytest

import ttgt

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
import ttgt.torch  # noqa: E402
from ttgt import _torch_kernel  # noqa: E402

PROGRAM = "y0(a,c)=x0(a,b)*x1(b,c);y1(a)=2.0*x0(a,b)"


def leaf(*shape, dtype=torch.float64, seed=0):
    return torch.randn(shape, dtype=dtype, generator=torch.Generator().manual_seed(seed)).requires_grad_()


@pytest.fixture(autouse=True)
def _quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("dtype", [torch.float32, torch.complex128])
def test_pytorchs_checks_of_an_operator(dtype):
    torch.library.opcheck(torch.ops.ttgt.contract.default, (PROGRAM, [leaf(2, 3, dtype=dtype), leaf(3, 4, dtype=dtype)]))
    plain = [leaf(2, 3, dtype=dtype).detach(), leaf(3, 4, dtype=dtype).detach()]
    torch.library.opcheck(torch.ops.ttgt.contract_out.default,
                          (PROGRAM, plain, [torch.empty(2, 4, dtype=dtype), torch.empty(2, dtype=dtype)]))


COMPILED = {
    "torch.einsum": (lambda a, b: ttgt.torch.einsum("ij,jk->ik", a + 1, b), lambda a, b: (a + 1) @ b),
    "formula": (lambda a, b: ttgt.torch.contract("D(i,k)=2*L(i,j)*R(j,k)", a, b), lambda a, b: 2 * a @ b),
    "einsum": (lambda a, b: ttgt.einsum("ij,jk->ik", a, b, order="F"), lambda a, b: a @ b),
    "lists": (lambda a, b: ttgt.einsum(a, [0, 1], b, [1, 2], [0, 2]), lambda a, b: a @ b),
    "contract": (lambda a, b: ttgt.contract("ij,jk->ik", a, b, alpha=3, conja=True), lambda a, b: 3 * a @ b),
    "diagonal": (lambda a, b: ttgt.einsum("ij,kk->i", a, b[:3, :3]), lambda a, b: a.sum(1) * b[:3, :3].trace()),
}


@pytest.mark.parametrize("call,same", COMPILED.values(), ids=COMPILED)
def test_whole_graphs(call, same):
    a, b = leaf(2, 3), leaf(3, 4, seed=1)
    compiled = torch.compile(call, fullgraph=True, backend="aot_eager")

    for tensor in (a, leaf(5, 3, seed=2)):  # the second has another extent: a graph for any
        found, expected = compiled(tensor, b), same(tensor, b)
        torch.testing.assert_close(found, expected)
        for mine, theirs in zip(torch.autograd.grad(found.sum(), (tensor, b)), torch.autograd.grad(expected.sum(), (tensor, b))):
            torch.testing.assert_close(mine, theirs)


def test_whole_graphs_that_write():
    out = torch.zeros(2, 4, dtype=torch.float64)
    a, b = leaf(2, 3).detach(), leaf(3, 4).detach()
    call = torch.compile(lambda out, a, b: ttgt.contract("D(i,k)=L(i,j)*R(j,k)", out, a, b) + 1, fullgraph=True,
                         backend="aot_eager")

    torch.testing.assert_close(call(out, a, b), a @ b + 1)
    torch.testing.assert_close(out, a @ b)


def test_graphs_of_export_and_make_fx_have_the_operator():
    from torch.fx.experimental.proxy_tensor import make_fx

    a, b = leaf(2, 3).detach(), leaf(3, 4).detach()
    graph = make_fx(lambda a, b: ttgt.einsum("ij,jk->ik", a, b), tracing_mode="fake")(a, b)

    assert any("ttgt.contract" in str(node.target) for node in graph.graph.nodes)
    torch.testing.assert_close(graph(a, b), a @ b)


def scalar(a, b):
    return ttgt.einsum("ij,jk,ij->", a, b, a)


def scalar_of_torch(a, b):
    return torch.einsum("ij,jk,ij->", a, b, a)


FUNCTIONS = {
    "grad": lambda f, a, b: torch.func.grad(f, (0, 1))(a[0], b),
    "vmap": lambda f, a, b: torch.vmap(f, (0, None))(a, b),
    "vmap, last axis": lambda f, a, b: torch.vmap(f, (2, None))(a.movedim(0, 2), b),
    "vmap of both": lambda f, a, b: torch.vmap(f)(a, torch.stack([b, 2 * b])),
    "vmap of vmap": lambda f, a, b: torch.vmap(torch.vmap(f, (None, 0)), (0, None))(a, torch.stack([b, 2 * b])),
    "vmap of grad": lambda f, a, b: torch.vmap(torch.func.grad(f), (0, None))(a, b),
    "grad of vmap": lambda f, a, b: torch.func.grad(lambda b: torch.vmap(f, (0, None))(a, b).sum())(b),
    "jvp": lambda f, a, b: torch.func.jvp(f, (a[0], b), (a[1], 2 * b)),
    "jacobians": lambda f, a, b: (torch.func.jacrev(f)(a[0], b), torch.func.jacfwd(f)(a[0], b)),
    "hessian": lambda f, a, b: torch.func.hessian(f)(a[0], b),
    "reverse over reverse": lambda f, a, b: torch.func.jacrev(torch.func.jacrev(f))(a[0], b),
    "vmap of jvp": lambda f, a, b: torch.vmap(lambda t: torch.func.jvp(lambda b: f(a[0], b), (b,), (t,))[1])(torch.stack([b, b])),
}


@pytest.mark.parametrize("transformed", FUNCTIONS.values(), ids=FUNCTIONS)
def test_transformations(transformed):
    a, b = leaf(2, 2, 3).detach(), leaf(3, 4, seed=1).detach()

    torch.testing.assert_close(transformed(scalar, a, b), transformed(scalar_of_torch, a, b))


def test_batches_of_sums_with_terms_that_have_none():
    def call(x, y):
        return ttgt.torch.contract("D(i)=L(i)*R(i)+X(i)", x, y, y)

    x, y = leaf(4, 3).detach(), leaf(3, seed=1).detach()
    torch.testing.assert_close(torch.vmap(call, (0, None))(x, y), x * y + y)


def test_tangents_of_the_bare_operator_are_refused():
    with torch.autograd.forward_ad.dual_level():
        dual = torch.autograd.forward_ad.make_dual(torch.ones(2), torch.ones(2))
        with pytest.raises(ttgt.Unsupported, match="ttgt.torch.einsum"):
            torch.ops.ttgt.contract("y0(a)=x0(a)", [dual])


def test_autocast_computes_in_its_type_and_gradients_in_their_own():
    a, b = leaf(2, 3, dtype=torch.float32), leaf(3, 4, dtype=torch.float32, seed=1)

    with torch.autocast("cpu", torch.bfloat16):
        result = ttgt.torch.einsum("ij,jk->ik", a, b)
        double = ttgt.torch.einsum("ij->i", a.double())
    result.float().sum().backward()

    assert result.dtype == torch.bfloat16 and double.dtype == torch.float64
    assert a.grad.dtype == torch.float32
    torch.testing.assert_close(a.grad, b.detach().sum(1).expand(2, 3), rtol=0.02, atol=0.02)


def test_lazy_bits_reach_the_kernel(monkeypatch):
    seen = []
    run = _torch_kernel.run
    monkeypatch.setattr(_torch_kernel, "run", lambda *call: seen.extend((x.is_conj(), x.is_neg()) for x in call[1]) or run(*call))
    a = leaf(2, 3, dtype=torch.complex128).detach()

    for view, bits in ((a.conj(), (True, False)), (torch._neg_view(a), (False, True)), (torch._neg_view(a).conj(), (True, True))):
        seen.clear()
        found = ttgt.torch.einsum("ij,kj->ik", view, a)
        assert seen == [bits, (False, False)]
        torch.testing.assert_close(found, view.resolve_conj().resolve_neg() @ a.mT)


def test_outputs_that_are_given():
    a, b = leaf(2, 3).detach(), leaf(3, 4).detach()
    wide = torch.zeros(4, 4, dtype=torch.float64)

    assert ttgt.torch.contract("ij,jk->ik", a, b, out=wide[::2], alpha=3).stride() == (8, 1)
    torch.testing.assert_close(wide[::2], 3 * a @ b)
    assert not wide[1::2].any()
    for out, error in ((torch.zeros(4, 2, dtype=torch.float64), ttgt.ShapeMismatch), (torch.zeros(2, 4), ttgt.DtypeError),
                       (torch._neg_view(torch.zeros(2, 4, dtype=torch.float64)), ttgt.InvalidArgument)):
        with pytest.raises(error):
            ttgt.torch.contract("ij,jk->ik", a, b, out=out)
    square = torch.ones(2, 2, dtype=torch.float64)
    with pytest.raises(ttgt.OverlapError):
        ttgt.torch.contract("ij,jk->ik", square, square, out=square)


@pytest.mark.parametrize("call,error,words", [
    (lambda: ttgt.torch.einsum("ij,jk", torch.ones(2, 3), torch.ones(4, 2)), ttgt.ShapeMismatch, "'j' has extent 3 in L but 4 in R"),
    (lambda: ttgt.torch.einsum("ij", torch.ones(2, 3, dtype=torch.int32)), ttgt.DtypeError, "L is of torch.int32"),
    (lambda: ttgt.torch.einsum("ij", 3.0), ttgt.DtypeError, "L is of .*float"),
    (lambda: ttgt.torch.einsum("i,i", torch.ones(2)), ttgt.OperandCountMismatch, "2 input"),
    (lambda: ttgt.torch.contract("ij"), ttgt.InvalidArgument, "at least one"),
    (lambda: ttgt.torch.einsum("ij", torch.ones(2, 3).to_sparse()), ttgt.Unsupported, "sparse"),
    (lambda: ttgt.torch.einsum("i,i", torch.ones(2), torch.ones(2, device="meta")), ttgt.InvalidArgument, "R is on meta"),
    (lambda: torch.ops.ttgt.contract("y0(a)=x1(a)", [torch.ones(2)]), ttgt.OperandCountMismatch, "more inputs"),
    (lambda: torch.ops.ttgt.contract("y0(b)=x0(a)", [torch.ones(2)]), ttgt.ExpressionError, "label in an output"),
    (lambda: torch.ops.ttgt.contract("y0(a)=x0(a)*x1(a)", [torch.ones(2), torch.ones(3)]), ttgt.ShapeMismatch, "'a'"),
], ids=lambda value: value if isinstance(value, str) else "")
def test_refusals(call, error, words):
    with pytest.raises(error, match=words):
        call()


def test_shapes_without_elements_are_told():
    assert ttgt.torch.einsum("ij,jk->ik", torch.ones(2, 3, device="meta"), torch.ones(3, 4, device="meta")).shape == (2, 4)


def test_the_package_does_not_import_pytorch():
    code = "import sys, ttgt; ttgt.einsum; assert 'torch' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_calls_that_are_watched_reach_the_operator():
    x = leaf(2, 3)

    class Seen(torch.utils._python_dispatch.TorchDispatchMode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            names.append(str(func))
            return func(*args, **(kwargs or {}))

    names = []
    with Seen():
        torch.autograd.grad(ttgt.torch.einsum("ij,kj->", x, x), x)
    assert names.count("ttgt.contract.default") == 2  # forward and backward
    with torch.no_grad(), torch.profiler.profile() as profile:
        ttgt.torch.einsum("ij,kj->", x, x)
    assert "ttgt::contract" in [event.key for event in profile.key_averages()]


def test_calls_that_nobody_watches_go_past_the_dispatcher(monkeypatch):
    x = leaf(2, 3)
    expected = torch.autograd.grad(torch.einsum("ij,kj->", x, x), x)[0]
    monkeypatch.setattr(torch.ops.ttgt, "contract", None)
    torch.testing.assert_close(torch.autograd.grad(ttgt.torch.einsum("ij,kj->", x, x), x)[0], expected)


def einsum_and_gradients(text, *tensors):
    result = ttgt.torch.einsum(text, *tensors)
    return [result, *torch.autograd.grad(result.real.sum(), tensors)]


def torchs_gradients(text, *tensors):
    result = torch.einsum(text, *tensors)
    return [result, *torch.autograd.grad(result.real.sum(), tensors)]


@pytest.fixture
def known():
    """Two tensors of a call that came before."""
    tensors = leaf(3, 4), leaf(4, 5, seed=1)
    for _ in range(2):
        einsum_and_gradients("ij,jk->ik", *tensors)
    return tensors


def test_calls_that_come_again_are_found_by_their_layouts(known):
    left, right = known
    others = [(left, right), (leaf(4, 3).mT, right), (leaf(2, 4), right), (left, leaf(4, 1, seed=1).expand(4, 5)),
              (left.to(torch.complex64), right.to(torch.complex64).conj()), (leaf(1, 4), right)]

    for tensors in 2 * others:
        for mine, theirs in zip(einsum_and_gradients("ij,jk->ik", *tensors), torchs_gradients("ij,jk->ik", *tensors)):
            torch.testing.assert_close(mine, theirs)


def test_calls_that_come_again_follow_what_pytorch_asks_of_a_function(known):
    left, right = known

    with torch.no_grad():
        assert not ttgt.torch.einsum("ij,jk->ik", left, right).requires_grad
    with torch.autocast("cpu", dtype=torch.bfloat16):
        assert ttgt.torch.einsum("ij,jk->ik", left.float(), right.float()).dtype == torch.bfloat16
    only_left = torch.autograd.grad(ttgt.torch.einsum("ij,jk->ik", left, right.detach()).sum(), left)[0]
    torch.testing.assert_close(only_left, right.sum(1).expand(3, 4))
    with torch.autograd.graph.saved_tensors_hooks(lambda x: 2 * x, lambda x: x):
        doubled = ttgt.torch.einsum("ij,jk->ik", left, right)
    torch.testing.assert_close(torch.autograd.grad(doubled.sum(), left)[0], 2 * only_left)
    first = torch.autograd.grad(ttgt.torch.einsum("ij,jk->ik", left, right).square().sum(), left, create_graph=True)[0]
    second = torch.autograd.grad(first.sum(), left)[0]
    torch.testing.assert_close(second, 2 * (right @ right.mT).sum(0).expand(3, 4))
    per_row = torch.vmap(torch.func.grad(lambda row: ttgt.torch.einsum("j,jk->k", row, right.detach()).sum()))(left.detach())
    torch.testing.assert_close(per_row, only_left)
    result = ttgt.torch.einsum("ij,jk->ik", left, right)
    with torch.no_grad():
        left.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        result.sum().backward()


def test_results_lie_as_a_matrix_product_leaves_them():
    left, right = leaf(12, 11, 96, 10), leaf(96, 100, seed=1)  # large, so that every CPU plans a matrix product
    for _ in range(2):
        result = ttgt.torch.einsum("aced,eb->dcba", left, right)
        torch.testing.assert_close(result, torch.einsum("aced,eb->dcba", left, right))
        assert result.permute(3, 1, 0, 2).is_contiguous()  # left's labels in their order, then right's: a, c, d, b
        assert ttgt.torch.einsum("ij,jk->ki", left[0, 0], left[0, 1].mT).is_contiguous()  # either way is one product
        assert ttgt.einsum("aced,eb->dcba", left, right).is_contiguous()
        assert ttgt.torch.contract("D(d,c,b,a)=L(a,c,e,d)*R(e,b)", left, right).stride() == result.stride()
