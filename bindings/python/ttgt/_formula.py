# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Einsum strings and formulas, with arrays of any shapes, to programs whose factors have each label once.

What a formula lacks, the engine refuses with its own words. Extents of 1 that are to be repeated, and diagonals, become
views of the inputs.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy

from . import _context, _core
from ._arrays import operand_name
from ._products import Factor, Statement, Term, to_text
from ._subscripts import check_characters, is_assignment, parse
from .errors import ExpressionError, OperandCountMismatch, ShapeMismatch, Unsupported

_TOKEN = re.compile(r"\s*(?:([A-Za-z_]\w*)|(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([-+*=()\[\]]))")
_LABELS = re.compile(r"[\s,|]*([A-Za-z_]\w*)")


class Reading(NamedTuple):
    """An expression: the output's labels, and of each term its number and, for each factor, labels and conjugation.

    The factors of all terms are the inputs, in their order. Of an einsum string an extent of 1 is repeated as needed.
    """

    output: tuple[str, ...]
    terms: tuple[tuple[float, tuple[tuple[tuple[str, ...], bool], ...]], ...]
    repeats: bool

    @property
    def inputs(self) -> tuple[tuple[str, ...], ...]:
        return tuple(labels for _, factors in self.terms for labels, _ in factors)


@functools.lru_cache(maxsize=4096)
def read(text: str, ranks: tuple[int, ...]) -> Reading:
    """The expression, for inputs of these ranks. Raises as ttgt.contract() does."""
    check_characters(text)
    if is_assignment(text):
        reading = _Reader(text).reading()
    else:
        subscripts = parse(text, ranks)
        factors = tuple((tuple(labels), False) for labels in subscripts.inputs)
        reading = Reading(tuple(subscripts.output), ((1.0, factors),), True)
    if len(reading.inputs) != len(ranks):
        raise OperandCountMismatch(f"'{text}' has {len(reading.inputs)} input(s), the call has {len(ranks)}")
    for place, (labels, rank) in enumerate(zip(reading.inputs, ranks)):
        if len(labels) != rank:
            raise ShapeMismatch(f"{operand_name(place)} has {len(labels)} label(s) in '{text}', but rank {rank}")
    _check_by_engine(text, reading)
    return reading


def dropped_axes(inputs: Sequence[Sequence[str]], repeats: bool,
                 shapes: Sequence[Sequence[Any]]) -> tuple[tuple[int, ...], ...]:
    """Of each input with these labels the axes of extent 1 that are to be repeated. Raises ShapeMismatch where extents
    do not agree."""
    extents: dict[str, Any] = {}
    places: dict[str, int] = {}
    for place, (labels, shape) in enumerate(zip(inputs, shapes)):
        for label, extent in zip(labels, shape):
            if label not in extents or (extents[label] == 1 and repeats):
                extents[label] = extent
                places[label] = place
            elif extent != extents[label] and not (extent == 1 and repeats):
                raise ShapeMismatch(f"label '{label}' has extent {extents[label]} in {operand_name(places[label])} but "
                                    f"{extent} in {operand_name(place)}")
    dropped = []
    for place, (labels, shape) in enumerate(zip(inputs, shapes)):
        axes = []
        for axis, label in enumerate(labels):
            if extents[label] != 1 and shape[axis] == 1:
                if labels.count(label) > 1:
                    raise ShapeMismatch(f"label '{label}' has extents 1 and {extents[label]} in {operand_name(place)}")
                axes.append(axis)
        dropped.append(tuple(axes))
    return tuple(dropped)


