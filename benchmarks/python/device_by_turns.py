# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Times ttgt, torch.einsum and cupy.einsum by turns on the same arrays of a GPU.

    python benchmarks/python/device_by_turns.py benchmarks/data/tccg_double.tsv
    python benchmarks/python/device_by_turns.py mix

`mix` has the kinds of contractions that GPU4PySCF makes, in the shares in which it makes them: of 1832 calls 975 are
matrix products, 452 have a batch label, 246 are elementwise, 152 a matrix and a vector, or two vectors; a quarter of
the inputs are slices. Elements are float64, results contiguous new arrays, of ttgt's in mix a slice that is overwritten in
place. Every result is compared before it is timed. Prints medians of all turns in milliseconds and, at the end, the
geometric means over ttgt, by kind.
"""

import argparse
import math
import statistics

import cupy
import torch

import ttgt
from device_timing import time_ms
from einsum_by_turns import read_cases
from gpu4pyscf_shapes import MIX


def cases_of(name):
    """Kind, string, extents."""
    if name == "mix":
        return MIX
    return [("product", text, extents) for text, extents in read_cases(name)]


def sliced(shape, generator):
    """A view of a larger array whose last axis has gaps."""
    large = torch.rand([*shape[:-1], shape[-1] + 8], dtype=torch.float64, device="cuda", generator=generator)
    return large[..., 3 : 3 + shape[-1]]


def calls_of(text, arrays, in_place):
    """By name; CuPy works on torch's stream."""
    views = [cupy.from_dlpack(array) for array in arrays]
    stream = cupy.cuda.Stream.from_external(torch.cuda.current_stream())

    def by_cupy():
        with stream:
            return cupy.ascontiguousarray(cupy.einsum(text, *views))

    def new():
        return ttgt.einsum(text, *arrays)

    if in_place is not None:
        def new():  # noqa: F811
            return ttgt.contract(text, *arrays, out=in_place)

    return {"ttgt": new, "torch": lambda: torch.einsum(text, *arrays).contiguous(), "cupy": by_cupy}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases")
    parser.add_argument("--turns", type=int, default=7)
    parser.add_argument("--enough", type=float, default=0.01, help="seconds that short calls are timed together")
    arguments = parser.parse_args()
    generator = torch.Generator(device="cuda").manual_seed(1)
    ratios = {}
    print("kind", "string", "extents", "ttgt_ms", "torch_ms", "cupy_ms", "torch/ttgt", "cupy/ttgt", sep="\t")
    for number, (kind, text, written) in enumerate(cases_of(arguments.cases)):
        extents = {label: int(extent) for label, extent in (part.split(":") for part in written.split(","))}
        left, right = ([extents[label] for label in part] for part in text.partition("->")[0].split(","))
        is_mix = arguments.cases == "mix"
        make = [sliced if is_mix and number % 2 == 0 else None, None]
        arrays = [(of or (lambda s, g: torch.rand(s, dtype=torch.float64, device="cuda", generator=g)))(shape, generator)
                  for of, shape in zip(make, (left, right))]
        expected = torch.einsum(text, *arrays)
        in_place = None
        if is_mix and expected.dim() > 0:
            in_place = torch.empty([*expected.shape[:-1], expected.shape[-1] + 8], dtype=torch.float64, device="cuda")[..., :-8]
        calls = calls_of(text, arrays, in_place)
        for name, call in calls.items():
            found = call()
            found = torch.as_tensor(found, device="cuda") if name == "cupy" else found
            error = ((found - expected).abs().max() / expected.abs().max()).item()
            assert error < 1e-12, f"{name} differs by {error} in {text}"
        times = {name: [] for name in calls}
        for _ in range(arguments.turns):
            for name, call in calls.items():
                times[name].append(time_ms(call, arguments.enough))
        medians = {name: statistics.median(kept) for name, kept in times.items()}
        over = {name: medians[name] / medians["ttgt"] for name in ("torch", "cupy")}
        for name, ratio in over.items():
            ratios.setdefault((kind, name), []).append(ratio)
        print(kind, text, written, *(f"{value:.6g}" for value in medians.values()),
              *(f"{value:.3f}" for value in over.values()), sep="\t", flush=True)
        del calls, arrays, expected, in_place
    for (kind, name), kept in ratios.items():
        mean = math.exp(statistics.fmean(map(math.log, kept)))
        print(f"# {kind}: {name} over ttgt: geometric mean {mean:.2f}, least {min(kept):.2f}, {len(kept)} cases")


if __name__ == "__main__":
    main()
