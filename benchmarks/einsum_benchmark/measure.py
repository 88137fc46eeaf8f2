# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Times ttgt, torch, numpy, opt_einsum and cotengra, or torch and cupy on a GPU, by turns on instances of einsum.

    python benchmarks/einsum_benchmark/measure.py benchmarks/data/einsum_benchmark.jsonl.gz [--device cuda:0] [--out FILE]

Each instance is run twice: along its given path by all (`NAME:given`), and as each one does best (`NAME:best`): ttgt orders the
products itself, opt_einsum and cotengra take what their own searches found, and the others take whichever path of all needs the
fewest operations. Plans, paths and expressions are made before the clock starts. Results are compared with the first rival's
before they are timed; who differs is not timed, and named at the end, with exit code 1. What is not installed, and rivals that
refuse an instance, take no part.

Prints a table, tab-separated, a row for each who took part: the median and the least of all turns in milliseconds, the spread
(the middle half of the turns over the median), the rival's median over ttgt's and, in the row of ttgt, that of the best of numpy,
torch, opt_einsum and cupy. The column `way` says how ttgt took the path, and whether cupy contracted by cuBLAS or, with
--cutensor, by cuTENSOR. The last lines have geometric means. Set OMP_NUM_THREADS and OPENBLAS_NUM_THREADS.
"""

import argparse
import math
import pathlib
import statistics
import sys
import time

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "python"))
import contestants  # noqa: E402
from instances import cost_of, read  # noqa: E402

COLUMNS = ("id", "kind", "dtype", "tensors", "operations", "largest", "who", "way", "median_ms", "least_ms", "spread", "turns",
           "over_ttgt", "best_over_ttgt")
ANCHORS = ("numpy", "torch", "opt_einsum", "cupy")
TOLERANCE = {"float32": 1e-3, "complex64": 1e-3, "float64": 1e-9, "complex128": 1e-9}


def best_paths(instance, names):
    """By who runs it."""
    fewest = min(instance.paths.values(), key=lambda path: cost_of(instance, path).operations)
    return {who: instance.paths.get(who, fewest) if who in ("opt_einsum", "cotengra") else fewest for who in names}


def calls_of(instance, where, is_best, arrays):
    """Of each name what is timed, in which way it computes, and along which path; None of a path of ttgt's own."""
    names = contestants.installed(where)
    paths = best_paths(instance, names) if is_best else dict.fromkeys(names, instance.paths["given"])
    own = None if is_best else instance.paths["given"]
    calls = {"ttgt": (*contestants.by_ttgt(instance, own, arrays), own)}
    for who in names:
        call = contestants_call(where, who, instance, paths[who], arrays)
        if call is not None:
            calls[who] = call, where.way_of(who), paths[who]
    return calls


def contestants_call(where, who, instance, path, arrays):
    """None where the rival has no way to compute the instance."""
    try:
        return where.call_of(who, instance, path, arrays)
    except (ImportError, KeyError, RuntimeError, TypeError, ValueError) as error:
        complain(instance, who, error)
        return None


def complain(instance, who, error):
    print(f"{instance.name}: {who}: {type(error).__name__}: {error}".splitlines()[0][:200], file=sys.stderr, flush=True)


def verified(instance, where, calls, differing):
    """The calls that came to an end with equal results, and what they took in seconds; `differing` gets the names of others."""
    expected, seconds = None, {}
    for who in [*(name for name in calls if name != "ttgt"), "ttgt"]:
        try:
            calls[who][0]()
            start = time.perf_counter()
            found = where.host(calls[who][0]())
            took = time.perf_counter() - start
        except (MemoryError, RuntimeError, TypeError, ValueError) as error:
            complain(instance, who, error)
            continue
        expected = found if expected is None else expected
        error = numpy.abs(found - expected).max() / max(numpy.abs(expected).max(), 1e-300) if found.size else 0.0
        if error < TOLERANCE[instance.dtype] and found.shape == expected.shape:
            seconds[who] = took
        else:
            differing.append(f"{instance.name}: {who} differs by {error}")
    return seconds


