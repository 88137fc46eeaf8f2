# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Times einsum of ttgt and of other libraries alone, and by turns in one process, where their threads meet.

    python benchmarks/beside_pools/beside_pools.py benchmarks/data/tccg_small.tsv [--dtype float32] [--out FILE]

NumPy is called by numpy.einsum(optimize=True), torch by torch.einsum, pytblis by pytblis.contract; each returns a new
array. A library that is not installed is left out. There is a process for each library alone, and one for ttgt with each
other library, in which calls take turns. Every result is compared before it is timed.

Prints a table, tab-separated: medians in microseconds, alone and by turns (`ttgt+numpy` is ttgt's time in turns with NumPy),
then geometric means. The environment is left as it is: the numbers of threads are those of a user who sets nothing.
"""

import argparse
import importlib.util
import pathlib
import statistics
import sys
import time

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "python"))
from einsum_by_turns import Worker, check, mean, operands, read_cases  # noqa: E402

OTHERS = ["numpy", "torch", "pytblis"]


def call_of(name, text, left, right):
    """What is timed: returns the result, a new array of the library."""
    if name == "ttgt":
        import ttgt

        return lambda: ttgt.einsum(text, left, right)
    if name == "torch":
        import torch

        left, right = torch.from_numpy(left), torch.from_numpy(right)
        return lambda: torch.einsum(text, left, right)
    if name == "pytblis":
        import pytblis

        return lambda: pytblis.contract(text, left, right)
    return lambda: numpy.einsum(text, left, right, optimize=True)


def work(names, pipe):
    """A process in which the calls of `names` take turns."""
    while (case := pipe.recv()) is not None:
        text, written, dtype, turns = case
        left, right, _ = operands(text, written, dtype)
        calls = {name: call_of(name, text, left, right) for name in names}
        pipe.send({name: numpy.array(call()) for name, call in calls.items()})
        while pipe.recv():
            times = {name: [] for name in names}
            for _ in range(turns):
                for name, call in calls.items():
                    start = time.perf_counter()
                    call()
                    times[name].append(time.perf_counter() - start)
            pipe.send({name: kept[1:] for name, kept in times.items()})


def measure(groups, case, arguments):
    """Medians in microseconds: (library, its companion or itself) -> time."""
    expected = numpy.einsum(case[0], *operands(*case[:3])[:2], optimize=True)
    times = {}
    for group in groups:
        check(group.ask(case), expected, case[2], case[0])
    for _ in range(arguments.rounds):
        for group in groups:
            time.sleep(arguments.pause)  # until the threads of the process before sleep
            for name, kept in group.ask(True).items():
                companion = next((each for each in group.libraries if each != name), name)
                times.setdefault((name, companion), []).extend(kept)
    for group in groups:
        group.pipe.send(False)
    return {key: statistics.median(kept) * 1e6 for key, kept in times.items()}


def column(key):
    return f"{key[0]}_us" if key[0] == key[1] else f"{key[0]}+{key[1]}_us"


def summary(rows, others):
    """Lines of geometric means and least values over all cases."""
    for other in others:
        ours, theirs = ("ttgt", other), (other, "ttgt")
        by_turns = [row[theirs] / row[ours] for row in rows]
        alone = [row[other, other] / row["ttgt", "ttgt"] for row in rows]
        kept = mean([row["ttgt", "ttgt"] / row[ours] for row in rows])
        they_keep = mean([row[other, other] / row[theirs] for row in rows])
        yield (f"# {other} over ttgt: by turns {mean(by_turns):.2f} (least {min(by_turns):.2f}), "
               f"alone {mean(alone):.2f} (least {min(alone):.2f}); speed by turns over alone: ttgt {kept:.2f}, "
               f"{other} {they_keep:.2f}; {len(rows)} cases")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases")
    parser.add_argument("--dtype", default="float64")
    parser.add_argument("--turns", type=int, default=12, help="calls of a round, the first of which does not count")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--pause", type=float, default=0.1, help="seconds between processes")
    parser.add_argument("--out", help="the table; else on standard output")
    arguments = parser.parse_args()
    others = [name for name in OTHERS if importlib.util.find_spec(name)]
    groups = [Worker(work, [name]) for name in ["ttgt", *others]] + [Worker(work, ["ttgt", other]) for other in others]
    table = open(arguments.out, "w", encoding="utf-8") if arguments.out else sys.stdout
    rows = []
    for text, written in read_cases(arguments.cases):
        row = measure(groups, (text, written, arguments.dtype, arguments.turns), arguments)
        if not rows:
            print("id", "extents", "dtype", *map(column, row), sep="\t", file=table)
        rows.append(row)
        print(text, written, arguments.dtype, *(f"{each:.1f}" for each in row.values()), sep="\t", file=table, flush=True)
    for group in groups:
        group.end()
    print(*summary(rows, others), sep="\n", file=table)


if __name__ == "__main__":
    main()
