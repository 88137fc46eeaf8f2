# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Times small calls of ttgt by turns with those of the library whose arrays they take.

    python benchmarks/python/calls_by_turns.py [--extent 20] [--turns 15] [--out FILE]

Matrix products of square matrices: of one type, of two, with lists of labels, with `dtype=`, with a number, of a plan that is
held, of NumPy's arrays and, where PyTorch is installed, of tensors. Prints a table, tab-separated: medians of all turns in
microseconds of processor time, what the other takes over ttgt, and how many plans ttgt made in the timed calls, which should be 0.
Every result is compared before it is timed. Processor time counts the threads of all libraries: set OMP_NUM_THREADS=1.
"""

import argparse
import importlib.util
import statistics
import sys
import time

import numpy

import ttgt

PRODUCT = "ij,jk->ik"


def numpy_calls(extent):
    """Name, ttgt's call and NumPy's."""
    wide = numpy.random.default_rng(1).uniform(-1, 1, (extent, extent))
    narrow = wide.astype("f4")
    lists = (wide, [0, 1], wide, [1, 2], [0, 2])
    plan = ttgt.plan(PRODUCT, wide, wide)
    by_both = [
        ("one type", (PRODUCT, wide, wide), {}),
        ("float32 with float64", (PRODUCT, narrow, wide), {}),
        ("lists of labels", lists, {}),
        ("dtype=", (PRODUCT, wide, wide), {"dtype": float}),
        ("dtype= of float32", (PRODUCT, narrow, narrow), {"dtype": float}),
        ("a number", (",ij->ij", 2.0, wide), {}),
        ("float32, out of float64", (PRODUCT, narrow, narrow), {"out": numpy.empty((extent, extent))}),
    ]
    for name, arguments, options in by_both:
        yield (name, lambda a=arguments, o=options: ttgt.einsum(*a, **o), lambda a=arguments, o=options: numpy.einsum(*a, **o))
    yield "held plan", lambda: plan.run(wide, wide), lambda: numpy.einsum(PRODUCT, wide, wide)


def torch_calls(extent):
    """The same, with tensors, against torch.einsum."""
    import torch

    wide = torch.rand(extent, extent, dtype=torch.float64)
    plan = ttgt.plan(PRODUCT, wide, wide)
    yield "torch", lambda: ttgt.einsum(PRODUCT, wide, wide), lambda: torch.einsum(PRODUCT, wide, wide)
    yield ("torch, lists of labels", lambda: ttgt.einsum(wide, [0, 1], wide, [1, 2], [0, 2]),
           lambda: torch.einsum(wide, [0, 1], wide, [1, 2], [0, 2]))
    yield "torch, held plan", lambda: plan.run(wide, wide), lambda: torch.einsum(PRODUCT, wide, wide)


def microseconds(call, count):
    start = time.process_time()
    for _ in range(count):
        call()
    return (time.process_time() - start) / count * 1e6


def count_plans():
    """A list that grows by one with each plan that ttgt makes."""
    made, plan = [], ttgt._core.plan

    def counted(*arguments, **options):
        made.append(None)
        return plan(*arguments, **options)

    ttgt._core.plan = counted
    return made


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--extent", type=int, default=20)
    parser.add_argument("--turns", type=int, default=15)
    parser.add_argument("--count", type=int, default=2000, help="calls that are timed together")
    parser.add_argument("--out", help="the table; else on standard output")
    arguments = parser.parse_args()
    table = open(arguments.out, "w", encoding="utf-8") if arguments.out else sys.stdout
    cases = list(numpy_calls(arguments.extent))
    if importlib.util.find_spec("torch"):
        cases += torch_calls(arguments.extent)
    made = count_plans()
    print("call", "ttgt_us", "other_us", "other_over_ttgt", "plans", sep="\t", file=table)
    for name, ours, other in cases:
        for _ in range(2):
            assert numpy.allclose(ours(), other(), rtol=1e-5, atol=1e-5), name
        made.clear()
        times = [(microseconds(ours, arguments.count), microseconds(other, arguments.count)) for _ in range(arguments.turns)]
        mine, theirs = (statistics.median(part) for part in zip(*times))
        print(name, f"{mine:.2f}", f"{theirs:.2f}", f"{theirs / mine:.2f}", len(made), sep="\t", file=table, flush=True)


if __name__ == "__main__":
    main()
