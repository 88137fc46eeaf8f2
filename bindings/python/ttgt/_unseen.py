# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Calls whose operands have not been seen before: NumPy's rules, the plan, and what the next call needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy

from . import _context, _core
from ._arrays import Library, array_library, common_dtype, common_library, describe_all
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
        library, inputs = common_library(list(operands), lazy=True)
        lazy = [array_library(array).is_conjugated(array) for array in inputs]
        inputs = [array.conj() if is_lazy else array for array, is_lazy in zip(inputs, lazy)]
        labels = parse(text, [len(array.shape) for array in inputs])
        names = [array_library(array).dtype(array) for array in inputs]
        is_new = out is None
        flags = [conj != is_lazy for conj, is_lazy in zip([*conjugate, *([False] * len(inputs))], lazy)]
        if is_new:
            if beta not in (None, 0):
                raise InvalidArgument(f"beta is {beta}, but there is no out that it could scale")
            memory, axes = _new_array(library, labels, inputs, common_dtype(names), order)
            out = memory if axes is None else library.transposed(memory, axes)
        else:
            out = array_library(out).writable(out, "out")
            library = common_library([*inputs, out])[0]
        if any(flag and name.startswith("complex") for flag, name in zip(flags, names)):
            text = conjugated(labels, flags)
        plan = self._run(library, text, [out, *inputs], alpha, 0 if beta is None else beta)
        if any(lazy):  # what is kept is found by what lies in memory
            return library.finish(out, inputs[0]) if is_new else out
        if not is_new:
            self._keep(inputs, out, beta, plan, out.shape, out.dtype, None)
        elif isinstance(memory, numpy.ndarray):
            self._keep(inputs, None, beta, plan, memory.shape, memory.dtype, axes)
        elif axes is None:
            self._keep(inputs, None, beta, plan, memory.shape, common_dtype(names), None)
        return library.finish(out, inputs[0]) if is_new else out

    def assignment(self, text: str, operands: Sequence[Any], alpha: Any, beta: Any) -> Any:
        if len(operands) < 2:
            raise InvalidArgument(f"'{text}' needs its output and at least one input")
        if not hasattr(operands[0], "shape"):
            raise InvalidArgument("the output is read-only: an array that can be written is needed")
        library, arrays = common_library(list(operands), has_output=True)
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


def _new_array(library: Library, labels: Subscripts, inputs: Sequence[Any], dtype: str,
               order: str) -> tuple[Any, tuple[int, ...] | None]:
    """Memory for a new result, and the result's axes in it; None where they are its own."""
    shape = labels.shape([array.shape for array in inputs])
    _core.describe(dtype, [], [])  # refuses integers before memory is asked for
    is_of_numpy = all(isinstance(array, numpy.ndarray) for array in inputs)
    wanted = labels.memory_order(order, [array.strides for array in inputs] if is_of_numpy else None)
    if order == "F" and len(shape) > 1 and library.has_orders:
        return library.empty(shape[::-1], dtype, inputs[0]), tuple(range(len(shape)))[::-1]
    memory = library.empty(shape, dtype, inputs[0])
    return _in_order(memory, labels, wanted) if is_of_numpy else (memory, None)


def _in_order(memory: Any, labels: Subscripts, order: list[str]) -> tuple[Any, tuple[int, ...] | None]:
    """A new array as `memory`, its axes in this order of the output's labels, and those that lead back."""
    if order == labels.output:
        return memory, None
    extents = dict(zip(labels.output, memory.shape))
    shape = tuple(extents[label] for label in order)
    return numpy.empty(shape, memory.dtype), tuple(order.index(label) for label in labels.output)


def overlaps(out: Any, arrays: Sequence[Any]) -> bool:
    return out is not None and any(
        array_library(out).overlaps(out, array) or array_library(array).overlaps(array, out) for array in arrays)


def needs_copy(out: Any, arrays: Sequence[Any]) -> bool:
    """Whether the engine cannot write to `out` itself: it has another type, is lazy or overlaps an operand."""
    library = array_library(out)
    library.readable(out, "out")
    wanted = common_dtype([array_library(array).dtype(array) for array in arrays])
    return library.dtype(out) != wanted or library.is_lazy(out) or overlaps(out, arrays)


def cast_all(arrays: list[Any], names: list[str], dtype: Any) -> list[Any]:
    """The arrays in the type of the result; a real one may stay beside complex ones."""
    wanted = common_dtype(names) if dtype is None else dtype_name(dtype)
    real = {"complex64": "float32", "complex128": "float64"}.get(wanted, wanted)
    cast: list[Any] = []
    for array, name in zip(arrays, names):
        keep = {wanted, real} if wanted in names and len(arrays) > 1 else {wanted}
        if isinstance(array, numpy.ndarray) and any(stride % array.itemsize for stride in array.strides):
            array = array.copy()  # elements of a record
        foreign = isinstance(array, numpy.ndarray) and not array.dtype.isnative
        cast.append(array if name in keep and not foreign else array_library(array).cast(array, wanted))
    return cast


def dtype_name(dtype: Any) -> str:
    """Of a type of Python's, NumPy's or PyTorch's."""
    text = str(dtype)
    return text.partition(".")[2] if text.startswith("torch.") else numpy.dtype(dtype).name
