# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Formulas over ranks: elementwise functions of arrays, and reductions. Programs use ttgt.ranks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import _core
from ._context import Context
from ._operators.formula_arrays import check_names, number_of, words_of
from ._rank_parts import Communicator, DistributedArray, context_for, described
from ._rules import checked_limit
from .errors import InvalidArgument, OperandCountMismatch


class DistributedEvaluationPlan:
    """One way to evaluate a formula over ranks, for parts of fixed types, shapes and strides; made by plan_evaluation().
    Delete it before MPI is finalised.
    """

    def __init__(self, core: _core.DistributedEvaluation, communicator: Communicator, formula: str) -> None:
        self.formula = formula
        self._words = words_of(formula)
        self.inputs = self._words.inputs
        self.scalars = self._words.scalars
        self._core = core
        self._communicator = communicator

    @property
    def workspace_bytes(self) -> int:
        """The scratch bytes of a run on this rank."""
        return self._core.workspace_bytes

    @property
    def bytes_received(self) -> int:
        """The bytes that this rank receives from other ranks in a run."""
        return self._core.bytes_received

    def explain(self, losers: int = 3) -> str:
        """What each rank evaluates and what moves, in words, with some of the candidates that were not chosen."""
        return self._core.explain(losers)

    def run(self, /, **operands: Any) -> Any:
        """Runs on this rank's parts and on scalars, by the formula's names, and returns the output's part. Collective. Raises
        as plan_evaluation(), InvalidArgument for parts of other types, shapes or strides, and for scalars that differ.
        """
        with self._communicator._fails_on_all():
            check_names(self.formula, self._words, operands)
            parts = [_given(operands, name, self.formula) for name in self._words.tensors]
            scalars = tuple(number_of(name, _given(operands, name, self.formula)) for name in self.scalars)
            run = self._core.read_run(described(parts), scalars)
        self._core.run(run)
        return parts[0]

    def __repr__(self) -> str:
        return f"<ttgt.ranks.DistributedEvaluationPlan of {self.formula}, workspace {self.workspace_bytes} bytes>"


def plan_evaluation(
    communicator: Communicator,
    formula: str,
    arrays: Mapping[str, DistributedArray],
    *,
    workspace_limit: int | None = None,
    context: Context | None = None,
) -> DistributedEvaluationPlan:
    """Plans a formula on arrays over ranks by its names, the output among them:
    plan_evaluation(rank, "T(i,a) = R(a,i)/(e(i) - shift)", dict(T=T, R=R, e=e)).

    The formula is one of ttgt.evaluate(), the arrays may be spread in any way. context: this rank's own, as for
    plan_contraction(). Collective. Raises what ttgt.evaluate() raises, and ShapeMismatch where a part is not what its
    distribution says. What one rank raises the others raise, too, as plan_contraction() says.
    """
    with communicator._fails_on_all():
        words = words_of(formula)
        check_names(formula, words, arrays)
        given = [_given(arrays, name, formula) for name in words.tensors]
        call = _core.read_call(
            context_for(given[0].part, context)._core, formula, [each.distribution._core for each in given],
            described([each.part for each in given]), None, checked_limit(workspace_limit), -1)
    return DistributedEvaluationPlan(_core.evaluation_over_ranks(communicator._core, call), communicator, formula)


def evaluate(communicator: Communicator, formula: str, /, *, context: Context | None = None, **operands: Any) -> Any:
    """Evaluates a formula on arrays over ranks and scalars by its names, and returns the output's part:
    evaluate(rank, "n() = alpha*sum(x(a))", n=n, x=x, alpha=2). Collective. Raises what plan_evaluation() raises.
    """
    with communicator._fails_on_all():
        words = words_of(formula)
        check_names(formula, words, operands)
        arrays = {name: _given(operands, name, formula) for name in words.tensors}
    plan = plan_evaluation(communicator, formula, arrays, context=context)
    parts = {name: array.part for name, array in arrays.items()}
    return plan.run(**{**operands, **parts})


def _given(operands: Mapping[str, Any], name: str, formula: str) -> Any:
    if name in operands:
        return operands[name]
    words = words_of(formula)
    if name in words.scalars:
        raise InvalidArgument(f"'{formula}' has the scalar {name}, which is not given")
    raise OperandCountMismatch(f"'{formula}' has the output {name}, which is not given")
