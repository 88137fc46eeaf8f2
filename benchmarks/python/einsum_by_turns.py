# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Times ttgt.einsum, numpy.einsum and pytblis by turns, each in a process of its own.

    python benchmarks/python/einsum_by_turns.py small
    python benchmarks/python/einsum_by_turns.py benchmarks/data/tccg_small.tsv [--dtype float32] [--out FILE]

`small` are operands under 500 elements, by numpy.einsum as it is; other cases are a file of `ttgt bench contractions`, by
numpy.einsum(optimize=True). `--deliver new` asks for what a call returns without `out`, in whatever order of memory the
library likes; `--deliver packed` for a given `out`, contiguous in C order, as the cases write it.

Prints a table, tab-separated: medians of all turns in microseconds, what the others take over ttgt, and pages of
memory that a call touches for the first time; geometric means and least ratios last. Every result is compared before it
is timed. A turn in which other processes took more than a twentieth of the time is timed again, up to four times; the
column `waiting` has the largest median share that was left. Rivals that are not installed are left out. Set OMP_NUM_THREADS, OPENBLAS_NUM_THREADS and TBLIS_NUM_THREADS:
nothing here does. The threads of a library spin for a while after a call: turns are apart by a pause.
"""

import argparse
import contextlib
import importlib.util
import math
import multiprocessing
import pathlib
import re
import resource
import statistics
import sys
import time

import numpy

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
SMALL_OPERAND = 500  # elements; below, numpy.einsum is quicker without a path
MOST_WAITING, MOST_TRIES = 0.05, 5


def read_cases(path):
    """Pairs of an einsum string and its extents, in NumPy's order of axes: the last runs fastest."""
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                expression, extents = line.rstrip("\n").split("\t")[1:3]
                output, *inputs = [",".join(part.split(",")[::-1]) for part in re.findall(r"\(([^)]*)\)", expression)]
                yield f"{','.join(part.replace(',', '') for part in inputs)}->{output.replace(',', '')}", extents


def operands(text, written, dtype):
    """The inputs, from a fixed seed, and a contiguous output."""
    extents = {label: int(extent) for label, extent in (part.split(":") for part in written.split(","))}
    inputs, _, output = text.partition("->")
    values = numpy.random.default_rng(1)
    left, right = (values.uniform(-1, 1, [extents[label] for label in part]).astype(dtype) for part in inputs.split(","))
    return left, right, numpy.zeros([extents[label] for label in output], dtype)


def call_of(name, text, left, right, out):
    """What is timed: returns the result. Without `out` it is new."""
    if name == "ttgt":
        import ttgt

        return lambda: ttgt.einsum(text, left, right, out=out)
    if name == "pytblis":
        import pytblis

        return lambda: pytblis.contract(text, left, right, out=out)
    optimize = left.size >= SMALL_OPERAND or right.size >= SMALL_OPERAND
    return lambda: numpy.einsum(text, left, right, out=out, optimize=optimize)


def waiting():
    """Seconds that the threads of this process have waited for a core so far."""
    total = 0
    for task in pathlib.Path("/proc/self/task").iterdir():
        with contextlib.suppress(OSError):  # a thread that has ended since
            total += int((task / "schedstat").read_text(encoding="ascii").split()[1])
    return total * 1e-9


def time_calls(call, count):
    """Microseconds and first touches of pages of a call, and the share of the time that was spent waiting for a core."""
    call()
    waited, faults = waiting(), resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    start = time.perf_counter()
    for _ in range(count):
        call()
    seconds = time.perf_counter() - start
    faults = resource.getrusage(resource.RUSAGE_SELF).ru_minflt - faults
    return seconds / count * 1e6, faults / count, (waiting() - waited) / seconds


def work(name, pipe):
    """A rival's process: makes each case, returns its result once, then times calls whenever asked."""
    while (case := pipe.recv()) is not None:
        text, written, dtype, packed, enough = case
        left, right, out = operands(text, written, dtype)
        call = call_of(name, text, left, right, out if packed else None)
        pipe.send(numpy.array(call()))
        start = time.perf_counter()
        call()
        count = max(1, int(enough / (time.perf_counter() - start + 1e-9)))
        while pipe.recv():
            pipe.send(time_calls(call, count))


