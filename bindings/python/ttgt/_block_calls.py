# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Calls and plans with tensors of blocks among their operands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy

from . import _context, _core
from ._arrays import Library, array_library, common_library, operand_name
from ._blocks import BlockArray, Blocks, check_not_recorded, new_blocks, product_type
from ._context import Context
from ._paths import steps_of
from ._plan import Report
from ._rules import checked_limit
from ._subscripts import check_characters, conjugated, is_assignment, parse, split_operands
from .errors import InvalidArgument, Unsupported


_NUMPY = numpy.empty(0)


def has_blocks(operands: Sequence[Any], out: Any = None) -> bool:
    return isinstance(out, BlockArray) or any(isinstance(each, BlockArray) for each in operands)


def output_blocks(expression: str, *inputs: Any) -> BlockArray:
    """Zeros on the blocks of the output that products of the inputs' blocks reach, as einsum() and contract() make
    them. The expression is an einsum string, or an assignment "D(a,c)=L(a,k)*R(k,c)" of these inputs.
    """
    check_characters(expression)
    tensors = [as_blocks(each, operand_name(place)) for place, each in enumerate(inputs)]
    text = expression if is_assignment(expression) else _text(expression, tensors, ())
    return _new_output(text, tensors, is_zero=True)


def assignment(expression: str, operands: Sequence[Any], alpha: Any, beta: Any, settings: dict[str, Any],
               context: Context | None) -> Any:
    """contract() of an expression, whose output comes first."""
    if len(operands) < 2:
        raise InvalidArgument(f"'{expression}' needs its output and at least one input")
    tensors = [as_blocks(each, operand_name(place, True), place == 0) for place, each in enumerate(operands)]
    _run(expression, tensors, alpha, beta, settings, context)
    return operands[0]


def einsum(text: str, operands: Sequence[Any], out: Any, alpha: Any, beta: Any, conjugate: Sequence[bool],
           settings: dict[str, Any], context: Context | None) -> Any:
    """contract() and einsum() of an einsum string."""
    key = None
    if out is None and beta in (None, 0):
        key = _call_key(text, operands, conjugate, settings)
        result = _run_kept(key, operands, alpha, context)
        if result is not None:
            return result
    tensors = [as_blocks(each, operand_name(place)) for place, each in enumerate(operands)]
    text = _text(text, tensors, conjugate)
    if out is None and beta not in (None, 0):
        raise InvalidArgument(f"beta is {beta}, but there is no out that it could scale")
    result = _new_output(text, tensors, is_zero=False, where=context) if out is None else out
    plan = _run(text, [as_blocks(result, "out", True), *tensors], alpha, 0 if beta is None else beta, settings, context)
    if key is not None:
        (context or _context.own)._block_calls[key] = result._places, result.dtype, plan
    return result


def _call_key(text: str, operands: Sequence[Any], conjugate: Sequence[bool], settings: dict[str, Any]) -> Any:
    """What tells calls apart that make a new result of NumPy's blocks; None for others."""
    for each in operands:
        if type(each) is not BlockArray or type(each._library) is not Library:
            return None
    return "einsum", text, *conjugate, *settings.items(), *[each._layout_key for each in operands]


def _run_kept(key: Any, tensors: Sequence[BlockArray], alpha: Any, context: Context | None) -> Any:
    """The new result of a call like an earlier one; None where there was none."""
    found = None if key is None else (context or _context.own)._block_calls.get(key)
    if found is None:
        return None
    places, dtype, plan = found
    result = new_blocks(places, dtype, _NUMPY, is_zero=False)
    plan.run([result._core, *[each._core for each in tensors]], alpha, 0)
    return result


def einsum_any(operands: tuple[Any, ...], out: Any, dtype: Any, context: Context | None, path: Any = None) -> Any:
    """einsum() with strings or lists of labels, along the path if there is one."""
    text, given = split_operands(operands)
    if dtype is not None:
        raise Unsupported("tensors of blocks are not cast: leave dtype out")
    settings = {} if path is None else {"path": tuple(steps_of(path, len(given)))}
    return einsum(text, given, out, None, None, (), settings, context)


class BlockPlan:
    """One way to contract tensors of blocks with fixed types, sections, blocks and strides; made by ttgt.plan()."""

    def __init__(self, core: Any, text: str, expression: str, has_output: bool, context: Context | None,
                 planned_on: Context, settings: tuple[Any, ...]) -> None:
        self._core = core
        self._cores = {planned_on: core}  # of each stream that the plan has run on, by its context
        self._settings = settings
        self._text = text
        self._has_output = has_output
        self._context = context
        self.expression = expression

    @property
    def workspace_bytes(self) -> int:
        """Exactly the scratch bytes of a run."""
        return self._core.workspace_bytes

    @property
    def pairs(self) -> int:
        """The number of pairs of blocks that a run multiplies; with one input, of blocks that it adds."""
        return self._core.pairs

    def explain(self, components: int = 10) -> str:
        """Stages and at most `components` components, those with the most flops first."""
        return self._core.explain(components)

    def run(self, *arrays: Any, out: Any = None, alpha: complex = 1, beta: complex | None = None) -> Any:
        """Runs on these tensors and returns the output: of an expression the first one, of an einsum string `out`, or a
        new one. They have the types and blocks that the plan was made for.
        """
        result, tensors = self._given(arrays, out)
        self._core_for(tensors).run([each._core for each in tensors], alpha, beta)
        return result

    def profile(self, *arrays: Any, out: Any = None, alpha: complex = 1, beta: complex | None = None) -> Report:
        """Runs like run(), timing every stage."""
        tensors = self._given(arrays, out)[1]
        return Report(self._core_for(tensors).profile([each._core for each in tensors], alpha, beta))

    def _core_for(self, tensors: list[BlockArray]) -> Any:
        """The plan on the stream that is the arrays' library's current one, unless a context was given."""
        where = self._context or context_of_blocks(tensors)
        if where not in self._cores:
            self._cores[where] = _core.plan_blocks(where._core, self._text, [each._core for each in tensors], *self._settings)
        return self._cores[where]

    def _given(self, arrays: tuple[Any, ...], out: Any) -> tuple[Any, list[BlockArray]]:
        if self._has_output:
            if out is not None or not arrays:
                raise InvalidArgument("the output of an expression is its first array, not out")
            out, arrays = arrays[0], arrays[1:]
        tensors = [as_blocks(each, operand_name(place)) for place, each in enumerate(arrays)]
        result = _new_output(self._text, tensors, is_zero=False, where=self._context) if out is None else out
        return result, [as_blocks(result, "D", True), *tensors]

    def __repr__(self) -> str:
        return f"<ttgt.BlockPlan of {self.expression}, {self.pairs} pairs, workspace {self.workspace_bytes} bytes>"


