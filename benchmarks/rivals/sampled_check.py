# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Compares elements of torch's contractions with NumPy's in double precision."""

import math

import numpy
import torch

MOST_ELEMENTS = 64
LEAST_ELEMENTS = 8
WORK = 2**22  # products that the elements in between may have


def positions(case):
    """Of elements of D, as a row-major array: all of a small D, else the first, last and random."""
    shape = case.shape(case.d)
    volume = math.prod(shape)
    count = max(LEAST_ELEMENTS, min(MOST_ELEMENTS, WORK // max(case.summed(), 1)))
    if volume <= count:
        chosen = range(volume)
    else:
        chosen = [0, volume - 1, *numpy.random.default_rng(1).integers(volume, size=count - 2)]
    return [numpy.unravel_index(number, shape) for number in chosen]


def part_of(tensor, labels, index):
    """What one element of D is summed over, in double precision."""
    part = tensor[tuple(index.get(label, slice(None)) for label in reversed(labels))]
    wide = torch.complex128 if part.is_complex() else torch.float64
    return part.to(device="cpu", dtype=wide).numpy()


def ratio(error, bound):
    """Infinite for NaN, too."""
    if error == 0:
        return 0.0
    return error / bound if error < math.inf and bound > 0 else math.inf


def error_over_bound(case, d, l, r):
    """The largest of the elements looked at; docs/maths.md has the bound. Right is at most 1."""
    factor = 8 if d.is_complex() else 2
    scale = factor * (case.summed() + 4) * torch.finfo(d.dtype).eps
    equation = case.equation(fixed=case.d)
    worst = 0.0
    for position in positions(case):
        index = dict(zip(reversed(case.d), map(int, position)))
        parts = part_of(l, case.l, index), part_of(r, case.r, index)
        error = abs(d[tuple(index.values())].item() - numpy.einsum(equation, *parts).item())
        bound = scale * numpy.einsum(equation, *map(abs, parts)).item()
        worst = max(worst, ratio(error, bound))
    return worst
