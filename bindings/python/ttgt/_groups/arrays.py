# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""The arrays of a group, as the engine reads them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy

from .. import _context, _core
from .._arrays import Library, array_library, common_library
from .._context import Context, checked
from ..errors import Error, InvalidArgument


class GroupArrays:
    """Lists of arrays by operand, and the context in which they are worked on. Without an output new ones are made."""

    def __init__(self, rule: Any, operands: Sequence[Any], out: Any, context: Context | None) -> None:
        count = rule.inputs_of(operands)
        if rule.has_output:
            if out is not None:
                raise InvalidArgument("the output of an expression is its first operand, not out")
            out = operands[0]
        lists = [_list_of(operand, place) for place, operand in enumerate(operands[-count:])]
        self._outputs = None if out is None else _list_of(out, "out")
        given = lists if self._outputs is None else [self._outputs, *lists]
        _check_lengths(given)
        is_numpys = all(set(map(type, each)) <= {numpy.ndarray} for each in given)
        self._library = Library() if is_numpys else _library_of(lists)
        problems: Any = zip(*given)
        if not is_numpys:
            problems = [_readable(number, list(arrays), self._outputs is not None) for number, arrays in enumerate(problems)]
        if self._outputs is None:
            self._inputs = list(problems)
            self._made = _new_outputs(rule, self._library, self._inputs)
            problems = ((output, *inputs) for output, inputs in zip(self._made, self._inputs))
        elif lists[0] and not rule.has_output:
            problems = list(problems)
            _meet(rule, self._library, problems[0][1:])
        arrays = [array for each in problems for array in each]
        self.where = self._default_context(arrays) if context is None else checked(context)
        stream = None if is_numpys else self._library.stream(arrays[-1])
        self._described = tuple(arrays) if is_numpys else tuple(
            array_library(array).describe(array, stream) for array in arrays)
        self.core = _core.GroupTensors(self._described, count + 1, self.where.device != "cpu")

    def results(self) -> list[Any]:
        """The outputs for the caller."""
        if self._outputs is not None:
            return self._outputs
        return [self._library.finish(made, inputs[0]) for made, inputs in zip(self._made, self._inputs)]

    def _default_context(self, arrays: Sequence[Any]) -> Context:
        if type(self._library) is Library:
            return _context.own
        like = next(array for array in arrays if type(array_library(array)) is not Library)
        return _context.default(array_library(like), like)


def _library_of(lists: Sequence[Sequence[Any]]) -> Library:
    """That of the first array that is not NumPy's."""
    return next((library for each in lists for library in map(array_library, each) if type(library) is not Library), Library())


def _list_of(operand: Any, name: Any) -> list[Any]:
    if isinstance(operand, numpy.ndarray) and operand.ndim > 0:
        return [operand[i, ...] for i in range(len(operand))]  # views, also where they have one element
    try:
        return list(operand)
    except TypeError:
        title = name if isinstance(name, str) else f"operand {name}"
        raise InvalidArgument(f"{title} is a {type(operand).__name__}, which is no list of arrays") from None


def _check_lengths(lists: Sequence[Sequence[Any]]) -> None:
    counts = [len(each) for each in lists]
    if len(set(counts)) > 1:
        raise InvalidArgument(f"the lists have {', '.join(map(str, counts[:-1]))} and {counts[-1]} arrays: one for each "
                              "problem is needed")


def _readable(number: int, arrays: list[Any], has_output: bool) -> list[Any]:
    """The arrays of a problem as the engine can read them."""
    if has_output and not hasattr(arrays[0], "shape"):
        raise InvalidArgument(f"problem {number}: the output is read-only: an array that can be written is needed")
    if has_output and isinstance(arrays[0], numpy.generic):
        raise InvalidArgument(f"problem {number}: the output is an element of an array: an array with 0 axes is needed")
    try:
        return common_library(arrays, has_output=has_output)[1]
    except Error as error:
        raise type(error)(f"problem {number}: {error}") from None


def _meet(rule: Any, library: Library, inputs: Sequence[Any]) -> str:
    try:
        return rule.meet(inputs, [_type_of(library, array) for array in inputs])
    except Error as error:
        raise type(error)(f"problem 0: {error}") from None


def _type_of(library: Library, array: Any) -> str:
    return array.dtype.name if isinstance(array, numpy.ndarray) else library.dtype(array)


def _new_outputs(rule: Any, library: Library, problems: Sequence[Sequence[Any]]) -> list[Any]:
    if not problems:
        return []
    dtype = _meet(rule, library, problems[0])
    _core.describe(dtype, [], [])  # refuses integers before memory is asked for
    return [library.empty(rule.shape(inputs), dtype, inputs[0]) for inputs in problems]
