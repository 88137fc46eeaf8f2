# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Times what GPU4PySCF's issues tell of over ttgt and other engines by turns, on arrays of CuPy.

    python benchmarks/python/gpu4pyscf_cases.py [--turns 9]

`first` is the first call of a string on such arrays, in a process of its own for each engine, in which all engines have been
used for another string and the engine is the first to compute each case: the libraries and the memory that one engine
has loaded serve the next one, too. Memory for the result lies in the pools of CuPy and PyTorch already. The other times are
medians of all turns. Milliseconds by the clock, from one synchronisation of the device to the next. The engines:
ttgt as ttgt.integrations.gpu4pyscf has it, cupy.einsum, torch.einsum on the same memory, and opt_einsum over CuPy, where they
are installed; of products of three, only those that choose an order. Every result is compared before it is timed.
"""

import argparse
import statistics
import subprocess
import sys
import time

import cupy
import numpy

import ttgt
from gpu4pyscf_shapes import COMPLAINTS, drawn
from ttgt.integrations import gpu4pyscf

try:
    import torch
except ImportError:
    torch = None
try:
    import opt_einsum
except ImportError:
    opt_einsum = None


def engines(operands):
    """By name; each takes a string and arrays."""
    two = len(operands) == 2
    found = {"ttgt": gpu4pyscf.contract if two else ttgt.einsum}
    if two:
        found["cupy"] = lambda text, *arrays: cupy.ascontiguousarray(cupy.einsum(text, *arrays))
    if torch is not None and two:
        found["torch"] = lambda text, *arrays: torch.einsum(text, *map(torch.from_dlpack, arrays)).contiguous()
    if opt_einsum is not None:
        found["opt_einsum"] = lambda text, *arrays: cupy.ascontiguousarray(opt_einsum.contract(text, *arrays))
    return found


def milliseconds(engine, text, operands):
    cupy.cuda.Device().synchronize()
    start = time.perf_counter()
    result = engine(text, *operands)
    cupy.cuda.Device().synchronize()
    return 1e3 * (time.perf_counter() - start), result


def first_calls(name, leader):
    """Milliseconds of the first call by each engine, the leader's first of all."""
    text, *operands = COMPLAINTS[name]()
    by_name = engines(operands)
    firsts, expected = {}, None
    for engine in sorted(by_name, key=lambda each: each != leader):
        if expected is None:
            fill_pools(text, operands)
        try:
            firsts[engine], found = milliseconds(by_name[engine], text, operands)
        except Exception as error:  # an engine that cannot is a result, too
            print(f"# {name}: {engine} raises {type(error).__name__}")
            continue
        found = cupy.asarray(found)
        expected = found if expected is None else expected
        assert found.shape == expected.shape
        assert found.size == 0 or float(abs(found - expected).max()) <= 1e-11 * float(abs(expected).max()), (name, engine)
    return firsts


def fill_pools(text, operands):
    """So that no engine asks the driver for memory that the next one then has."""
    inputs, _, output = text.partition("->")
    extents = {label: extent for labels, each in zip(inputs.split(","), operands) for label, extent in zip(labels, each.shape)}
    elements = 2 * (sum(each.size for each in operands) + int(numpy.prod([extents[label] for label in output])))
    cupy.empty(elements)
    if torch is not None:
        torch.empty(elements, dtype=torch.float64, device="cuda")


def measure(name, turns, firsts):
    text, *operands = COMPLAINTS[name]()
    times = {engine: [] for engine in first_calls(name, "ttgt")}
    for _ in range(turns):
        for engine in times:
            times[engine].append(milliseconds(engines(operands)[engine], text, operands)[0])
    for engine, kept in times.items():
        print(name, text, engine, firsts[engine][name], f"{statistics.median(kept):.4f}", sep="\t", flush=True)


def use_all_engines():
    for call in engines([None, None]).values():
        call("abc,cd->abd", drawn(30, 40, 50), drawn(50, 60))
    for call in engines([None] * 3).values():
        call("ab,bc,cd->ad", drawn(30, 40), drawn(40, 50), drawn(50, 60))


def print_first_calls(leader):
    use_all_engines()
    for name in COMPLAINTS:
        firsts = first_calls(name, leader)
        if leader in firsts:
            print(name, f"{firsts[leader]:.4f}", sep="\t")
        cupy.get_default_memory_pool().free_all_blocks()


def first_calls_alone(engine):
    """By the case's name, of a process of its own."""
    done = subprocess.run([sys.executable, __file__, "--first-calls-of", engine], capture_output=True, text=True, check=True)
    return dict(line.split("\t") for line in done.stdout.splitlines() if not line.startswith("#"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=9)
    parser.add_argument("--first-calls-of", metavar="ENGINE", help="prints the first calls of the engine alone")
    arguments = parser.parse_args()
    if arguments.first_calls_of:
        print_first_calls(arguments.first_calls_of)
        return
    firsts = {engine: first_calls_alone(engine) for engine in engines([None, None])}
    use_all_engines()
    print("case", "string", "engine", "first_ms", "ms", sep="\t")
    for name in COMPLAINTS:
        measure(name, arguments.turns, firsts)
        cupy.get_default_memory_pool().free_all_blocks()


if __name__ == "__main__":
    main()
