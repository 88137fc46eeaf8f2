# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Times contractions of tensors of blocks by ttgt, cytnx, symmray and TeNPy by turns, on CPUs.

    OMP_NUM_THREADS=2 python benchmarks/blocks/by_turns.py CASES... [--most-gflop 5] [--seconds 360] [--threads 2]
        [--processor-time] [--out FILE]

Every library that is installed gets the same blocks and makes a new result in each call; ttgt's calls keep their plans, as
those of its users do. Norms of all results are compared first. Writes a table, tab-separated: a line for each case and
library with the least of all turns in milliseconds, what the library takes over ttgt, and how long ttgt takes for a plan
that is not kept. The least is what other work on the machine disturbs least. Cases that do not fit a library say why. Ends
with cold planning of 5 000 and 60 000 pairs. With --out, run.json beside the file says by what and on what it was measured.
--processor-time counts the processor time of all threads: for one thread, on a
machine that does other work, too.
"""

import argparse
import importlib.metadata
import json
import os
import platform
import sys
import time

import numpy
from cases import read_cases
from rivals import RIVALS, Unfit

import ttgt

COLUMNS = "id\tdtype\tpairs\tgflop\tlibrary\tms\tover_ttgt\tplan_ms\tturns\tmessage\tbest_rival"


class CLOCK:
    """What seconds are read from."""

    now = time.perf_counter


def seconds_of(call):
    start = CLOCK.now()
    call()
    return CLOCK.now() - start


def ttgt_call(case, context):
    left, right = case.tensors["A"], case.tensors["B"]
    text = f"{','.join(''.join(case.inputs[name]) for name in 'AB')}->{''.join(case.output)}"
    return lambda: ttgt.einsum(text, left, right, context=context)


def norm_of_blocks(found):
    return sum(numpy.linalg.norm(block) ** 2 for block in found.values()) ** 0.5


def plan_seconds(case, context):
    """Of a plan that is made anew, with the result's blocks."""
    left, right = case.tensors["A"], case.tensors["B"]
    output = ttgt.output_blocks(case.text, left, right)
    return seconds_of(lambda: ttgt.plan(case.text, output, left, right, context=context))


def contenders(case, context):
    """Calls by library, whose results have been compared, and why others have none."""
    calls, refusals = {"ttgt": ttgt_call(case, context)}, {}
    expected = norm_of_blocks(calls["ttgt"]())
    unit = 1e-4 if case.dtype in ("float32", "complex64") else 1e-10
    for name, make in RIVALS.items():
        try:
            call, norm = make(case)
            found = norm(call())
        except Unfit as reason:
            refusals[name] = str(reason)
        except Exception as error:  # of a rival, which the table tells
            refusals[name] = f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"
        else:
            calls[name] = call
            if abs(found - expected) > unit * expected:
                del calls[name]
                refusals[name] = f"its norm is {found}, not {expected}"
    return calls, refusals


def time_case(case, context, turns, budget):
    """Lines of the table."""
    case.draw()
    calls, refusals = contenders(case, context)
    times = {name: [] for name in calls}
    end = time.monotonic() + budget
    while len(times["ttgt"]) < turns and (time.monotonic() < end or len(times["ttgt"]) < 2):
        for name, call in calls.items():
            times[name].append(seconds_of(call))
    plan_ms = 1e3 * plan_seconds(case, context)
    ours = min(times["ttgt"])
    rivals = [min(of_library) / ours for name, of_library in times.items() if name != "ttgt"]
    best = f"{min(rivals):.3g}" if rivals else ""
    head = f"{case.name}\t{case.dtype}\t{case.counts['pairs']}\t{case.counts['flops'] * 1e-9:.4g}"
    for name, of_library in times.items():
        least = min(of_library)
        last = f"{plan_ms:.4g}" if name == "ttgt" else ""
        yield f"{head}\t{name}\t{1e3 * least:.4g}\t{least / ours:.3g}\t{last}\t{len(of_library)}\t\t{best if name == 'ttgt' else ''}"
    for name, reason in refusals.items():
        yield f"{head}\t{name}\t\t\t\t\t{reason}\t"
    case.forget()


def planning_lines(context):
    """Cold planning of many pairs of blocks with extents from 1 to 4."""
    for sections in (17, 39):
        mode = [1 + section % 4 for section in range(sections)]
        dense = numpy.ones((sum(mode), sum(mode)))
        tensor = ttgt.BlockArray.from_dense(dense, [mode, mode])
        output = ttgt.output_blocks("ab,bc->ac", tensor, tensor)
        times = [seconds_of(lambda: ttgt.plan("D(a,c)=L(a,b)*R(b,c)", output, tensor, tensor, context=context))
                 for _ in range(9)]
        yield (f"planning of {sections} x {sections} sections\tfloat64\t{sections**3}\t\tttgt\t\t\t"
               f"{1e3 * min(times):.4g}\t{len(times)}\t\t")


def summary_lines(lines):
    """The geometric mean of what the best rival of each case takes over ttgt."""
    best = [float(cells[-1]) for cells in (line.split("\t") for line in lines) if cells[-1]]
    if best:
        mean = float(numpy.exp(numpy.mean(numpy.log(best))))
        yield f"# best rival over ttgt: geometric mean {mean:.3g} of {len(best)} cases, smallest {min(best):.3g}"


def describe_run(options):
    """What run.json says."""
    packages = ("numpy", "cytnx", "symmray", "physics-tenpy")
    processor = next((line.partition(":")[2].strip() for line in open("/proc/cpuinfo", encoding="utf-8")
                      if line.startswith("model name")), platform.machine())
    return {
        "date": time.strftime("%Y-%m-%d", time.gmtime()),
        "command": " ".join(["benchmarks/blocks/by_turns.py", *sys.argv[1:]]),
        "environment": {name: os.environ.get(name, "") for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")},
        "cpu": f"{processor}, {os.cpu_count()} processors",
        "threads": options.threads,
        "python": platform.python_version(),
        "packages": {name: version_of(name) for name in packages},
        "ttgt": ttgt.__version__,
    }


def version_of(package):
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="+")
    parser.add_argument("--most-gflop", type=float, default=5)
    parser.add_argument("--seconds", type=float, default=360, help="for all cases together")
    parser.add_argument("--turns", type=int, default=40)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--processor-time", action="store_true")
    parser.add_argument("--out")
    options = parser.parse_args()
    if options.processor_time:
        CLOCK.now = time.process_time
    cases = [case for path in options.cases for case in read_cases(path)
             if case.counts["flops"] <= options.most_gflop * 1e9]
    context = ttgt.Context(threads=options.threads)
    lines = []
    for case in cases:
        for line in time_case(case, context, options.turns, options.seconds / len(cases)):
            lines.append(line)
            print(line, flush=True)
    lines += planning_lines(context)
    lines += summary_lines(lines)
    with open(options.out, "w", encoding="utf-8") if options.out else sys.stdout as file:
        file.write("\n".join([COLUMNS, *lines]) + "\n")
    if options.out:
        with open(os.path.join(os.path.dirname(options.out), "run.json"), "w", encoding="utf-8") as file:
            json.dump(describe_run(options), file, indent=2)
            file.write("\n")


if __name__ == "__main__":
    main()
