# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Arrays over several ranks, of which each rank holds a part: processes of MPI, threads, or GPUs (docs/guide/distributed.md).

What is said to be collective must be called by every rank, in the same order and with equal arguments apart from the parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy

from . import _context, _core
from ._arrays import array_library
from ._calls import overwrites
from ._context import Context, checked
from ._rules import checked_limit
from .errors import InvalidArgument, OperandCountMismatch

__all__ = ["Communicator", "DistributedArray", "DistributedPlan", "Distribution", "contract", "plan_contraction"]


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


class DistributedPlan:
    """One way to do a contraction over ranks, for parts of fixed types, shapes and strides; made by plan_contraction().
    Delete it before MPI is finalised.
    """

    def __init__(self, core: _core.DistributedPlan, communicator: Communicator) -> None:
        self._core = core
        self._communicator = communicator

    @property
    def workspace_bytes(self) -> int:
        """Exactly the scratch bytes of a run on this rank."""
        return self._core.workspace_bytes

    def explain(self, losers: int = 3) -> str:
        """The plan in words, with some of the candidates that were not chosen."""
        return self._core.explain(losers)

    def run(self, *parts: Any, alpha: complex = 1, beta: complex | None = None) -> Any:
        """Runs on this rank's parts, the output's first, and returns the output's. Collective. beta must be zero exactly where
        the plan was made so; None is 1 where it was not. What one rank raises the others raise, too, as plan_contraction() says.
        """
        with self._communicator._fails_on_all():
            run = self._core.read_run(_described(parts), alpha, beta)
        self._core.run(run)
        return parts[0]

    def __repr__(self) -> str:
        return f"<ttgt.ranks.DistributedPlan, workspace {self.workspace_bytes} bytes>"


def _described(parts: Sequence[Any]) -> tuple[Any, ...]:
    """What the engine reads of the parts."""
    described = []
    for part in parts:
        library = array_library(part)
        described.append(library.describe(part, library.stream(part)))
    return tuple(described)


def plan_contraction(
    communicator: Communicator,
    expression: str,
    *operands: DistributedArray,
    accumulate: bool | None = None,
    engine: str | None = None,
    workspace_limit: int | None = None,
    context: Context | None = None,
) -> DistributedPlan:
    """A plan for a contraction over ranks of any number of inputs, or a sum, the output first: "D(a,b)+=L(a,k)*R(k,b)".
    Collective.

    engine: "local", "scalapack", None for whichever is predicted to be faster. accumulate: whether runs have a beta other
    than zero; None: as the expression says. context: this rank's own, which no other rank uses; None for the calling thread's
    own on CPUs, or that of the output's device. Raises what contract() of ttgt raises, ShapeMismatch where a part is not what
    its distribution says, Unsupported for arrays of 16 bits in sums or among more than two inputs. Where one rank raises,
    every rank does: the others an error of the same type, InvalidArgument where it is none of ttgt.errors, that says which
    rank could not go on, and why.
    """
    with communicator._fails_on_all():
        if len(operands) < 2:
            raise OperandCountMismatch(f"{len(operands)} arrays were given: an output and at least one input are needed")
        where = _default_context(operands[0].part) if context is None else checked(context)
        call = _core.read_call(
            where._core, expression, [each.distribution._core for each in operands],
            _described([each.part for each in operands]), engine, checked_limit(workspace_limit),
            -1 if accumulate is None else int(not accumulate))
    return DistributedPlan(_core.plan_over_ranks(communicator._core, call), communicator)


def _default_context(part: Any) -> Context:
    library = array_library(part)
    return _context.own if isinstance(part, numpy.ndarray) else _context.default(library, part)


def contract(
    communicator: Communicator,
    expression: str,
    *operands: DistributedArray,
    alpha: complex = 1,
    beta: complex | None = None,
    engine: str | None = None,
    workspace_limit: int | None = None,
    context: Context | None = None,
) -> Any:
    """output = alpha * (product of the inputs) + beta * output over all ranks, the output first; returns its part. With one
    input it moves an array to another distribution. Collective. Raises what plan_contraction() raises.
    """
    with communicator._fails_on_all():
        factor = (0 if overwrites(expression) else 1) if beta is None else beta
        accumulate = bool(factor != 0)
    made = plan_contraction(communicator, expression, *operands, accumulate=accumulate, engine=engine,
                            workspace_limit=workspace_limit, context=context)
    return made.run(*(each.part for each in operands), alpha=alpha, beta=factor)
