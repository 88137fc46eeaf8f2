# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Searches the paths of instances by ttgt and by cotengra's HyperOptimizer, with the same seconds of processor time each.

    python benchmarks/einsum_benchmark/compare_paths.py benchmarks/data/einsum_benchmark.jsonl.gz --seconds 2 --out paths.tsv

Nothing is computed along the paths. Operations are tuples of all labels of a step, summed over the steps: what cotengra
minimises. cotengra takes the methods and the optimiser of its own choice, from the packages that are installed
(requirements_paths.txt). `--rivals OLD` takes cotengra's rows from an earlier table.
"""

import argparse
import csv
import math
import statistics
import sys
import time
import types

import ttgt

from instances import cost_of, read

COLUMNS = ("id", "kind", "tensors", "who", "seconds", "used_s", "trials", "operations", "largest", "over_cotengra")


def by_ttgt(instance, seconds):
    """The path, and the number of trials that take the processor for so long: a busy machine allows fewer in the same time."""
    def search(**limit):
        start = time.process_time()
        found = ttgt.path(instance.text, *map(tuple, instance.shapes), minimize="flops", **limit)
        return found, time.process_time() - start, found.trials

    found, used, trials = search(seconds=seconds)
    wanted = int(seconds / used * trials)
    return search(trials=wanted) if wanted > trials * 1.05 else (found, used, trials)


def by_cotengra(instance, seconds):
    import cotengra
    from cotengra.hyperoptimizers import hyper

    hyper.time = types.SimpleNamespace(time=time.process_time, sleep=time.sleep)
    start = time.process_time()
    search = cotengra.HyperOptimizer(minimize="flops", max_time=seconds, max_repeats=1 << 16, parallel=False, progbar=False,
                                     seed=1)
    inputs, output = instance.labels()
    tree = search.search(inputs, output, instance.extents())
    return tree.get_path(), time.process_time() - start, len(search.scores)


def row_of(instance, who, seconds, found):
    path, used, trials = found
    cost = cost_of(instance, path)
    return dict(zip(COLUMNS, (instance.name, instance.kind, len(instance.shapes), who, seconds, f"{used:.3f}", trials,
                              f"{cost.operations:.6g}", f"{cost.largest:.6g}", "")))


def summary(rows):
    """A line for each kind and for all: how ttgt's operations compare with cotengra's."""
    ratios = {}
    for row in rows:
        if row["over_cotengra"]:
            for kind in (row["kind"], "all"):
                ratios.setdefault(kind, []).append((float(row["over_cotengra"]), row["id"]))
    for kind, kept in sorted(ratios.items(), key=lambda item: (item[0] == "all", item[0])):
        mean = math.exp(statistics.fmean(math.log(ratio) for ratio, _ in kept))
        worst, name = max(kept)
        yield f"# {kind}: geometric mean {mean:.3f}, most {worst:.3f} ({name}), {len(kept)} instances"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("instances", help="what generate.py wrote")
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--only", default="", help="take instances alone whose name or kind has this text")
    parser.add_argument("--rivals", help="an earlier table, whose rows of cotengra are taken")
    parser.add_argument("--out", help="the table; else on standard output")
    arguments = parser.parse_args()
    known = {}
    if arguments.rivals:
        with open(arguments.rivals, encoding="utf-8") as file:
            lines = [line for line in file if not line.startswith("#")]
        known = {row["id"]: row for row in csv.DictReader(lines, delimiter="\t") if row["who"] == "cotengra"}
    table = open(arguments.out, "w", encoding="utf-8") if arguments.out else sys.stdout
    print(*COLUMNS, sep="\t", file=table)
    rows = []
    for instance in read(arguments.instances):
        if arguments.only not in instance.name + " " + instance.kind:
            continue
        rival = known.get(instance.name) or row_of(instance, "cotengra", arguments.seconds,
                                                   by_cotengra(instance, arguments.seconds))
        own = row_of(instance, "ttgt", arguments.seconds, by_ttgt(instance, arguments.seconds))
        own["over_cotengra"] = f"{float(own['operations']) / float(rival['operations']):.4f}"
        for row in (rival, own):
            print(*row.values(), sep="\t", file=table, flush=True)
            rows.append(row)
    print(*summary(rows), sep="\n", file=table)


if __name__ == "__main__":
    main()