def measure(instance, where, is_best, arguments, differing):
    """Rows, by column; none where ttgt does not compute the instance."""
    arrays = where.arrays(instance)
    calls = calls_of(instance, where, is_best, arrays)
    seconds = verified(instance, where, calls, differing)
    if "ttgt" not in seconds:
        return []
    turns = max(3, min(arguments.turns, int(arguments.seconds / (sum(seconds.values()) * 2 + 1e-6))))
    times = {who: [] for who in seconds}
    for turn in range(turns):
        order = list(times)
        for who in order[turn % len(order):] + order[:turn % len(order)]:  # each one comes first in its turn
            times[who].append(where.time_ms(calls[who][0]))
    medians = {who: statistics.median(kept) for who, kept in times.items()}
    rivals = [medians[who] for who in ANCHORS if who in medians]
    rows = []
    for who, kept in times.items():
        _, way, path = calls[who]
        cost = cost_of(instance, path) if path else None
        quarters = statistics.quantiles(kept, n=4)
        rows.append(dict(zip(COLUMNS, (
            f"{instance.name}:{'best' if is_best else 'given'}", instance.kind, instance.dtype, len(instance.shapes),
            f"{cost.operations:.4g}" if cost else "", f"{cost.largest:.4g}" if cost else "", who, way, f"{medians[who]:.6g}",
            f"{min(kept):.6g}", f"{(quarters[2] - quarters[0]) / medians[who]:.3f}", turns,
            f"{medians[who] / medians['ttgt']:.4f}",
            f"{min(rivals) / medians['ttgt']:.4f}" if who == "ttgt" and rivals else ""))))
    return rows


def chosen(arguments):
    """The instances that are asked for, and fit into the memory that is."""
    for number, instance in enumerate(read(arguments.instances)):
        cost = cost_of(instance, instance.paths["given"])
        bytes_needed = cost.peak * numpy.dtype(instance.dtype).itemsize
        if (number % arguments.every == arguments.first and arguments.only in instance.name + " " + instance.kind
                and cost.operations <= arguments.most_operations and bytes_needed <= arguments.most_gib * 2**30):
            yield instance


def summary(rows):
    """Lines of geometric means, by path and who; of ttgt, of the best rival."""
    ratios = {}
    for row in rows:
        text = row["best_over_ttgt" if row["who"] == "ttgt" else "over_ttgt"]
        if text:
            who = "best of numpy, torch, opt_einsum, cupy" if row["who"] == "ttgt" else row["who"]
            ratios.setdefault((row["id"].rpartition(":")[2], who), []).append(float(text))
    for (path, who), kept in sorted(ratios.items()):
        mean = math.exp(statistics.fmean(map(math.log, kept)))
        yield f"# {path} paths: {who} over ttgt: geometric mean {mean:.3f}, least {min(kept):.3f}, {len(kept)} instances"


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("instances", help="what generate.py wrote")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--cutensor", help="on GPUs: a folder that has libcutensor.so.2 in it or below, by which CuPy then contracts")
    parser.add_argument("--turns", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=20, help="about what the turns of an instance may take; at least three")
    parser.add_argument("--enough", type=float, default=0.02, help="seconds that short calls are timed together")
    parser.add_argument("--pause", type=float, default=0.1, help="seconds between turns on CPUs")
    parser.add_argument("--most-operations", type=float, default=math.inf)
    parser.add_argument("--most-gib", type=float, default=24)
    parser.add_argument("--every", type=int, default=1, help="take each so manieth instance alone")
    parser.add_argument("--first", type=int, default=0, help="of those, the first is this one, counted from 0")
    parser.add_argument("--only", default="", help="take instances alone whose name or kind has this text")
    parser.add_argument("--out", help="the table; else on standard output")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    is_host = arguments.device == "cpu"
    where = (contestants.OnHost(arguments.enough, arguments.pause) if is_host
             else contestants.OnDevice(arguments.device, arguments.enough, arguments.cutensor))
    table = open(arguments.out, "w", encoding="utf-8") if arguments.out else sys.stdout
    print(*COLUMNS, sep="\t", file=table)
    every_row, differing = [], []
    for instance in chosen(arguments):
        for is_best in (False, True):
            try:
                rows = measure(instance, where, is_best, arguments, differing)
            except (MemoryError, RuntimeError, TypeError, ValueError) as error:
                complain(instance, "ttgt", error)
                continue
            finally:
                where.release()
            for row in rows:
                print(*row.values(), sep="\t", file=table, flush=True)
            every_row += rows
    for line in summary(every_row):
        print(line, file=table)
    print(*differing, sep="\n", end="\n" if differing else "", file=sys.stderr)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
