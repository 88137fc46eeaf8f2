# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Calls whose operands have not been seen before: NumPy's rules, the plan, and what the next call needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy

from . import _context, _core
from ._arrays import Library, are_as_given, array_library, common_dtype, common_library, describe_all
from ._context import Context
from ._rules import checked_limit
from ._subscripts import Subscripts, check_characters, conjugated, parse
from ._torch_direct import pattern_of, register
from .errors import DtypeError, InvalidArgument
from .integrations.threads import share_later_libraries


class UnseenCall:
    """A call that has not been seen before. `copies`: for each input the copy in another type that was made of it,
    or None; empty where there is none. The next such call makes them itself. `path`: as steps_of() returns it."""

    def __init__(self, context: Context | None, key: str, strategy: str | None, limit: int | None,
                 copies: tuple[Any, ...] = (), path: Sequence[int] = ()) -> None:
        self._context = context
        self._key = key
        self._settings: dict[str, Any] = {"strategy": strategy, "workspace_limit": checked_limit(limit), "path": list(path)}
        self._copies = copies
        self._key_in: Callable[[Any], bytes | None] | None = None

    def keep_as(self, key_in: Callable[[Any], bytes | None]) -> None:
        """`key_in(calls)` is the key by which the call is to be found in _core.CallCache, if it can be."""
        self._key_in = key_in

    def einsum(self, text: str, operands: Sequence[Any], out: Any, alpha: Any, beta: Any,
               conjugate: Sequence[bool], order: str) -> Any:
        library, inputs = common_library(list(operands), lazy=True)
        if not are_as_given(library, inputs, operands):
            self._key_in = None  # the key is of what was given
        lazy = [array_library(array).is_conjugated(array) for array in inputs]
        inputs = [array.conj() if is_lazy else array for array, is_lazy in zip(inputs, lazy)]
        labels = parse(text, [len(array.shape) for array in inputs])
        names = [array_library(array).dtype(array) for array in inputs]
        flags = [conj != is_lazy for conj, is_lazy in zip([*conjugate, *([False] * len(inputs))], lazy)]
        read, memory, axes = inputs, None, None
        if out is None:
            if beta not in (None, 0):
                raise InvalidArgument(f"beta is {beta}, but there is no out that it could scale")
            memory, axes = _new_array(library, labels, inputs, common_dtype(names), order)
            out = memory if axes is None else library.transposed(memory, axes)
        else:
            out = array_library(out).writable(out, "out")
            library = common_library([*inputs, out])[0]
        if any(flag and name.startswith("complex") for flag, name in zip(flags, names)):
            labels, read = _without_repeats(labels, inputs)
            text = conjugated(labels, flags)
        plan = self._run(library, text, [out, *read], alpha, 0 if beta is None else beta)
        if not any(lazy):  # what is kept is found by what lies in memory
            self._keep(library, inputs, out, beta, plan, memory, axes)
        return out if memory is None else library.finish(out, inputs[0])

    def assignment(self, text: str, operands: Sequence[Any], alpha: Any, beta: Any) -> Any:
        if len(operands) < 2:
            raise InvalidArgument(f"'{text}' needs its output and at least one input")
        if not hasattr(operands[0], "shape"):
            raise InvalidArgument("the output is read-only: an array that can be written is needed")
        library, arrays = common_library(list(operands), has_output=True)
        if not are_as_given(library, arrays, operands):
            self._key_in = None
        plan = self._run(library, text, arrays, alpha, beta)
        self._keep(library, arrays[1:], arrays[0], beta, plan, None, None)
        return operands[0]

    def _run(self, library: Library, text: str, arrays: list[Any], alpha: Any, beta: Any) -> Any:
        """Runs, and returns the plan."""
        where = self._context or _context.default(library, arrays[-1])
        check_characters(text)
        share_later_libraries()
        described = describe_all(library, arrays)
        settings = {**self._settings, "beta_is_zero": int(beta == 0)}
        plan = _core.plan(where._core, text, described, **settings)
        plan.run(described, alpha, beta)
        return plan

    def _keep(self, library: Library, inputs: Sequence[Any], out: Any, beta: Any, plan: Any, memory: Any,
              axes: Any) -> None:
        """So that the next call is quick. `memory`: of a new result."""
        where = self._context or _context.own
        register([*inputs, out])
        key = None if self._key_in is None else self._key_in(where._calls)
        of = out if memory is None else memory
        if key is None:
            if axes is None:
                where._device_calls.add(self._key, inputs, out if memory is None else None, beta, plan, of.shape,
                                        library.dtype(of))
            return
        where._calls.add(key, plan, tuple(of.shape), of.dtype, pattern_of(of), axes, self._copies)


