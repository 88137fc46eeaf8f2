# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Makes a file of instances, with their paths, which measure.py runs from where NumPy or PyTorch alone is installed.

    python benchmarks/einsum_benchmark/generate.py benchmarks/data/einsum_benchmark.jsonl.gz [--seconds 2] [--published]

Instances are those of kinds.py, all of fixed seeds; `--published` adds those of the package's published file where it has been
downloaded. Left out, and named, are instances whose given path takes too many operations or too much memory.
Needs requirements.txt.
"""

import argparse

import kinds
import searches
from instances import cost_of, write

MOST_INSTANCES = 120


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("--seconds", type=float, default=2, help="of opt_einsum's and of cotengra's search, for each instance")
    parser.add_argument("--most-operations", type=float, default=2e11)
    parser.add_argument("--most-gib", type=float, default=24)
    parser.add_argument("--published", action="store_true")
    arguments = parser.parse_args()
    drawn = [instance for kind in kinds.all_kinds().values() for instance in kind]
    kept = []
    for instance in [*drawn, *(searches.published() if arguments.published else [])]:
        searches.add_paths(instance, arguments.seconds)
        costs = {who: cost_of(instance, path) for who, path in instance.paths.items()}
        bytes_of_element = 16 if instance.dtype == "complex128" else 4 if instance.dtype == "float32" else 8
        text = ", ".join(f"{who} 10^{len(str(int(cost.operations))) - 1}" for who, cost in costs.items())
        is_small = (costs["given"].operations <= arguments.most_operations
                    and costs["given"].peak * bytes_of_element <= arguments.most_gib * 2**30)
        print(instance.name, text, "" if is_small else "left out", flush=True)
        if is_small:
            kept.append(instance)
    counted = [each for each in kept if not each.kind.startswith("published")][:MOST_INSTANCES]
    write(arguments.out, counted + [each for each in kept if each.kind.startswith("published")])


if __name__ == "__main__":
    main()
