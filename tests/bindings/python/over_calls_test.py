# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""What stands over the package's calls: the command, figures."""

import subprocess
import sys

import numpy
import pytest

import ttgt


def test_module_is_the_command():
    def run(*arguments):
        return subprocess.run([sys.executable, "-m", "ttgt", *arguments], capture_output=True, text=True, check=False)

    version, refused = run("--version"), run("explain", "D(a,")

    assert version.returncode == 0 and ttgt.__version__ in version.stdout
    assert refused.returncode == 2 and "column" in refused.stderr


def test_plot(tmp_path):
    pytest.importorskip("matplotlib")
    (tmp_path / "results.tsv").write_text(
        "id\tstrategy\tai\tgflops\none\tauto\t3.5\t10\none\tclassic\t3.5\t8\ntwo\tauto\t9\t\n", encoding="utf-8")
    report = ttgt.plan("ij,jk->ik", (8, 8), (8, 8)).profile(numpy.ones((8, 8)), numpy.ones((8, 8)))

    figure = ttgt.plot(tmp_path, tmp_path / "figure.png")

    assert [len(points.get_offsets()) for points in figure.axes[0].collections] == [1, 1]
    assert (tmp_path / "figure.png").stat().st_size > 0
    assert len(ttgt.plot({"a product": report}).axes[0].patches) == 2
    for empty in ({}, tmp_path / "none.tsv"):
        (tmp_path / "none.tsv").write_text("id\tstrategy\tai\tgflops\n", encoding="utf-8")
        with pytest.raises(ValueError, match="no"):
            ttgt.plot(empty)
