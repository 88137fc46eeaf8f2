# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""What calls on torch's current stream take, by events."""

import time

import torch


def time_ms(call, enough):
    """Milliseconds of a call; as many as `enough` seconds hold are timed together, at most 200."""
    call()
    torch.cuda.synchronize()
    start = time.perf_counter()
    call()
    torch.cuda.synchronize()
    count = max(1, min(200, int(enough / (time.perf_counter() - start))))
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    begin.record()
    for _ in range(count):
        call()
    end.record()
    end.synchronize()
    return begin.elapsed_time(end) / count
