# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""transpose: a copy with its axes in another order."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from typing import Any

import numpy

from . import _context, _core
from ._arrays import array_library, common_library
from ._context import Context, checked
from .errors import InvalidArgument


def transpose(
    array: Any,
    axes: Sequence[int] | None = None,
    *,
    out: Any = None,
    alpha: complex = 1,
    beta: complex = 0,
    conjugate: bool = False,
    context: Context | None = None,
) -> Any:
    """out = alpha * array.transpose(axes) + beta * out, as a copy in C order unless `out` is given.

    axes[i] is the axis of `array` that becomes axis i; None reverses them. Elements may be of any type of
    1, 2, 4, 8 or 16 bytes without references; other than numbers of the engine's they are moved alone.

    Raises InvalidArgument for axes that are no permutation and for shapes and types that differ.
    """
    library, (array,) = common_library([array], lazy=True)
    if library.is_conjugated(array):
        array, conjugate = array.conj(), not conjugate
    is_new = out is None
    if not is_new:
        out = array_library(out).writable(out, "out")
    order = permutation(axes, len(array.shape))
    if is_new:
        shape = tuple(array.shape[axis] for axis in order)
        out = numpy.empty(shape, array.dtype) if isinstance(array, numpy.ndarray) else (
            library.empty(shape, library.dtype(array), array))
    stream = library.stream(array)
    where = _context.default(library, array) if context is None else checked(context)
    to, source = (library.describe(_movable(each), stream) for each in (out, array))
    _core.transpose(where._core, to, source, order, alpha, beta, conjugate)
    return library.finish(out, array) if is_new else out


def permutation(axes: Any, rank: int) -> list[int]:
    """The axes as numbers from 0 on; None reverses them."""
    if axes is None:
        return list(range(rank))[::-1]
    try:
        given = [operator.index(axis) for axis in (axes if isinstance(axes, Iterable) else (axes,))]
    except TypeError:
        raise InvalidArgument(f"axes {axes!r} are not integers") from None
    order = [axis + rank if axis < 0 else axis for axis in given]
    if sorted(order) != list(range(rank)):
        raise InvalidArgument(f"axes {given} are no permutation of an array of rank {rank}")
    return order


def _movable(array: Any) -> Any:
    """The array; one of times as integers, because buffers have no times."""
    is_time = isinstance(array, numpy.ndarray) and array.dtype.kind in "mM"
    return array.view("int64") if is_time else array
