# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""PySCF over ttgt: the same results from its function and from ours, and the same energies."""

import numpy
import pytest

pyscf = pytest.importorskip("pyscf", reason="PySCF is not installed")

from pyscf import cc, gto, lib, scf  # noqa: E402
from pyscf.lib import numpy_helper  # noqa: E402

import ttgt.integrations.pyscf as integration  # noqa: E402

WATER = "O 0 0 0.1174; H 0 0.7572 -0.4696; H 0 -0.7572 -0.4696"


def test_installing_and_uninstalling():
    plain = numpy_helper.contract

    with integration.installed():
        integration.install()
        assert numpy_helper.contract is integration.contract
        with integration.installed():
            pass
        assert numpy_helper.contract is integration.contract

    assert numpy_helper.contract is plain


@pytest.mark.parametrize("size", [2, 30])  # on either side of PySCF's bound for small operands
@pytest.mark.parametrize("text", ["ij,jk->ik", "ij,jk->i", "ij,ij->ij", "ij,jk->", "ij,jk->jik", "ij,ij->"])
@pytest.mark.parametrize("left, right, scalar", [
    ("float64", "float64", 1), ("float64", "complex128", 2), ("float32", "float64", -1), ("float64", "float64", 2j),
    ("int64", "float64", 2), ("complex64", "float64", 1)])
def test_contract_means_the_same(array, text, size, left, right, scalar):
    a, b = (array((size, size), seed=1) * 5).astype(left), array((size, size), right, 2)
    plain = numpy_helper._numpy_einsum(text, a, b)
    if scalar != 1:
        plain = plain * scalar

    with integration.installed():
        found = lib.einsum(text, a, b, alpha=scalar)
        whole = numpy.ones((*plain.shape, 2), plain.dtype)
        view = lib.einsum(text, a, b, alpha=scalar, beta=2, out=whole[..., 1])

    assert found.dtype == plain.dtype
    tolerance = 1e-4 if found.dtype in ("float32", "complex64") else 1e-11
    assert numpy.allclose(found, plain, rtol=tolerance, atol=tolerance)
    assert numpy.allclose(whole[..., 1], plain + 2, rtol=tolerance, atol=tolerance)
    assert (whole[..., 0] == 1).all() and numpy.shares_memory(view, whole)


@pytest.mark.parametrize("left, alpha", [("float64", 1), ("float64", 2j), ("float32", 1)])
def test_new_results_have_the_order_of_c(array, left, alpha):
    a, b = array((3, 4, 5, 6), left), array((3, 7), seed=1)

    with integration.installed():
        for _ in range(2):  # unseen, then kept
            assert lib.einsum("kdac,kb->abcd", a, b, alpha=alpha).flags.c_contiguous


def test_the_pairs_of_a_product_are_sought_once(array, close, monkeypatch):
    a, b, c = array((5, 6)), array((6, 11), seed=1), array((11, 5), seed=2)
    asked = []
    plain = numpy_helper._einsum_path

    def counting(*given, **options):
        asked.append(given[0])
        return plain(*given, **options)

    monkeypatch.setattr(numpy_helper, "_einsum_path", counting)

    with integration.installed():
        for scale in (1, 2):
            close(lib.einsum("ij,jk,kl->il", a * scale, b, c), scale * a @ b @ c, 66)
        assert len(asked) == 1
        lib.einsum("ij,jk,kl->il", a, b, c[:, :4])
        assert len(asked) == 2

    assert numpy_helper._einsum_path is counting


def test_as_many_threads_are_used_as_pyscf_says(output_of):
    assert output_of("""
    import os, numpy
    from pyscf import lib
    import ttgt
    import ttgt.integrations.pyscf
    def started():
        names = [open(f"/proc/self/task/{task}/comm").read() for task in os.listdir("/proc/self/task")]
        return names.count("ttgt\\n")
    a = numpy.ones((400, 400))
    ttgt.integrations.pyscf.install()
    with lib.with_omp_threads(1):
        lib.einsum("ij,jk->ik", a, a)
        print(started())
    lib.num_threads(3)
    lib.einsum("ij,jk->ik", a, a)
    print(started())
    lib.num_threads(2)
    lib.einsum("ij,jk->ik", a[:300], a)
    print(ttgt._context.own)  # the plans of a number that nobody has changed serve all threads
    """, TTGT_SHARE_THREADS="0", OMP_NUM_THREADS="2") == ["0", "2", *"<ttgt.Context of cpu, 1 plans>".split()]


def test_products_of_three_and_overlapping_outputs(array, close):
    a, b, c = array((5, 6)), array((6, 7), seed=1), array((7, 5), seed=2)
    square = array((6, 6), seed=3)
    expected = square + square @ square

    with integration.installed():
        close(lib.einsum("ij,jk,kl->il", a, b, c), a @ b @ c, 42)
        lib.einsum("ij,jk->ik", square, square, beta=1, out=square)

    close(square, expected, 6)


@pytest.mark.parametrize("method", ["rccsd", "uccsd", "gccsd"])
def test_same_energies(method):
    molecule = gto.M(atom=WATER, basis="sto-3g", verbose=0)
    kinds = {"rccsd": (scf.RHF, cc.rccsd.RCCSD), "uccsd": (scf.UHF, cc.uccsd.UCCSD), "gccsd": (scf.GHF, cc.gccsd.GCCSD)}
    field, solver = kinds[method]
    mean_field = field(molecule).run(conv_tol=1e-12)

    def energy():
        return solver(mean_field).run(conv_tol=1e-10, conv_tol_normt=1e-8).e_corr

    plain = energy()
    with integration.installed():
        assert energy() == pytest.approx(plain, abs=1e-10)
