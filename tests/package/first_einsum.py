# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""What check_wheels.sh runs with an installed wheel: right results, nothing else loaded, the command."""

import subprocess
import sys

import numpy

import ttgt

assert "torch" not in sys.modules and "jax" not in sys.modules

left, right = numpy.arange(6.0).reshape(2, 3), numpy.arange(12.0).reshape(3, 4)
assert (ttgt.einsum("ik,kj->ij", left, right) == left @ right).all()

# Large enough for several threads, in every type of NumPy's.
random = numpy.random.default_rng(1)
for dtype in ("float16", "float32", "float64", "complex64", "complex128"):
    a = random.integers(-3, 4, (60, 7, 50)).astype(dtype)
    b = random.integers(-3, 4, (50, 80, 7)).astype(dtype)
    expected = numpy.einsum("ack,kbc->abc", a.astype("complex128"), b.astype("complex128"))
    assert (ttgt.einsum("ack,kbc->abc", a, b) == expected).all(), dtype

config = ttgt.show_config("dict")
assert config["blas"]["name"] == "OpenBLAS" and "ttgt" in config["blas"]["path"], config["blas"]
assert config["blas"]["threads"] == "pthread" and config["cpu"]["threads_from"] == "OMP_NUM_THREADS"

# The compiler's library may know nothing of the CPU.
with open("/proc/cpuinfo", encoding="utf-8") as file:
    if " avx2 " in file.read():
        assert "AVX" in config["cpu"]["architecture"], config["cpu"]

if config["cuda"]["built_for"] is None:  # the package for GPUs has no command
    done = subprocess.run([sys.executable, "-m", "ttgt", "--version"], capture_output=True, text=True, check=True)
    assert ttgt.__version__ in done.stdout
print("numpy", numpy.__version__, "python", sys.version.split()[0], "is right")
