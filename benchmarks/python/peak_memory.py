# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""The most memory that a call needs at once, on CPUs and GPUs, and what ttgt's plans say of it."""

import os
import sys

import torch

import ttgt
import ttgt.torch

MALLOC = {"MALLOC_MMAP_THRESHOLD_": "65536", "MALLOC_TRIM_THRESHOLD_": "0", "MALLOC_TOP_PAD_": "0", "MALLOC_ARENA_MAX": "1"}


def restart_with_prompt_malloc():
    """Starts this program again with settings of malloc that return freed memory to the system at once."""
    if MALLOC.items() - os.environ.items():
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, **MALLOC})


class HostMemory:
    """What the kernel says is resident (Linux)."""

    def allocated(self):
        return self._status("VmRSS")

    def peak_of(self, call):
        with open("/proc/self/clear_refs", "w", encoding="ascii") as file:
            file.write("5")  # the peak begins anew
        call()
        return self._status("VmHWM")

    def _status(self, name):
        with open("/proc/self/status", encoding="ascii") as file:
            return next(int(line.split()[1]) * 1024 for line in file if line.startswith(name))


class DeviceMemory:
    """What PyTorch's allocator gave, from which ttgt has its scratch, too."""

    def allocated(self):
        torch.cuda.synchronize()
        return torch.cuda.memory_allocated()

    def peak_of(self, call):
        torch.cuda.reset_peak_memory_stats()
        call()
        torch.cuda.synchronize()
        return torch.cuda.max_memory_allocated()


def recorded_workspaces():
    """A list that gets the bytes of workspace of each plan that is made."""
    bytes_made = []
    for name in ("plan", "program"):
        make = getattr(ttgt._core, name)

        def made(*arguments, make=make, **options):
            plan = make(*arguments, **options)
            bytes_made.append(plan.workspace_bytes)
            return plan

        setattr(ttgt._core, name, made)
    return bytes_made


def peak_mb(memory, call):
    """Of a call that makes its tensors itself, the second time: the first makes plans and loads libraries."""
    for _ in range(2):
        for context in (ttgt._context.own, *ttgt._torch_kernel._contexts.values()):
            context.release_workspace()
        before = memory.allocated()
        peak = memory.peak_of(call)
    return (peak - before) / 1e6
