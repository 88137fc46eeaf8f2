# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Times iterations of PySCF's coupled cluster plain and over ttgt, by turns from the same amplitudes.

    python benchmarks/python/pyscf_iterations.py [h2o_ccpvdz n2_ccpvtz benzene_631g] [--solver uccsd] [--turns 11] [--out FILE]

The contractions of `cc.rccsd.RCCSD` (the solver `einsum`), UCCSD and GCCSD all go through pyscf.lib.einsum; `fast` is the
one that cc.RCCSD chooses for real orbitals. Prints a table, tab-separated: medians in seconds, alone in a process that has not
imported ttgt (`alone_s`: a program as it was) and by turns in one that has; the ratios to ttgt's; the share of the time that
was spent in ttgt; and the largest difference of the amplitudes.
"""

import argparse
import multiprocessing
import pathlib
import statistics
import sys
import time

import numpy
import pyscf
from pyscf import cc, scf
from pyscf.lib import numpy_helper

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "chemistry"))
from molecules import MOLECULES, TIMED  # noqa: E402

SOLVERS = {
    "einsum": (scf.RHF, cc.rccsd.RCCSD),
    "fast": (scf.RHF, cc.CCSD),
    "uccsd": (scf.UHF, cc.uccsd.UCCSD),
    "gccsd": (scf.GHF, cc.gccsd.GCCSD),
}


def iterate(solver, amplitudes, integrals):
    start = time.perf_counter()
    result = solver.update_amps(*amplitudes, integrals)
    return time.perf_counter() - start, result


def seconds_inside(solver, amplitudes, integrals):
    """The share of an iteration that is spent in contract()."""
    import ttgt.integrations.pyscf as integration

    spent = [0.0]
    inner = integration.contract

    def timed(*arguments, **options):
        start = time.perf_counter()
        try:
            return inner(*arguments, **options)
        finally:
            spent[0] += time.perf_counter() - start

    with integration.installed():
        numpy_helper.contract = timed
        total, _ = iterate(solver, amplitudes, integrals)
        numpy_helper.contract = inner
    return spent[0] / total


def arrays_of(amplitudes):
    """The arrays of nested tuples."""
    if isinstance(amplitudes, numpy.ndarray):
        return [numpy.asarray(amplitudes)]
    return [array for each in amplitudes for array in arrays_of(each)]


def prepare(name, solver_name):
    """The solver of a molecule, amplitudes to begin from, and integrals."""
    numpy_helper.EINSUM_BACKEND = None  # pytblis would be taken where it is installed
    field, kind = SOLVERS[solver_name]
    molecule = MOLECULES[name]
    built = pyscf.gto.M(atom=molecule.geometry, basis=molecule.basis, verbose=0)
    solver = kind(field(built).run())
    integrals = solver.ao2mo()
    return solver, solver.init_amps(integrals)[1:], integrals


def seconds_alone(name, solver_name, turns):
    """The median of a process that has not imported ttgt."""
    prepared = prepare(name, solver_name)
    assert "ttgt" not in sys.modules
    return statistics.median([iterate(*prepared)[0] for _ in range(turns + 1)][1:])


def measure(name, turns, solver_name, table):
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        alone = pool.apply(seconds_alone, (name, solver_name, turns))
    import ttgt.integrations.pyscf as integration

    prepared = prepare(name, solver_name)
    plain, over = [], []
    for _ in range(turns + 1):
        seconds, expected = iterate(*prepared)
        plain.append(seconds)
        with integration.installed():
            seconds, found = iterate(*prepared)
        over.append(seconds)
    difference = max(numpy.abs(a - b).max() for a, b in zip(arrays_of(expected), arrays_of(found)))
    ours, theirs = statistics.median(over[1:]), statistics.median(plain[1:])  # the first ones plan
    print(name, solver_name, f"{alone:.5f}", f"{theirs:.5f}", f"{ours:.5f}", f"{alone / ours:.3f}", f"{ours / theirs:.3f}",
          f"{seconds_inside(*prepared):.3f}", f"{difference:.1e}", sep="\t", file=table, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("molecules", nargs="*", default=TIMED)
    parser.add_argument("--turns", type=int, default=11)
    parser.add_argument("--solver", choices=SOLVERS, action="append", help="several times; else einsum")
    parser.add_argument("--out", help="the table; else on standard output")
    arguments = parser.parse_args()
    table = open(arguments.out, "w", encoding="utf-8") if arguments.out else sys.stdout
    print("id", "solver", "alone_s", "plain_s", "ttgt_s", "alone_over_ttgt", "ttgt_over_plain", "share_in_ttgt", "difference",
          sep="\t", file=table)
    for solver_name in arguments.solver or ["einsum"]:
        for name in arguments.molecules:
            measure(name, arguments.turns, solver_name, table)


if __name__ == "__main__":
    main()
