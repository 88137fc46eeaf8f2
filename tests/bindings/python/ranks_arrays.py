# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Whole arrays over ranks and programs, exact: by threads, which call check(), or by the processes of mpirun."""

import math
import os
import pathlib
import shutil
import tempfile

import numpy

from ttgt import ranks

# Some have fewer indices than ranks.
CASES = [((5, 7, 3), "float64"), ((1, 2), "complex64"), ((4,), "float32"), ((0, 3), "complex128"), ((), "complex64")]


def element(*indices):
    """Small integers of the indices of an element."""
    return sum((3 - place) * index for place, index in enumerate(indices)) + 1


def distributions(shape, count):
    """Several distributions of an array, with ragged blocks where it has axes."""
    given = [ranks.Distribution(shape, (count,)), ranks.Distribution(shape, ())]
    for axis in range(len(shape)):
        given.append(ranks.Distribution(shape, (count,), {axis: 0}) if axis % 2 else
                     ranks.Distribution(shape, (1, count), {axis: (1, 2)}))
    return given


def is_beyond(distribution, rank):
    """Whether the rank holds nothing, although an array without axes has a part of one element."""
    return rank.rank >= numpy.prod(distribution.grid)


def check_moves(rank, shape, dtype):
    """Each distribution is filled, moved to the next one, collected and spread again."""
    whole = numpy.broadcast_to(numpy.asarray(element(*numpy.indices(shape)), dtype), shape)
    given = distributions(shape, rank.ranks)
    for here, there in zip(given, given[1:] + given[:1]):
        a = ranks.from_function(rank, here, element, dtype)
        assert (a.part == here.take(whole, rank.rank)).all() or is_beyond(here, rank)
        b = ranks.redistribute(rank, ranks.DistributedArray(there, numpy.full(there.part(rank.rank), -1, dtype, order="F")), a)
        collected = ranks.gather(rank, b)
        assert (collected is None) == (rank.rank > 0)
        assert collected is None or (collected.dtype == dtype and numpy.array_equal(collected, whole))
        out = numpy.zeros(shape, dtype, order="F") if rank.rank == 0 else None
        assert ranks.gather(rank, b, out) is out and (out is None or numpy.array_equal(out, whole))
        c = ranks.scatter(rank, ranks.zeros(rank, here, dtype), None if out is None else numpy.asarray(2 * whole))
        assert ranks.dot(rank, a, c) == 2 * (whole.conj() * whole).sum()
        assert ranks.norm(rank, c) == math.sqrt(numpy.vdot(2 * whole, 2 * whole).real)


def check_files(rank, folder, shape, dtype):
    """What the ranks write NumPy reads, and what NumPy writes the ranks read."""
    whole = numpy.broadcast_to(numpy.asarray(element(*numpy.indices(shape)), dtype), shape)
    given = distributions(shape, rank.ranks)
    for here, there in zip(given, given[1:] + given[:1]):
        a = ranks.from_function(rank, here, element, dtype)
        ranks.save(rank, folder / "a.npy", a)
        found = numpy.load(folder / "a.npy")
        assert found.dtype == dtype and numpy.array_equal(found, whole)
        b = ranks.load(rank, str(folder / "a.npy"), ranks.empty(rank, there, dtype))
        assert ranks.dot(rank, ranks.redistribute(rank, ranks.empty(rank, here, dtype), b), a) == (whole.conj() * whole).sum()
        if rank.rank == 0:
            numpy.save(folder / "c.npy", numpy.array(whole, order="C"))
        ranks.norm(rank, a)  # the ranks wait for the file
        c = ranks.load(rank, folder / "c.npy", ranks.zeros(rank, there, dtype))
        assert (c.part == there.take(whole, rank.rank)).all() or is_beyond(there, rank)
        ranks.norm(rank, a)


def check_program(rank):
    """Two statements with a temporary, for two sets of parts."""
    whole = element(*numpy.indices((5, 5)))
    rows, columns = ranks.Distribution((5, 5), (rank.ranks,), {0: (0, 1)}), ranks.Distribution((5, 5), (rank.ranks,), {1: 0})
    v, t, r = (ranks.from_function(rank, where, element) for where in (rows, columns, rows))
    program = ranks.plan_program(rank, "W(m,i) = V(m,e)*T(e,i) + V(m,i)\nR(m,i) = T(m,k)*W(k,i)", {"V": v, "T": t, "R": r})
    assert program.names == ("V", "T", "R") and program.workspace_bytes >= 0 and "W" in program.explain()
    for factor in (1, 2):
        program.run({"R": r.part, "T": t.part, "V": factor * v.part})
        assert (r.part == rows.take(factor * whole @ (whole @ whole + whole), rank.rank)).all()


def check_formulas(rank):
    """A formula of elements with a transpose, and a reduction, for two scalars."""
    whole = element(*numpy.indices((5, 4)))
    rows, columns = ranks.Distribution((5, 4), (rank.ranks,), {0: (0, 1)}), ranks.Distribution((4, 5), (rank.ranks,), {1: 0})
    everywhere = ranks.Distribution((), (rank.ranks,))
    a, d, n = ranks.from_function(rank, rows, element), ranks.zeros(rank, columns), ranks.zeros(rank, everywhere)
    plan = ranks.plan_evaluation(rank, "D(j,i) = abs(A(i,j) - shift)/2", {"D": d, "A": a})
    assert plan.inputs == ("A",) and plan.scalars == ("shift",) and plan.workspace_bytes >= 0 and plan.bytes_received >= 0
    assert "chosen: " in plan.explain()
    for shift in (1, 7.5):
        assert plan.run(D=d.part, A=a.part, shift=shift) is d.part
        assert (d.part == columns.take(abs(whole - shift).T / 2, rank.rank)).all()
    assert ranks.evaluate(rank, "n() = max(A(i,j)) + c", n=n, A=a, c=3) == whole.max() + 3


def check(rank, folder):
    """Everything, in a folder that all ranks share. Collective."""
    for shape, dtype in CASES:
        check_moves(rank, shape, dtype)
        check_files(rank, folder, shape, dtype)
    check_program(rank)
    check_formulas(rank)


if __name__ == "__main__":
    world = ranks.Communicator.world()
    shared = pathlib.Path(tempfile.gettempdir()) / f"ttgt-rank-arrays-{os.getppid()}"
    shared.mkdir(exist_ok=True)
    check(world, shared)
    if world.rank == 0:
        shutil.rmtree(shared)
