# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Times ttgt and PyTorch on the contractions of a case file, one after the other on one device.

    python3 benchmarks/rivals/torch_contractions.py benchmarks/data/contractions_anchor.tsv \\
        --device cuda --ttgt build-release/tools/ttgt --out rivals

Writes OUT/rivals.tsv: milliseconds of ttgt (`auto`), of torch.einsum with D made contiguous, of
the bare matrix product of the same m, n, k and batch in the faster orientation, of a copy that
reads and writes together as many bytes as D, L and R have, and of the roofline that ttgt reports;
OUT/run.json: versions and machine; OUT/ttgt: what ttgt wrote. += and -= are timed as =. Prints,
for each set, geometric means of the roofline over the time. Exits 1 where a result was wrong.
"""

import argparse
import datetime
import importlib.metadata
import json
import pathlib
import platform
import sys

import torch

import rivals_table
from cases import CaseError, read_cases, select
from torch_times import TURNS, Clock, NotTimed, WrongResult, time_case
from ttgt_results import TtgtError, run_bench


def versions():
    found = {"python": platform.python_version(), "torch": torch.__version__,
             "cuda": torch.version.cuda}
    for package in ("numpy", "nvidia-cublas"):
        try:
            found[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            found[package] = None
    return found


def write_run(path, arguments, device, rows, ttgt_run):
    run = {
        "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "command_line": sys.argv,
        "device": str(device),
        "threads": torch.get_num_threads(),
        "warm_up_calls": 1,
        "timed_calls": TURNS,
        "calls_timed_together": arguments.calls,
        "float32_matmul_precision": torch.get_float32_matmul_precision(),
        "cases": len(rows),
        "not_timed": [f"{row['set']}:{row['id']}" for row in rows if row["message"]],
        "versions": versions(),
        "ttgt": ttgt_run,
    }
    path.write_text(json.dumps(run, indent=2) + "\n", encoding="utf-8")


def measure(cases, results, clock, table):
    """The rows, which `table` gets one by one, and whether all results were right."""
    rows, is_right = [], True
    for case in cases:
        ttgt, times, message = results[case.name], {}, ""
        try:
            times = time_case(case, clock)
        except NotTimed as reason:
            message = str(reason)
            is_right = is_right and not isinstance(reason, WrongResult)
        is_right = is_right and ttgt.check != "fail"
        rows.append(rivals_table.join(case, ttgt, times, message))
        print(rivals_table.line(rows[-1]), file=table, flush=True)
        print(f"{len(rows)}/{len(cases)} {case.name} {message}", file=sys.stderr)
    return rows, is_right


def print_means(rows):
    print("# geometric means of roofline_ms over the time, of the cases that all of them ran")
    print("set", "cases", *rivals_table.CONTENDERS, sep="\t")
    for name, count, *means in rivals_table.geometric_means(rows):
        print(name, count, *(f"{mean:.3f}" for mean in means), sep="\t")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cases", type=pathlib.Path, metavar="CASES", help="case file")
    parser.add_argument("--ttgt", required=True, help="the ttgt program")
    parser.add_argument("--device", default="cuda", help="cuda, cuda:N or cpu")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("rivals"))
    parser.add_argument("--set", help="only the cases of this set, which their ids begin with")
    parser.add_argument("--limit", type=int, default=0, help="only that many; 0: all")
    parser.add_argument("--calls", type=int, default=1,
                        help="calls timed together, for calls shorter than timing one takes")
    parser.add_argument("--threads", type=int, default=torch.get_num_threads())
    arguments = parser.parse_args()
    if arguments.limit < 0 or arguments.calls < 1 or arguments.threads < 1:
        parser.error("--limit is at least 0, --calls and --threads at least 1")
    return arguments


def set_up_torch(arguments):
    """The device. What TF32 would round stays float32."""
    torch.set_num_threads(arguments.threads)
    torch.set_float32_matmul_precision("highest")
    device = torch.device(arguments.device)
    if device.type != "cuda":
        return device
    torch.cuda.set_device(device.index or 0)
    return torch.device("cuda", device.index or 0)


def main():
    arguments = parse_arguments()
    device = set_up_torch(arguments)
    cases = select(read_cases(arguments.cases), arguments.set, arguments.limit)
    results, ttgt_run = run_bench(arguments.ttgt, cases, arguments.out / "ttgt", device,
                                  arguments.threads, arguments.calls)
    with open(arguments.out / "rivals.tsv", "w", encoding="utf-8") as table:
        print(*rivals_table.COLUMNS, sep="\t", file=table)
        rows, is_right = measure(cases, results, Clock(device, arguments.calls), table)
    write_run(arguments.out / "run.json", arguments, device, rows, ttgt_run)
    print_means(rows)
    return 0 if is_right else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (CaseError, TtgtError, OSError) as error:
        sys.exit(f"torch_contractions.py: {error}")
