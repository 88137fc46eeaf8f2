#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Usage: check_wheel_file.py WHEEL

A wheel is small, needs no library that a Linux may lack, and says what it is and whose code it carries.
"""

import email
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

MOST_BYTES = {"ttgt": 15 * 2**20, "ttgt-cuda13": 40 * 2**20}
SYSTEM = {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1", "ld-linux-x86-64.so.2"}
OLDEST_GLIBC = (2, 28)
CUDA_LIBRARIES = {"ttgt-cuda13": {"nvidia-cublas", "nvidia-cuda-nvrtc"}}
STATEMENTS = ("fmt", "libhwy-dev", "libeigen3-dev", "nanobind", "robin_map", "scipy_openblas", "libcxx")


def check(condition: object, text: str) -> None:
    """Ends the program where the condition does not hold."""
    if not condition:
        sys.exit(f"check_wheel_file: {text}")


def check_library(path: Path, own: set[str]) -> None:
    """A library or program needs those of the wheel and of every system, and no newer C library."""
    shown = subprocess.run(["readelf", "--dynamic", "--version-info", "--wide", path], capture_output=True, text=True,
                           check=True).stdout
    needed = set(re.findall(r"Shared library: \[(.*?)\]", shown))
    check(needed <= SYSTEM | own, f"{path.name} needs {', '.join(sorted(needed - SYSTEM - own))}")
    versions = {tuple(map(int, found.split("."))) for found in re.findall(r"GLIBC_([0-9.]+)", shown)}
    check(max(versions, default=(0,)) <= OLDEST_GLIBC, f"{path.name} needs a glibc of {max(versions, default=(0,))}")


def check_metadata(folder: Path, package: str) -> None:
    """What an index shows."""
    (path,) = folder.glob("ttgt*.dist-info/METADATA")
    metadata = email.message_from_string(path.read_text(encoding="utf-8"))
    needs = metadata.get_all("Requires-Dist", [])
    check(metadata["Name"] == package and "numpy>=1.23" in needs, f"{path} is not {package}'s")
    asked = {need.split("=")[0] for need in needs if "libraries" in need}
    check(asked == CUDA_LIBRARIES.get(package, set()), f"{package}[libraries] asks for {asked}")
    check("## " in metadata.get_payload(), "the description is not README.md")
    check(metadata["License-Expression"] == "Apache-2.0", f"the licence is {metadata['License-Expression']}")
    check((path.parent / "licenses" / "LICENSE").exists(), "LICENSE is missing")


def main(wheel: Path) -> None:
    """Checks one file."""
    size = wheel.stat().st_size
    package = wheel.name.split("-")[0].replace("_", "-")
    check(size <= MOST_BYTES[package], f"{wheel.name} has {size} bytes, more than {MOST_BYTES[package]}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder)
        binaries = [path for path in folder.rglob("*") if path.is_file() and path.open("rb").read(4) == b"\x7fELF"]
        own = {path.name for path in binaries}
        expected = {"libttgt_c", "_core", *(["ttgt"] if package == "ttgt" else [])}  # the command, of CPUs alone
        check(expected <= {re.split(r"[.-]", each)[0] for each in own}, f"{own} are too few")
        for path in binaries:
            check_library(path, own)
        statements = (folder / "ttgt" / "copyright.txt").read_text(encoding="utf-8")
        for each in (*STATEMENTS, *(["nvidia_cuda_runtime"] if package in CUDA_LIBRARIES else [])):
            check(re.search(f"^==== .*{each}", statements, re.MULTILINE), f"copyright.txt lacks {each}")
        check_metadata(folder, package)
    print(f"{wheel.name}: {size / 2**20:.1f} MiB")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
