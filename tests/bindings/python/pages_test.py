# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""The guides' snippets and the tutorial's cells run, in their order; the stub names what there is."""

import json
import re
import runpy
from pathlib import Path

import pytest

import ttgt

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("page", ["python", "networks", "from-einsum", "from-cutensor", "pyscf", "torch", "jax", "distributed"])
def test_snippets_of_a_guide(page):
    if page == "pyscf":
        pytest.importorskip("pyscf", reason="PySCF is not installed")
    if page == "torch":
        pytest.importorskip("torch", reason="PyTorch is not installed")
    if page == "jax" and ttgt._core.jax_handler() is None:
        pytest.skip("ttgt was built without jaxlib's headers")
    text = (ROOT / "docs/guide" / f"{page}.md").read_text(encoding="utf-8")
    snippets = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert snippets
    names = {}
    for number, snippet in enumerate(snippets):
        exec(compile(snippet, f"{page}.md, snippet {number + 1}", "exec"), names)


def run_notebook(name):
    """The names that its cells leave."""
    notebook = json.loads((ROOT / "examples/python" / name).read_text(encoding="utf-8"))
    names = {}
    for number, cell in enumerate(notebook["cells"]):
        if cell["cell_type"] == "code":
            assert not cell["outputs"]  # they would grow old
            exec(compile("".join(cell["source"]), f"{name}, cell {number + 1}", "exec"), names)
    return names


def test_tutorial(capsys):
    names = run_notebook("tutorial.ipynb")

    assert "'k' has extent 3" in capsys.readouterr().out
    assert "<table>" in names["report"]._repr_html_()


def test_notebook_of_a_tensor_train(capsys):
    pytest.importorskip("torch", reason="PyTorch is not installed")
    run_notebook("tensor_train.ipynb")

    assert "the loss fell" in capsys.readouterr().out


def test_step_of_dmrg(capsys):
    runpy.run_path(str(ROOT / "examples/python/dmrg_step.py"), run_name="__main__")
    assert "energy -3.374932598688" in capsys.readouterr().out


def test_stub_of_the_module():
    stub = (ROOT / "bindings/python/ttgt/_core.pyi").read_text(encoding="utf-8")
    named = set(re.findall(r"^(?:def|class) (\w+)", stub, re.MULTILINE))

    assert named == {name for name in vars(ttgt._core) if not name.startswith("_")}
    for kind in (ttgt._core.Array, ttgt._core.BlockPlan, ttgt._core.BlockTensor, ttgt._core.CallCache,
                 ttgt._core.Context, ttgt._core.Plan):
        text = re.search(rf"^class {kind.__name__}:\n((?:\n| .*\n)+)", stub, re.MULTILINE).group(1)
        members = {name for name in vars(kind) if not name.startswith("_")}
        assert members <= set(re.findall(r"def (\w+)", text))


def test_public_names_have_documentation():
    for name in ttgt.__all__:
        assert getattr(ttgt, name).__doc__


def test_version_is_the_projects():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")

    assert re.search(r"^\s+VERSION ([0-9.]+)$", text, re.MULTILINE).group(1) == ttgt.__version__


@pytest.mark.parametrize("name, library, printed", [
    ("opt_einsum_paths", "opt_einsum", "on ttgt's"), ("cotengra_trees", "cotengra", "log Z 30.298156645347"),
    ("quimb_chain", "quimb", "energy"), ("tenpy_bond", "tenpy", "14 blocks of 256 elements")])
def test_examples_beside_other_libraries(name, library, printed, capsys):
    pytest.importorskip(library, reason=f"{library} is not installed", exc_type=ImportError)
    runpy.run_path(str(ROOT / f"examples/python/{name}.py"), run_name="__main__")
    assert printed in capsys.readouterr().out
