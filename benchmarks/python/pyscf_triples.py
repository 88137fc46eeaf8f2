# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Times iterations of PySCF's CCSDT and CCSDTQ over ttgt, over pytblis and plain, by turns from the same amplitudes.

    python benchmarks/python/pyscf_triples.py [rccsdt/h2o_ccpvdz ...] [--turns 5] [--out FILE] [--energies | --strings]

"plain" is numpy.einsum, PySCF's default. TBLIS_NUM_THREADS and OMP_NUM_THREADS are set before pytblis and PySCF are imported,
to the number of cores that the process has, unless they are set. Prints a table, tab-separated: medians in seconds, ratios
to ttgt's, the share of an iteration that was spent in ttgt, the largest difference of the amplitudes to plain ones, and the
energies to which both converge where --energies is given. --strings lists instead which strings take ttgt and pytblis how long.
"""

import argparse
import collections
import os
import statistics
import sys
import time
from pathlib import Path

CORES = str(len(os.sched_getaffinity(0)))
os.environ.setdefault("TBLIS_NUM_THREADS", CORES)
os.environ.setdefault("OMP_NUM_THREADS", CORES)

import numpy  # noqa: E402
import pyscf  # noqa: E402
from pyscf import cc, scf  # noqa: E402

import ttgt.integrations.pyscf as integration  # noqa: E402

clock = time.perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "chemistry"))
from molecules import MOLECULES  # noqa: E402

SOLVERS = {
    "rccsdt": (scf.RHF, cc.rccsdt.RCCSDT),
    "rccsdt_highm": (scf.RHF, cc.rccsdt_highm.RCCSDT),
    "uccsdt": (scf.UHF, cc.uccsdt.UCCSDT),
    "rccsdtq": (scf.RHF, cc.rccsdtq.RCCSDTQ),
}
DEFAULT = ["rccsdt/h2o_ccpvdz", "rccsdt/n2_stretched", "rccsdt_highm/n2_stretched", "uccsdt/lih_631g", "rccsdtq/lih_631g"]


def prepared(case):
    """The solver, its integrals, and amplitudes after an iteration, so that triples are there."""
    kind, name = case.split("/")
    field, solver = SOLVERS[kind]
    molecule = MOLECULES[name]
    mean_field = field(pyscf.gto.M(atom=molecule.geometry, basis=molecule.basis, verbose=0)).run(conv_tol=1e-12)
    solver = solver(mean_field, frozen=molecule.frozen_core or None)
    solver.set_einsum_backend("pyscf")
    solver.verbose, solver.max_cycle = 0, 2
    integrals = solver.ao2mo(solver.mo_coeff)
    amplitudes = solver.kernel(eris=integrals)[1]
    solver.max_cycle = 100
    return solver, integrals, amplitudes


def copied(amplitudes):
    if isinstance(amplitudes, numpy.ndarray):
        return numpy.array(amplitudes)
    return [copied(each) for each in amplitudes]


def arrays_of(amplitudes):
    if isinstance(amplitudes, numpy.ndarray):
        return [amplitudes]
    return [array for each in amplitudes for array in arrays_of(each)]


def iterate(engine, solver, integrals, amplitudes):
    """The seconds of an iteration, and the amplitudes after it."""
    solver.set_einsum_backend("pytblis" if engine == "pytblis" else "numpy")
    amplitudes = copied(amplitudes)
    if engine == "ttgt":
        integration.install()
    try:
        start = clock()
        solver.update_amps_(amplitudes, integrals)
        return clock() - start, amplitudes
    finally:
        integration.uninstall()


def seconds_by_string(engine, prepared_case):
    """Seconds and calls of each string with the shapes of its operands, in one iteration."""
    from pyscf.cc import rccsdt

    spent = collections.defaultdict(lambda: [0.0, 0])
    inner = integration.contract if engine == "ttgt" else rccsdt._einsum

    def timed(*arguments, **options):
        text, a, b, *_ = arguments[1:] if engine != "ttgt" else arguments
        start = clock()
        try:
            return inner(*arguments, **options)
        finally:
            entry = spent[text, numpy.shape(a), numpy.shape(b)]
            entry[0] += clock() - start
            entry[1] += 1

    def keep(*arguments, **options):
        return timed(*arguments, **options) if len(arguments) == 4 or engine == "ttgt" else inner(*arguments, **options)

    modules = [integration] if engine == "ttgt" else [m for m in vars(cc).values() if getattr(m, "_einsum", None) is inner]
    name = "contract" if engine == "ttgt" else "_einsum"
    for module in modules:
        setattr(module, name, keep)
    try:
        total, _ = iterate(engine, *prepared_case)
    finally:
        for module in modules:
            setattr(module, name, inner)
    return total, spent


def list_strings(case):
    prepared_case = prepared(case)
    for engine in ("ttgt", "pytblis"):
        iterate(engine, *prepared_case)
    (ours, of_ttgt), (theirs, of_pytblis) = (seconds_by_string(engine, prepared_case) for engine in ("ttgt", "pytblis"))
    print(f"# {case}: {ours:.3f} s over ttgt, {theirs:.3f} s over pytblis")
    rows = sorted(of_ttgt, key=lambda key: of_pytblis[key][0] - of_ttgt[key][0])
    for key in rows:
        print(*key, of_ttgt[key][1], f"{of_ttgt[key][0] * 1e3:.3f}", f"{of_pytblis[key][0] * 1e3:.3f}", sep="\t")


def energies(case, solver):
    """To which CCSDT converges plain and over ttgt."""
    found = []
    for over in (False, True):
        solver.set_einsum_backend("pyscf")
        solver.conv_tol, solver.conv_tol_normt = 1e-11, 1e-9
        if over:
            integration.install()
        solver.kernel()
        found.append(float(solver.e_corr))
        integration.uninstall()
    return found


def measure(case, arguments, table):
    prepared_case = prepared(case)
    engines = ["ttgt", "pytblis", "plain"]
    try:
        import pytblis  # noqa: F401
    except ImportError:
        engines.remove("pytblis")
    times = {engine: [] for engine in engines}
    for _ in range(arguments.turns + 1):  # the first ones plan
        results = {}
        for engine in engines:
            seconds, results[engine] = iterate(engine, *prepared_case)
            times[engine].append(seconds)
    medians = {engine: statistics.median(kept[1:]) for engine, kept in times.items()}
    total, spent = seconds_by_string("ttgt", prepared_case)
    difference = max(numpy.abs(a - b).max(initial=0) for a, b in zip(*(arrays_of(results[each]) for each in ("ttgt", "plain"))))
    of_energies = energies(case, prepared_case[0]) if arguments.energies else ["", ""]
    print(case, f"{medians['ttgt']:.5f}", *(f"{medians[each]:.5f}" if each in medians else "" for each in ("pytblis", "plain")),
          *(f"{medians[each] / medians['ttgt']:.3f}" if each in medians else "" for each in ("pytblis", "plain")),
          f"{sum(seconds for seconds, _ in spent.values()) / total:.3f}", f"{difference:.1e}", *of_energies,
          sep="\t", file=table, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", default=DEFAULT, help="SOLVER/MOLECULE")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--energies", action="store_true")
    parser.add_argument("--strings", action="store_true")
    parser.add_argument("--out", help="the table; else on standard output")
    parser.add_argument("--processor-time", action="store_true", help="of the process; for one thread beside other processes")
    arguments = parser.parse_args()
    if arguments.processor_time:
        global clock
        clock = time.process_time
    if arguments.strings:
        for case in arguments.cases:
            list_strings(case)
        return
    table = open(arguments.out, "w", encoding="utf-8") if arguments.out else sys.stdout
    print("case", "ttgt_s", "pytblis_s", "plain_s", "pytblis_over_ttgt", "plain_over_ttgt", "share_in_ttgt", "difference",
          "energy_plain", "energy_over_ttgt", sep="\t", file=table)
    for case in arguments.cases:
        measure(case, arguments, table)


if __name__ == "__main__":
    main()
