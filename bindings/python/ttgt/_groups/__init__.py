# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Groups: many contractions or transposes of one expression, on arrays of different shapes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .._calls import overwrites
from .._context import Context, checked
from .._rules import checked_limit
from ..errors import InvalidArgument
from .arrays import GroupArrays
from .rules import Contraction, Transpose


def contractions(
    expression: str,
    *operands: Any,
    alpha: complex = 1,
    beta: complex | None = None,
    out: Any = None,
    conja: bool = False,
    conjb: bool = False,
    context: Context | None = None,
    strategy: str | None = None,
    workspace_limit: int | None = None,
) -> list[Any]:
    """contract() for many problems of one expression: each operand is a list with an array for each problem. An extent of 1
    is not repeated to meet others.

    contractions("D(i,j)+=L(i,k)*R(k,j)", Ds, Ls, Rs) writes and returns the outputs; contractions("ik,kj->ij", Ls, Rs)
    returns a list of new arrays in C order, or writes those of `out`. Shapes and strides may differ between problems;
    each operand has one type and one number of axes in all. Expressions have one or two inputs. `alpha` and `beta` are
    those of all problems. An array stands for the list of what its first axis has.

    Raises what contract() raises, with the number of the problem, counted from 0, before anything is written.
    """
    rule = Contraction(expression, (conja, conjb), strategy, checked_limit(workspace_limit))
    if beta is None:
        beta = 0 if not rule.has_output or overwrites(expression) else 1
    return _run(rule, GroupArrays(rule, operands, out, context), out, alpha, beta)


def transposes(
    arrays: Any,
    axes: Sequence[int] | None = None,
    *,
    out: Any = None,
    alpha: complex = 1,
    beta: complex = 0,
    conjugate: bool = False,
    context: Context | None = None,
) -> list[Any]:
    """transpose() for many arrays of one type and one number of axes, and of any shapes: a list of copies in C order,
    or the arrays of `out`.

    axes[i] is the axis of each array that becomes axis i; None reverses them. Elements are numbers.

    Raises what transpose() raises, with the number of the problem, counted from 0, before anything is written.
    """
    rule = Transpose(axes, conjugate)
    return _run(rule, GroupArrays(rule, (arrays,), out, context), out, alpha, beta)


def _run(rule: Any, given: GroupArrays, out: Any, alpha: Any, beta: Any) -> list[Any]:
    """By the plan of an earlier call with the same layouts, or by a new one."""
    _check_beta(rule, out, beta)
    kept = given.where._block_calls
    key = (rule.key, beta == 0, given.core.key)
    plan = kept.get(key)
    if plan is None:
        plan = rule.plan(given, beta == 0)
        kept[key] = plan
    plan.run(given.core, alpha, beta)
    return given.results()


def _check_beta(rule: Any, out: Any, beta: Any) -> None:
    if out is None and not rule.has_output and beta != 0:
        raise InvalidArgument(f"beta is {beta}, but there is no out that it could scale")


class GroupPlan:
    """One way to do many contractions or transposes, for arrays of fixed types, shapes and strides; made by
    ttgt.plan_contractions() and ttgt.plan_transposes()."""

    def __init__(self, rule: Any, given: GroupArrays, accumulate: bool, context: Context | None) -> None:
        self._rule = rule
        self._accumulate = accumulate
        self._context = context
        self._core = rule.plan(given, not accumulate)
        self._cores = {given.where: self._core}  # of each stream that the plan has run on, by its context

    @property
    def problems(self) -> int:
        """The number of problems."""
        return self._core.problems

    @property
    def workspace_bytes(self) -> int:
        """Exactly the scratch bytes of a run."""
        return self._core.workspace_bytes

    def explain(self) -> str:
        """The stages of a run in words; the label # numbers the problems."""
        return self._core.explain()

    def run(self, *operands: Any, out: Any = None, alpha: complex = 1, beta: complex | None = None) -> list[Any]:
        """Runs on lists of arrays like those that the plan was made for, and returns the list of outputs: of an
        expression the first operand, else `out`, or new arrays. beta must be zero exactly where the plan was made so;
        None is 1 where it was not. Raises InvalidArgument, with the number of the problem, for other arrays.
        """
        beta = int(self._accumulate) if beta is None else beta
        _check_beta(self._rule, out, beta)
        given = GroupArrays(self._rule, operands, out, self._context)
        self._core.check(given.core)
        core = self._cores.get(given.where)
        if core is None:
            core = self._cores[given.where] = self._rule.plan(given, not self._accumulate)
        core.run(given.core, alpha, beta)
        return given.results()

    def __repr__(self) -> str:
        return f"<ttgt.GroupPlan of {self.problems} problems, workspace {self.workspace_bytes} bytes>"


def plan_contractions(
    expression: str,
    *operands: Any,
    out: Any = None,
    accumulate: bool | None = None,
    strategy: str | None = None,
    workspace_limit: int | None = None,
    context: Context | None = None,
) -> GroupPlan:
    """A plan for contractions() of lists of arrays like these. accumulate: whether runs have a beta other than zero;
    None: as the expression says. Raises as contractions() does.
    """
    rule = Contraction(expression, (False, False), strategy, checked_limit(workspace_limit))
    if accumulate is None:
        accumulate = rule.has_output and not overwrites(expression)
    return GroupPlan(rule, GroupArrays(rule, operands, out, context), accumulate, _checked(context))


def plan_transposes(
    arrays: Any,
    axes: Sequence[int] | None = None,
    *,
    out: Any = None,
    accumulate: bool = False,
    conjugate: bool = False,
    context: Context | None = None,
) -> GroupPlan:
    """A plan for transposes() of arrays like these. accumulate: whether runs have a beta other than zero. Raises as
    transposes() does.
    """
    rule = Transpose(axes, conjugate)
    return GroupPlan(rule, GroupArrays(rule, (arrays,), out, context), accumulate, _checked(context))


def _checked(context: Context | None) -> Context | None:
    return None if context is None else checked(context)
