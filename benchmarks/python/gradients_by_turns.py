# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Times forward and backward of ttgt.torch.einsum by turns with torch.einsum's, and measures the memory that both need.

    python benchmarks/python/gradients_by_turns.py tests/data/nary.tsv [--device cuda:0] [--out FILE]
    python benchmarks/python/gradients_by_turns.py benchmarks/data/tccg_small.tsv

Cases are products of many tensors, or a file of `ttgt bench contractions`. All inputs are differentiated; results and gradients
are compared before anything is timed. torch.einsum takes the order of products from opt_einsum where that is installed.

Prints a table, tab-separated: medians of all turns in milliseconds, what torch takes over ttgt, and the memory in MB that inputs,
results, gradients and scratch need at once: of ttgt, of torch, and by ttgt's plans (inputs, results, gradients and the larger
workspace of both passes). On GPUs that is what PyTorch's allocator gave; on CPUs what became resident (Linux), for which
the program starts itself again with settings of malloc that return freed memory at once. Geometric means last.
"""

import argparse
import math
import re
import statistics
import sys
import time

import torch

import peak_memory
import ttgt.torch

MOST_ELEMENTS = 2e8
COLUMNS = ("id", "dtype", "ttgt_ms", "torch_ms", "over_ttgt", "ttgt_mb", "torch_mb", "planned_mb", "peak_over_planned")


def read_cases(path):
    """Of each row the id, an einsum string, shapes and the number of operations; the last label runs fastest."""
    with open(path, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if line.strip() and not line.startswith("#")]
    for fields in rows:
        is_network = len(fields) > 9
        expression, written = fields[4:6] if is_network else fields[1:3]
        extents = {label: int(extent) for label, extent in (part.split(":") for part in written.split(","))}
        step = 1 if is_network else -1
        output, *inputs = [[label for label in part.split(",") if label][::step] for part in re.findall(r"\(([^)]*)\)", expression)]
        letters = dict(zip(extents, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))
        operations = float(fields[9]) if is_network else 2 * math.prod(map(float, extents.values()))
        if len(letters) == len(extents) and (not is_network or float(fields[11]) < MOST_ELEMENTS):
            texts = ["".join(letters[label] for label in labels) for labels in (*inputs, output)]
            shapes = [[extents[label] for label in labels] for labels in inputs]
            yield fields[0], f"{','.join(texts[:-1])}->{texts[-1]}", shapes, operations


class OnHost:
    """Time by the clock, memory by what is resident."""

    memory = peak_memory.HostMemory()

    def __init__(self, enough, pause):
        self.enough, self.pause = enough, pause

    def time_ms(self, call):
        time.sleep(self.pause)  # until the threads of the one before no longer spin
        call()
        count, start = 0, time.perf_counter()
        while count == 0 or time.perf_counter() - start < self.enough:
            call()
            count += 1
        return (time.perf_counter() - start) / count * 1e3


class OnDevice:
    """Time by events, memory by PyTorch's allocator."""

    memory = peak_memory.DeviceMemory()

    def __init__(self, enough):
        self.enough = enough

    def time_ms(self, call):
        from device_timing import time_ms

        return time_ms(call, self.enough)


def forward_and_backward(einsum, text, tensors, grad):
    result = einsum(text, *tensors)
    return [result, *torch.autograd.grad(result, tensors, grad)]


def measure(case, where, arguments, workspaces):
    """The row of a case."""
    name, text, shapes, _ = case
    values = torch.Generator(device=arguments.device).manual_seed(1)
    dtype = getattr(torch, arguments.dtype)

    def random(shape):
        return torch.rand(shape, dtype=dtype, device=arguments.device, generator=values)

    inputs, output = text.split("->")
    extents = {label: extent for labels, shape in zip(inputs.split(","), shapes) for label, extent in zip(labels, shape)}

    def make():
        return [random(shape).requires_grad_() for shape in shapes], random([extents[label] for label in output])

    workspaces.clear()
    tensors, grad = make()
    mine, theirs = (forward_and_backward(einsum, text, tensors, grad) for einsum in (ttgt.torch.einsum, torch.einsum))
    tolerance = 1e-10 if dtype == torch.float64 else 1e-3
    for found, expected in zip(mine, theirs):
        error = float(((found - expected).abs().max() / expected.abs().max()).detach())
        assert error < tolerance, f"{name}: differs by {error}"
    planned = sum(each.numel() for each in (*tensors, grad, *mine)) * grad.element_size() + max(workspaces, default=0)
    del mine, theirs
    calls = {einsum: lambda einsum=einsum: forward_and_backward(einsum, text, tensors, grad)
             for einsum in (ttgt.torch.einsum, torch.einsum)}
    times = {einsum: [] for einsum in calls}
    for _ in range(arguments.turns):
        for einsum, call in calls.items():
            times[einsum].append(where.time_ms(call))
    mine_ms, theirs_ms = (statistics.median(kept) for kept in times.values())
    del tensors, grad, calls
    passes = [lambda einsum=einsum: forward_and_backward(einsum, text, *make()) for einsum in times]
    peaks = [peak_memory.peak_mb(where.memory, call) for call in passes]
    return [name, arguments.dtype, f"{mine_ms:.6g}", f"{theirs_ms:.6g}", f"{theirs_ms / mine_ms:.4f}",
            *(f"{peak:.4g}" for peak in peaks), f"{planned / 1e6:.4g}", f"{peaks[0] / (planned / 1e6):.4f}"]


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--dtype", default="float64")
    parser.add_argument("--turns", type=int, default=9)
    parser.add_argument("--enough", type=float, default=0.02, help="seconds that short calls are timed together")
    parser.add_argument("--pause", type=float, default=0.1, help="seconds between turns on CPUs")
    parser.add_argument("--least-operations", type=float, default=0)
    parser.add_argument("--most-operations", type=float, default=5e11)
    parser.add_argument("--most", type=int, default=1000, help="cases, the first ones")
    parser.add_argument("--out", help="the table; else on standard output")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    is_host = arguments.device == "cpu"
    if is_host:
        peak_memory.restart_with_prompt_malloc()
    where = OnHost(arguments.enough, arguments.pause) if is_host else OnDevice(arguments.enough)
    workspaces = peak_memory.recorded_workspaces()
    table = open(arguments.out, "w", encoding="utf-8") if arguments.out else sys.stdout
    print(*COLUMNS, sep="\t", file=table)
    cases = [case for case in read_cases(arguments.cases) if arguments.least_operations <= case[3] <= arguments.most_operations]
    ratios = []
    for case in cases[: arguments.most]:
        row = measure(case, where, arguments, workspaces)
        ratios.append(float(row[4]))
        print(*row, sep="\t", file=table, flush=True)
    mean = math.exp(statistics.fmean(map(math.log, ratios)))
    print(f"# torch over ttgt: geometric mean {mean:.3f}, least {min(ratios):.3f}, {len(ratios)} cases", file=table)


if __name__ == "__main__":
    main()
