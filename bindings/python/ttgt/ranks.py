# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Arrays over several ranks, of which each rank holds a part: processes of MPI, threads, or GPUs (docs/guide/distributed.md).

What is said to be collective must be called by every rank, in the same order and with equal arguments apart from the parts.
"""

from __future__ import annotations

from typing import Any

from . import _core
from ._calls import overwrites
from ._context import Context
from ._rank_arrays import dot, empty, from_function, gather, load, norm, redistribute, save, scatter, zeros
from ._rank_formulas import DistributedEvaluationPlan, evaluate, plan_evaluation
from ._rank_parts import Communicator, DistributedArray, Distribution, context_for, described
from ._rank_programs import DistributedProgram, plan_program
from ._rules import checked_limit
from .errors import OperandCountMismatch

__all__ = [
    "Communicator", "DistributedArray", "DistributedEvaluationPlan", "DistributedPlan", "DistributedProgram", "Distribution",
    "contract", "dot", "empty", "evaluate", "from_function", "gather", "load", "norm", "plan_contraction", "plan_evaluation",
    "plan_program", "redistribute", "save", "scatter", "zeros",
]


class DistributedPlan:
    """One way to do a contraction over ranks, for parts of fixed types, shapes and strides; made by plan_contraction().
    Delete it before MPI is finalised.
    """

    def __init__(self, core: _core.DistributedPlan, communicator: Communicator) -> None:
        self._core = core
        self._communicator = communicator

    @property
    def workspace_bytes(self) -> int:
        """Exactly the scratch bytes of a run on this rank."""
        return self._core.workspace_bytes

    def explain(self, losers: int = 3) -> str:
        """The plan in words, with some of the candidates that were not chosen."""
        return self._core.explain(losers)

    def run(self, *parts: Any, alpha: complex = 1, beta: complex | None = None) -> Any:
        """Runs on this rank's parts, the output's first, and returns the output's. Collective. beta must be zero exactly where
        the plan was made so; None is 1 where it was not. What one rank raises the others raise, too, as plan_contraction() says.
        """
        with self._communicator._fails_on_all():
            run = self._core.read_run(described(parts), alpha, beta)
        self._core.run(run)
        return parts[0]

    def __repr__(self) -> str:
        return f"<ttgt.ranks.DistributedPlan, workspace {self.workspace_bytes} bytes>"


def plan_contraction(
    communicator: Communicator,
    expression: str,
    *operands: DistributedArray,
    accumulate: bool | None = None,
    engine: str | None = None,
    workspace_limit: int | None = None,
    context: Context | None = None,
) -> DistributedPlan:
    """A plan for a contraction over ranks of any number of inputs, or a sum, the output first: "D(a,b)+=L(a,k)*R(k,b)".
    Collective.

    engine: "local", "scalapack", None for whichever is predicted to be faster. accumulate: whether runs have a beta other
    than zero; None: as the expression says. context: this rank's own, which no other rank uses; None for the calling thread's
    own on CPUs, or that of the output's device. Raises what contract() of ttgt raises, ShapeMismatch where a part is not what
    its distribution says, Unsupported for arrays of 16 bits in sums or among more than two inputs. Where one rank raises,
    every rank does: the others an error of the same type, InvalidArgument where it is none of ttgt.errors, that says which
    rank could not go on, and why.
    """
    with communicator._fails_on_all():
        if len(operands) < 2:
            raise OperandCountMismatch(f"{len(operands)} arrays were given: an output and at least one input are needed")
        where = context_for(operands[0].part, context)
        call = _core.read_call(
            where._core, expression, [each.distribution._core for each in operands],
            described([each.part for each in operands]), engine, checked_limit(workspace_limit),
            -1 if accumulate is None else int(not accumulate))
    return DistributedPlan(_core.plan_over_ranks(communicator._core, call), communicator)


def contract(
    communicator: Communicator,
    expression: str,
    *operands: DistributedArray,
    alpha: complex = 1,
    beta: complex | None = None,
    engine: str | None = None,
    workspace_limit: int | None = None,
    context: Context | None = None,
) -> Any:
    """output = alpha * (product of the inputs) + beta * output over all ranks, the output first; returns its part. With one
    input it moves an array to another distribution. Collective. Raises what plan_contraction() raises.
    """
    with communicator._fails_on_all():
        factor = (0 if overwrites(expression) else 1) if beta is None else beta
        accumulate = bool(factor != 0)
    made = plan_contraction(communicator, expression, *operands, accumulate=accumulate, engine=engine,
                            workspace_limit=workspace_limit, context=context)
    return made.run(*(each.part for each in operands), alpha=alpha, beta=factor)
