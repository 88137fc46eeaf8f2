# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Times ttgt.einsum, numpy.einsum and pytblis by turns on the same arrays.

    python benchmarks/python/einsum_by_turns.py small
    python benchmarks/python/einsum_by_turns.py benchmarks/data/tccg_small.tsv [--dtype float32]

Prints a table, tab-separated: the medians of all turns in microseconds and what the others take over ttgt;
the geometric means and the least ratio last. `small` are operands under 500 elements; other cases are a file
of `ttgt bench contractions`. Every result is compared before it is timed. Rivals that are not installed are
left out. Set OMP_NUM_THREADS and OPENBLAS_NUM_THREADS: nothing here does. Each library has threads of its own, which
spin for a while after a call: turns are apart by a pause.
"""

import argparse
import math
import re
import statistics
import time

import numpy

import ttgt

SMALL = {
    "ij,jk->ik": "i:3,j:3,k:3",
    "ik,kj->ij": "i:20,k:20,j:20",
    "ijab,ab->ij": "i:4,j:4,a:5,b:5",
    "ijab,abc->ijc": "i:4,j:4,a:5,b:5,c:6",
    "i,i->": "i:100",
    "i,j->ij": "i:12,j:15",
    "ij,ij->ij": "i:20,j:20",
    "bij,bjk->bik": "b:4,i:5,j:6,k:5",
}


def read_cases(path):
    """Pairs of an einsum string and its extents, in NumPy's order of axes: the last runs fastest."""
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                expression, extents = line.rstrip("\n").split("\t")[1:3]
                output, *inputs = [",".join(part.split(",")[::-1]) for part in re.findall(r"\(([^)]*)\)", expression)]
                yield f"{','.join(part.replace(',', '') for part in inputs)}->{output.replace(',', '')}", extents


def median_times(calls, turns, enough, pause, clock):
    """Microseconds of each call, all of them by turns; short calls are timed many at once."""
    counts = []
    for call in calls:
        start = clock()
        call()
        counts.append(max(1, int(enough / (clock() - start + 1e-9))))
    times = [[] for _ in calls]
    for _ in range(turns):
        for call, count, kept in zip(calls, counts, times):
            time.sleep(pause)  # until the threads of the one before no longer spin
            call()
            start = clock()
            for _ in range(count):
                call()
            kept.append((clock() - start) / count * 1e6)
    return [statistics.median(kept) for kept in times]


def rivals(text, left, right):
    """By name: calls that return the result."""
    calls = {
        "ttgt": lambda: ttgt.einsum(text, left, right),
        "numpy": lambda: numpy.einsum(text, left, right, optimize=left.size >= 500 or right.size >= 500),
    }
    try:
        import pytblis
    except ImportError:
        return calls
    calls["pytblis"] = lambda: pytblis.contract(text, left, right)
    return calls


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases")
    parser.add_argument("--dtype", default="float64")
    parser.add_argument("--turns", type=int, default=11)
    parser.add_argument("--enough", type=float, default=0.01, help="seconds that short calls are timed together")
    parser.add_argument("--pause", type=float, default=0.03, help="seconds between turns")
    parser.add_argument("--cpu-time", action="store_true", help="the process's own: for one thread on a busy machine")
    arguments = parser.parse_args()
    clock = time.process_time if arguments.cpu_time else time.perf_counter
    values = numpy.random.default_rng(1)
    ratios = {}
    cases = SMALL.items() if arguments.cases == "small" else read_cases(arguments.cases)
    for text, written in cases:
        extents = {label: int(extent) for label, extent in (part.split(":") for part in written.split(","))}
        shapes = [[extents[label] for label in part] for part in text.partition("->")[0].split(",")]
        left, right = (values.uniform(-1, 1, shape).astype(arguments.dtype) for shape in shapes)
        calls = rivals(text, left, right)
        expected = calls["numpy"]()
        tolerance = numpy.finfo(arguments.dtype).eps * 100 * numpy.abs(expected).max()
        for name, call in calls.items():
            assert numpy.abs(call() - expected).max() <= tolerance, f"{name} is wrong in {text}"
        times = dict(zip(calls, median_times(list(calls.values()), arguments.turns, arguments.enough, arguments.pause, clock)))
        over = {name: times[name] / times["ttgt"] for name in times if name != "ttgt"}
        for name, ratio in over.items():
            ratios.setdefault(name, []).append(ratio)
        print(text, *(f"{name} {value:.2f}" for name, value in times.items()),
              *(f"{name}/ttgt {ratio:.2f}" for name, ratio in over.items()), sep="\t", flush=True)
    for name, values in ratios.items():
        mean = math.exp(statistics.fmean(map(math.log, values)))
        print(f"{name}/ttgt: geometric mean {mean:.2f}, least {min(values):.2f}, {len(values)} cases")


if __name__ == "__main__":
    main()