def plan(expression: str, operands: Sequence[Any], out: Any, accumulate: bool | None, strategy: str | None,
         workspace_limit: int | None, leaves_out_missing: bool, context: Context | None, path: Any = None) -> BlockPlan:
    has_output = is_assignment(expression)
    if has_output and out is not None:
        raise InvalidArgument("the output of an expression is its first operand, not out")
    tensors = [as_blocks(each, operand_name(place, has_output)) for place, each in enumerate(operands)]
    text = expression
    if not has_output:
        text = _text(expression, tensors, ())
        tensors.insert(0, _new_output(text, tensors, is_zero=False, where=context) if out is None
                       else as_blocks(out, "out"))
    where = context or context_of_blocks(tensors)
    settings = (strategy, checked_limit(workspace_limit), -1 if accumulate is None else int(not accumulate),
                leaves_out_missing, [] if path is None else steps_of(path, len(tensors) - 1))
    core = _core.plan_blocks(where._core, text, [each._core for each in tensors], *settings)
    return BlockPlan(core, text, expression, has_output, context, where, settings)


def as_blocks(operand: Any, name: str, is_written: bool = False) -> BlockArray:
    """The operand; a dense one as a tensor of one block."""
    if isinstance(operand, BlockArray):
        if type(operand._library) is not Library:
            check_not_recorded(operand._owners, name)
            for array in operand._owners if is_written else ():
                array_library(array).writable(array, name)
        if is_written:
            if operand._is_copied:
                raise InvalidArgument(f"{name} has lazily conjugated or negated blocks, which were copied: write to others")
            _core.check_blocks_writable(operand._described)
        return operand
    check_not_recorded([operand], name)
    if is_written and not hasattr(operand, "shape"):
        raise InvalidArgument(f"{name} is read-only: an array that can be written is needed")
    array = common_library([operand], has_output=is_written)[1][0]
    block = BlockArray({(0,) * len(array.shape): array}, [[extent] for extent in array.shape])
    return as_blocks(block, name, is_written)


def _text(text: str, tensors: Sequence[BlockArray], conjugate: Sequence[bool]) -> str:
    """The einsum string, or the assignment that says what it cannot: conjugation, and which labels an ellipsis has."""
    check_characters(text)
    labels = parse(text, [each.ndim for each in tensors])
    flags = [flag and each.dtype.startswith("complex") for flag, each in zip(conjugate, tensors)]
    flags += [False] * (len(tensors) - len(flags))
    return conjugated(labels, flags) if any(flags) or "..." in text else text


def _new_output(text: str, tensors: Sequence[BlockArray], *, is_zero: bool, where: Context | None = None) -> BlockArray:
    """A new tensor on the blocks that products reach; of the library of the first input that is not NumPy's."""
    dtype = product_type(each.dtype for each in tensors)
    kept = (where or _context.own)._block_calls
    key = (text, *(each._layout_key for each in tensors))
    found = kept.get(key)
    if found is None:
        found = Blocks(_core.output_blocks(text, [each._core for each in tensors]))
        kept[key] = found
    arrays = [array for each in tensors for array in each._owners[:1]]
    like = next((array for array in arrays if type(array_library(array)) is not Library), numpy.empty(0))
    return new_blocks(found, dtype, like, is_zero=is_zero)


def _run(text: str, tensors: Sequence[BlockArray], alpha: Any, beta: Any, settings: dict[str, Any],
         context: Context | None) -> Any:
    """By the plan of an earlier call with the same layouts, or by a new one, which is returned."""
    check_characters(text)
    where = context or context_of_blocks(tensors)
    key = (text, beta == 0, *settings.values(), *(each._layout_key for each in tensors))
    plan = where._block_calls.get(key)
    cores = [each._core for each in tensors]
    if plan is None:
        plan = _core.plan_blocks(where._core, text, cores, beta_is_zero=int(beta == 0), **settings)
        where._block_calls[key] = plan
    plan.run(cores, alpha, beta)
    return plan


def context_of_blocks(tensors: Sequence[BlockArray]) -> Context:
    """That of the device on which the first blocks lie."""
    arrays = [array for each in tensors for array in each._owners[:1]]
    like = next((array for array in arrays if type(array_library(array)) is not Library), None)
    return _context.own if like is None else _context.default(array_library(like), like)
