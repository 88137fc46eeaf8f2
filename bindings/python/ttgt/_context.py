# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Contexts: what is kept between calls."""

from __future__ import annotations

import atexit
import os
import threading
from typing import Any

from . import _core
from ._device_calls import DeviceCalls
from .errors import InvalidArgument


class Kept(dict[Any, Any]):
    """What earlier calls have made, by what tells them apart. Once it has `most` entries, the next one is the first again."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: Any, value: Any) -> None:
        if len(self) >= self._most:
            self.clear()
        super().__setitem__(key, value)


class Context:
    """Device, threads, workspace and its limit, and the plans of earlier calls.

    device: "cpu" or "cuda:N". workspace_limit: scratch bytes that a plan may ask for, None for any.
    allocator: an object with allocate(bytes) -> address (0 on failure) and deallocate(address, bytes),
    from which workspace comes, aligned to 256 bytes. threads: of a run; 0 for what OpenMP would use.
    stream: the address of a CUDA stream. use_kept_choices: plans are what measured plans of the same problem kept in
    the user's cache on disk, where there is one. Threads may share a context; its runs wait for each other.

    Raises InvalidArgument for a device, limit or thread count that cannot be used, DeviceError where
    the device cannot.
    """

    def __init__(
        self,
        device: str = "cpu",
        workspace_limit: int | None = None,
        allocator: Any = None,
        *,
        threads: int = 0,
        stream: int = 0,
        use_kept_choices: bool = False,
    ) -> None:
        limit = -1 if workspace_limit is None else workspace_limit
        self._core = _core.Context.make(device, stream, threads, limit, allocator, use_kept_choices)
        self._calls = _core.CallCache()
        self._device_calls = DeviceCalls()
        self._block_calls = Kept(384)  # plans and outputs of calls with tensors of blocks, groups and formulas
        self.device = device

    @property
    def bytes(self) -> int:
        """Workspace bytes that are kept for the next call."""
        return self._core.bytes

    def release_workspace(self) -> None:
        """Frees the workspace that is kept."""
        self._core.release_workspace()

    def clear_plans(self) -> None:
        """Forgets the plans of earlier calls."""
        self._calls.clear()
        self._device_calls.clear()
        self._block_calls.clear()

    def __repr__(self) -> str:
        return f"<ttgt.Context of {self.device}, {len(self._calls) + len(self._device_calls)} plans>"


class _Own(Context):
    """Each thread's own context, on CPUs: needs no lock, so threads run side by side."""

    def __init__(self) -> None:
        self._core = _core.Context.own()
        self._calls = _core.CallCache()
        self._device_calls = DeviceCalls()
        self._block_calls = Kept(384)  # plans and outputs of calls with tensors of blocks, groups and formulas
        self.device = "cpu"


def checked(context: Any) -> Context:
    """The context that a call was given."""
    if not isinstance(context, Context):
        raise InvalidArgument(f"context is {context!r}, which is no ttgt.Context")
    return context


own: Context = _Own()
_by_device: dict[tuple[str, int], Context] = {}
_making = threading.Lock()


def default(library: Any, array: Any) -> Context:
    """The context of calls that name none: the thread's own, or one for each stream of a GPU.

    `library` and `array` say where: the array's device, its library's current stream and pool.
    """
    device = library.device(array)
    if device == "cpu":
        return own
    stream = library.stream(array) or 0
    with _making:
        place = (device, stream)
        if place not in _by_device:
            # CUDA's default stream is no stream to the engine: 1 is its other name.
            _by_device[place] = Context(device, None, library.allocator(array), stream=stream or 1)
        return _by_device[place]


def _after_fork() -> None:
    # Whoever held a lock stays in the parent. The engine itself sees to its threads.
    global _making
    _making = threading.Lock()
    _core.after_fork()
    _core.set_main_thread(threading.get_ident())
    _by_device.clear()
    own._device_calls.clear()


def _release_devices() -> None:
    # While the libraries whose pools the workspaces are from can still take them back.
    own._device_calls.clear()
    _by_device.clear()


_core.set_main_thread(threading.main_thread().ident)
os.register_at_fork(after_in_child=_after_fork)
atexit.register(_release_devices)
