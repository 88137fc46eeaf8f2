# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Calls whose operands have not been seen before: NumPy's rules, the plan, and what the next call needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy

from . import _context, _core
from ._arrays import Library, common_dtype, common_library, describe_all
from ._context import Context
from ._subscripts import Subscripts, conjugated, parse
from .errors import InvalidArgument


class UnseenCall:
    """A call that has not been seen before."""

    def __init__(self, context: Context | None, key: str, strategy: str | None, limit: int | None) -> None:
        self._context = context
        self._key = key
        self._settings: dict[str, Any] = {"strategy": strategy, "workspace_limit": -1 if limit is None else limit}

    def einsum(self, text: str, operands: Sequence[Any], out: Any, alpha: Any, beta: Any,
               conjugate: Sequence[bool], order: str) -> Any:
        library, inputs = common_library(list(operands))
        labels = parse(text, [len(array.shape) for array in inputs])
        names = [library.dtype(array) for array in inputs]
        is_new = out is None
        if is_new:
            if beta not in (None, 0):
                raise InvalidArgument(f"beta is {beta}, but there is no out that it could scale")
            shape = labels.shape([array.shape for array in inputs])
            _core.describe(common_dtype(names), [], [])  # refuses integers before memory is asked for
            memory, axes = library.empty(shape, common_dtype(names), inputs[0]), None
            if isinstance(memory, numpy.ndarray) and type(inputs[0]) is type(inputs[-1]) is numpy.ndarray:
                memory, axes = _in_order(memory, labels, labels.memory_order(order, [a.strides for a in inputs]))
            out = memory if axes is None else memory.transpose(axes)
        elif is_jax(out):
            raise InvalidArgument("out is read-only: JAX's arrays do not change")
        if any(conj and name.startswith("complex") for conj, name in zip(conjugate, names)):
            text = conjugated(labels, [*conjugate, *([False] * len(inputs))][: len(inputs)])
        plan = self._run(library, text, [out, *inputs], alpha, 0 if beta is None else beta)
        if is_new and isinstance(memory, numpy.ndarray):
            self._keep(inputs, None, beta, plan, memory.shape, memory.dtype, axes)
        elif is_new:
            self._keep(inputs, None, beta, plan, shape, common_dtype(names), None)
        else:
            self._keep(inputs, out, beta, plan, out.shape, out.dtype, None)
        return library.finish(out, inputs[0]) if is_new else out

    def assignment(self, text: str, operands: Sequence[Any], alpha: Any, beta: Any) -> Any:
        if len(operands) < 2:
            raise InvalidArgument(f"'{text}' needs its output and at least one input")
        library, arrays = common_library(list(operands))
        if is_jax(operands[0]) or not hasattr(operands[0], "shape"):
            raise InvalidArgument("the output is read-only: an array that can be written is needed")
        plan = self._run(library, text, arrays, alpha, beta)
        self._keep(arrays[1:], arrays[0], beta, plan, arrays[0].shape, arrays[0].dtype, None)
        return operands[0]

    def _run(self, library: Library, text: str, arrays: list[Any], alpha: Any, beta: Any) -> Any:
        """Runs, and returns the plan."""
        where = self._context or _context.default(library, arrays[-1])
        described = describe_all(library, arrays)
        settings = {**self._settings, "beta_is_zero": int(beta == 0)}
        plan = _core.plan(where._core, text, described, **settings)
        plan.run(described, alpha, beta)
        return plan

    def _keep(self, inputs: Sequence[Any], out: Any, beta: Any, plan: Any, shape: Any, dtype: Any, axes: Any) -> None:
        """So that the next call is quick: one of NumPy's arrays alone, or of arrays on a GPU."""
        where = self._context or _context.own
        if all(type(array) is numpy.ndarray for array in (*inputs, *([] if out is None else [out]))):
            where._calls.add(self._key, tuple(inputs), out, beta not in (None, 0), plan, shape, dtype, axes)
        elif axes is None:
            where._device_calls.add(self._key, inputs, out, beta, plan, shape, dtype)


def _in_order(memory: Any, labels: Subscripts, order: list[str]) -> tuple[Any, tuple[int, ...] | None]:
    """A new array as `memory`, its axes in this order of the output's labels, and those that lead back."""
    if order == labels.output:
        return memory, None
    extents = dict(zip(labels.output, memory.shape))
    shape = tuple(extents[label] for label in order)
    return numpy.empty(shape, memory.dtype), tuple(order.index(label) for label in labels.output)


def is_jax(array: Any) -> bool:
    return type(array).__module__.partition(".")[0] in ("jax", "jaxlib")


def overlaps(out: Any, arrays: Sequence[Any]) -> bool:
    return isinstance(out, numpy.ndarray) and any(
        isinstance(array, numpy.ndarray) and numpy.shares_memory(out, array) for array in arrays)


def needs_copy(library: Library, out: Any, arrays: Sequence[Any]) -> bool:
    """Whether the engine cannot write to `out` itself: it has another type, or overlaps an operand."""
    wanted = common_dtype([library.dtype(array) for array in arrays])
    return library.dtype(out) != wanted or overlaps(out, arrays)


def cast_all(library: Library, arrays: list[Any], names: list[str], dtype: Any) -> list[Any]:
    """The arrays in the type of the result; a real one may stay beside complex ones."""
    wanted = common_dtype(names) if dtype is None else numpy.dtype(dtype).name
    real = {"complex64": "float32", "complex128": "float64"}.get(wanted, wanted)
    cast: list[Any] = []
    for array, name in zip(arrays, names):
        keep = {wanted, real} if wanted in names and len(arrays) > 1 else {wanted}
        if isinstance(array, numpy.ndarray) and any(stride % array.itemsize for stride in array.strides):
            array = array.copy()  # elements of a record
        foreign = isinstance(array, numpy.ndarray) and not array.dtype.isnative
        cast.append(array if name in keep and not foreign else library.cast(array, wanted))
    return cast
