# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""The backend that opt_einsum looks for by its name: contract(..., backend="ttgt.opt_einsum")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy

from . import _calls

einsum = _calls.einsum


def transpose(array: Any, axes: Sequence[int] | None = None) -> Any:
    """A view: opt_einsum transposes to change labels alone."""
    return numpy.transpose(array, axes)


def tensordot(left: Any, right: Any, axes: Any = 2) -> Any:
    """numpy.tensordot without its copies of the operands."""
    if isinstance(axes, int):
        axes = (range(len(left.shape) - axes, len(left.shape)), range(axes))
    ours, theirs = ([each] if isinstance(each, int) else list(each) for each in axes)
    labels = list(range(len(left.shape) + len(right.shape)))
    of_left = labels[: len(left.shape)]
    of_right = labels[len(left.shape) :]
    for mine, other in zip(ours, theirs):
        of_right[other] = of_left[mine]
    output = [label for label in of_left + of_right if (of_left + of_right).count(label) == 1]
    return einsum(left, of_left, right, of_right, output)
