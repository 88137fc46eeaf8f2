# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Times products of many tensors by turns: ttgt and opt_einsum over NumPy or, on a GPU, torch; and cuTensorNet there.

    python benchmarks/python/networks_by_turns.py tests/data/nary.tsv [--device cuda:0] [--out results.tsv]

Plans, paths and compiled expressions are made before the clock starts, and results are compared. Arrays are float64 in C
order; results are new or overwritten arrays in C order. Prints medians of all turns in milliseconds, a row for each
network, and the geometric means of what a rival takes over ttgt in rows where ttgt or the rival takes at least
`--least-ms`. Rows with products of more than 2e8 elements or 5e11 operations are left out.
"""

import argparse
import math
import re
import statistics
import sys
import time

import numpy
import opt_einsum

import ttgt

MOST_ELEMENTS = 2e8
MOST_OPERATIONS = 5e11


class Network:
    """A row of the file."""

    def __init__(self, fields):
        self.id, self.expression = fields[0], fields[4]
        extents = {label: int(extent) for label, extent in (part.split(":") for part in fields[5].split(","))}
        parts = re.findall(r"\(([^)]*)\)", self.expression)
        labels = [[label for label in part.split(",") if label] for part in parts]
        symbols = {label: opt_einsum.get_symbol(i) for i, label in enumerate(extents)}
        texts = ["".join(symbols[label] for label in tensor) for tensor in labels]
        self.text = f"{','.join(texts[1:])}->{texts[0]}"
        self.modes = [[list(extents).index(label) for label in tensor] for tensor in labels]
        self.shapes = [[extents[label] for label in tensor] for tensor in labels]
        self.is_feasible = float(fields[9]) < MOST_OPERATIONS and float(fields[11]) < MOST_ELEMENTS

    def arrays(self, values):
        """Their products stay near 1, however many terms are summed."""
        return [values.uniform(-1, 1, shape) / max(1, math.prod(shape)) ** 0.25 for shape in self.shapes[1:]]


def read_networks(path):
    with open(path, encoding="utf-8") as file:
        rows = (line.rstrip("\n").split("\t") for line in file if line.strip() and not line.startswith("#"))
        return [Network(fields) for fields in rows]


class OnHost:
    """NumPy arrays, timed by the clock."""

    def __init__(self, arguments):
        self.enough, self.pause = arguments.enough, arguments.pause

    def arrays(self, arrays):
        return arrays

    def empty(self, shape):
        return numpy.empty(shape)

    def host(self, array):
        return numpy.asarray(array)

    def rivals(self, network, arrays):
        expression = opt_einsum.contract_expression(network.text, *network.shapes[1:])
        return {"opt_einsum": lambda: numpy.ascontiguousarray(expression(*arrays))}

    def time_ms(self, call):
        time.sleep(self.pause)  # until the threads of the one before no longer spin
        call()
        count, start = 0, time.perf_counter()
        while count == 0 or time.perf_counter() - start < self.enough:
            call()
            count += 1
        return (time.perf_counter() - start) / count * 1e3


class OnDevice:
    """torch's tensors, timed by events on its current stream."""

    def __init__(self, arguments):
        import torch

        self.torch, self.device, self.enough = torch, arguments.device, arguments.enough
        torch.backends.opt_einsum.enabled = True

    def arrays(self, arrays):
        return [self.torch.tensor(array, device=self.device) for array in arrays]

    def empty(self, shape):
        return self.torch.empty(shape, dtype=self.torch.float64, device=self.device)

    def host(self, array):
        return array.cpu().numpy()

    def rivals(self, network, arrays):
        expression = opt_einsum.contract_expression(network.text, *network.shapes[1:])
        calls = {"torch_opt_einsum": lambda: expression(*arrays, backend="torch").contiguous()}
        if len({letter for letter in network.text if letter not in ",->"}) <= 52:
            calls["torch_einsum"] = lambda: self.torch.einsum(network.text, *arrays).contiguous()
        cutensornet = self.cutensornet(network, arrays)
        return {**calls, "cutensornet": cutensornet} if cutensornet else calls

    def cutensornet(self, network, arrays):
        """A call of a tuned network; None where it is not installed, or refuses the network."""
        try:
            from cuquantum import tensornet

            operands = [part for pair in zip(arrays, network.modes[1:]) for part in pair]
            tensors = tensornet.Network(*operands, network.modes[0])
            tensors.contract_path()
            tensors.autotune(iterations=5)
            return tensors.contract
        except Exception as error:  # of any kind: the library's own, missing ones of others
            print(f"{network.id}: cuTensorNet: {error}", file=sys.stderr)
            return None

    def time_ms(self, call):
        from device_timing import time_ms

        return time_ms(call, self.enough)


def measure(network, where, values, turns):
    """Milliseconds of every turn, by the name of who computed."""
    arrays = where.arrays(network.arrays(values))
    out = where.empty(network.shapes[0])
    plan = ttgt.plan(network.expression, out, *arrays)
    calls = {"ttgt": lambda: plan.run(out, *arrays), **where.rivals(network, arrays)}
    results = {name: where.host(call()) for name, call in calls.items()}
    expected = next(result for name, result in results.items() if name != "ttgt")
    for name, result in results.items():
        error = numpy.abs(result - expected).max() / max(numpy.abs(expected).max(), 1e-300)
        if not error < 1e-9:
            raise AssertionError(f"{network.id}: {name} differs by {error}")
    times = {name: [] for name in calls}
    for _ in range(turns):
        for name, call in calls.items():
            times[name].append(where.time_ms(call))
    return times


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("networks")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--turns", type=int, default=9)
    parser.add_argument("--enough", type=float, default=0.02, help="seconds that short calls are timed together")
    parser.add_argument("--pause", type=float, default=0.15, help="seconds between turns on CPUs")
    parser.add_argument("--least-ms", type=float, default=None, help="1 on CPUs, 0.1 on GPUs")
    parser.add_argument("--out", help="the table, tab-separated; else on standard output")
    arguments = parser.parse_args()
    is_host = arguments.device == "cpu"
    least_ms = arguments.least_ms if arguments.least_ms is not None else 1 if is_host else 0.1
    where = (OnHost if is_host else OnDevice)(arguments)
    values = numpy.random.default_rng(1)
    table = open(arguments.out, "w", encoding="utf-8") if arguments.out else sys.stdout
    ratios = {}
    print("id", "who", "median_ms", "least_ms", "over_ttgt", sep="\t", file=table)
    for network in read_networks(arguments.networks):
        if not network.is_feasible:
            print(f"# {network.id}: too large", file=table)
            continue
        try:
            times = measure(network, where, values, arguments.turns)
        except (MemoryError, RuntimeError, TypeError) as error:
            print(f"# {network.id}: {error}".replace("\n", " "), file=table)
            continue
        medians = {name: statistics.median(kept) for name, kept in times.items()}
        for name, median in medians.items():
            over = median / medians["ttgt"]
            print(network.id, name, f"{median:.6g}", f"{min(times[name]):.6g}", f"{over:.3f}", sep="\t", file=table, flush=True)
            if name != "ttgt" and max(median, medians["ttgt"]) >= least_ms:
                ratios.setdefault(name, []).append(over)
    for name, kept in ratios.items():
        mean = math.exp(statistics.fmean(map(math.log, kept)))
        print(f"# {name} over ttgt: geometric mean {mean:.3f}, least {min(kept):.3f}, {len(kept)} rows of {least_ms} ms or more", file=table)


if __name__ == "__main__":
    main()
