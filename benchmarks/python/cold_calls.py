# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Times what the first calls in a process wait for on a GPU: planning, libraries and kernels that are loaded.

    python benchmarks/python/cold_calls.py

A line is a string on arrays of CuPy, in the order of CASES: a plan of it is made and run twice, a second plan is made, and
einsum is called twice, which plans once more. Milliseconds by the clock, from one synchronisation of the device to the next.
Memory lies in CuPy's pool already, and one contraction of another string has started the device. The second of two cases
of a name needs nothing that the first has not loaded. Before the lines: seconds that `import ttgt` takes, and whether it
started CUDA's driver.
"""

import ctypes
import time

_start = time.perf_counter()
import ttgt  # noqa: E402

_IMPORT_SECONDS = time.perf_counter() - _start

_NOT_STARTED = 3  # CUDA_ERROR_NOT_INITIALIZED


def driver_is_started():
    flags, active = ctypes.c_uint(), ctypes.c_int()
    answer = ctypes.CDLL("libcuda.so.1").cuDevicePrimaryCtxGetState(0, ctypes.byref(flags), ctypes.byref(active))
    return answer != _NOT_STARTED


print(f"# import ttgt: {_IMPORT_SECONDS:.2f} s; the driver is started: {driver_is_started()}")

import cupy  # noqa: E402


def drawn(*shape):
    return cupy.random.default_rng(1).random(shape)


CASES = [
    ("matrix and vector", "pq,q->p", lambda: (drawn(2000, 2000), drawn(2000))),
    ("matrix and vector", "pq,q->p", lambda: (drawn(2100, 2000), drawn(2000))),
    ("vector and matrix", "pq,p->q", lambda: (drawn(2000, 2100), drawn(2000))),
    ("matrices and vectors", "xij,xj->xi", lambda: (drawn(200, 600, 600), drawn(200, 600))),
    ("matrices and vectors", "xij,xj->xi", lambda: (drawn(100, 610, 600), drawn(100, 600))),
    ("elementwise", "ig,yg->yig", lambda: (drawn(300, 2867), drawn(4, 2867))),
    ("elementwise", "ig,yg->yig", lambda: (drawn(310, 2867), drawn(4, 2867))),
    ("elementwise, rank 4", "ijab,ijab->ijab", lambda: (drawn(40, 40, 40, 40), drawn(40, 40, 40, 40))),
    ("stride 0", "ijk,ikl->jl", lambda: (cupy.broadcast_to(drawn(1, 900, 64), (64, 900, 64)), drawn(64, 64, 700))),
    ("matrices", "ij,jk->ik", lambda: (drawn(500, 400), drawn(400, 300))),
    ("matrices", "ij,jk->ik", lambda: (drawn(510, 410), drawn(410, 310))),
    ("no elements", "ij,jk->ik", lambda: (drawn(0, 500), drawn(500, 400))),
    ("no terms", "ij,jk->ik", lambda: (drawn(300, 0), drawn(0, 400))),
    ("no terms", "ij,jk->ik", lambda: (drawn(310, 0), drawn(0, 400))),
    ("sliced operands, rank 4", "ijab,abcd->ijcd", lambda: (drawn(24, 24, 30, 30)[:, :, 8:20, 8:20],
                                                            drawn(20, 20, 30, 30)[4:16, 4:16, 9:21, 9:21])),
]


def milliseconds(call):
    cupy.cuda.Device().synchronize()
    start = time.perf_counter()
    result = call()
    cupy.cuda.Device().synchronize()
    return f"{1e3 * (time.perf_counter() - start):.3f}", result


def main():
    ttgt.einsum("abc,cd->abd", cupy.ones((30, 40, 50)), cupy.ones((50, 60)))
    print("case", "string", "plan_ms", "run_ms", "run_again_ms", "plan_again_ms", "einsum_ms", "einsum_again_ms", sep="\t")
    for name, text, make in CASES:
        operands = make()
        cupy.empty(2 * sum(each.size for each in operands) + 3_000_000)
        planned, plan = milliseconds(lambda: ttgt.plan(text, *operands))
        times = [milliseconds(call)[0] for call in (
            lambda: plan.run(*operands), lambda: plan.run(*operands), lambda: ttgt.plan(text, *operands),
            lambda: ttgt.einsum(text, *operands), lambda: ttgt.einsum(text, *operands))]
        print(name, text, planned, *times, sep="\t", flush=True)


if __name__ == "__main__":
    main()
