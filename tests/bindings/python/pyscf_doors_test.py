# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""The ways in which PySCF's contractions get to ttgt: triples and quadruples, k-points, the configuration file, the patch."""

import importlib.metadata
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy
import pytest

pyscf = pytest.importorskip("pyscf", reason="PySCF is not installed")

from pyscf import cc, gto, lib, scf  # noqa: E402
from pyscf.lib import numpy_helper  # noqa: E402

import ttgt.integrations.pyscf as integration  # noqa: E402

PATCH = Path(__file__).resolve().parents[3] / "packaging/upstream/pyscf-2.14.0-ttgt-backend.patch"
TRIPLES = getattr(cc, "rccsdt", None)
needs_triples = pytest.mark.skipif(TRIPLES is None, reason="this PySCF has no CCSDT")


@pytest.fixture(autouse=True)
def one_thread():
    """What is solved here is so small that PySCF's threads would only wait for each other."""
    with lib.with_omp_threads(1):
        yield


@pytest.fixture
def counted(monkeypatch):
    """The strings of the products that have gone through contract(), where it is not yet installed."""
    strings = []
    inner = integration.contract

    def counting(subscripts, *given, **options):
        strings.append(subscripts)
        return inner(subscripts, *given, **options)

    monkeypatch.setattr(integration, "contract", counting)
    return strings


def mean_field(atoms, kind, basis="sto-3g", **named):
    return kind(gto.M(atom=atoms, basis=basis, verbose=0, **named)).run(conv_tol=1e-12)


def solvers():
    chain, open_shell = "H 0 0 0; H 0 0 1; H 0 0 2.1; H 0 0 3.4", "H 0 0 0; H 0 0 1; H 0 0 2.1"
    return {
        "rccsdt": (chain, scf.RHF, cc.rccsdt.RCCSDT, {}),
        "rccsdt_highm": (chain, scf.RHF, cc.rccsdt_highm.RCCSDT, {}),
        "uccsdt": (open_shell, scf.UHF, cc.uccsdt.UCCSDT, {"spin": 1, "basis": "6-31g"}),
        "rccsdtq": (chain, scf.RHF, cc.rccsdtq.RCCSDTQ, {}),
    }


@needs_triples
@pytest.mark.parametrize("name, backend", [("rccsdt", "numpy"), ("rccsdt_highm", "ttgt"), ("uccsdt", "numpy"), ("rccsdtq", "ttgt")])
def test_triples_and_quadruples(name, backend, counted):
    atoms, kind, solver, named = solvers()[name]
    field = mean_field(atoms, kind, **named)

    def energy(backend):  # of a few iterations, converged or not
        solved = solver(field)
        solved.set_einsum_backend(backend)
        return solved.run(conv_tol=1e-11, conv_tol_normt=1e-9, max_cycle=6).e_corr

    plain = energy("numpy")
    assert not counted
    with integration.installed():
        assert energy(backend) == pytest.approx(plain, abs=1e-10)
    assert any(string.count(",") == 1 and len(string.partition("->")[2]) == 6 for string in counted)


@needs_triples
def test_functions_of_triples_are_given_back():
    modules = [cc.rccsdt, cc.rccsdt_highm, cc.rccsdtq, cc.uccsdt]
    own = cc.rccsdt._einsum

    with integration.installed():
        assert all(each._einsum is integration.einsum_of_triples for each in modules)

    assert all(each._einsum is own for each in modules)
    with pytest.raises(ValueError, match="ttgt"):
        own("ttgt", "ij,jk->ik", numpy.eye(2), numpy.eye(2))


@needs_triples
def test_what_triples_ask_for(array):
    a, b, wide = array((4, 5)), array((5, 6), seed=1), numpy.ones((4, 12))
    with integration.installed():
        einsum = cc.rccsdt._einsum
        out = wide[:, ::2]
        assert einsum("numpy", "ij,jk->ik", a, b, out=out, alpha=-2.0, beta=0.5) is out
        assert numpy.allclose(out, 0.5 - 2 * a @ b) and (wide[:, 1::2] == 1).all()
        for backend in ("numpy", "pyscf", "ttgt"):
            assert numpy.allclose(einsum(backend, "ij->ji", a, alpha=3.0), 3 * a.T)
            assert numpy.allclose(einsum(backend, "ij,jk,kl->il", a, b, b.T), a @ b @ b.T)


