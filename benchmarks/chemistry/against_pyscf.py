# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Times the ccsd program and PySCF in turns on the same molecules, and compares their energies.

    scripts/chemistry_python benchmarks/chemistry/make_fcidumps.py FOLDER
    scripts/chemistry_python benchmarks/chemistry/against_pyscf.py FOLDER \\
        --program build-release/examples/ccsd/ccsd [NAME]...

Prints a table, tab-separated: medians of an iteration's seconds and of (T)'s over all rounds, their
ratios, the iterations both take to PySCF's thresholds, and the larger difference of the program's
CCSD and (T) energies from those make_fcidumps.py recorded, in hartree. Exits 1 where that is over
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
PYSCF_THRESHOLDS = ("--energy-tolerance", "1e-7", "--residual-tolerance", "1e-5")


def run_program(arguments, file, *options):
    command = [arguments.program, str(file), "--threads", str(arguments.threads), "--json", *options]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def time_program(arguments, file):
    """To the program's own thresholds."""
    result = run_program(arguments, file)
    return {
        "iterations": [iteration["seconds"] for iteration in result["iterations"]],
        "triples": result["seconds"]["triples"],
        "e_ccsd_corr": result["e_ccsd_corr"],
        "e_t": result["e_t"],
    }


def time_pyscf(mf, frozen):
    """To PySCF's."""
    from pyscf import cc

    mycc = cc.CCSD(mf, frozen=frozen or None)
    mycc.verbose = 0
    times = []
    mycc.callback = lambda variables: times.append(time.perf_counter())
    mycc.kernel()
    start = time.perf_counter()
    mycc.ccsd_t()
    return {
        # Each call ends one iteration, so that the first one's start is not known.
        "iterations": [after - before for before, after in zip(times, times[1:])],
        "triples": time.perf_counter() - start,
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
    reference = json.loads((arguments.folder / "reference.json").read_text())[name]
    ours, theirs = [], []
    for _ in range(arguments.rounds):
        ours.append(time_program(arguments, file))
        theirs.append(time_pyscf(mf, molecule.frozen_core))
    iteration, their_iteration = median_iteration(ours), median_iteration(theirs)
    triples, their_triples = (statistics.median(run["triples"] for run in runs)
                              for runs in (ours, theirs))
    count = len(run_program(arguments, file, "--no-triples", *PYSCF_THRESHOLDS)["iterations"])
    difference = max(abs(ours[0][energy] - reference[energy]) for energy in ("e_ccsd_corr", "e_t"))
    return (name, iteration, their_iteration, their_iteration / iteration, triples, their_triples,
            their_triples / triples, count, theirs[0]["count"], difference)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path, help="where make_fcidumps.py wrote")
    parser.add_argument("names", nargs="*", metavar="NAME",
                        help="molecules; by default the three whose speed is compared")
    parser.add_argument("--program", required=True, help="the ccsd program")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_intermixed_args()
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
