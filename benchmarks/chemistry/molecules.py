# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""The molecules that the CCSD example is compared with PySCF on."""

import dataclasses
import math

import numpy
import pyscf
from pyscf import mcscf, scf
from pyscf.tools import fcidump


@dataclasses.dataclass(frozen=True)
class Molecule:
    geometry: str  # in angstrom
    basis: str
    frozen_core: int = 0  # orbitals
    rotated: bool = False  # all orbitals mixed by a random orthogonal matrix


def hydrogen_chain(count, distance):
    return "; ".join(f"H 0 0 {distance * i}" for i in range(count))


def ring(symbol, radius):
    angles = [math.pi / 3 * i for i in range(6)]
    return "; ".join(f"{symbol} {radius * math.cos(a)} {radius * math.sin(a)} 0" for a in angles)


WATER = "O; H 1 1.1; H 1 1.1 2 104"
NITROGEN = "N; N 1 1.0977"
BENZENE = ring("C", 1.397) + "; " + ring("H", 2.481)

# Those that the speed is compared on.
TIMED = ("h2o_ccpvdz", "n2_ccpvtz", "benzene_631g")

MOLECULES = {
    "h2o_ccpvdz": Molecule(WATER, "cc-pvdz"),
    "n2_ccpvtz": Molecule(NITROGEN, "cc-pvtz"),
    "benzene_631g": Molecule(BENZENE, "6-31g"),
    "he_sto3g": Molecule("He", "sto-3g"),
    "h2_ccpvdz": Molecule("H; H 1 0.74", "cc-pvdz"),
    "h2_stretched": Molecule("H; H 1 3.0", "6-31g"),
    "h6_stretched": Molecule(hydrogen_chain(6, 1.8), "6-31g"),
    "h6_sto3g": Molecule(hydrogen_chain(6, 1.8), "sto-3g"),
    "h8_stretched": Molecule(hydrogen_chain(8, 2.4), "sto-3g"),
    "lih_631g": Molecule("Li; H 1 1.6", "6-31g"),
    "hf_ccpvdz": Molecule("H; F 1 0.917", "cc-pvdz"),
    "f2_631g": Molecule("F; F 1 1.42", "6-31g"),
    "co_631g": Molecule("C; O 1 1.128", "6-31g"),
    "n2_stretched": Molecule("N; N 1 1.6", "6-31g"),
    "nh3_631g": Molecule("N; H 1 1.01; H 1 1.01 2 107; H 1 1.01 2 107 3 115", "6-31g"),
    "c2h4_631g": Molecule(
        "C 0 0 0.667; C 0 0 -0.667; H 0 0.923 1.238; H 0 -0.923 1.238; "
        "H 0 0.923 -1.238; H 0 -0.923 -1.238",
        "6-31g",
    ),
    "o3_631g": Molecule("O; O 1 1.278; O 1 1.278 2 116.8", "6-31g"),
    "h2o_frozen": Molecule(WATER, "cc-pvdz", frozen_core=1),
    "n2_frozen": Molecule(NITROGEN, "6-31g", frozen_core=2),
    "h2o_rotated": Molecule(WATER, "cc-pvdz", rotated=True),
    "n2_rotated": Molecule(NITROGEN, "6-31g", rotated=True),
    "h6_rotated": Molecule(hydrogen_chain(6, 1.8), "6-31g", rotated=True),
}


def solve_hartree_fock(molecule):
    """Converged beyond what the comparison of energies needs."""
    mol = pyscf.M(atom=molecule.geometry, basis=molecule.basis, verbose=0)
    mf = scf.RHF(mol)
    mf.conv_tol = 1e-13
    mf.kernel()
    if not mf.converged:
        mf = mf.newton()
        mf.kernel()
    assert mf.converged
    return mf


def write_fcidump(molecule, mf, path):
    """The integrals in the orbitals of `mf`, with the core's folded in; or mixed."""
    window = mcscf.CASCI(mf, mf.mol.nao - molecule.frozen_core,
                         mf.mol.nelectron - 2 * molecule.frozen_core)
    one_body, core_energy = window.get_h1eff()
    two_body = window.get_h2eff()
    norb = one_body.shape[0]
    if molecule.rotated:
        random = numpy.random.default_rng(20260101)
        rotation = numpy.linalg.qr(random.standard_normal((norb, norb)))[0]
        one_body = rotation.T @ one_body @ rotation
        two_body = pyscf.ao2mo.restore(8, pyscf.ao2mo.full(two_body, rotation), norb)
    fcidump.from_integrals(str(path), one_body, two_body, norb, sum(window.nelecas),
                           nuc=core_energy, ms=0, tol=1e-15, float_format=" %.16g")
