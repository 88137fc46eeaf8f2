# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Gradients of contractions of PyTorch's tensors: finite differences, calls, refusals."""

import threading

import pytest

import ttgt

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
DOUBLE, COMPLEX = torch.float64, torch.complex128


def leaf(*shape, dtype=DOUBLE, seed=0):
    values = torch.Generator().manual_seed(seed)
    return torch.randn(shape, dtype=dtype, generator=values).requires_grad_()


CASES = {
    "product": ("ij,jk->ik", (2, 3), (3, 2)),
    "chain": ("ab,bc,cd,ad->b", (2, 3), (3, 2), (2, 2), (2, 2)),
    "diagonal": ("ii,ij->j", (2, 2), (2, 3)),
    "thrice": ("iii,ij->", (2, 2, 2), (2, 2)),
    "sum": ("ij->", (2, 3)),
    "lone": ("ij,jk->k", (2, 3), (3, 2)),
    "ellipsis and ones": ("...i,...ij", (2, 3), (1, 3, 2)),
    "ones": ("i,i->i", (1,), (3,)),
    "scalar": (",i->i", (), (3,)),
    "empty": ("ij,jk->ik", (2, 0), (0, 2)),
    "formula": ("D(i,k)=2*conj(L(i,j))*R(j,k)-0.5*X(k,i)", (2, 3), (3, 2), (2, 2)),
}
cases = pytest.mark.parametrize("text,shapes", [(text, shapes) for text, *shapes in CASES.values()], ids=CASES)


@cases
@pytest.mark.parametrize("dtype", [DOUBLE, COMPLEX], ids=["real", "complex"])
def test_finite_differences(text, shapes, dtype):
    tensors = [leaf(*shape, dtype=dtype, seed=seed) for seed, shape in enumerate(shapes)]

    def call(*inputs):
        return ttgt.torch.contract(text, *inputs)

    assert torch.autograd.gradcheck(call, tensors, check_forward_ad=True)
    assert torch.autograd.gradgradcheck(call, tensors, check_fwd_over_rev=dtype is DOUBLE)


def test_real_inputs_beside_complex_ones_have_real_gradients():
    real, other = leaf(2, 3), leaf(3, 2, dtype=COMPLEX)

    assert torch.autograd.gradcheck(lambda *x: ttgt.torch.einsum("ij,jk->ik", *x), (real, other), check_forward_ad=True)
    assert torch.autograd.gradgradcheck(lambda *x: ttgt.torch.einsum("ij,jk->ik", *x), (real, other))


def test_the_same_tensor_twice_has_the_whole_gradient():
    x = leaf(3, 3, dtype=COMPLEX)

    assert torch.autograd.gradcheck(lambda x: ttgt.einsum("ij,jk,lk->il", x, x.mH, x), x)


def both_gradients(text, tensors, seed=9):
    """Results and gradients by ttgt.einsum and by torch.einsum."""
    found = []
    for call in (ttgt.einsum, torch.einsum):
        result = call(text, *tensors)
        grad = torch.randn(result.shape, dtype=result.dtype, generator=torch.Generator().manual_seed(seed))
        found.append([result, *torch.autograd.grad(result, tensors, grad)])
    return found


def test_values_that_are_no_numbers_stay_where_they_belong():
    a, b = leaf(3, 3), leaf(3, 3, seed=1)
    with torch.no_grad():
        a[1, 2], b[0, 0] = float("nan"), float("inf")

    for mine, theirs in zip(*both_gradients("ij,jk->ik", [a, b])):
        torch.testing.assert_close(mine, theirs, equal_nan=True)


