# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Runs PySCF's own tests of coupled cluster, ADC and MP2 plain and over ttgt, and compares their energies.

    python tests/bindings/python/pyscf_cc_energies.py PYSCF_SOURCE/pyscf/cc/test [test_rccsd.py ...] [--out FILE]
    python tests/bindings/python/pyscf_cc_energies.py PYSCF_SOURCE/pyscf cc/test/test_ccd.py mp/test/test_mp2.py ...

The tests are those of a source tree of the PySCF that is installed; its packages on PyPI have none. Each test file
runs in two processes of pytest. There, every solver notes the correlation energy with which it ends, converged or not. Fails
where a test passes plain and fails over ttgt, where a solver ran in one process alone, and where two energies differ
by more than 1e-10. Where a test does not say how far to converge, both processes go further than PySCF would: as it is, two
plain runs of a test may differ by more than 1e-9. Takes an hour for all files; not part of scripts/test, whose short form is pyscf_test.py.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy

TOLERANCE = 1e-10
RECORDS, OVER = "TTGT_PYSCF_RECORDS", "TTGT_PYSCF_OVER"  # where the processes write to; whether over ttgt

_test = [""]  # the one that runs
_records = {"outcomes": {}, "energies": [], "calls": 0}


# The side of the tested process: hooks of pytest.


def pytest_configure(config):
    from pyscf import adc, cc, mp, scf
    from pyscf.cc import momgfccsd, qcisd_slow, rccsdt, rccsdtq  # noqa: F401  (so that their solvers are known)
    from pyscf.lib import numpy_helper

    numpy_helper.EINSUM_BACKEND = None  # pytblis would be taken where it is installed
    scf.hf.SCF.conv_tol, scf.hf.SCF.max_cycle = 1e-13, 200
    cc.ccsd.CCSDBase.conv_tol, cc.ccsd.CCSDBase.conv_tol_normt, cc.ccsd.CCSDBase.max_cycle = 1e-11, 1e-9, 100
    bases = cc.ccsd.CCSDBase, mp.mp2.MP2Base, adc.radc.RADC, adc.uadc.UADC
    for solver in {*bases, *(each for base in bases for each in _subclasses(base))}:
        if "_finalize" in vars(solver):
            solver._finalize = _noting(solver._finalize)
    if os.environ[OVER] == "1":
        import ttgt.integrations.pyscf as integration

        inner = integration.contract

        def counted(*arguments, **options):
            _records["calls"] += 1
            return inner(*arguments, **options)

        integration.contract = counted
        integration.install()


def _subclasses(kind):
    for each in kind.__subclasses__():
        yield each
        yield from _subclasses(each)


def _noting(finalize):
    def noting(solver, *arguments, **options):
        energy = getattr(solver, "e_corr", None)
        if energy is not None:
            _records["energies"].append([_test[0], type(solver).__name__, [float(e) for e in numpy.ravel(numpy.real(energy))]])
        return finalize(solver, *arguments, **options)

    return noting


def pytest_runtest_setup(item):
    _test[0] = item.nodeid


def pytest_runtest_logreport(report):
    if report.when == "call" or report.outcome != "passed":
        _records["outcomes"][report.nodeid] = report.outcome


def pytest_sessionfinish(session):
    pathlib.Path(os.environ[RECORDS]).write_text(json.dumps(_records), encoding="utf-8")


# The side that compares.


def run_tests(file, over, seconds):
    """What the tests of a file noted; None where they took longer than `seconds`."""
    here = pathlib.Path(__file__).resolve()
    with tempfile.TemporaryDirectory() as folder:
        records = pathlib.Path(folder) / "records.json"
        paths = os.pathsep.join([str(here.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
        environment = {**os.environ, "PYTHONPATH": paths, RECORDS: str(records), OVER: str(int(over))}
        command = [sys.executable, "-m", "pytest", "-q", "-p", here.stem, "-p", "no:cacheprovider", "--rootdir", folder, str(file.resolve())]
        try:
            subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, timeout=seconds, check=False)
        except subprocess.TimeoutExpired:
            return None
        return json.loads(records.read_text(encoding="utf-8"))


def compare(plain, over):
    """The largest difference of two energies, and what is wrong."""
    faults = [f"{test}: {outcome} plain, {over['outcomes'].get(test)} over ttgt"
              for test, outcome in plain["outcomes"].items() if outcome == "passed" != over["outcomes"].get(test)]
    if [each[:2] for each in plain["energies"]] != [each[:2] for each in over["energies"]]:
        return numpy.inf, [*faults, "other solvers ran"]
    largest = 0.0
    for (test, solver, ours), (_, _, theirs) in zip(plain["energies"], over["energies"]):
        difference = max(abs(a - b) for a, b in zip(ours, theirs))
        largest = max(largest, difference)
        if not difference <= TOLERANCE:
            faults.append(f"{test}, {solver}: energies differ by {difference:.1e}")
    return largest, faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tests", type=pathlib.Path)
    parser.add_argument("files", nargs="*", help="paths in that folder; else all")
    parser.add_argument("--seconds", type=float, default=3600, help="that a file may take, plain and over ttgt each")
    parser.add_argument("--out", help="the table; else on standard output")
    arguments = parser.parse_args()
    files = [arguments.tests / name for name in arguments.files] or sorted(arguments.tests.rglob("test_*.py"))
    table = open(arguments.out, "w", encoding="utf-8") if arguments.out else sys.stdout
    print("file", "tests", "passed_plain", "passed_over_ttgt", "energies", "largest_difference", "calls_of_ttgt", sep="\t", file=table)
    wrong = []
    for file in files:
        plain = run_tests(file, False, arguments.seconds)
        over = run_tests(file, True, arguments.seconds) if plain else None
        if over is None:
            print(f"# {file.name}: more than {arguments.seconds:.0f} s", file=table, flush=True)
            continue
        largest, faults = compare(plain, over)
        wrong += faults
        passed = [sum(outcome == "passed" for outcome in each["outcomes"].values()) for each in (plain, over)]
        print(file.relative_to(arguments.tests), len(plain["outcomes"]), *passed, len(plain["energies"]), f"{largest:.1e}", over["calls"],
              sep="\t", file=table, flush=True)
    for fault in wrong:
        print(f"# {fault}", file=table)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
