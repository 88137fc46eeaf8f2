# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""The instances of benchmarks/einsum_benchmark: paths, costs by hand, and results of the ways to compute them."""

import os
import sys
import types
from pathlib import Path

import numpy
import pytest

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "benchmarks/einsum_benchmark"))
import compare_paths  # noqa: E402  (after the path)
import contestants  # noqa: E402
from instances import Instance, cost_of, in_letters, read, steps_of, write  # noqa: E402

# Steps take places in any order, and the last one the output's order.
CHAIN = Instance("chain", "by hand", "ij,jk,kl->li", [[2, 3], [3, 5], [5, 7]], "float64", {"given": [[2, 1], [0, 1]]})


def test_steps_and_costs():
    assert list(steps_of(CHAIN, CHAIN.paths["given"])) == [((2, 1), ["kl", "jk"], "lj"), ((0, 1), ["ij", "lj"], "li")]
    cost = cost_of(CHAIN, CHAIN.paths["given"])

    assert cost.operations == 3 * 5 * 7 + 2 * 3 * 7
    assert cost.largest == 3 * 7
    assert cost.peak == 6 + 15 + 35 + 21 + 14


def test_strings_of_steps_have_letters():
    assert in_letters(["öü", "ü1"], "1ö") == "ab,bc->ca"
    assert in_letters([chr(200 + place) for place in range(60)], "") is None


def test_a_file_gives_back_what_it_was_given(tmp_path):
    write(tmp_path / "file", [CHAIN])

    assert read(tmp_path / "file") == [CHAIN]


def test_searches_are_compared_by_their_operations():
    own = compare_paths.row_of(CHAIN, "ttgt", 0.01, compare_paths.by_ttgt(CHAIN, 0.01))

    assert float(own["operations"]) == 2 * 3 * 5 + 2 * 5 * 7
    lines = list(compare_paths.summary([{**own, "over_cotengra": ratio} for ratio in ("0.5", "2", "")]))
    assert lines == [f"# {kind}: geometric mean 1.000, most 2.000 (chain), 2 instances" for kind in ("by hand", "all")]


def test_ways_to_compute():
    arrays = list(CHAIN.arrays())
    expected = numpy.einsum(CHAIN.text, *arrays)
    path = CHAIN.paths["given"]

    for call in (contestants.by_pairs(CHAIN, path, arrays, contestants.numpy_einsum), contestants.by_ttgt(CHAIN, path, arrays)[0],
                 contestants.by_ttgt(CHAIN, None, arrays)[0]):
        numpy.testing.assert_allclose(call(), expected)


def fake_cupy(monkeypatch, accelerators):
    """Modules in the place of CuPy's, with cuTENSOR 2.3.1, which these accelerators use or not."""
    accelerator = types.SimpleNamespace(ACCELERATOR_CUTENSOR=3, get_routine_accelerators=lambda: accelerators)
    cutensor = types.SimpleNamespace(get_version=lambda: 20301)
    for name, members in (("cupy", {}), ("cupy._core", {"_accelerator": accelerator}), ("cupy_backends", {}),
                          ("cupy_backends.cuda", {}), ("cupy_backends.cuda.libs", {"cutensor": cutensor})):
        module = types.ModuleType(name)
        module.__dict__.update(members)
        monkeypatch.setitem(sys.modules, name, module)


def test_results_name_the_library_of_cupy(monkeypatch):
    fake_cupy(monkeypatch, [1, 3])
    assert contestants.cupy_library() == "cuTENSOR 2.3.1"
    fake_cupy(monkeypatch, [1])
    assert contestants.cupy_library() == "cuBLAS"
    fake_cupy(monkeypatch, [1, 3])
    del sys.modules["cupy_backends.cuda.libs"].cutensor
    assert contestants.cupy_library() == "cuBLAS"


def test_a_folder_without_cutensor_is_named(tmp_path):
    with pytest.raises(SystemExit, match=f"there is no libcutensor.so.2 in {tmp_path} or below"):
        contestants.load_cutensor(tmp_path)
    assert "cutensor" not in os.environ.get("CUPY_ACCELERATORS", "")


@pytest.mark.parametrize("kind", sorted({each.kind for each in read(ROOT / "benchmarks/data/einsum_benchmark.jsonl.gz")}))
def test_the_smallest_instance_of_each_kind(kind):
    instances = [each for each in read(ROOT / "benchmarks/data/einsum_benchmark.jsonl.gz") if each.kind == kind]
    instance = min(instances, key=lambda each: cost_of(each, each.paths["given"]).operations)
    arrays = list(instance.arrays())

    expected = contestants.by_pairs(instance, instance.paths["cotengra"], arrays, contestants.numpy_einsum)()
    found = contestants.by_ttgt(instance, None, arrays)[0]()

    assert 1e-6 < numpy.abs(expected).sum() < 1e6  # neither vanishes nor overflows
    numpy.testing.assert_allclose(found, expected, rtol=1e-3 if instance.dtype in ("float32", "complex64") else 1e-9)
