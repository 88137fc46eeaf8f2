# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Einsum strings and lists to labels; the engine parses the strings again, with their columns."""

from __future__ import annotations

import string
from collections.abc import Sequence
from typing import Any, NamedTuple

from .errors import InvalidArgument

_LETTERS = string.ascii_uppercase + string.ascii_lowercase  # NumPy's order of integers


class Subscripts(NamedTuple):
    """The labels of each input and of the output; those of an ellipsis are "-1", "-2", from its end."""

    inputs: list[list[str]]
    output: list[str]

    def shape(self, shapes: Sequence[Sequence[int]]) -> tuple[int, ...]:
        """The output's, of inputs with these shapes; an extent of 1 is repeated as needed."""
        extents: dict[str, int] = {}
        for labels, shape in zip(self.inputs, shapes):
            for label, extent in zip(labels, shape):
                if extents.get(label, 1) == 1:
                    extents[label] = int(extent)
        # A label that no input has is the engine's to refuse.
        return tuple(extents.get(label, 1) for label in self.output)

    def memory_order(self, order: str, strides: Sequence[Sequence[int]] | None) -> list[str]:
        """The output's labels in the order of its memory, the fastest last.

        "C": as they are; "F": reversed; "K": as a matrix product of inputs with these strides leaves them,
        those of the left input first, each in the order of its memory. Where a label is in both inputs
        and the output, or none is summed, "K" is "C".
        """
        if order not in ("K", "A", "C", "F"):
            raise InvalidArgument(f"order is '{order}', none of K, A, C and F")
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
        raise InvalidArgument(f"'{text}' has {len(terms)} input(s), the call has {len(ranks)}")
    inputs = [_labels(term, rank) for term, rank in zip(terms, ranks)]
    for term, labels, rank in zip(terms, inputs, ranks):
        if len(labels) != rank:
            raise InvalidArgument(f"'{term}' has {len(labels)} label(s), its array has rank {rank}")
    every = [label for labels in inputs for label in labels]
    hidden = sorted({label for label in every if label.startswith("-")}, key=int)
    if arrow:
        before, dots, after = right.partition("...")
        output = [*before, *(hidden if dots else []), *after]
    else:
        single = sorted(label for label in set(every) if every.count(label) == 1)
        output = hidden + [label for label in single if not label.startswith("-")]
    return Subscripts(inputs, output)


def _from_list(labels: Sequence[Any]) -> str:
    text = []
    for label in labels:
        if label is Ellipsis:
            text.append("...")
            continue
        if not 0 <= int(label) < len(_LETTERS):
            raise InvalidArgument(f"label {label} is not between 0 and {len(_LETTERS) - 1}")
        text.append(_LETTERS[int(label)])
    return "".join(text)


def from_lists(operands: Sequence[Any]) -> tuple[str, tuple[Any, ...]]:
    """einsum(a, [0, 1], b, [1, 2], [0, 2]): its string and its arrays."""
    pairs, rest = divmod(len(operands), 2)
    arrays = tuple(operands[2 * i] for i in range(pairs))
    text = ",".join(_from_list(operands[2 * i + 1]) for i in range(pairs))
    return (text + "->" + _from_list(operands[-1]) if rest else text), arrays


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
