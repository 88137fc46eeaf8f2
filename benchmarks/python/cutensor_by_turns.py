# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Times CuPy's calls by turns over several libraries that answer cuTENSOR's, each in a process of its own.

    python benchmarks/python/cutensor_by_turns.py --library ttgt=<prefix>/lib/ttgt/cutensor --library cutensor=<folder> CASES

CASES is a file of `ttgt bench contractions` (id, expression, extents, dtype); `mix`: what GPU4PySCF calls, a quarter of
the inputs sliced; or `complaints`: what its issues tell of. Every call is cupyx.cutensor.contraction with an output that is
there, of three operands cupy.einsum, which calls it for each pair. With --einsum a further process calls cupy.einsum as it is
without cuTENSOR, into a new contiguous array.

Prints a table, tab-separated, a row for each case, of each library the milliseconds of the first call, of the second one, both
from one wait for the device to the next, and the median of all turns: the mean of calls that follow one another. CuPy makes
a plan in each call, or takes one that it has kept. Geometric means over the first library come last. Results are compared by
their norms and a product with drawn numbers. A case that a library refuses has its error instead.
"""

import argparse
import json
import math
import os
import re
import statistics
import string
import subprocess
import sys

ENOUGH_MS, MOST_CALLS = 8, 200  # of calls that are timed together


def read_cases(path):
    """Names, modes of operands and output, and extents and type; in the order of C, whose last axis runs fastest."""
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                name, expression, extents, dtype = line.rstrip("\n").split("\t")[:4]
                sizes = dict(part.split(":") for part in extents.split(","))
                letters = dict(zip(sizes, string.ascii_letters))  # labels may have more than one
                output, *inputs = ["".join(letters[label] for label in part.split(",")[::-1] if label)
                                   for part in re.findall(r"\(([^)]*)\)", expression)]
                written = ",".join(f"{letters[label]}:{size}" for label, size in sizes.items())
                yield {"name": name, "text": f"{','.join(inputs)}->{output}", "extents": written, "dtype": dtype}


def cases_of(name):
    if name not in ("mix", "complaints"):
        return list(read_cases(name))
    import gpu4pyscf_shapes

    if name == "complaints":
        return [{"name": each, "complaint": each} for each in gpu4pyscf_shapes.COMPLAINTS]
    return [{"name": kind, "text": text, "number": number} for number, (kind, text, _) in enumerate(gpu4pyscf_shapes.MIX)]


class Work:
    """In a process of its own: a case's operands on the device, and its call."""

    def __init__(self, has_library):
        import cupy

        self.cupy = cupy
        self.has_library = has_library
        self.call = self.result = None

    def drawn(self, shape, dtype):
        generator = self.cupy.random.default_rng(len(shape) + sum(shape))
        if dtype.startswith("complex"):
            real, imaginary = (generator.random(shape) - 0.5 for _ in range(2))
            return (real + 1j * imaginary).astype(dtype)
        return (generator.random(shape) - 0.5).astype(dtype)

    def operands(self, case):
        """A string, its operands, and memory for the result."""
        import gpu4pyscf_shapes

        if "complaint" in case:
            text, *arrays = gpu4pyscf_shapes.COMPLAINTS[case["complaint"]]()
            return text, arrays, None
        is_mix = "number" in case
        _, text, written = gpu4pyscf_shapes.MIX[case["number"]] if is_mix else (None, case["text"], case["extents"])
        extents = {label: int(extent) for label, extent in (part.split(":") for part in written.split(","))}
        inputs, _, output = text.partition("->")
        dtype = case.get("dtype", "float64")
        arrays = [self.drawn([extents[label] for label in part], dtype) for part in inputs.split(",")]
        if not is_mix:
            return text, arrays, None
        if case["number"] % 2 == 0:
            arrays[0] = self.sliced(arrays[0])
        shape = [extents[label] for label in output]
        return text, arrays, self.sliced(self.cupy.empty(shape)) if shape else None

    def sliced(self, array):
        """The same elements with a gap behind each row."""
        large = self.cupy.zeros([*array.shape[:-1], array.shape[-1] + 8], dtype=array.dtype)
        large[..., 3:3 + array.shape[-1]] = array
        return large[..., 3:3 + array.shape[-1]]

    def prepare(self, case):
        self.call = self.result = None
        self.cupy.get_default_memory_pool().free_all_blocks()
        text, arrays, out = self.operands(case)
        if not self.has_library:
            self.call = lambda: self.cupy.ascontiguousarray(self.cupy.einsum(text, *arrays))
        elif len(arrays) == 2:
            self.call = self.contraction(text, arrays, out)
        else:
            self.call = lambda: self.cupy.ascontiguousarray(self.cupy.einsum(text, *arrays, optimize="greedy"))
        first, second = self.waited(), self.waited()
        return {"first": first, "second": second, "check": self.check()}

    def contraction(self, text, arrays, out):
        from cupyx import cutensor

        inputs, _, output = text.partition("->")
        left, right = inputs.split(",")
        extents = {label: extent for part, each in zip((left, right), arrays) for label, extent in zip(part, each.shape)}
        result = self.cupy.empty([extents[label] for label in output], dtype=arrays[0].dtype) if out is None else out
        return lambda: cutensor.contraction(1.0, arrays[0], left, arrays[1], right, 0.0, result, output)

    def waited(self):
        import time

        self.cupy.cuda.Device().synchronize()
        begin = time.perf_counter()
        self.result = self.call()
        self.cupy.cuda.Device().synchronize()
        return 1e3 * (time.perf_counter() - begin)

    def check(self):
        """The result's norm and its product with drawn numbers."""
        result = self.cupy.ascontiguousarray(self.result).ravel()
        if result.size == 0:
            return [0.0, 0.0, 0.0]
        product = complex((result * self.drawn([result.size], "float64")).sum())
        return [float(self.cupy.linalg.norm(result)), product.real, product.imag]

    def turn(self, count):
        begin, end = self.cupy.cuda.Event(), self.cupy.cuda.Event()
        begin.record()
        for _ in range(count):
            self.call()
        end.record()
        end.synchronize()
        return {"ms": self.cupy.cuda.get_elapsed_time(begin, end) / count}


