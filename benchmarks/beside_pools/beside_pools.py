# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Times einsum of ttgt and of other libraries alone, and by turns in one process, where their threads meet.

    python benchmarks/beside_pools/beside_pools.py --results benchmarks/results/HOST/beside_pools
    python benchmarks/beside_pools/beside_pools.py --set tccg_small:float32 --set ccsd_strings:float64

NumPy is called by numpy.einsum(optimize=True), torch by torch.einsum, pytblis by pytblis.contract; each returns a new
array. A library that is not installed is left out. There is a process for each library alone, and one for ttgt with each
other library, in which calls take turns. Every result is compared before it is timed. A set is a file of
benchmarks/data and a type of elements.

Prints tables, tab-separated, or writes SET_TYPE.tsv and run.json into the folder of --results: medians in microseconds,
alone (`ttgt_us`) and by turns (`ttgt_by_numpy_us` is ttgt's time in turns with NumPy), and the worst call over its median
(`ttgt_worst`). Geometric means and least values are printed for each set. The environment is left as it is: the numbers
of threads are those of a user who sets nothing.
"""

import argparse
import contextlib
import importlib.metadata
import importlib.util
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

import numpy

BENCHMARKS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(BENCHMARKS / "python"))
from einsum_by_turns import Worker, check, mean, operands, read_cases  # noqa: E402

OTHERS = ["numpy", "torch", "pytblis"]
SETS = ["tccg_small:float64", "tccg_small:float32", "ccsd_strings:float64"]


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
    """(library, its companion or itself) -> the median in microseconds, and the worst call over it."""
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
    medians = {key: statistics.median(kept) for key, kept in times.items()}
    return {key: (medians[key] * 1e6, max(kept) / medians[key]) for key, kept in times.items()}


def column(key):
    return key[0] if key[0] == key[1] else f"{key[0]}_by_{key[1]}"


def summary(rows, others):
    """Lines of geometric means and least values over all cases of a set."""
    for other in others:
        ours, theirs = ("ttgt", other), (other, "ttgt")
        by_turns = [row[theirs][0] / row[ours][0] for row in rows]
        alone = [row[other, other][0] / row["ttgt", "ttgt"][0] for row in rows]
        kept = mean([row["ttgt", "ttgt"][0] / row[ours][0] for row in rows])
        they_keep = mean([row[other, other][0] / row[theirs][0] for row in rows])
        yield (f"# {other} over ttgt: by turns {mean(by_turns):.2f} (least {min(by_turns):.2f}), alone {mean(alone):.2f} "
               f"(least {min(alone):.2f}); speed by turns over alone: ttgt {kept:.2f}, {other} {they_keep:.2f}; worst call "
               f"over its median: ttgt alone {mean([row['ttgt', 'ttgt'][1] for row in rows]):.1f}, "
               f"by turns {mean([row[ours][1] for row in rows]):.1f}; {len(rows)} cases")


def measure_set(groups, name, dtype, table, arguments):
    rows = []
    for text, written in list(read_cases(BENCHMARKS / "data" / f"{name}.tsv"))[:arguments.first]:
        row = measure(groups, (text, written, dtype, arguments.turns), arguments)
        if not rows:
            print("id", "extents", "dtype", *(f"{column(key)}_us" for key in row), *(f"{column(key)}_worst" for key in row),
                  sep="\t", file=table)
        rows.append(row)
        print(text, written, dtype, *(f"{each[0]:.1f}" for each in row.values()),
              *(f"{each[1]:.2f}" for each in row.values()), sep="\t", file=table, flush=True)
    return rows


def machine():
    """What the numbers depend on, for run.json."""
    from ttgt.integrations import threads

    read = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    commit = subprocess.run(["git", "-C", str(BENCHMARKS), "rev-parse", "--short", "HEAD"], capture_output=True, text=True,
                            check=False).stdout.strip()
    versions = {}
    for name in ["ttgt", *OTHERS]:
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            versions[name] = importlib.metadata.version(name)
    variables = ("OMP_", "GOMP_", "OPENBLAS_", "MKL_", "TBLIS_", "TTGT_")
    return {
        "date": time.strftime("%Y-%m-%d"),
        "commit": commit,
        "cpu": next((line.partition(": ")[2] for line in read if line.startswith("model name")), ""),
        "cores": len(os.sched_getaffinity(0)),
        "python": sys.version.split()[0],
        "versions": versions,
        "openblas": {pathlib.Path(copy.path).name: copy.version for copy in threads.copies()},
        "environment": {name: value for name, value in os.environ.items() if name.startswith(variables)},
        "command": " ".join(sys.argv),
        "load_before": os.getloadavg()[0],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", action="append", dest="sets", help=f"FILE:TYPE, several times; else {' '.join(SETS)}")
    parser.add_argument("--turns", type=int, default=12, help="calls of a round, the first of which does not count")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--first", type=int, help="cases of a set; else all")
    parser.add_argument("--pause", type=float, default=0.1, help="seconds between processes")
    parser.add_argument("--results", type=pathlib.Path, help="the folder of the tables; else they are printed")
    arguments = parser.parse_args()
    others = [name for name in OTHERS if importlib.util.find_spec(name)]
    groups = [Worker(work, [name]) for name in ["ttgt", *others]] + [Worker(work, ["ttgt", other]) for other in others]
    run = machine()
    for name, dtype in (each.split(":") for each in arguments.sets or SETS):
        with contextlib.ExitStack() as stack:
            table = sys.stdout
            if arguments.results:
                arguments.results.mkdir(parents=True, exist_ok=True)
                table = stack.enter_context(open(arguments.results / f"{name}_{dtype}.tsv", "w", encoding="utf-8"))
            rows = measure_set(groups, name, dtype, table, arguments)
        print(f"# {name}, {dtype}", *summary(rows, others), sep="\n", flush=True)
    for group in groups:
        group.end()
    if arguments.results:
        run["load_after"] = os.getloadavg()[0]
        (arguments.results / "run.json").write_text(json.dumps(run, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
