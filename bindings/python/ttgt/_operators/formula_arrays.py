# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""The arrays and scalars of a formula by its names, as the engine reads them."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy

from .. import _context, _core
from .._arrays import Library, array_library, common_library
from .._context import Context, checked
from .._subscripts import check_characters
from ..errors import InvalidArgument, OperandCountMismatch, ScalarError

_TAKEN = ("out", "context")  # keywords that are no words of formulas


class Words(NamedTuple):
    """The names in a formula."""

    output: str
    inputs: tuple[str, ...]
    scalars: tuple[str, ...]

    @property
    def tensors(self) -> list[str]:
        return [self.output, *self.inputs]


class FormulaArrays:
    """The arrays and scalars of a call, and the context in which the engine works on them."""

    def __init__(self, formula: str, operands: Mapping[str, Any], out: Any, context: Context | None) -> None:
        self._formula = formula
        self.words = words = words_of(formula)
        self.out = _output(words, operands, out)
        self._scalars = {name: operands[name] for name in words.scalars if name in operands}
        check_names(formula, words, operands)
        self._library, self._inputs = common_library([operands[name] for name in words.inputs], names=words.inputs)
        given = self._inputs
        if self.out is not None:
            given = [*given, array_library(self.out).writable(self.out, words.output)]
            if type(self._library) is Library:
                self._library = array_library(self.out)
        self._like = next((each for each in given if type(array_library(each)) is type(self._library)), None)
        self.where = self._default_context() if context is None else checked(context)
        stream = None if self._is_numpys() else self._library.stream(self._like)
        self._describe = functools.partial(_described, stream)
        self._described = tuple(map(self._describe, given))  # the output last
        self._made: Any = None

    def _is_numpys(self) -> bool:
        return type(self._library) is Library

    def _default_context(self) -> Context:
        return _context.own if self._is_numpys() else _context.default(self._library, self._like)

    def scalars(self, all_of_them: bool = True) -> tuple[complex, ...]:
        """Their values in the formula's order."""
        missing = [name for name in self.words.scalars if name not in self._scalars]
        if missing and all_of_them:
            raise InvalidArgument(f"'{self._formula}' has the scalar {missing[0]}, which is not given")
        return tuple(number_of(name, value) for name, value in self._scalars.items())

    def key(self) -> bytes:
        """Equal where types, shapes and strides of all arrays are."""
        names = [*self.words.inputs, self.words.output][: len(self._described)]
        return _core.formula_key(names, self._described)

    def layouts(self, arrays: tuple[Any, ...]) -> bytes:
        """Of arrays(): equal where types, shapes and strides are."""
        return _core.formula_key(self.words.tensors, arrays)

    def result_key(self, scalars: Sequence[complex]) -> tuple[Any, ...]:
        """Equal where new results of equal arrays are."""
        return self.out is None and type(self._library), self.out is None and any(map(_is_complex, scalars))

    def result_of(self, scalars: Sequence[complex]) -> tuple[str, list[int]] | None:
        """Type and shape of a new result; None where the output is given."""
        if self.out is not None:
            return None
        has_complex = any(map(_is_complex, scalars))
        return _core.formula_output(self._formula, list(self.words.inputs), self._described, has_complex)

    def arrays(self, result: tuple[str, list[int]] | None) -> tuple[Any, ...]:
        """What the engine reads, the output first: a new one of this type and shape where none is given."""
        if self.out is not None:
            return self._described[-1], *self._described[:-1]
        assert result is not None
        dtype, shape = result
        self._made = self._library.empty(tuple(shape), dtype, self._like)
        return self._describe(self._made), *self._described

    def plan(self, arrays: tuple[Any, ...]) -> Any:
        return _core.plan_evaluation(self.where._core, self._formula, self.words.tensors, arrays)

    def finished(self) -> Any:
        """The output for the caller."""
        return self._library.finish(self._made, self._like) if self.out is None else self.out


@functools.lru_cache(maxsize=1024)
def _parsed(formula: str) -> Words:
    check_characters(formula)
    lines = [line.split("\t") for line in _core.formula_names(formula).splitlines()]
    output, inputs, scalars = (tuple(name for each, name in lines if each == kind) for kind in ("output", "input", "scalar"))
    taken = [name for name in (*inputs, *scalars) if name in _TAKEN]
    if taken:
        raise InvalidArgument(f"'{taken[0]}' is an argument of its own: it cannot name a tensor on the right or a scalar of "
                              f"'{formula}'")
    return Words(output[0], inputs, scalars)


def words_of(formula: Any) -> Words:
    if not isinstance(formula, str):
        raise InvalidArgument(f"the formula is {formula!r}, which is no text")
    return _parsed(formula)


def _output(words: Words, operands: Mapping[str, Any], out: Any) -> Any:
    """The output that is given, as `out` or by its name."""
    named = operands.get(words.output)
    if named is not None and out is not None:
        raise InvalidArgument(f"the output is given twice: as out and as {words.output}")
    given = out if named is None else named
    if given is not None and not hasattr(given, "shape"):
        raise InvalidArgument(f"the output {words.output} is a {type(given).__name__}: an array that can be written is needed")
    return given


def check_names(formula: str, words: Words, operands: Mapping[str, Any]) -> None:
    for name in words.inputs:
        if name not in operands:
            raise OperandCountMismatch(f"'{formula}' has the tensor {name}, which is not given")
    unknown = [name for name in operands if name not in (*words.tensors, *words.scalars)]
    if unknown:
        raise OperandCountMismatch(f"{unknown[0]} is given, but is no name in '{formula}'")


def _described(stream: int | None, array: Any) -> Any:
    return array_library(array).describe(array, stream)


def number_of(name: str, value: Any) -> complex:
    """The scalar as a number of Python's."""
    try:
        if isinstance(value, (int, float, complex, numpy.number)):
            return complex(value) if isinstance(value, (complex, numpy.complexfloating)) else float(value)
        number = complex(value) if not isinstance(value, (str, bytes)) and numpy.ndim(value) == 0 else None
    except (TypeError, ValueError, OverflowError):
        number = None
    if number is None:
        raise ScalarError(f"the scalar {name} is {value!r}, which is no number")
    return number if number.imag else number.real


def _is_complex(scalar: complex) -> bool:
    return isinstance(scalar, complex)
