# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Times contractions, matrix products and copies of PyTorch."""

import dataclasses
import math
import pathlib
import re
import statistics
import time

import torch

from sampled_check import error_over_bound

TURNS = 9


class NotTimed(Exception):
    """A case that was not timed; the text says why."""


class WrongResult(NotTimed):
    """A result that is off by more than rounding."""


@dataclasses.dataclass(frozen=True)
class Clock:
    device: torch.device
    calls: int = 1  # timed together, back to back

    def median_ms(self, work):
        """Of a call, over all turns but a first one that warms up."""
        times = self.event_times if self.device.type == "cuda" else self.host_times
        return statistics.median_low(times(work)[1:]) / self.calls

    def event_times(self, work):
        """The turns are enqueued back to back, so that the host is not waited for in between."""
        turns = [(torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True))
                 for _ in range(TURNS + 1)]
        for start, stop in turns:
            start.record()
            for _ in range(self.calls):
                work()
            stop.record()
        torch.cuda.synchronize()
        return [start.elapsed_time(stop) for start, stop in turns]

    def host_times(self, work):
        times = []
        for _ in range(TURNS + 1):
            start = time.perf_counter()
            for _ in range(self.calls):
                work()
            times.append(1e3 * (time.perf_counter() - start))
        return times


def free_bytes(device):
    if device.type == "cuda":
        torch.cuda.empty_cache()
        return torch.cuda.mem_get_info(device)[0]
    available = re.search(r"MemAvailable: +(\d+) kB", pathlib.Path("/proc/meminfo").read_text())
    return 1024 * int(available[1])


def require_memory(case, device):
    """For the operands and what einsum makes beside D: L and R transposed, D as it was summed."""
    needed, free = 2 * case.bytes(), free_bytes(device)
    if needed > free:
        raise NotTimed(f"needs {needed / 2**30:.3g} GiB where {free / 2**30:.3g} GiB are free")


def random_tensor(case, labels, device, seed):
    """Numbers between -1 and 1."""
    tensor = torch.empty(case.shape(labels), dtype=getattr(torch, case.dtype), device=device)
    numbers = torch.view_as_real(tensor) if tensor.is_complex() else tensor
    numbers.uniform_(-1, 1, generator=torch.Generator(device).manual_seed(seed))
    return tensor


def contract(case, l, r):
    """D packed in the order asked for; einsum alone leaves it as its matrix product wrote it."""
    return torch.einsum(case.equation(), l, r).contiguous()


def time_einsum(case, l, r, clock):
    error = error_over_bound(case, contract(case, l, r), l, r)
    if not error <= 1:
        raise WrongResult(f"einsum is off by {error:.3g} times the bound of its error")
    return clock.median_ms(lambda: contract(case, l, r))


def matrices(tensor, *shape):
    return tensor.reshape(-1)[:math.prod(shape)].view(shape)


def time_gemm(case, l, r, clock):
    """Packed matrices in the memory of L and R, in the faster order of the two factors."""
    s = case.sizes()
    d = torch.empty(s.batch * s.m * s.n, dtype=l.dtype, device=l.device)
    straight = (matrices(l, s.batch, s.m, s.k), matrices(r, s.batch, s.k, s.n),
                matrices(d, s.batch, s.m, s.n))
    mirrored = (matrices(r, s.batch, s.n, s.k), matrices(l, s.batch, s.k, s.m),
                matrices(d, s.batch, s.n, s.m))
    return min(clock.median_ms(product_of(*way)) for way in (straight, mirrored))


def product_of(a, b, c):
    if len(a) == 1:
        return lambda: torch.mm(a[0], b[0], out=c[0])
    return lambda: torch.bmm(a, b, out=c)


def time_copy(case, clock):
    """Reads and writes together as many bytes as D, L and R have, as the roofline counts them."""
    source = torch.full((case.bytes() // 2,), 1, dtype=torch.uint8, device=clock.device)
    target = torch.empty_like(source)
    return clock.median_ms(lambda: target.copy_(source))


def time_products(case, clock):
    l = random_tensor(case, case.l, clock.device, seed=1)
    r = random_tensor(case, case.r, clock.device, seed=2)
    return {"einsum_packed_ms": time_einsum(case, l, r, clock),
            "gemm_ms": time_gemm(case, l, r, clock)}


def time_case(case, clock):
    """Milliseconds by column of the table. Throws NotTimed."""
    require_memory(case, clock.device)
    try:
        return {**time_products(case, clock), "copy_ms": time_copy(case, clock)}
    except torch.OutOfMemoryError as error:
        raise NotTimed(f"out of memory: {str(error).splitlines()[0]}") from None
