# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Arrays of JAX: those on CPUs are read where they lie, those on GPUs by calls of XLA."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import numpy

from . import _core
from ._library import Dlpack
from .errors import InvalidArgument, Unsupported


class Jax(Dlpack):
    """JAX's arrays do not change: a result is written into new memory, and becomes one then."""

    def readable(self, array: Any, name: str) -> Any:
        jax = sys.modules["jax"]
        if isinstance(array, jax.core.Tracer):
            raise Unsupported(f"{name} is a tracer of JAX (jit, grad, vmap), which has no elements: use ttgt.einsum or "
                              "ttgt.contract with an einsum string and without `out`, or call it outside")
        if array.is_deleted():
            raise InvalidArgument(f"{name} was deleted or donated: its memory is gone")
        if len(array.sharding.device_set) > 1:
            raise Unsupported(f"{name} is spread over {len(array.sharding.device_set)} devices: gather it by jax.device_put")
        return array

    def writable(self, array: Any, name: str) -> Any:
        raise InvalidArgument(f"{name} is read-only: JAX's arrays do not change")

    def adopt(self, array: Any) -> Any:
        """As JAX itself takes it: in 32 bits where jax_enable_x64 is off."""
        wanted = sys.modules["jax"].dtypes.canonicalize_dtype(array.dtype)
        return array if wanted == array.dtype else array.astype(wanted)

    def scalar(self, value: complex, dtype: str, like: Any) -> Any:
        return sys.modules["jax"].numpy.asarray(value, dtype)

    def cast(self, array: Any, dtype: str) -> Any:
        return array.astype(_dtype(dtype))

    def empty(self, shape: tuple[int, ...], dtype: str, like: Any) -> Any:
        if self.device(like) != "cpu":
            raise InvalidArgument("JAX's arrays on GPUs have no memory to write to: pass `out`")
        return numpy.empty(shape, _dtype(dtype))

    def device(self, array: Any) -> str:
        return "cpu" if isinstance(array, numpy.ndarray) else super().device(array)

    def describe(self, array: Any, stream: int | None) -> Any:
        if not isinstance(array, numpy.ndarray) or array.dtype.name != "bfloat16":
            return super().describe(array, stream)
        strides = [stride // array.itemsize for stride in array.strides]  # buffers have no bfloat16
        return _core.describe("bfloat16", list(array.shape), strides, array.ctypes.data, False, array.flags.writeable, array)

    def finish(self, output: Any, like: Any) -> Any:
        return self.as_own(output)

    def as_own(self, output: Any) -> Any:
        return sys.modules["jax"].numpy.asarray(output) if isinstance(output, numpy.ndarray) else output


def is_traced(operands: Sequence[Any]) -> bool:
    """Whether a transformation of JAX is to see what is done with an operand."""
    tracer = getattr(getattr(sys.modules.get("jax"), "core", None), "Tracer", ())
    return any(isinstance(each, tracer) for each in operands)


def is_on_gpu(operands: Sequence[Any]) -> bool:
    """Whether an operand is an array of JAX on a GPU, whose results XLA has to make."""
    kind = getattr(sys.modules.get("jax"), "Array", ())
    return any(isinstance(each, kind) and not is_traced([each])
               and any(device.platform == "gpu" for device in each.sharding.device_set) for each in operands)


def _dtype(name: str) -> Any:
    """NumPy's type of that name; JAX brings bfloat16."""
    return sys.modules["jax"].dtypes.bfloat16 if name == "bfloat16" else numpy.dtype(name)