class Worker:
    """A process of `work`, which answers messages about one library, or several, until it is sent None."""

    def __init__(self, work, libraries):
        spawning = multiprocessing.get_context("spawn")  # a fork would share the threads of others
        self.libraries = libraries
        self.pipe, theirs = spawning.Pipe()
        self.process = spawning.Process(target=work, args=(libraries, theirs), daemon=True)
        self.process.start()

    def ask(self, message):
        self.pipe.send(message)
        return self.pipe.recv()

    def end(self):
        self.pipe.send(None)
        self.process.join()


def check(results, expected, dtype, text):
    """Ends the program where the result of a library is wrong."""
    tolerance = numpy.finfo(dtype).eps * 100 * numpy.abs(expected).max()
    for name, found in results.items():
        if not numpy.abs(found - expected).max() <= tolerance:
            sys.exit(f"{name} is wrong in {text}")


def mean(values):
    """The geometric mean."""
    return math.exp(statistics.fmean(map(math.log, values)))


def measure(rivals, case, arguments):
    """Medians of what time_calls() returns, for each rival."""
    results = {rival.libraries: rival.ask(case) for rival in rivals}
    check(results, results["numpy"], arguments.dtype, case[0])
    times = {rival.libraries: [] for rival in rivals}
    for _ in range(arguments.turns):
        for rival in rivals:
            time.sleep(arguments.pause)  # until the threads of the one before no longer spin
            timed = rival.ask(True)
            for _ in range(MOST_TRIES - 1):
                if timed[2] > MOST_WAITING:
                    timed = rival.ask(True)
            times[rival.libraries].append(timed)
    for rival in rivals:
        rival.pipe.send(False)
    return {name: [statistics.median(part) for part in zip(*kept)] for name, kept in times.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases")
    parser.add_argument("--dtype", default="float64")
    parser.add_argument("--deliver", choices=["new", "packed"], default="new")
    parser.add_argument("--turns", type=int, default=11)
    parser.add_argument("--enough", type=float, default=0.01, help="seconds that short calls are timed together")
    parser.add_argument("--pause", type=float, default=0.03, help="seconds between turns")
    parser.add_argument("--out", help="the table; else on standard output")
    arguments = parser.parse_args()
    names = ["ttgt", "numpy", *(["pytblis"] if importlib.util.find_spec("pytblis") else [])]
    rivals = [Worker(work, name) for name in names]
    others = names[1:]
    ratios = {name: [] for name in others}
    cases = SMALL.items() if arguments.cases == "small" else read_cases(arguments.cases)
    table = open(arguments.out, "w", encoding="utf-8") if arguments.out else sys.stdout
    print("id", "extents", "dtype", "deliver", *(f"{name}_us" for name in names), *(f"{name}_over_ttgt" for name in others),
          *(f"{name}_pages" for name in names), "waiting", sep="\t", file=table)
    for text, written in cases:
        case = (text, written, arguments.dtype, arguments.deliver == "packed", arguments.enough)
        medians = measure(rivals, case, arguments)
        over = {name: medians[name][0] / medians["ttgt"][0] for name in others}
        for name, ratio in over.items():
            ratios[name].append(ratio)
        print(text, written, arguments.dtype, arguments.deliver, *(f"{medians[name][0]:.3f}" for name in names),
              *(f"{ratio:.3f}" for ratio in over.values()), *(f"{medians[name][1]:.1f}" for name in names),
              f"{max(medians[name][2] for name in names):.2f}", sep="\t", file=table, flush=True)
    for rival in rivals:
        rival.end()
    for name, values in ratios.items():
        print(f"# {name} over ttgt: geometric mean {mean(values):.2f}, least {min(values):.2f}, {len(values)} cases", file=table)


if __name__ == "__main__":
    main()