def test_calls_of_the_package_are_differentiated():
    a, b = leaf(2, 3), leaf(3, 2, seed=1)
    expected = torch.autograd.grad((a @ b).sum(), (a, b))

    calls = {
        "einsum": lambda: ttgt.einsum("ij,jk->ik", a, b),
        "lists": lambda: ttgt.einsum(a, [0, 1], b, [1, 2], [0, 2]),
        "contract": lambda: ttgt.contract("ij,jk->ik", a, b, beta=0),
        "scaled": lambda: ttgt.contract("ij,jk->ik", a, b, alpha=2) / 2,
        "conjugated": lambda: ttgt.contract("ij,jk->ik", a, b, conja=True),
        "tensordot": lambda: ttgt.tensordot(a, b, 1),
        "Fortran's order": lambda: ttgt.einsum("ij,jk->ik", a, b, order="F"),
        "beside a number": lambda: ttgt.einsum("ij,,jk->ik", a, 1.0, b),
        "in float64": lambda: ttgt.einsum("ij,jk->ik", a.float(), b, dtype="float64"),
    }
    for name, call in calls.items():
        for mine, theirs in zip(torch.autograd.grad(call().sum(), (a, b)), expected):
            torch.testing.assert_close(mine, theirs, rtol=1e-5, atol=1e-6, msg=lambda m: f"{name}: {m}")  # noqa: B023
    assert calls["Fortran's order"]().stride() == (1, 2)


def test_only_wanted_gradients_are_made_and_only_their_inputs_kept():
    a, b = leaf(2, 3), leaf(3, 2, seed=1).detach()

    result = ttgt.einsum("ij,jk->ik", a, b)

    assert [tensor is b for tensor in result.grad_fn.saved_tensors] == [True]
    (gradient,) = torch.autograd.grad(result.sum(), a)
    torch.testing.assert_close(gradient, b.sum(1).expand(2, 3))


def test_what_is_not_differentiated_says_so():
    a, b = leaf(2, 3), leaf(3, 2, seed=1)

    for call in (lambda: ttgt.torch.contract("ij,jk->ik", a, b, out=torch.zeros(2, 2, dtype=DOUBLE)),
                 lambda: ttgt.einsum("ij,jk->ik", a, b, out=torch.zeros(2, 2, dtype=DOUBLE)),
                 lambda: ttgt.contract("ij,jk->ik", a, b, context=ttgt.Context()),
                 lambda: ttgt.contract("ij,jk->ik", a, b, strategy="classic"),
                 lambda: ttgt.torch.contract("D(i,k)+=L(i,j)*R(j,k)", a, b)):
        with pytest.raises(ttgt.Unsupported):
            call()
    for tensor in (torch.ones(3, 2, dtype=torch.int64), torch.ones(3, 2)):
        with pytest.raises(ttgt.DtypeError, match=f"R is of {tensor.dtype}"):
            ttgt.torch.einsum("ij,jk->ik", a, tensor)


def test_threads():
    expected = both_gradients("ij,jk->ik", [leaf(20, 30), leaf(30, 10, seed=1)])[1]
    wrong = []

    def work():
        for _ in range(20):
            mine = both_gradients("ij,jk->ik", [leaf(20, 30), leaf(30, 10, seed=1)])[0]
            wrong.extend(1 for one, other in zip(mine, expected) if not torch.allclose(one, other))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


class Gradients(torch.utils.data.Dataset):
    """Items that are gradients, each computed in the process that loads it."""

    def __len__(self):
        return 4

    def __getitem__(self, number):
        x = leaf(2, 3, seed=number)
        return torch.autograd.grad(ttgt.einsum("ij,kj->", x, x), x)[0]


@pytest.mark.skipif(torch.cuda.is_available(), reason="PyTorch's autograd has threads for a GPU, and refuses to fork then")
def test_forked_workers_of_a_loader():
    direct = [Gradients()[number] for number in range(4)]  # the parent has plans before it forks
    loader = torch.utils.data.DataLoader(Gradients(), batch_size=None, num_workers=2, multiprocessing_context="fork")

    for found, expected in zip(loader, direct):
        torch.testing.assert_close(found, expected)
