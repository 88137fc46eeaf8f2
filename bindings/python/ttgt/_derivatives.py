# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Programs of the derivatives of a program of sums of products. No array library is known here.

Such a derivative is again a program of sums of products, so derivatives of any order are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ._products import Factor, Program, Statement, Term, factors_of
from .errors import ExpressionError


class Pullback(NamedTuple):
    """Gradients of a program's inputs.

    The inputs of `program` are those inputs of the first program that `used` names, then its outputs' gradients. Output
    i is a summand of the gradient of input `places[i][0]` along its axes `places[i][1]`; it is the same along others.
    """

    program: Program
    used: tuple[int, ...]
    places: tuple[tuple[int, tuple[int, ...]], ...]


def pullback(program: Program, needed: Iterable[int], given: Sequence[int], *, by_conjugate: bool = True) -> Pullback:
    """The gradients of the inputs `needed`, from those of the outputs `given`.

    For D = X * conj(Y) they are Y * G and conj(conj(X) * G) = X * conj(G) where G is the gradient by the conjugate, as
    PyTorch has it, and conj(Y) * G and conj(X * G) otherwise, as JAX transposes. An input's gradient sums over all places in which the input stands. No factor
    may have a label twice.
    """
    cotangents = {output: place for place, output in enumerate(given)}
    first = 1 + max(factor.tensor for factor in factors_of(program))
    sums: dict[tuple[int, tuple[int, ...]], list[Term]] = {}
    wanted = set(needed)
    for output, statement in enumerate(program):
        if output not in cotangents:
            continue
        gradient = Factor(first + cotangents[output], statement.output)
        for term in statement.terms:
            for place, factor in enumerate(term.factors):
                if factor.tensor in wanted:
                    axes, pulled = _pulled(term, place, gradient, by_conjugate)
                    same = sums.setdefault((factor.tensor, axes), [])
                    same.append(_relabelled(pulled, factor.labels, len(same)))
    places = tuple(sorted(sums))
    pulled = tuple(Statement(tuple(f"o{axis}" for axis in axes), tuple(sums[tensor, axes])) for tensor, axes in places)
    return _compact(pulled, first, len(cotangents), places)


def pushforward(program: Program, given: Sequence[int]) -> tuple[Program, tuple[int, ...]]:
    """The tangents of the outputs, from those of the inputs `given`, which are inputs behind all that the program has,
    and which outputs have one."""
    first = 1 + max(factor.tensor for factor in factors_of(program))
    tangents = {tensor: first + place for place, tensor in enumerate(given)}
    pushed = []
    outputs = []
    for output, statement in enumerate(program):
        terms = tuple(
            Term(term.scale, (*term.factors[:place], factor._replace(tensor=tangents[factor.tensor]), *term.factors[place + 1 :]))
            for term in statement.terms
            for place, factor in enumerate(term.factors) if factor.tensor in tangents)
        if terms:
            pushed.append(Statement(statement.output, terms))
            outputs.append(output)
    return tuple(pushed), tuple(outputs)


def batched(program: Program, given: Iterable[int]) -> tuple[Program, tuple[int, ...], tuple[int, ...]]:
    """The program with one more label, first, in the inputs `given`, in others that are to be repeated along it, and in
    the outputs that depend on one of them: the program, those inputs, those outputs.
    """
    label = "v" + max((label for factor in factors_of(program) for label in factor.labels), key=len, default="")
    inputs = set(given)
    while True:
        lacking = [term.factors[0].tensor for statement in program if any(_has(term, inputs) for term in statement.terms)
                   for term in statement.terms if not _has(term, inputs)]
        if not lacking:
            break
        inputs.update(lacking)
    outputs = tuple(place for place, statement in enumerate(program) if _has(statement.terms[0], inputs))

    def more(statement: Statement) -> Statement:
        terms = tuple(Term(term.scale, tuple(
            factor._replace(labels=(label, *factor.labels)) if factor.tensor in inputs else factor
            for factor in term.factors)) for term in statement.terms)
        return Statement((label, *statement.output), terms)

    statements = tuple(more(statement) if place in outputs else statement for place, statement in enumerate(program))
    return statements, tuple(sorted(inputs)), outputs


def without_unread(program: Program) -> tuple[Program, tuple[int, ...]]:
    """The program of those inputs alone that it reads, and which these are."""
    read = tuple(sorted({factor.tensor for factor in factors_of(program)}))
    return _renumbered(program, read), read


def with_bits(program: Program, conjugated: Sequence[bool], negated: Sequence[bool]) -> Program:
    """The program on what lies in memory, for inputs that are conjugates or negatives of it."""
    statements = []
    for statement in program:
        terms = []
        for term in statement.terms:
            sign = -1.0 if sum(negated[factor.tensor] for factor in term.factors) % 2 else 1.0
            terms.append(Term(sign * term.scale, tuple(
                factor._replace(conjugated=factor.conjugated != conjugated[factor.tensor]) for factor in term.factors)))
        statements.append(Statement(statement.output, tuple(terms)))
    return tuple(statements)


def _pulled(term: Term, place: int, gradient: Factor, by_conjugate: bool) -> tuple[tuple[int, ...], Term]:
    """The gradient of the factor at that place, over the axes that it differs along."""
    own = term.factors[place]
    others = [gradient, *(factor._replace(conjugated=factor.conjugated != by_conjugate)
                          for at, factor in enumerate(term.factors) if at != place)]
    if own.conjugated:
        others = [factor._replace(conjugated=not factor.conjugated) for factor in others]
    if len(set(own.labels)) < len(own.labels):
        raise ExpressionError(f"x{own.tensor}({','.join(own.labels)}) has a label twice: pass its diagonal")
    found = {label for factor in others for label in factor.labels}
    return tuple(axis for axis, label in enumerate(own.labels) if label in found), Term(term.scale, tuple(others))


def _relabelled(term: Term, output: tuple[str, ...], number: int) -> Term:
    """With names of labels that come from the places in the output, and summed ones that no other term has."""
    names = {label: f"o{axis}" for axis, label in enumerate(output)}
    factors = []
    for factor in term.factors:
        labels = tuple(names.setdefault(label, f"s{number}_{len(names)}") for label in factor.labels)
        factors.append(factor._replace(labels=labels))
    return Term(term.scale, tuple(factors))


def _compact(program: Program, inputs: int, cotangents: int, places: tuple[tuple[int, tuple[int, ...]], ...]) -> Pullback:
    """With those inputs alone that the program reads, and all cotangents, numbered anew."""
    read = {factor.tensor for factor in factors_of(program)}
    used = tuple(sorted(tensor for tensor in read if tensor < inputs))
    return Pullback(_renumbered(program, [*used, *range(inputs, inputs + cotangents)]), used, places)


def _renumbered(program: Program, kept: Sequence[int]) -> Program:
    """With the inputs `kept` as the first, the second, and so on."""
    numbers = {tensor: place for place, tensor in enumerate(kept)}
    return tuple(
        Statement(statement.output, tuple(
            Term(term.scale, tuple(factor._replace(tensor=numbers[factor.tensor]) for factor in term.factors))
            for term in statement.terms))
        for statement in program)


def _has(term: Term, inputs: set[int]) -> bool:
    return any(factor.tensor in inputs for factor in term.factors)
