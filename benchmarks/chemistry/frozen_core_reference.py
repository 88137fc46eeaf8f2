# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Prints PySCF's energies of an FCIDUMP file with its lowest orbitals frozen, as a JSON object: what
tests/data/chem/reference.json has under "frozen_core".

    scripts/chemistry_python benchmarks/chemistry/frozen_core_reference.py FILE.fcidump ORBITALS
"""

import argparse
import contextlib
import json
import math
import sys

import numpy
from pyscf import cc
from pyscf.tools import fcidump

from make_fcidumps import converge


def solve(path, frozen):
    with contextlib.redirect_stdout(sys.stderr):  # it says which file it reads
        mf = fcidump.to_scf(path)
    mf.verbose = 0
    mf.conv_tol, mf.conv_tol_grad = 1e-14, 1e-10
    mf.kernel()
    assert mf.converged
    mycc = cc.CCSD(mf, frozen=frozen)
    mycc.verbose = 0
    mycc.kernel()
    converge(mycc)
    assert mycc.converged
    t1_norm = numpy.linalg.norm(mycc.t1)
    return {
        "orbitals": frozen,
        "e_rhf": mf.e_tot,
        "e_mp2_corr": mycc.emp2,
        "e_ccsd_corr": mycc.e_corr,
        "e_t": mycc.ccsd_t(),
        "t1_norm": t1_norm,
        "t2_norm": numpy.linalg.norm(mycc.t2),
        "t2_max": abs(mycc.t2).max(),
        "t1_diagnostic": t1_norm / math.sqrt(2 * mycc.t1.shape[0]),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file")
    parser.add_argument("orbitals", type=int)
    arguments = parser.parse_args()
    record = solve(arguments.file, arguments.orbitals)
    print(json.dumps({key: value if isinstance(value, int) else float(value)
                      for key, value in record.items()}, indent=1))


if __name__ == "__main__":
    main()