def test_coupled_cluster_of_k_points(counted, monkeypatch):
    from pyscf.pbc import cc as pbc_cc
    from pyscf.pbc import gto as pbc_gto
    from pyscf.pbc import scf as pbc_scf

    monkeypatch.setattr(numpy_helper, "EINSUM_BACKEND", None)  # pytblis would be taken where it is installed
    cell = pbc_gto.M(a=numpy.eye(3) * 4.5, atom="H1 0 0 0; H2 1.0 0.8 0.3", mesh=[11] * 3, verbose=0,
                     basis={"H1": [[0, (1.0, 1.0)], [0, (0.4, 1.0)]], "H2": [[0, (0.7, 1.0)]]})
    k_points = cell.make_kpts([1, 1, 2], scaled_center=[0.1, 0.2, 0.3])  # whose orbitals are complex
    field = pbc_scf.KRHF(cell, k_points, exxdiv=None).run(conv_tol=1e-10)

    def energy():
        return pbc_cc.KRCCSD(field).run(conv_tol=1e-11, conv_tol_normt=1e-9)

    plain = energy()
    with integration.installed():
        over = energy()
    assert numpy.iscomplexobj(over.t2) and abs(over.t2.imag).max() > 1e-6
    assert over.e_corr == pytest.approx(plain.e_corr, abs=1e-10) and counted


def test_modules_that_are_imported_later(tmp_path, monkeypatch):
    module = tmp_path / "later_than_ttgt.py"
    module.write_text("from pyscf.lib.numpy_helper import contract as product", encoding="utf-8")
    monkeypatch.setattr(pyscf, "__path__", [*pyscf.__path__, str(tmp_path)])
    own = numpy_helper.contract
    with integration.installed():
        from pyscf import later_than_ttgt

        assert later_than_ttgt.product is integration.contract

    assert later_than_ttgt.product is own
    del sys.modules["pyscf.later_than_ttgt"], pyscf.later_than_ttgt


def test_what_others_have_replaced_since_stays(monkeypatch):
    with integration.installed():
        monkeypatch.setattr(numpy_helper, "EINSUM_BACKEND", "another")
    assert numpy_helper.EINSUM_BACKEND == "another"


CHECKS = """
    from pyscf.lib import numpy_helper
    import numpy, pyscf.lib
    a = numpy.arange(9.0).reshape(3, 3)
    assert numpy.allclose(pyscf.lib.einsum("ij,jk->ik", a, a), a @ a)
    assert (pyscf.lib.einsum("ij,jk->ik", a.astype(int), a.astype(int)) == a @ a).all()
    import ttgt
    print(numpy_helper.EINSUM_BACKEND, ttgt._context.own)
"""
SEEN = "ttgt <ttgt.Context of cpu, 1 plans>".split()


def test_a_line_of_the_configuration_file(tmp_path, output_of):
    file = tmp_path / "pyscf_conf.py"
    file.write_text("import ttgt.integrations.pyscf; ttgt.integrations.pyscf.install()\n"
                    "cc_rccsdt_RCCSDT_einsum_backend = 'ttgt'\n", encoding="utf-8")

    assert output_of(CHECKS + """
    import pyscf.cc, ttgt.integrations.pyscf
    if hasattr(pyscf.cc, "rccsdt"):
        assert pyscf.cc.rccsdt.RCCSDT.einsum_backend == "ttgt"
        assert pyscf.cc.rccsdtq._einsum is ttgt.integrations.pyscf.einsum_of_triples
    """, PYSCF_CONFIG_FILE=str(file), OMP_NUM_THREADS="1") == SEEN


@pytest.fixture
def patched(tmp_path):
    """A folder with PySCF as the patch makes it: links to the installed files, and the patched ones."""
    if importlib.metadata.version("pyscf") != "2.14.0":
        pytest.skip("the patch is for PySCF 2.14.0")
    if shutil.which("patch") is None:
        pytest.skip("there is no patch(1)")
    site = tmp_path / "site-packages"
    source = Path(pyscf.__file__).parent
    shutil.copytree(source, site / "pyscf", copy_function=os.symlink)
    for name in ("lib/numpy_helper.py", "cc/rccsdt.py"):
        (site / "pyscf" / name).unlink()
        shutil.copy(source / name, site / "pyscf" / name)
    subprocess.run(["patch", "-p1", "--quiet", "--fuzz=0", "-i", str(PATCH)], cwd=site, check=True)
    return site


def test_the_patch_for_pyscf(patched, tmp_path, output_of):
    file = tmp_path / "pyscf_conf.py"
    file.write_text("lib_einsum_backend = 'ttgt'\n", encoding="utf-8")
    assert output_of(f"import sys; sys.path.insert(0, {str(patched)!r})" + """
    import pyscf, pyscf.cc, numpy
    assert pyscf.__file__.startswith(sys.path[0])
    einsum, a = pyscf.cc.rccsdt._einsum, numpy.arange(9.0).reshape(3, 3)
    assert numpy.allclose(einsum("ttgt", "ij,kj->ik", a, a, out=numpy.ones((3, 3)), beta=1.0), a @ a.T + 1)
    assert numpy.allclose(einsum("ttgt", "ij,jk,kl->il", a, a, a), a @ a @ a)
    import ttgt; ttgt._context.own.clear_plans()
    """.replace("\n    ", "\n") + CHECKS.replace("\n    ", "\n"), PYSCF_CONFIG_FILE=str(file), OMP_NUM_THREADS="1") == SEEN
