# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""What the package is and on what it runs, for reports of faults: show_config()."""

from __future__ import annotations

import dataclasses
import platform
from typing import Any

import numpy

from . import _core
from .errors import InvalidArgument
from .integrations import threads

_DTYPES = ["float16", "bfloat16", "float32", "float64", "complex64", "complex128"]


def show_config(mode: str = "text", *, devices: bool = False) -> dict[str, Any] | None:
    """Prints what the package is and on what it runs; mode="dict" returns that as a dict of dicts instead.

    `devices=True` lists the CUDA devices, too. That starts CUDA's driver, after which children of fork() cannot use CUDA; it
    makes no CUDA context.
    """
    if mode not in ("text", "dict"):
        raise InvalidArgument(f"mode is {mode!r}; it must be 'text' or 'dict'")
    config = _read(devices)
    if mode == "dict":
        return config
    if not devices:
        config["cuda"]["devices"] = "not asked for: show_config(devices=True) lists them"
    print("\n".join(_lines(config)))
    return None


def _read(with_devices: bool) -> dict[str, Any]:
    rows = [line.split("\t") for line in _core.configuration(with_devices).splitlines()]
    found = {name: words for name, *words in rows if name != "device"}
    cpu, *gpus = [_device(words) for name, *words in rows if name == "device"]
    blas = dict(zip(("name", "version", "kernels", "threads", "path"), found["blas"]))
    built_for, architectures, driver = found["cuda"]
    return {
        "ttgt": {
            "version": found["version"][0],
            "compiler": found["compiler"][0],
            "dtypes": list(_DTYPES),
        },
        "cpu": {
            "name": cpu["name"],
            "architecture": cpu["architecture"],
            "processors": int(found["processors"][0]),
            "threads": int(found["threads"][0]),
            "threads_from": "OpenMP" if found["openmp"][0] == "1" else "OMP_NUM_THREADS",
        },
        "blas": blas,
        "cuda": {
            "built_for": built_for or None,
            "architectures": architectures.split(),
            "driver": driver or None,
            "devices": gpus if with_devices else None,
        },
        "openblas": [dataclasses.asdict(copy) for copy in threads.copies()],
        "python": {"version": platform.python_version(), "numpy": numpy.__version__},
    }


def _device(words: list[str]) -> dict[str, Any]:
    device, name, architecture, processors, memory, usable = words[:6]
    return {
        "device": device,
        "name": name,
        "architecture": architecture,
        "processors": int(processors),
        "memory_bytes": int(memory),
        "usable": usable == "1",
    }


def _lines(config: dict[str, Any]) -> list[str]:
    lines = []
    for subject, content in config.items():
        rows = content if isinstance(content, list) else [content]
        for row in rows:
            lines.append(f"{subject}:")
            lines += [f"  {name}: {_text(value)}" for name, value in row.items()]
    return lines


def _text(value: Any) -> str:
    if value is None or value == "" or value == []:
        return "-"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value)
