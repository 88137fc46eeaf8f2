# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Writes FOLDER/NAME.fcidump of molecules, and FOLDER/reference.json with PySCF's energies of them.

    scripts/chemistry_python benchmarks/chemistry/make_fcidumps.py FOLDER [NAME]...
"""

import argparse
import json
import pathlib

from pyscf import cc

from molecules import MOLECULES, solve_hartree_fock, write_fcidump


def converge(mycc):
    """To 1e-11 hartree or so: plain iteration gets there where DIIS stalls, if need be with damping."""
    t1, t2 = mycc.t1, mycc.t2
    mycc.conv_tol, mycc.conv_tol_normt = 1e-12, 1e-10
    for mycc.diis, mycc.iterative_damping, mycc.max_cycle in (
            (False, 1.0, 100), (False, 0.7, 300), (True, 1.0, 100)):
        mycc.kernel(t1.copy(), t2.copy())
        if mycc.converged:
            return


def reference_energies(molecule, mf):
    """In hartree, and the iterations that PySCF takes by its defaults."""
    energies = {"e_rhf": mf.e_tot, "e_mp2_corr": 0, "e_ccsd_corr": 0, "e_t": 0}
    if mf.mol.nelectron < 2 * mf.mol.nao:
        mycc = cc.CCSD(mf, frozen=molecule.frozen_core or None)
        mycc.verbose = 0
        cycles = []
        mycc.callback = lambda variables: cycles.append(variables["istep"])
        mycc.kernel()
        energies["ccsd_cycles_default"] = len(cycles) if mycc.converged else None
        mycc.callback = None
        converge(mycc)
        energies.update(e_mp2_corr=mycc.emp2, e_ccsd_corr=mycc.e_corr, e_t=mycc.ccsd_t(),
                        ccsd_converged=bool(mycc.converged))
    return {key: value if value is None or isinstance(value, (bool, int)) else float(value)
            for key, value in energies.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="*", default=list(MOLECULES), metavar="NAME",
                        help="of " + " ".join(MOLECULES))
    arguments = parser.parse_args()
    unknown = set(arguments.names) - set(MOLECULES)
    if unknown:
        parser.error("no molecule " + ", ".join(sorted(unknown)))

    arguments.folder.mkdir(parents=True, exist_ok=True)
    record = arguments.folder / "reference.json"
    energies = json.loads(record.read_text()) if record.exists() else {}
    for name in arguments.names:
        molecule = MOLECULES[name]
        mf = solve_hartree_fock(molecule)
        write_fcidump(molecule, mf, arguments.folder / f"{name}.fcidump")
        energies[name] = reference_energies(molecule, mf)
        record.write_text(json.dumps(energies, indent=1) + "\n")
        print(name, energies[name], flush=True)


if __name__ == "__main__":
    main()
