# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Times what GPU4PySCF's issues tell of over ttgt and other engines by turns, on arrays of CuPy.

    python benchmarks/python/gpu4pyscf_cases.py [--turns 9]

`first` is the first call of a string on such arrays, in a process whose engines have all been used for another string; the
other times are medians of all turns. Milliseconds by the clock, from one synchronisation of the device to the next. The
engines: ttgt as ttgt.integrations.gpu4pyscf has it, cupy.einsum, torch.einsum on the same memory, and opt_einsum over CuPy,
where they are installed; of products of three, only those that choose an order. Every result is compared before it is timed.
"""

import argparse
import statistics
import time

import cupy

import ttgt
from ttgt.integrations import gpu4pyscf

try:
    import torch
except ImportError:
    torch = None
try:
    import opt_einsum
except ImportError:
    opt_einsum = None


def drawn(*shape):
    return cupy.random.default_rng(1).random(shape)


CASES = {
    "stride 0": lambda: ("ijk,ikl->jl", cupy.broadcast_to(drawn(1, 900, 64), (64, 900, 64)), drawn(64, 64, 700)),
    "elementwise": lambda: ("ig,yg->yig", drawn(300, 28672), drawn(4, 28672)),
    "elementwise, rank 4": lambda: ("ijab,ijab->ijab", drawn(100, 100, 80, 80), drawn(100, 100, 80, 80)),
    "matrix and vector": lambda: ("pq,q->p", drawn(12000, 12000), drawn(12000)),
    "matrices and vectors": lambda: ("xij,xj->xi", drawn(200, 600, 600), drawn(200, 600)),
    "temporary": lambda: ("ij,kl,jk->il", drawn(390, 390), drawn(390, 390), drawn(390, 390)),
    "no elements": lambda: ("ij,jk->ik", drawn(0, 500), drawn(500, 400)),
    "no terms": lambda: ("ij,jk->ik", drawn(3000, 0), drawn(0, 4000)),
    "sliced rank 4": lambda: ("lkji,jl->ik", drawn(100, 100, 100, 100)[5:95, ::2, 5:95, :-1], drawn(200, 200)[10:100, 10:100]),
    "sliced operands, rank 4": lambda: ("ijab,abcd->ijcd", drawn(24, 24, 90, 90)[:, :, 8:80, 8:80],
                                        drawn(80, 80, 90, 90)[4:76, 4:76, 9:81, 9:81]),
}


def engines(operands):
    """By name; each takes a string and arrays."""
    two = len(operands) == 2
    found = {"ttgt": gpu4pyscf.contract if two else ttgt.einsum}
    if two:
        found["cupy"] = lambda text, *arrays: cupy.ascontiguousarray(cupy.einsum(text, *arrays))
    if torch is not None and two:
        found["torch"] = lambda text, *arrays: torch.einsum(text, *map(torch.from_dlpack, arrays)).contiguous()
    if opt_einsum is not None:
        found["opt_einsum"] = lambda text, *arrays: cupy.ascontiguousarray(opt_einsum.contract(text, *arrays))
    return found


def milliseconds(engine, text, operands):
    cupy.cuda.Device().synchronize()
    start = time.perf_counter()
    result = engine(text, *operands)
    cupy.cuda.Device().synchronize()
    return 1e3 * (time.perf_counter() - start), result


def measure(name, turns):
    text, *operands = CASES[name]()
    firsts, times, expected = {}, {}, None
    for engine, call in engines(operands).items():
        try:
            firsts[engine], found = milliseconds(call, text, operands)
        except Exception as error:  # an engine that cannot is a result, too
            print(f"# {name}: {engine} raises {type(error).__name__}")
            continue
        found = cupy.asarray(found)
        expected = found if expected is None else expected
        assert found.shape == expected.shape
        assert found.size == 0 or float(abs(found - expected).max()) <= 1e-11 * float(abs(expected).max()), (name, engine)
        times[engine] = []
    for _ in range(turns):
        for engine in times:
            times[engine].append(milliseconds(engines(operands)[engine], text, operands)[0])
    for engine, kept in times.items():
        print(name, text, engine, f"{firsts[engine]:.4f}", f"{statistics.median(kept):.4f}", sep="\t", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=9)
    arguments = parser.parse_args()
    for call in engines([None, None]).values():
        call("abc,cd->abd", drawn(30, 40, 50), drawn(50, 60))
    for call in engines([None] * 3).values():
        call("ab,bc,cd->ad", drawn(30, 40), drawn(40, 50), drawn(50, 60))
    print("case", "string", "engine", "first_ms", "ms", sep="\t")
    for name in CASES:
        measure(name, arguments.turns)
        cupy.get_default_memory_pool().free_all_blocks()


if __name__ == "__main__":
    main()
