# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Drawn strings on PyTorch's tensors: results and derivatives of both orders and directions beside torch.einsum's own, and
finite differences; numbers that are none; threads and forked workers. TTGT_TEST_STRINGS=1000 draws more of them."""

import concurrent.futures

import numpy
import pytest
from drawn_einsums import cases, drawn_case

import ttgt

torch = pytest.importorskip("torch", reason="PyTorch is not installed")


def as_view(tensor, view):
    """A tensor of the same shape that lies differently."""
    if view == "transposed":
        axes = tuple(range(tensor.dim()))[::-1]
        return tensor.permute(axes).contiguous().permute(axes)
    if view == "conjugated":
        return tensor.conj()
    if view == "negated":
        return torch._neg_view(tensor)
    if view == "with gaps":
        return torch.stack([tensor, tensor], -1)[..., 1]
    if view == "expanded" and tensor.dim():
        return tensor[:1].expand(tensor.shape)  # an extent of 0 stays 0
    if view == "reversed twice":
        return tensor.mH.resolve_conj().mH if tensor.dim() == 2 else tensor.conj().conj()
    return tensor


def leaves(case, kind="signed"):
    """The tensors of a case."""
    made = [torch.tensor(case.values(place, kind)) for place in range(len(case.tensors))]
    if kind == "signed":
        made = [as_view(tensor, of.view) for tensor, of in zip(made, case.tensors)]
    return [tensor.detach().requires_grad_() for tensor in made]


def mine(case, tensors):
    return ttgt.einsum(*case.operands(tensors, as_lists=case.number % 5 == 0))


def theirs(case, tensors):
    """By torch.einsum, which mixes no types."""
    if any(tensor.is_complex() for tensor in tensors):
        tensors = [tensor.to(torch.complex128) for tensor in tensors]
    return torch.einsum(*case.operands(tensors))


def like(tensor, seed):
    return torch.randn(tensor.shape, dtype=tensor.dtype, generator=torch.Generator().manual_seed(seed))


def dot(lefts, rights):
    """The real product of lists of tensors."""
    return sum((left.conj() * right).real.sum() for left, right in zip(lefts, rights))


def tangent_of(einsum, case):
    """By PyTorch's forward differentiation, which wants tangents that lie as their tensors do, and is no matter for threads."""
    plain = [tensor.detach().resolve_conj().resolve_neg() for tensor in leaves(case)]
    tensors = [tensor.clone(memory_format=torch.contiguous_format) for tensor in plain]
    directions = [like(tensor, 2 + place) for place, tensor in enumerate(tensors)]
    return torch.func.jvp(lambda *tensors: einsum(case, tensors), tuple(tensors), tuple(directions))[1]


def gradients(einsum, case):
    """Result, gradients, and the gradients of a product with those."""
    tensors = leaves(case)
    result = einsum(case, tensors)
    grad = like(result, 1).requires_grad_()
    first = torch.autograd.grad(result, tensors, grad, create_graph=True)
    directions = [like(tensor, 2 + place) for place, tensor in enumerate(tensors)]
    second = torch.autograd.grad(dot(first, directions), [grad, *tensors], allow_unused=True)
    return [result, *first, *second]


def check_gradients(case):
    for found, expected in zip(gradients(mine, case), gradients(theirs, case)):
        if found is None or expected is None:  # does not depend on the input, which PyTorch may also say by zeros
            assert all(each is None or not each.any() for each in (found, expected)), str(case)
        else:
            same(case, found, expected)


def check_again(case):
    """A call that comes again is quicker, and gives the same bits in the same order of memory."""
    made = []
    for _ in range(3):
        tensors = leaves(case)
        result = mine(case, tensors)
        grads = torch.autograd.grad(result, tensors, like(result, 1))
        with torch.no_grad():
            made.append([result.detach(), *grads, mine(case, tensors)])
    for first, *others in zip(*made):
        for again in others:
            assert again.stride() == first.stride(), str(case)
            torch.testing.assert_close(again, first, rtol=0, atol=0, msg=lambda m: f"{case}: {m}")


def check_tangents(case):
    same(case, tangent_of(mine, case), tangent_of(theirs, case))


def same(case, found, expected):
    found, expected = (each.resolve_conj().resolve_neg() for each in (found, expected))
    torch.testing.assert_close(found, expected, msg=lambda m: f"{case}: {m}")


def check_differences(case):
    """A central difference along a direction, of a function whose values and gradients are near 1."""
    tensors = leaves(case)
    grad = like(mine(case, tensors), 1)
    first = torch.autograd.grad(mine(case, tensors), tensors, grad)
    directions, step = [like(tensor, 5 + place) for place, tensor in enumerate(tensors)], 1e-4
    with torch.no_grad():
        ends = [dot([grad], [mine(case, [tensor + sign * step * along for tensor, along in zip(tensors, directions)])])
                for sign in (1, -1)]
    slope, expected = (ends[0] - ends[1]) / (2 * step), dot(first, directions)
    scale = 1 + sum(float(each.abs().sum()) for each in (*first, grad))
    assert abs(slope - expected) < 1e-5 * scale, f"{case}: {slope} is the slope, {expected} by gradients"


def check_nan(case):
    check_no_number(case, float("nan"))


def check_infinite(case):
    check_no_number(case, float("inf"))


def check_no_number(case, value):
    """Of tensors of 1 to 2, exactly those elements of result and gradients become NaN or infinite that read such a one."""
    if any(0 in of.shape for of in case.tensors):
        return  # a sum of no terms that is taken first is a zero for the number to meet
    place = case.number % len(case.tensors)
    pair = []
    for changed in (value, 3):  # which reads it shows in values from 1 on: all sums grow
        tensors = leaves(case, "positive")
        with torch.no_grad():
            tensors[place].view(-1)[case.number % tensors[place].numel()] = changed
        result = (mine if changed == value else theirs)(case, tensors)
        pair.append([result, *torch.autograd.grad(result, tensors, torch.ones_like(result))])
    tensors = leaves(case, "positive")
    plain = theirs(case, tensors)
    plain = [plain, *torch.autograd.grad(plain, tensors, torch.ones_like(plain))]
    for found, grown, before in zip(*pair, plain):
        expected = torch.where(grown > before * (1 + 1e-12), torch.tensor(value, dtype=torch.float64), before)
        torch.testing.assert_close(found, expected, equal_nan=True, msg=lambda m: f"{case}: {m}")


@pytest.mark.parametrize("check", [check_gradients, check_again, check_tangents, check_differences, check_nan, check_infinite])
def test_drawn_strings(check):
    for case in cases(120):
        check(case)


def test_drawn_strings_in_threads():
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for _ in pool.map(check_gradients, cases(40, first=5000)):
            pass


class Checked(torch.utils.data.Dataset):
    """Cases, each checked in the process that loads it."""

    def __init__(self, first, count):
        self.drawn = cases(count, first)

    def __len__(self):
        return len(self.drawn)

    def __getitem__(self, number):
        check_gradients(self.drawn[number])
        return self.drawn[number].number


def test_drawn_strings_in_forked_workers():
    checked = Checked(6000, 20)
    check_gradients(checked.drawn[0])  # the parent has plans before it forks
    loader = torch.utils.data.DataLoader(checked, batch_size=None, num_workers=2, multiprocessing_context="fork")

    assert sorted(loader) == [case.number for case in checked.drawn]


def test_a_case_is_the_same_for_a_seed():
    assert drawn_case(3) == drawn_case(3) and numpy.array_equal(drawn_case(3).values(0), drawn_case(3).values(0))
