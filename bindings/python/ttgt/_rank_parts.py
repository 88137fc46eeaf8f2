# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Ranks, who holds what of an array over ranks, and a rank's part. Programs use ttgt.ranks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy

from . import _context, _core
from ._arrays import array_library
from ._context import Context, checked
from .errors import InvalidArgument


class Communicator:
    """One rank of a group of ranks that work together. Only one thread at a time may use it."""

    def __init__(self, core: _core.Communicator) -> None:
        self._core = core
        self._rank, self._ranks = core.rank()

    @staticmethod
    def world() -> Communicator:
        """All processes that mpirun started; starts MPI where the program has not. Collective. Raises Unsupported where this
        build has no MPI.
        """
        return Communicator(_core.Communicator.world())

    @staticmethod
    def from_mpi(communicator: Any) -> Communicator:
        """The processes of a communicator of mpi4py, or of one by the integer that Fortran calls it. Collective. Delete it
        before MPI is finalised. Raises Unsupported where this build has no MPI, InvalidArgument where MPI is not running.
        """
        return Communicator(_core.Communicator.from_mpi(
            communicator if isinstance(communicator, int) else communicator.py2f()))

    @staticmethod
    def local(ranks: int | Sequence[str]) -> list[Communicator]:
        """As many ranks in this process, or one for each of the devices "cuda:N"; each is used by a thread of its own."""
        if isinstance(ranks, int):
            return [Communicator(core) for core in _core.Communicator.local(ranks)]
        return [Communicator(core) for core in _core.Communicator.local(len(ranks), ranks)]

    @property
    def rank(self) -> int:
        """The number of this rank, from 0."""
        return self._rank

    @property
    def ranks(self) -> int:
        """The number of ranks."""
        return self._ranks

    def set_timeout(self, seconds: float) -> None:
        """Sets the most seconds that this rank waits for others in a collective call; at first there is no limit, which
        math.inf stands for. A call whose limit is passed raises DeviceError, and no rank can use the communicator from
        then on: the program should end. Raises InvalidArgument where `seconds` is not above 0. Not collective.
        """
        self._core.set_timeout(seconds)

    @contextmanager
    def _fails_on_all(self) -> Iterator[None]:
        """What is raised in the block fails the collective call that follows it on the other ranks, too."""
        try:
            yield
        except Exception as error:
            name = type(error).__name__
            self._core.fail(name, f"{name}: {error}".encode(errors="replace").decode())
            raise

    def __repr__(self) -> str:
        return f"<ttgt.ranks.Communicator: rank {self.rank} of {self.ranks}>"


class Distribution:
    """Which rank holds which elements of an array of this shape.

    The ranks form a grid: rank r has coordinate r % grid[0] on its axis 0, (r // grid[0]) % grid[1] on axis 1, and so on.
    `spread` maps an axis of the array to an axis of the grid, or to one and a block size: index i lies on the ranks whose
    coordinate is (i // block) % (ranks along the axis). Without a block size each rank has one block. Axes of the array that
    `spread` does not name are whole on each rank of the grid. Ranks beyond the grid hold nothing; an empty grid is the
    first rank alone. Raises InvalidArgument where these do not go together.
    """

    def __init__(self, shape: Sequence[int], grid: Sequence[int], spread: Mapping[int, int | tuple[int, int]] = {}) -> None:
        self.shape = tuple(shape)
        self.grid = tuple(grid)
        axes, blocks = [-1] * len(self.shape), [0] * len(self.shape)
        for axis, where in spread.items():
            if not 0 <= axis < len(self.shape):
                raise InvalidArgument(f"axis {axis} is to be spread, but the array has {len(self.shape)}")
            axes[axis], blocks[axis] = where if isinstance(where, tuple) else (where, 0)
            if axes[axis] < 0:
                raise InvalidArgument(f"axis {axis} is to be spread over axis {axes[axis]} of the grid")
        self._core = _core.Distribution(self.shape, self.grid, axes, blocks)

    def part(self, rank: int) -> tuple[int, ...]:
        """The shape of the part that `rank` holds; all zeros where it is beyond the grid."""
        return tuple(self._core.part(rank))

    def indices(self, axis: int, rank: int) -> Any:
        """The indices of an axis, counted in the whole array, that `rank` holds, as an array of NumPy."""
        return numpy.array(self._core.indices(axis, rank), dtype=numpy.int64)

    def take(self, array: Any, rank: int) -> Any:
        """The part of a whole array of NumPy that `rank` holds, as a copy. Raises InvalidArgument for another shape."""
        if array.shape != self.shape:
            raise InvalidArgument(f"the array is {array.shape}, the distribution of {self.shape}")
        return array[numpy.ix_(*(self.indices(axis, rank) for axis in range(array.ndim)))] if array.ndim else array.copy()

    def __repr__(self) -> str:
        return f"<ttgt.ranks.Distribution of {self.shape} over {self.grid}>"


class DistributedArray(NamedTuple):
    """An array over ranks: who holds what, and this rank's part, an array of NumPy, CuPy or PyTorch."""

    distribution: Distribution
    part: Any


def described(parts: Sequence[Any]) -> tuple[Any, ...]:
    """What the engine reads of the parts."""
    read = []
    for part in parts:
        library = array_library(part)
        read.append(library.describe(part, library.stream(part)))
    return tuple(read)


def context_for(part: Any, context: Context | None) -> Context:
    """The context that was given, else the calling thread's own on CPUs, or that of the part's device."""
    if context is not None:
        return checked(context)
    library = array_library(part)
    return _context.own if isinstance(part, numpy.ndarray) else _context.default(library, part)
