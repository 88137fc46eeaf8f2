# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Tensors of PyTorch that the engine's module reads itself, without calls of Python for each."""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterable
from typing import Any

from . import _core

_registered = False


def register(arrays: Iterable[Any]) -> None:
    """Tells the module about PyTorch once one of its tensors is met. Older than 2.10, it is read by DLPack alone."""
    global _registered
    if _registered or not any(map(is_torch, arrays)):
        return
    torch: Any = sys.modules["torch"]
    kind = getattr(torch, "Tensor", None)
    api = getattr(kind, "__dlpack_c_exchange_api__", None)
    if api is not None:
        _registered = True
        _core.set_torch((kind, torch.nn.Parameter), api, torch.empty_like, plain_state(torch), torch.is_grad_enabled,
                        current_stream(torch))


def pattern_of(array: Any) -> Any:
    """A tensor of one element in memory that has the shape and type of `array`, for torch.empty_like(): that takes half
    the time of torch.empty(), which reads a shape. None where the array is not PyTorch's.
    """
    if not is_torch(array):
        return None
    torch: Any = sys.modules["torch"]
    if array.numel() <= 1:  # the strides of so few elements would be kept
        return torch.empty(array.shape, dtype=array.dtype, device=array.device)
    return element(array.dtype, array.device).expand(array.shape)


@functools.cache
def element(dtype: Any, device: Any) -> Any:
    """One element in memory, which the patterns of a type and a device share."""
    return sys.modules["torch"].empty((), dtype=dtype, device=device)


def is_torch(array: Any) -> bool:
    return type(array).__module__.partition(".")[0] == "torch"


def dtype_of(name: str) -> Any:
    """PyTorch's type of that name."""
    return getattr(sys.modules["torch"], name)


def current_stream(torch: Any) -> Any:
    """A function: the address of PyTorch's current stream on a GPU of that number, without an object for it where PyTorch has a
    function for that."""
    raw = getattr(torch._C, "_cuda_getCurrentRawStream", None)
    return raw if raw is not None else lambda index: torch.cuda.current_stream(index).cuda_stream


def plain_state(torch: Any) -> Any:
    """A function: whether nothing records or transforms what is done with tensors now.

    Traces, function and dispatch modes, vmap and its like, and forward derivatives do; calls are not quick then.
    """
    of_core = torch._C
    tracing = getattr(of_core, "_get_tracing_state", lambda: None)
    modes = getattr(of_core, "_len_torch_function_stack", lambda: 0)
    dispatch_modes = getattr(of_core, "_len_torch_dispatch_stack", lambda: 0)
    transform = getattr(getattr(of_core, "_functorch", None), "peek_interpreter_stack", lambda: None)
    forward = torch.autograd.forward_ad

    def is_plain() -> bool:
        return (tracing() is None and not modes() and not dispatch_modes() and transform() is None
                and forward._current_level < 0)

    return is_plain
