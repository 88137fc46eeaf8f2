# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Times the ccsd program and PySCF in turns on the same molecules, and compares their energies.

    scripts/chemistry_python benchmarks/chemistry/make_fcidumps.py FOLDER
    scripts/chemistry_python benchmarks/chemistry/against_pyscf.py FOLDER \\
        --program build-release/examples/ccsd/ccsd [NAME]...

Prints a table, tab-separated: medians of an iteration's seconds and of (T)'s over all rounds, their
ratios, and the larger difference of the CCSD and (T) energies in hartree. Exits 1 where that is over
1e-8.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

COLUMNS = ("molecule", "iteration_s", "pyscf_iteration_s", "iteration_ratio", "triples_s",
           "pyscf_triples_s", "triples_ratio", "iterations", "pyscf_iterations", "difference")
TOLERANCE = 1e-8
# Both sides to where energies agree; PySCF's DIIS stalls below.
ENERGY_TOLERANCE, AMPLITUDE_TOLERANCE = 1e-9, 1e-7


def time_program(program, file, threads):
    command = [program, str(file), "--threads", str(threads), "--json",
               "--energy-tolerance", str(ENERGY_TOLERANCE),
               "--residual-tolerance", str(AMPLITUDE_TOLERANCE)]
    result = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return {
        "iterations": [iteration["seconds"] for iteration in result["iterations"]],
        "triples": result["seconds"]["triples"],
        "energies": (result["e_ccsd_corr"], result["e_t"]),
    }


def time_pyscf(mf, frozen):
    from pyscf import cc

    mycc = cc.CCSD(mf, frozen=frozen or None)
    mycc.verbose = 0
    mycc.conv_tol, mycc.conv_tol_normt = ENERGY_TOLERANCE, AMPLITUDE_TOLERANCE
    times = []
    mycc.callback = lambda variables: times.append(time.perf_counter())
    mycc.kernel()
    start = time.perf_counter()
    triples = mycc.ccsd_t()
    return {
        # Each call ends one iteration, so that the first one's start is not known.
        "iterations": [after - before for before, after in zip(times, times[1:])],
        "triples": time.perf_counter() - start,
        "energies": (mycc.e_corr, triples),
        "count": len(times),
    }


def median_iteration(runs):
    return statistics.median(seconds for run in runs for seconds in run["iterations"])


def compare(name, arguments):
    """One row of the table."""
    from molecules import MOLECULES, solve_hartree_fock

    molecule = MOLECULES[name]
    mf = solve_hartree_fock(molecule)
    file = arguments.folder / f"{name}.fcidump"
    ours, theirs = [], []
    for _ in range(arguments.rounds):
        ours.append(time_program(arguments.program, file, arguments.threads))
        theirs.append(time_pyscf(mf, molecule.frozen_core))
    iteration, their_iteration = median_iteration(ours), median_iteration(theirs)
    triples, their_triples = (statistics.median(run["triples"] for run in runs)
                              for runs in (ours, theirs))
    difference = max(abs(a - b) for a, b in zip(ours[0]["energies"], theirs[0]["energies"]))
    return (name, iteration, their_iteration, their_iteration / iteration, triples, their_triples,
            their_triples / triples, len(ours[0]["iterations"]), theirs[0]["count"], difference)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path, help="where make_fcidumps.py wrote")
    parser.add_argument("names", nargs="*", metavar="NAME",
                        help="molecules; by default the three whose speed is compared")
    parser.add_argument("--program", required=True, help="the ccsd program")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    os.environ["OMP_NUM_THREADS"] = str(arguments.threads)  # read when PySCF is loaded

    from molecules import TIMED

    is_right = True
    print(*COLUMNS, sep="\t")
    for name in arguments.names or TIMED:
        row = compare(name, arguments)
        is_right = is_right and row[-1] <= TOLERANCE
        print(*(f"{cell:.4g}" if isinstance(cell, float) else cell for cell in row), sep="\t",
              flush=True)
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
