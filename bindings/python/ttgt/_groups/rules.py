# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""What is computed of each problem of a group: a contraction or a transpose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import _core
from .._blocks import product_type
from .._subscripts import check_characters, conjugated, is_assignment, parse
from .._transpose import permutation
from ..errors import InvalidArgument


class Contraction:
    """An expression, whose output comes first, or an einsum string."""

    def __init__(self, expression: Any, conjugate: Sequence[bool], strategy: str | None, workspace_limit: int) -> None:
        if not isinstance(expression, str):
            raise InvalidArgument(f"the expression is {expression!r}, which is no text")
        check_characters(expression)
        self.has_output = is_assignment(expression)
        if self.has_output and any(conjugate):
            raise InvalidArgument("an expression names its conjugations itself: no conja, conjb")
        self._expression = expression
        self._conjugate = tuple(map(bool, conjugate))
        self._settings = (strategy, workspace_limit)
        self._ranks: list[int] = []
        self._places: list[list[tuple[int, int]]] = []  # for each axis of the output, input and axis that have its label
        self._text = expression

    @property
    def key(self) -> tuple[Any, ...]:
        """Equal where the plan of equal arrays is."""
        return self._expression, self._conjugate, self._settings

    def inputs_of(self, operands: Sequence[Any]) -> int:
        """The number of inputs in a call with these operands; refuses calls without."""
        count = len(operands) - self.has_output
        if count < 1:
            raise InvalidArgument(f"'{self._expression}' needs {'its output and ' * self.has_output}at least one input")
        return count

    def meet(self, inputs: Sequence[Any], dtypes: Sequence[str]) -> str:
        """Reads the einsum string for the inputs of the first problem; returns the type of the output."""
        self._ranks = [len(array.shape) for array in inputs]
        labels = parse(self._expression, self._ranks)
        self._places = [next((place, axis) for place, of in enumerate(labels.inputs) for axis, each in enumerate(of)
                             if each == label) for label in labels.output]
        flags = [flag and dtype.startswith("complex") for flag, dtype in zip(self._conjugate, dtypes)]
        flags += [False] * (len(inputs) - len(flags))
        self._text = conjugated(labels, flags) if any(flags) or "..." in self._expression else self._expression
        return product_type(dtypes, "arrays")

    def shape(self, inputs: Sequence[Any]) -> tuple[int, ...]:
        """Of the output for these inputs; other ranks than in the first problem, and extents that differ, the engine
        refuses."""
        shapes = [array.shape for array in inputs]
        if [*map(len, shapes)] != self._ranks:
            return (0,) * len(self._places)
        return tuple([shapes[place][axis] for place, axis in self._places])

    def plan(self, given: Any, beta_is_zero: bool) -> Any:
        return _core.plan_contractions(given.where._core, self._text, given.core, *self._settings, int(beta_is_zero))


class Transpose:
    """A permutation of axes."""

    has_output = False

    def __init__(self, axes: Any, conjugate: bool) -> None:
        self._axes = None if axes is None else tuple(axes) if hasattr(axes, "__iter__") else axes
        self._conjugate = bool(conjugate)
        self._order: list[int] = []

    @property
    def key(self) -> tuple[Any, ...]:
        """Equal where the plan of equal arrays is."""
        return "transposes", tuple(self._order), self._conjugate

    def inputs_of(self, operands: Sequence[Any]) -> int:
        """A call has one list of inputs."""
        if len(operands) != 1:
            raise InvalidArgument(f"transposes have one list of arrays, not {len(operands)}")
        return 1

    def meet(self, inputs: Sequence[Any], dtypes: Sequence[str]) -> str:
        """Reads the permutation for the input of the first problem; returns the type of the output."""
        self._order = permutation(self._axes, len(inputs[0].shape))
        return dtypes[0]

    def shape(self, inputs: Sequence[Any]) -> tuple[int, ...]:
        """Of the output for this input; what has another rank the engine refuses."""
        shape = tuple(inputs[0].shape)
        return tuple(shape[axis] for axis in self._order) if len(shape) == len(self._order) else shape

    def plan(self, given: Any, beta_is_zero: bool) -> Any:
        return _core.plan_transposes(given.where._core, given.core, self._order, self._conjugate, beta_is_zero)
