# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""How GPU4PySCF's functions are replaced, in a package of their names over NumPy: which modules hold them, and when."""

import importlib
import importlib.util
import sys

import numpy
import pytest

from ttgt.integrations import gpu4pyscf as integration

FILES = {
    "__init__.py": "",
    "lib/__init__.py": "",
    "lib/cutensor.py": """
import numpy
def contraction(pattern, a, b, alpha, beta, out=None, op_a=1, op_b=1, op_c=1, algo=0):
    return op_a, op_b, op_c, algo
def contract(pattern, a, b, alpha=1.0, beta=0.0, out=None):
    return "its own"
""",
    "lib/cupy_helper.py": "from gpu4pyscf.lib.cutensor import contract",
    "df.py": "from gpu4pyscf.lib.cupy_helper import contract as product",
    "late.py": "from gpu4pyscf.lib.cutensor import contract, contraction",
}


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Imports a module of the package."""
    for name, text in FILES.items():
        file = tmp_path / "gpu4pyscf" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    present = {name: each for name, each in sys.modules.items() if name.partition(".")[0] == "gpu4pyscf"}
    for name in present:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.syspath_prepend(tmp_path)
    yield lambda name: importlib.import_module(f"gpu4pyscf.{name}")
    integration.uninstall()
    for name in [name for name in sys.modules if name.partition(".")[0] == "gpu4pyscf"]:
        del sys.modules[name]


def test_modules_that_hold_the_functions_get_ours(package):
    helper, df = package("lib.cupy_helper"), package("df")
    cutensor = package("lib.cutensor")
    own = cutensor.contract

    with integration.installed():
        integration.install()
        assert cutensor.contract is helper.contract is df.product is integration.contract
        assert cutensor.contraction is integration.contraction
        with integration.installed():
            pass
        late = package("late")
        assert late.contract is integration.contract

    assert cutensor.contract is helper.contract is df.product is late.contract is own
    assert late.contraction is cutensor.contraction is not integration.contraction


def test_installing_before_the_first_import(package):
    integration.install()
    helper = package("lib.cupy_helper")
    assert helper.contract is integration.contract
    integration.uninstall()
    assert helper.contract(None, None, None) == "its own"


def test_looking_for_a_module_and_a_failing_import_lose_nothing(package, tmp_path):
    file = tmp_path / "gpu4pyscf" / "lib" / "cutensor.py"
    text = file.read_text(encoding="utf-8")
    file.write_text("raise ImportError", encoding="utf-8")
    integration.install()
    assert importlib.util.find_spec("gpu4pyscf.lib.cutensor") is not None
    with pytest.raises(ImportError):
        package("lib.cutensor")
    file.write_text(text + "# longer than before\n", encoding="utf-8")
    importlib.invalidate_caches()
    assert package("lib.cutensor").contract is integration.contract


def test_operators_of_cutensor_are_left_to_it(package):
    cutensor = package("lib.cutensor")
    with integration.installed():
        assert cutensor.contraction("i,i->", None, None, 1, 0, op_a=9) == (9, 1, 1, 0)
        assert cutensor.contraction("i,i->", None, None, 1, 0, None, 1, 9, 1, 5) == (1, 9, 1, 5)


def test_what_is_awaited_is_forgotten(package):
    integration.install()
    integration.uninstall()
    assert package("lib.cupy_helper").contract is not integration.contract
    assert integration._integration.awaited not in sys.meta_path


def test_without_the_package(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ModuleNotFoundError, match="GPU4PySCF"):
        integration.install()


@pytest.mark.parametrize("left, right", [("float64", "float64"), ("float32", "float64"), ("complex64", "float64"),
                                         ("complex128", "float32")])
def test_contract_promotes_as_numpy_does(array, left, right):
    a, b = array((6, 9, 5), left), array((6, 5, 7), right, 1)
    expected = numpy.einsum("ijk,ikl->jl", a, b)
    found = integration.contract("ijk,ikl->jl", a, b)
    assert found.dtype == expected.dtype and numpy.allclose(found, expected, rtol=1e-5)

    out = numpy.ones((9, 7, 2), expected.dtype)[..., 1]
    assert integration.contraction("ijk,ikl->jl", a, b, 2.0, -1.0, out, None) is out
    assert numpy.allclose(out, 2 * expected - 1, rtol=1e-5)


def test_outputs_of_other_types_and_overlapping_ones(array):
    a = array((8, 8))
    out = numpy.ones((8, 8), "float32")
    integration.contract("ij,jk->ik", a, a, alpha=3, beta=1, out=out)
    assert numpy.allclose(out, 3 * a @ a + 1, rtol=1e-4)
    assert numpy.allclose(integration.contract("ij,jk->ik", a, a, alpha=2j), 2j * a @ a)

    expected = a + a @ a
    integration.contract("ij,jk->ik", a, a, beta=1.0, out=a)
    assert numpy.allclose(a, expected)


def test_integers_go_to_its_own_function(package):
    with integration.installed():
        helper = package("lib.cupy_helper")
        assert helper.contract("ij,jk->ik", numpy.ones((2, 2), int), numpy.ones((2, 2))) == "its own"


def test_no_elements():
    assert integration.contract("ij,jk->ik", numpy.ones((3, 0)), numpy.ones((0, 2))).tolist() == [[0, 0]] * 3