def serve(has_library):
    """Answers each line of standard input, a case or a number of calls, by a line."""
    work = Work(has_library)
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = work.turn(request["turn"]) if "turn" in request else work.prepare(request["case"])
        except Exception as error:  # what a library refuses is a result, too
            answer = {"error": f"{type(error).__name__}: {error}".replace("\n", " ")[:120]}
        print("answer", json.dumps(answer), flush=True)


class Worker:
    def __init__(self, name, folder):
        self.name = name
        environment = dict(os.environ, PYTHONDONTWRITEBYTECODE="1")
        if folder:
            environment["LD_LIBRARY_PATH"] = f"{folder}:{environment.get('LD_LIBRARY_PATH', '')}"
            environment["CUPY_ACCELERATORS"] = "cutensor"
        self.process = subprocess.Popen([sys.executable, __file__, "--serve", folder or "none"], env=environment, text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, **request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            if line.startswith("answer "):
                return json.loads(line.removeprefix("answer "))
        return {"error": "the process ended"}


def differ(one, other, dtype):
    """Whether checks of two results differ by more than their norms' rounding."""
    tolerance = 1e-3 if dtype == "float32" else 1e-9
    return any(abs(x - y) > tolerance * (1e-30 + one[0]) * math.sqrt(1e3) for x, y in zip(one, other))


def measure(case, workers, turns):
    """Of each worker's name: first, second and median milliseconds, or an error."""
    found = {worker.name: worker.ask(case=case) for worker in workers}
    able = [worker for worker in workers if "error" not in found[worker.name]]
    for worker in able[1:]:
        if differ(found[able[0].name]["check"], found[worker.name]["check"], case.get("dtype", "float64")):
            found[worker.name]["error"] = f"differs from {able[0].name}: {found[worker.name]['check']}"
    counts = {worker.name: max(1, min(MOST_CALLS, int(ENOUGH_MS / found[worker.name]["second"]))) for worker in able}
    times = {worker.name: [] for worker in able}
    for _ in range(turns):
        for worker in able:
            times[worker.name].append(worker.ask(turn=counts[worker.name])["ms"])
    for name, kept in times.items():
        found[name]["median"] = statistics.median(kept)
    return found


def print_means(rows, names):
    for name in names[1:]:
        for kind in ("second", "median"):
            ratios = [row[name][kind] / row[names[0]][kind] for row in rows
                      if all("error" not in row[each] for each in (name, names[0]))]
            if ratios:
                mean = math.exp(statistics.fmean(map(math.log, ratios)))
                print(f"# {kind}: {name} over {names[0]}: geometric mean {mean:.3f}, least {min(ratios):.3f}, {len(ratios)} cases")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*")
    parser.add_argument("--library", action="append", default=[], metavar="NAME=FOLDER")
    parser.add_argument("--einsum", action="store_true", help="also cupy.einsum without cuTENSOR")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--every", type=int, default=1, help="every n-th case alone")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        serve(arguments.serve != "none")
        return
    workers = [Worker(*each.split("=", 1)) for each in arguments.library] + [Worker("einsum", None)] * arguments.einsum
    names = [worker.name for worker in workers]
    print("case", "string", "dtype", *(f"{name}_{kind}" for name in names for kind in ("first_ms", "second_ms", "ms")), sep="\t")
    for cases in arguments.cases:
        rows = []
        for case in cases_of(cases)[::arguments.every]:
            row = measure(case, workers, arguments.turns)
            cells = [[row[name]["error"]] * 3 if "error" in row[name] else
                     [f"{row[name][kind]:.5f}" for kind in ("first", "second", "median")] for name in names]
            print(case["name"], case.get("text", ""), case.get("dtype", "float64"), *sum(cells, []), sep="\t", flush=True)
            rows.append(row)
        print(f"# {cases.rpartition('/')[2]}")
        print_means(rows, names)


if __name__ == "__main__":
    main()
