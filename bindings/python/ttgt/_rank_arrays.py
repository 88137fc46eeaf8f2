# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Arrays over ranks that are made here, and what is done with whole ones. Programs use ttgt.ranks."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

import numpy

from . import _core
from ._arrays import array_library
from ._context import Context
from ._rank_parts import Communicator, DistributedArray, Distribution, context_for, described
from .errors import InvalidArgument


def empty(communicator: Communicator, distribution: Distribution, dtype: Any = "float64") -> DistributedArray:
    """An array over ranks whose part is a new array of NumPy with elements of any values. Not collective."""
    return DistributedArray(distribution, numpy.empty(distribution.part(communicator.rank), dtype))


def zeros(communicator: Communicator, distribution: Distribution, dtype: Any = "float64") -> DistributedArray:
    """An array over ranks whose part is a new array of NumPy, all zeros. Not collective."""
    return DistributedArray(distribution, numpy.zeros(distribution.part(communicator.rank), dtype))


def from_function(communicator: Communicator, distribution: Distribution, function: Callable[..., Any],
                  dtype: Any = "float64") -> DistributedArray:
    """An array over ranks whose part is `function` of the indices that this rank holds, as in numpy.fromfunction().

    `function` gets an array of indices for each axis, counted in the whole array, that broadcast to the part:
    from_function(rank, matrix, lambda i, j: i + 10 * j). Not collective. Raises what `function` raises, and InvalidArgument
    where its result does not broadcast to the part.
    """
    made = empty(communicator, distribution, dtype)
    held = [distribution.indices(axis, communicator.rank) for axis in range(len(distribution.shape))]
    values = function(*numpy.ix_(*held)) if held else function()
    try:
        made.part[...] = numpy.broadcast_to(values, made.part.shape)
    except ValueError:
        raise InvalidArgument(f"the function gives an array of {numpy.shape(values)}, which does not broadcast to the part of "
                              f"{made.part.shape} of rank {communicator.rank}") from None
    return made


def _read(arrays: Sequence[DistributedArray], context: Context | None, **settings: Any) -> _core.WholeCall:
    return _core.read_whole_call(context_for(arrays[0].part, context)._core, [each.distribution._core for each in arrays],
                                 described([each.part for each in arrays]), **settings)


def redistribute(communicator: Communicator, to: DistributedArray, source: DistributedArray, *,
                 context: Context | None = None) -> DistributedArray:
    """Copies `source` to `to`, an array of the same type and shape with another distribution, and returns it. Collective.
    Raises what contract() raises.
    """
    with communicator._fails_on_all():
        call = _read((to, source), context, writes_first=True)
    _core.redistribute(communicator._core, call)
    return to


def scatter(communicator: Communicator, to: DistributedArray, whole: Any = None, *, context: Context | None = None) -> DistributedArray:
    """Copies `whole`, an array that rank 0 gives, to `to` and returns it; the other ranks' `whole` is not used. Collective.
    Raises InvalidArgument where rank 0 gives no array or one of another type, ShapeMismatch where its shape is another.
    """
    with communicator._fails_on_all():
        given = None if whole is None or communicator.rank > 0 else described([whole])[0]
        call = _read((to,), context, writes_first=True, whole=given)
    _core.scatter(communicator._core, call)
    return to


def gather(communicator: Communicator, source: DistributedArray, out: Any = None, *, context: Context | None = None) -> Any:
    """The whole array on rank 0, in `out` where it is given, and None on the other ranks. Collective. Raises as scatter()."""
    with communicator._fails_on_all():
        if communicator.rank > 0:
            out = None
        elif out is None:
            library = array_library(source.part)
            out = library.empty(source.distribution.shape, library.dtype(source.part), source.part)
        given = None if out is None else described([out])[0]
        call = _read((source,), context, whole=given, writes_whole=True)
    _core.gather(communicator._core, call)
    return out


def dot(communicator: Communicator, a: DistributedArray, b: DistributedArray, *, context: Context | None = None) -> float | complex:
    """The sum of conj(a) * b over all elements, the same bits on every rank, each rank's part computed in the arrays' type; a
    float where that is real. Parts lie in host memory. Collective. Raises what contract() raises.
    """
    with communicator._fails_on_all():
        call = _read((a, b), context)
        is_complex = array_library(a.part).dtype(a.part).startswith("complex")
    found = _core.dot(communicator._core, call)
    return found if is_complex else found.real


def norm(communicator: Communicator, a: DistributedArray, *, context: Context | None = None) -> float:
    """The square root of dot(a, a). Collective."""
    with communicator._fails_on_all():
        call = _read((a,), context)
    return _core.norm(communicator._core, call)


def save(communicator: Communicator, path: str | os.PathLike[str], source: DistributedArray) -> None:
    """Writes an array over ranks to one .npy file, in Fortran order: each rank writes what it holds, of equal elements the
    lowest rank. Parts lie in host memory.

    The file must lie in a file system that all ranks share. It appears whole or not at all: until the last rank has written,
    its bytes lie in a hidden temporary file beside it, and a file that was there before stays as it was. Collective. Raises
    InvalidArgument where a rank cannot write the file.
    """
    with communicator._fails_on_all():
        call = _read((source,), None, path=_bytes_of(path))
    _core.write_npy(communicator._core, call)


def load(communicator: Communicator, path: str | os.PathLike[str], to: DistributedArray) -> DistributedArray:
    """Reads an .npy file, in Fortran or C order, into an array over ranks and returns it: each rank reads what it holds.
    Collective. Raises InvalidArgument where a rank cannot read the file, or the file has another type or shape.
    """
    with communicator._fails_on_all():
        call = _read((to,), None, writes_first=True, path=_bytes_of(path))
    _core.read_npy(communicator._core, call)
    return to


def _bytes_of(path: str | os.PathLike[str]) -> bytes:
    name = os.fsencode(path)
    if b"\0" in name:
        raise InvalidArgument(f"{path!r} has a NUL, which no path has")
    return name
