# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""ttgt.show_config(): what the package is and on what it runs."""

import os
import platform

import numpy
import pytest

import ttgt
from ttgt.integrations import threads


def test_dict_says_what_the_package_is():
    config = ttgt.show_config(mode="dict")

    assert config["ttgt"]["version"] == ttgt.__version__
    assert config["ttgt"]["compiler"].startswith(("GCC ", "Clang "))
    for name in set(config["ttgt"]["dtypes"]) - {"bfloat16"}:
        assert ttgt.einsum("i->", numpy.ones(3, name)) == 3
    assert config["python"] == {"version": platform.python_version(), "numpy": numpy.__version__}
    assert config["openblas"] == [vars(copy) for copy in threads.copies()]


def test_dict_says_which_blas_and_how_many_threads(output_of):
    printed = output_of("""
        import ttgt
        config = ttgt.show_config("dict")
        print(config["cpu"]["threads"], config["blas"]["name"])
        print(config["blas"]["path"])
    """, OMP_NUM_THREADS="3")
    config = ttgt.show_config("dict")

    assert printed == ["3", config["blas"]["name"], config["blas"]["path"]]
    assert config["cpu"]["processors"] == len(os.sched_getaffinity(0))
    assert config["blas"]["threads"] in ("serial", "openmp", "pthread", "unknown")
    assert os.path.exists(config["blas"]["path"])


def test_devices_are_listed_where_asked_for():
    cuda = ttgt.show_config("dict")["cuda"]
    listed = ttgt.show_config("dict", devices=True)["cuda"]["devices"]

    assert cuda["devices"] is None
    usable = [device for device in listed if device["usable"]]
    assert len(usable) == ttgt._core.query(0)
    assert cuda["built_for"] is not None or listed == []


def test_text_has_what_the_dict_has(capsys):
    assert ttgt.show_config() is None

    text = capsys.readouterr().out
    config = ttgt.show_config("dict")
    for subject in ("ttgt", "cpu", "blas", "cuda", "python"):
        assert f"{subject}:" in text.splitlines()
        for name in config[subject]:
            assert f"  {name}: " in text
    assert f"  version: {ttgt.__version__}" in text
    assert "  devices: not asked for: show_config(devices=True) lists them" in text
    ttgt.show_config(devices=True)
    assert "not asked for" not in capsys.readouterr().out


def test_other_modes_are_refused():
    with pytest.raises(ttgt.InvalidArgument, match="mode is 'json'"):
        ttgt.show_config("json")
