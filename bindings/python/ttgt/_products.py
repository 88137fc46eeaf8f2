# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Programs of sums of products as values and as text.

As text a program is what the engine plans: "y0(i,k)=x0(i,j)*conj(x1(j,k))", with x0, x1, ... for the inputs and y0, y1,
... for the outputs.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from typing import NamedTuple

from .errors import ExpressionError

_FACTOR = r"(?:conj\(x\d+\([\w,]*\)\)|x\d+\([\w,]*\))"
_TERM = re.compile(rf"([+-]?)(?:([\d.]+(?:e[+-]?\d+)?)\*)?({_FACTOR}(?:\*{_FACTOR})*)")
_PARTS = re.compile(r"(conj\()?x(\d+)\(([\w,]*)\)")
_STATEMENT = re.compile(rf"y\d+\(([\w,]*)\)=((?:{_TERM.pattern})+)")


class Factor(NamedTuple):
    """An input of the program, its labels, and whether it is conjugated."""

    tensor: int
    labels: tuple[str, ...]
    conjugated: bool = False


class Term(NamedTuple):
    """A number times a product of factors; labels that the output lacks are summed over."""

    scale: float
    factors: tuple[Factor, ...]


class Statement(NamedTuple):
    """An output as a sum of terms."""

    output: tuple[str, ...]
    terms: tuple[Term, ...]


Program = tuple[Statement, ...]


def factors_of(program: Program) -> list[Factor]:
    """Those of all terms of all statements."""
    return [factor for statement in program for term in statement.terms for factor in term.factors]


def to_text(program: Program) -> str:
    return ";".join(f"y{place}({','.join(statement.output)})={_sum_text(statement.terms)}"
                    for place, statement in enumerate(program))


@functools.lru_cache(maxsize=4096)
def from_text(text: str) -> Program:
    """The program that to_text() wrote. Raises ExpressionError for anything else."""
    statements = []
    for part in text.split(";"):
        match = _STATEMENT.fullmatch(part)
        if match is None:
            raise ExpressionError(f"'{part}' is no statement such as 'y0(i,k)=x0(i,j)*x1(j,k)'")
        terms = tuple(
            Term((-1.0 if sign == "-" else 1.0) * float(number or 1),
                 tuple(Factor(int(tensor), _labels(labels), bool(conj)) for conj, tensor, labels in _PARTS.findall(factors)))
            for sign, number, factors in _TERM.findall(match[2]))
        statements.append(Statement(_labels(match[1]), terms))
    return tuple(statements)


def _labels(text: str) -> tuple[str, ...]:
    return tuple(text.split(",")) if text else ()


def _sum_text(terms: Iterable[Term]) -> str:
    text = ""
    for term in terms:
        factors = "*".join(_factor_text(factor) for factor in term.factors)
        sign = "-" if term.scale < 0 else "+" if text else ""
        text += sign + ("" if abs(term.scale) == 1 else f"{abs(term.scale)!r}*") + factors
    return text


def _factor_text(factor: Factor) -> str:
    text = f"x{factor.tensor}({','.join(factor.labels)})"
    return f"conj({text})" if factor.conjugated else text
