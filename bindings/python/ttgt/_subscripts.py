# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Einsum strings and lists to labels; the engine parses the strings again, with their columns."""

from __future__ import annotations

import operator
import string
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from .errors import InvalidArgument, OperandCountMismatch, ShapeMismatch

_LETTERS = string.ascii_uppercase + string.ascii_lowercase  # NumPy's order of integers
_FIRST_OTHER = 0xC0
_SURROGATES = range(0xD800, 0xE000)  # code points without a character
_MOST_LABELS = len(_LETTERS) + 0x110000 - _FIRST_OTHER - len(_SURROGATES)


class Subscripts(NamedTuple):
    """The labels of each input and of the output; those of an ellipsis are "-1", "-2", from its end."""

    inputs: list[list[str]]
    output: list[str]

    def shape(self, shapes: Sequence[Sequence[int]]) -> tuple[int, ...]:
        """The output's, of inputs with these shapes; an extent of 1 is repeated as needed."""
        extents = self._extents(shapes)
        # A label that no input has is the engine's to refuse.
        return tuple(extents.get(label, 1) for label in self.output)

    def repeated_axes(self, shapes: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
        """Of inputs with these shapes the axes of extent 1 that are repeated."""
        extents = self._extents(shapes)
        return [tuple(axis for axis, label in enumerate(labels) if shape[axis] == 1 != extents[label])
                for labels, shape in zip(self.inputs, shapes)]

    def _extents(self, shapes: Sequence[Sequence[int]]) -> dict[str, int]:
        extents: dict[str, int] = {}
        for labels, shape in zip(self.inputs, shapes):
            for label, extent in zip(labels, shape):
                if extents.get(label, 1) == 1:
                    extents[label] = int(extent)
        return extents

    def memory_order(self, order: str, strides: Sequence[Sequence[int]] | None) -> list[str]:
        """The output's labels in the order of its memory, the fastest last.

        "C": as they are; "F": reversed; "K": as a matrix product of inputs with these strides leaves them,
        those of the left input first, each in the order of its memory. Where a label is in both inputs
        and the output, or none is summed, "K" is "C".
        """
        if order == "F":
            return self.output[::-1]
        if order != "K" or strides is None or len(self.inputs) != 2:
            return self.output
        left, right = (set(labels) for labels in self.inputs)
        shared, free = left & right, left ^ right
        if not shared or free != set(self.output):
            return self.output
        labels = []
        for of, steps in zip(self.inputs, strides):
            by_stride = sorted(zip(of, steps), key=lambda pair: -abs(pair[1]))
            labels += [label for label, _ in by_stride if label in free]
        return labels if len(labels) == len(self.output) else self.output


def check_characters(text: str) -> None:
    """Refuses half a surrogate pair, which is no character: the engine reads UTF-8."""
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise InvalidArgument(f"{text!r} has no character at {error.start}, but a surrogate") from None


def is_assignment(text: str) -> bool:
    """Whether the text is an expression with its output first, "D(i)=L(i)"."""
    return "(" in text or "[" in text


def _labels(text: str, rank: int | None) -> list[str]:
    before, dots, after = text.partition("...")
    labels = list(before) + list(after)
    if not dots:
        return labels
    hidden = max((rank or 0) - len(labels), 0)
    return [*before, *(str(-place) for place in range(hidden, 0, -1)), *after]


def parse(text: str, ranks: Sequence[int]) -> Subscripts:
    """Labels of an einsum string for inputs of these ranks. What is malformed the engine refuses."""
    left, arrow, right = "".join(text.split()).partition("->")
    terms = left.split(",")
    if len(terms) != len(ranks):
        raise OperandCountMismatch(f"'{text}' has {len(terms)} input(s), the call has {len(ranks)}")
    inputs = [_labels(term, rank) for term, rank in zip(terms, ranks)]
    for term, labels, rank in zip(terms, inputs, ranks):
        if len(labels) != rank:
            raise ShapeMismatch(f"'{term}' has {len(labels)} label(s), its array has rank {rank}")
    every = [label for labels in inputs for label in labels]
    hidden = sorted({label for label in every if label.startswith("-")}, key=int)
    if arrow:
        before, dots, after = right.partition("...")
        output = [*before, *(hidden if dots else []), *after]
    else:
        single = sorted(label for label in set(every) if every.count(label) == 1)
        output = hidden + [label for label in single if not label.startswith("-")]
    return Subscripts(inputs, output)


def _letter(number: int) -> str:
    """NumPy's letter of an integer; from 52 on the characters from U+00C0, as opt_einsum draws them."""
    if number < len(_LETTERS):
        return _LETTERS[number]
    code = number + _FIRST_OTHER - len(_LETTERS)
    return chr(code if code < _SURROGATES.start else code + len(_SURROGATES))


def _from_list(labels: Any) -> str:
    if isinstance(labels, (str, bytes)) or not isinstance(labels, Iterable):
        raise InvalidArgument(f"a list of labels is {labels!r}; it has integers and at most one ellipsis")
    text = []
    for label in labels:
        if label is Ellipsis:
            text.append("...")
            continue
        try:
            number = operator.index(label)
        except TypeError:
            raise InvalidArgument(f"label {label!r} is neither an integer nor an ellipsis") from None
        if isinstance(label, bool) or not 0 <= number < _MOST_LABELS:
            raise InvalidArgument(f"label {label} is not an integer from 0 to {_MOST_LABELS - 1}")
        text.append(_letter(number))
    return "".join(text)


def from_lists(operands: Sequence[Any]) -> tuple[str, tuple[Any, ...]]:
    """einsum(a, [0, 1], b, [1, 2], [0, 2]): its string and its arrays."""
    pairs, rest = divmod(len(operands), 2)
    if pairs == 0:
        raise InvalidArgument("an operand needs its subscripts: a string before all, or a list of labels behind each")
    arrays = tuple(operands[2 * i] for i in range(pairs))
    text = ",".join(_from_list(operands[2 * i + 1]) for i in range(pairs))
    return (text + "->" + _from_list(operands[-1]) if rest else text), arrays


def split_operands(operands: Sequence[Any]) -> tuple[str, tuple[Any, ...]]:
    """The string, of any kind of subscripts, and the arrays of a call of einsum()."""
    first = operands[0] if operands else ""
    if isinstance(first, bytes):
        try:
            first = first.decode("ascii")
        except UnicodeDecodeError:
            raise InvalidArgument(f"subscripts {first!r} are not ASCII") from None
    if not isinstance(first, str):
        return from_lists(operands)
    if len(operands) < 2:
        raise InvalidArgument("einsum needs subscripts and at least one operand")
    # The engine takes a blank text for an expression that is not there.
    return first if first.strip() else "->", tuple(operands[1:])


def conjugated(labels: Subscripts, conjugate: Sequence[bool]) -> str:
    """The assignment that the labels stand for, with inputs conjugated: einsum strings cannot say so."""
    words: dict[str, str] = {}

    def tensor(name: str, of: list[str]) -> str:
        return f"{name}({','.join(words.setdefault(label, f'i{len(words)}') for label in of)})"

    factors = [
        f"conj({tensor(f'L{i}', of)})" if conj else tensor(f"L{i}", of)
        for i, (of, conj) in enumerate(zip(labels.inputs, conjugate))
    ]
    return f"{tensor('D', labels.output)}={'*'.join(factors)}"