def _without_repeats(labels: Subscripts, arrays: Sequence[Any]) -> tuple[Subscripts, list[Any]]:
    """Without the axes of extent 1 that are to be repeated, which an assignment does not do."""
    dropped = labels.repeated_axes([array.shape for array in arrays])
    kept = [[label for axis, label in enumerate(of) if axis not in axes] for of, axes in zip(labels.inputs, dropped)]
    return Subscripts(kept, labels.output), [array.squeeze(axes) if axes else array for array, axes in zip(arrays, dropped)]


def _new_array(library: Library, labels: Subscripts, inputs: Sequence[Any], dtype: str,
               order: str) -> tuple[Any, tuple[int, ...] | None]:
    """Memory for a new result, and the result's axes in it; None where they are its own."""
    shape = labels.shape([array.shape for array in inputs])
    _core.describe(dtype, [], [])  # refuses integers before memory is asked for
    is_of_numpy = all(isinstance(array, numpy.ndarray) for array in inputs)
    if order == "F" and len(shape) > 1 and library.has_orders:
        return library.empty(shape[::-1], dtype, inputs[0]), tuple(range(len(shape)))[::-1]
    memory = library.empty(shape, dtype, inputs[0])
    if not is_of_numpy:
        return memory, None
    return _in_order(memory, labels, labels.memory_order(order, [array.strides for array in inputs]))


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


def check_out(out: Any) -> None:
    """Refuses what is no array that can be written; a lazy one can be, through a copy."""
    if not isinstance(out, numpy.ndarray) and type(array_library(out)) is Library:
        raise DtypeError(f"out is of {type(out)}, which is no array")
    library = array_library(out)
    (library.readable if library.is_lazy(out) else library.writable)(out, "out")


def needs_copy(out: Any, dtype: str, arrays: Sequence[Any]) -> bool:
    """Whether the engine cannot write to `out` itself: it has another type or order of bytes, is lazy, or overlaps an
    input."""
    library = array_library(out)
    return library.dtype(out) != dtype or library.is_lazy(out) or _is_foreign(out) or overlaps(out, arrays)


def copies_of(library: Library, given: Sequence[Any], read: Sequence[Any], cast: Sequence[Any]) -> tuple[Any, ...] | None:
    """For each operand the copy in another type that was made of it, or None; empty where there is none, and None where
    a kept call could not make them. `read` are the operands as common_library() returns them, `cast` those that are run.
    """
    copies = []
    for operand, array, final in zip(given, read, cast):
        if are_as_given(library, [array], [operand]):
            copies.append(None if final is array else final)
        elif type(operand) in (int, float, complex) and array_library(final).dtype(final) != "bfloat16":
            copies.append(numpy.array(operand, array_library(final).dtype(final)))  # beside tensors
        else:
            return None
    return tuple(copies) if any(copy is not None for copy in copies) else ()


def cast_all(arrays: Sequence[Any], names: Sequence[str], dtype: str) -> list[Any]:
    """The arrays in the type of the result; a real one may stay beside complex ones."""
    real = {"complex64": "float32", "complex128": "float64"}.get(dtype, dtype)
    keep = {dtype, real} if dtype in names and len(arrays) > 1 else {dtype}
    return [array if name in keep and not _is_foreign(array) else _copy(array, name if name in keep else dtype)
            for array, name in zip(arrays, names)]


def _is_foreign(array: Any) -> bool:
    """Whether it has the other order of bytes, or strides between elements, as fields of records have."""
    return isinstance(array, numpy.ndarray) and (
        not array.dtype.isnative or any(stride % array.itemsize for stride in array.strides))


def _copy(array: Any, dtype: str) -> Any:
    # As the kept call makes it: the plan is for its layout.
    return numpy.array(array, dtype) if isinstance(array, numpy.ndarray) else array_library(array).cast(array, dtype)
