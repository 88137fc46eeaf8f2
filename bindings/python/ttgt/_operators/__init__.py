# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Formulas: elementwise functions of arrays, and reductions."""

from __future__ import annotations

from typing import Any

from .._context import Context
from ..errors import ExpressionError, InvalidArgument
from .formula_arrays import FormulaArrays

_REDUCTIONS = ("sum", "prod", "max", "min", "norm2")


def evaluate(formula: str, /, *, out: Any = None, context: Context | None = None, **operands: Any) -> Any:
    """Evaluates a formula, in one pass over the arrays as they lie: evaluate("y(b,a) = alpha*exp(x(a,b))", x=x, alpha=2).

    Arrays and scalars are given by the names that the formula has for them. docs/guide/operators.md has the grammar. The
    result is a new array of the inputs' library in C order, of the widest precision of the inputs, complex where values
    may be; or `out`, which may also be given by its name, and must be where the formula reads it. Nothing is cast; arrays
    of different types mix. Scalars are numbers that may differ from call to call.

    Raises ExpressionError and InvalidArgument (ValueErrors), DtypeError, ScalarError and Unsupported (TypeErrors), each
    naming label, array and values, before anything is written.
    """
    given = FormulaArrays(formula, operands, out, context)
    scalars = given.scalars()
    kept = given.where._block_calls
    key = ("evaluate", formula, given.key(), *given.result_key(scalars))
    found = kept.get(key)
    result = given.result_of(scalars) if found is None else found[1]
    arrays = given.arrays(result)
    plan = given.plan(arrays) if found is None else found[0]
    if found is None:
        kept[key] = plan, result
    plan.run(arrays, scalars)
    return given.finished()


def reduce(subscripts: str, array: Any, function: str = "sum", *, out: Any = None, context: Context | None = None) -> Any:
    """Reduces an array over the labels that the result lacks: reduce("ijk->j", x, "max"), in one pass and in double precision.

    `function` is "sum", "prod", "max", "min" or "norm2". Labels are letters, as in einsum strings, or words between commas:
    "a1,b->b", where one word has a comma behind it: "row,->". The result's labels may stand in any order; a label that the array has twice means its diagonal. It is
    evaluate("r(j) = max(x(i,j,k))", x=x): types, results and errors are those of evaluate(). ExpressionError: there is not
    one arrow.
    """
    if function not in _REDUCTIONS:
        raise InvalidArgument(f"a reduction is one of {', '.join(_REDUCTIONS)}, not {function!r}")
    if not isinstance(subscripts, str):
        raise InvalidArgument(f"the subscripts are {subscripts!r}, which is no text")
    sides = subscripts.split("->")
    if len(sides) != 2:
        raise ExpressionError(f"{subscripts!r} has {len(sides) - 1} arrows: a reduction is written as 'ij->j'")
    given, kept = (side.strip().removesuffix(",") if "," in subscripts else ",".join(side.replace(" ", "")) for side in sides)
    return evaluate(f"r({kept}) = {function}(x({given}))", x=array, out=out, context=context)


class EvaluationPlan:
    """One way to evaluate a formula, for arrays of fixed types, shapes and strides; made by ttgt.plan_evaluation()."""

    def __init__(self, formula: str, given: FormulaArrays, context: Context | None) -> None:
        self.formula = formula
        self.inputs = given.words.inputs
        self.scalars = given.words.scalars
        self._context = context
        self._result = given.result_of(given.scalars(False))
        arrays = given.arrays(self._result)
        self._layouts = given.layouts(arrays)
        self._core = given.plan(arrays)
        self._cores = {given.where: self._core}  # of each stream that the plan has run on, by its context

    @property
    def bytes(self) -> int:
        """Bytes of the elements that a run reads and writes."""
        return self._core.bytes

    @property
    def predicted_ms(self) -> float:
        """Predicted milliseconds of a run: of its bytes at the rate of a copy, on CPUs at least of its arithmetic."""
        return self._core.predicted_ms

    def explain(self) -> str:
        """The loops, the tile, and how each array is read."""
        return self._core.explain()

    def source(self) -> str:
        """The CUDA C++ source of the plan's kernels; empty on CPUs."""
        return self._core.source()

    def run(self, *, out: Any = None, **operands: Any) -> Any:
        """Runs on arrays like those that the plan was made for, given as to ttgt.evaluate(). Raises InvalidArgument for
        other arrays.
        """
        given = FormulaArrays(self.formula, operands, out, self._context)
        if given.out is None and self._result is None:
            raise InvalidArgument(f"the plan was made for an output that is given: {given.words.output} is not")
        scalars = given.scalars()
        arrays = given.arrays(self._result)
        core = self._cores.get(given.where)
        if core is None:
            if given.layouts(arrays) != self._layouts:
                raise InvalidArgument("the plan was made for arrays of other dtypes, shapes, strides or devices")
            core = self._cores[given.where] = given.plan(arrays)
        core.run(arrays, scalars)
        return given.finished()

    def __repr__(self) -> str:
        return f"<ttgt.EvaluationPlan of {self.formula}, {self.bytes} bytes read and written>"


def plan_evaluation(formula: str, /, *, out: Any = None, context: Context | None = None, **operands: Any) -> EvaluationPlan:
    """A plan for evaluate() of arrays like these. Scalars need not be given; where one is complex, so is the type of new
    results. Raises as evaluate() does.
    """
    given = FormulaArrays(formula, operands, out, context)
    return EvaluationPlan(formula, given, None if context is None else given.where)