@functools.lru_cache(maxsize=4096)
def lower(text: str, ranks: tuple[int, ...],
          dropped: tuple[tuple[int, ...], ...]) -> tuple[str, tuple[tuple[tuple[int, int], ...], ...]]:
    """The program of an expression that read() takes, for inputs that lose these axes, and of each input the pairs of
    axes whose diagonal it reads then."""
    reading = read(text, ranks)
    names: dict[str, str] = {}
    diagonals = []
    terms = []
    place = 0
    for scale, factors in reading.terms:
        lowered = []
        for labels, is_conjugated in factors:
            kept = [label for axis, label in enumerate(labels) if axis not in dropped[place]]
            diagonals.append(_take_diagonals(kept))
            renamed = tuple(names.setdefault(label, f"i{len(names)}") for label in kept)
            lowered.append(Factor(place, renamed, is_conjugated))
            place += 1
        terms.append(Term(scale, tuple(lowered)))
    output = tuple(names[label] for label in reading.output)
    return to_text((Statement(output, tuple(terms)),)), tuple(diagonals)


def _take_diagonals(labels: list[str]) -> tuple[tuple[int, int], ...]:
    """Pairs of axes with one label, whose diagonal becomes the last axis; `labels` is left as it is then."""
    pairs = []
    while len(set(labels)) < len(labels):
        first, label = next((axis, label) for axis, label in enumerate(labels) if labels.count(label) > 1)
        second = labels.index(label, first + 1)
        pairs.append((first, second))
        labels[:] = [each for axis, each in enumerate(labels) if axis not in (first, second)] + [label]
    return tuple(pairs)


def _check_by_engine(text: str, reading: Reading) -> None:
    """By a plan for extents of 1: the engine names the column, or the label."""
    shapes = [reading.output, *reading.inputs]
    _core.plan(_context.own._core, text, tuple(numpy.zeros((1,) * len(labels)) for labels in shapes))


class _Reader:
    """A formula's tokens, read once from left to right. It takes more than the grammar has; the engine takes no more."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def reading(self) -> Reading:
        output, is_conjugated = self._factor()
        if self._token("+-") or is_conjugated:
            raise Unsupported(f"'{self._text}' adds to its output, or conjugates it: write '='")
        self._expect("=")
        terms = [self._term(-1.0 if self._token("+-") == "-" else 1.0)]
        while sign := self._token("+-"):
            terms.append(self._term(-1.0 if sign == "-" else 1.0))
        if self._text[self._at :].strip():
            self._refuse()
        return Reading(output, tuple(terms), False)

    def _term(self, scale: float) -> tuple[float, tuple[tuple[tuple[str, ...], bool], ...]]:
        factors = []
        while True:
            match = self._next()
            if match is not None and match[2]:
                self._at = match.end()
                scale *= float(match[2])
            elif match is not None and match[1]:
                factors.append(self._factor())
            elif not factors or not self._token("*"):
                break
            self._token("*")
        if not factors:
            self._refuse()
        return scale, tuple(factors)

    def _factor(self) -> tuple[tuple[str, ...], bool]:
        match = self._next()
        if match is None or not match[1]:
            self._refuse()
        self._at = match.end()
        if match[1] == "conj" and re.match(r"\s*[(\[]\s*[A-Za-z_]\w*\+?\s*[(\[]", self._text[self._at :]):
            self._expect("([")
            labels, is_conjugated = self._factor()
            self._expect(")]")
            return labels, not is_conjugated
        is_conjugated = self._text[self._at : self._at + 1] == "+"
        self._at += is_conjugated
        self._expect("([")
        labels = []
        while found := _LABELS.match(self._text, self._at):
            labels.append(found[1])
            self._at = found.end()
        self._expect(")]")
        return tuple(labels), is_conjugated

    def _next(self) -> Any:
        return _TOKEN.match(self._text, self._at)

    def _token(self, those: str) -> str:
        """The next token, where it is one of those; else nothing is read."""
        match = self._next()
        if match is None or not match[3] or match[3] not in those:
            return ""
        self._at = match.end()
        return match[3]

    def _expect(self, those: str) -> None:
        if not self._token(those):
            self._refuse()

    def _refuse(self) -> Any:
        """By the engine, which shows the column."""
        one = numpy.zeros(())
        _core.plan(_context.own._core, self._text, (one, one))
        raise ExpressionError(f"'{self._text}' does not follow the grammar")
