# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""What opt_einsum, cotengra and quimb look up in a module that is their backend, beside einsum and transpose."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from ._calls import einsum
from .errors import InvalidArgument

# What they do to arrays between products; that is the arrays' own library's.
OTHERS = ("abs", "array", "log10", "max", "multiply", "reshape", "stack", "sum")
_MODULES = {"jax": "jax.numpy", "jaxlib": "jax.numpy", "torch": "torch", "cupy": "cupy"}


def tensordot(left: Any, right: Any, axes: Any = 2) -> Any:
    """numpy.tensordot without its copies of the operands: sums over the last `axes` axes of `left` and the first of
    `right`, or over the pairs of two lists of axes. Raises InvalidArgument for axes that are not there or do not
    match.
    """
    ours, theirs = _pairs(axes, len(left.shape), len(right.shape))
    labels = list(range(len(left.shape) + len(right.shape)))
    of_left = labels[: len(left.shape)]
    of_right = labels[len(left.shape) :]
    for mine, other in zip(ours, theirs):
        of_right[other] = of_left[mine]
    summed = set(of_left) & set(of_right)
    output = [label for label in of_left + of_right if label not in summed]
    return einsum(left, of_left, right, of_right, output)


def _pairs(axes: Any, left: int, right: int) -> tuple[list[int], list[int]]:
    """The axes of both that are summed, for arrays of these ranks."""
    if hasattr(axes, "__index__"):
        count = int(axes)
        axes = (range(left - count, left), range(count))
    ours, theirs = ([int(each)] if hasattr(each, "__index__") else [int(axis) for axis in each] for each in axes)
    if len(ours) != len(theirs):
        raise InvalidArgument(f"{len(ours)} axes of the left array are to meet {len(theirs)} of the right")
    return _in_range(ours, left, "left"), _in_range(theirs, right, "right")


def _in_range(axes: list[int], rank: int, name: str) -> list[int]:
    found = [axis + rank if axis < 0 else axis for axis in axes]
    if any(not 0 <= axis < rank for axis in found) or len(set(found)) < len(found):
        raise InvalidArgument(f"axes {axes} are not different axes of the {name} array, whose rank is {rank}")
    return found


def of_own_library(name: str) -> Callable[..., Any]:
    """That function of the library of the first argument, or of the first array in it."""

    def call(*arguments: Any, **options: Any) -> Any:
        first = arguments[0][0] if isinstance(arguments[0], (list, tuple)) else arguments[0]
        module = importlib.import_module(_MODULES.get(type(first).__module__.partition(".")[0], "numpy"))
        return getattr(module, name)(*arguments, **options)

    call.__name__ = name
    return call
