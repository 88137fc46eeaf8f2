# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Times contractions of cupyx.cutensor through whichever libcutensor.so.2 is loaded: NVIDIA's, or the one of ttgt.

    LD_LIBRARY_PATH=<prefix>/lib/ttgt/cutensor python benchmarks/python/cutensor_calls.py --out ttgt.tsv

Prints a table, tab-separated: the library's version as it says itself, the type and the modes of A, B and C, and three times
of a call that contracts, in milliseconds: of the first call and of the second one, both with the wait for the device, and the
mean of those that follow one another without a wait. CuPy makes a plan in each call, or takes one that it has kept.
"""

import argparse
import sys
import time

import cupy
from cupyx import cutensor
from cupy_backends.cuda.libs import cutensor as library

COLUMNS = ("library", "dtype", "modes", "first_ms", "second_ms", "mean_ms")
EXTENTS = {"tiny": {"i": 2, "j": 2, "k": 2},
           "three and three": {"a": 32, "b": 64, "c": 48, "i": 40, "k": 56},
           "two": {"a": 64, "b": 64, "c": 64, "d": 64}}
CASES = [("tiny", ("ik", "kj", "ij"), ("float64",), 2000),
         ("three and three", ("acik", "kcb", "abi"), ("float64", "float32", "complex128"), 20),
         ("two", ("abc", "cbd", "ad"), ("float64", "float32", "complex128"), 50)]


def measure(extents, modes, dtype, calls):
    """The times of the first call, of the second one, and the mean of `calls` further ones."""
    x, y, z = (cupy.random.rand(*(extents[mode] for mode in of)).astype(dtype) for of in modes)

    def call():
        cutensor.contraction(1.0, x, modes[0], y, modes[1], 0.0, z, modes[2])

    def waited():
        begin = time.perf_counter()
        call()
        cupy.cuda.Device().synchronize()
        return 1e3 * (time.perf_counter() - begin)

    first, second = waited(), waited()
    begin, end = cupy.cuda.Event(), cupy.cuda.Event()
    begin.record()
    for _ in range(calls):
        call()
    end.record()
    end.synchronize()
    return first, second, cupy.cuda.get_elapsed_time(begin, end) / calls


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", help="the table; else on standard output")
    arguments = parser.parse_args()
    table = open(arguments.out, "w", encoding="utf-8") if arguments.out else sys.stdout
    print(*COLUMNS, sep="\t", file=table)
    for extents, modes, dtypes, calls in CASES:
        for dtype in dtypes:
            times = measure(EXTENTS[extents], modes, dtype, calls)
            print(library.get_version(), dtype, ",".join(modes), *(f"{each:.4f}" for each in times), sep="\t", file=table)


if __name__ == "__main__":
    main()
