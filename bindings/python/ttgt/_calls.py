# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""contract and einsum: one call each."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Sequence
from typing import Any, Literal

import numpy

from . import _block_calls, _context
from ._arrays import array_library, common_dtype, common_library
from ._block_calls import has_blocks
from ._context import Context, checked
from ._jax import is_on_gpu, is_traced
from ._paths import given_path, steps_of
from ._rules import (
    check_cast,
    check_cast_to,
    check_no_settings,
    checked_casting,
    checked_limit,
    checked_order,
    dtype_name,
    order_of,
)
from ._subscripts import is_assignment, split_operands
from ._torch import is_recorded
from ._unseen import UnseenCall, cast_all, check_out, copies_of, needs_copy, overlaps
from .errors import InvalidArgument, ShapeMismatch


def contract(
    expression: str,
    *operands: Any,
    alpha: complex = 1,
    beta: complex | None = None,
    out: Any = None,
    conja: bool = False,
    conjb: bool = False,
    order: str | None = "K",
    context: Context | None = None,
    strategy: str | None = None,
    workspace_limit: int | None = None,
) -> Any:
    """out = alpha * (product of the inputs) + beta * out, on arrays as they lie.

    contract("D(a,b,i)+=L(a,c,i,k)*R(k,b,c)", D, L, R): a text with a bracket is an expression; the output
    comes first, is written and returned. beta is 0 for `=` and 1 for `+=` and `-=`, unless it is given.

    contract("acik,kbc->abi", a, b, alpha=1, beta=0, out=None): an einsum string of any number of inputs. Without
    `out` the result is a new array of the inputs' library. Of NumPy's its memory has the order in which a
    matrix product leaves it (`order="K"`), C's ("C") or Fortran's ("F"). `conja` and `conjb` conjugate.

    Shapes: one extent for each label; arrays may have any strides, size 0 included; `out` must not overlap an
    input. Elements: float16, bfloat16, float32, float64, complex64, complex128, of one type, or a real
    input beside a complex one. Nothing is copied or cast.

    Operands may be ttgt.BlockArrays, beside dense arrays where labels have one section. Blocks of
    the output that no product reaches are scaled by beta; a new result has the blocks of ttgt.output_blocks().

    Raises ExpressionError and InvalidArgument (ValueErrors), DtypeError and Unsupported (TypeErrors),
    OutOfMemory (a MemoryError), each naming label, operand and values, before anything is written.
    """
    where = _context.own if context is None else checked(context)
    key = expression
    if conja or conjb or order != "K" or strategy is not None or workspace_limit is not None:
        key = call_key(expression, conja, conjb, order, strategy, workspace_limit)
    if not is_assignment(expression):
        result = _run_kept(where, key, operands, out, alpha, beta)
        if result is not None:
            return result
        if has_blocks(operands, out):
            settings = {"strategy": strategy, "workspace_limit": checked_limit(workspace_limit)}
            return _block_calls.einsum(expression, operands, out, alpha, beta, (conja, conjb), settings, context)
        recorded = _recorded(operands) if out is None and beta in (None, 0) else None
        if recorded is not None:
            check_no_settings(context=context, strategy=strategy, workspace_limit=workspace_limit)
            return recorded.contract_any(expression, operands, alpha, (conja, conjb), checked_order(order))
        call = UnseenCall(context, key, strategy, workspace_limit)
        call.keep_as(lambda calls: calls.key(key, operands, out, beta not in (None, 0)))
        letter = order_of(checked_order(order), operands)
        return call.einsum(expression, operands, out, alpha, beta, (conja, conjb), letter)
    if out is not None or conja or conjb:
        raise InvalidArgument("an expression names its output and conjugations itself: no out, conja, conjb")
    if beta is None:
        beta = 0 if overwrites(expression) else 1
    if operands:
        result = where._calls.run(key, operands, operands[0], alpha, beta, 1)
        if result is None:
            result = where._device_calls.run(key, operands[1:], operands[0], alpha, beta)
        if result is not None:
            return result
    if has_blocks(operands):
        settings = {"strategy": strategy, "workspace_limit": checked_limit(workspace_limit)}
        return _block_calls.assignment(expression, operands, alpha, beta, settings, context)
    call = UnseenCall(context, key, strategy, workspace_limit)
    call.keep_as(lambda calls: calls.key(key, operands[1:], operands[0], beta not in (None, 0)))
    return call.assignment(expression, operands, alpha, beta)


def call_key(
    expression: str,
    conja: bool = False,
    conjb: bool = False,
    order: str | None = "K",
    strategy: str | None = None,
    workspace_limit: int | None = None,
) -> str:
    """The text under which a context keeps calls of contract() with settings; without settings it is the expression."""
    return f"{conja:d}{conjb:d}{order} {strategy} {workspace_limit} {expression}"


def einsum(
    *operands: Any,
    out: Any = None,
    dtype: Any = None,
    order: str | None = "K",
    casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "safe",
    optimize: Any = True,
    context: Context | None = None,
) -> Any:
    """numpy.einsum's rules: "ij,jk->ik", implicit outputs, ellipses, einsum(a, [0, 1], b, [1, 2], [0, 2]), out.

    Operands are arrays, lists or numbers. The type that is computed in is `dtype`, or the one that all operands and `out`
    promote to; operands are cast to it, and results to `out`, where `casting` permits. The result is a new array of the
    operands' library, never a view of one; of NumPy's, `order` is as in contract(). `out` is written even where it overlaps
    an operand, then through a copy. `optimize`: a path of ttgt.path(), numpy.einsum_path(), opt_einsum or cotengra, a list of
    tuples of positions in the list of operands that shrinks, or of numbers of operands and products (SSA). Anything else
    of NumPy's has no meaning: the order of products is planned. So it is where gradients or traces are recorded.
    ttgt.BlockArrays are taken as by contract(), and are not cast.

    Raises as contract() does; DtypeError also for casts that `casting` refuses, and where all operands are integers.
    """
    where = _context.own if context is None else checked(context)
    if order is None:
        order = "K"
    # What the key of a kept call has for the order tells paths apart too.
    path = None if optimize is True else given_path(optimize)
    kept = order if path is None else f"{order} {path}"
    try:
        result = where._calls.run_einsum(operands, out, dtype, kept, casting)
    except InvalidArgument:
        if not overlaps(out, [each for each in operands if hasattr(each, "shape")]):
            raise
        result = None
    if result is None and dtype is None and operands and type(operands[0]) is str:
        result = where._device_calls.run(_device_key(operands[0], kept), operands[1:], out, None, None)
    return _unseen_einsum(operands, out, dtype, order, casting, context, path, kept) if result is None else result


def _unseen_einsum(operands: tuple[Any, ...], out: Any, dtype: Any, order: Any, casting: Any,
                   context: Context | None, path: Any, kept: str) -> Any:
    if has_blocks(operands, out):
        return _block_calls.einsum_any(operands, out, dtype, context, path)
    where = _context.own if context is None else context
    text, given = split_operands(operands)
    letter, casting = checked_order(order), checked_casting(casting)
    steps = [] if path is None else steps_of(path, len(given))
    recorded = _recorded(given) if out is None else None
    if recorded is not None:
        check_no_settings(context=context)
        return recorded.einsum_any(text, given, dtype, letter, casting)
    library, arrays = common_library(list(given), lazy=True)
    names = [array_library(array).dtype(array) for array in arrays]
    if out is not None:
        check_out(out)
    wanted = dtype_name(dtype) if dtype is not None else (
        common_dtype(names if out is None else [*names, array_library(out).dtype(out)]))
    for place, array in enumerate(arrays):
        check_cast(array, wanted, casting, f"input {place + 1}")
    cast = cast_all(arrays, names, wanted)
    if out is not None:
        check_cast_to(wanted, out, casting)
        if needs_copy(out, wanted, cast):
            return _copied(einsum(text, *cast, optimize=path, context=context), out)
    # einsum() has looked for the operands as they were given already.
    is_new = dtype is not None or text is not operands[0] or any(array is not each for array, each in zip(cast, given))
    result = where._device_calls.run(_device_key(text, kept), cast, out, None, None) if is_new else None
    if result is not None:
        return result
    copies = copies_of(library, given, arrays, cast)
    call = UnseenCall(context, _device_key(text, kept), None, None, copies or (), steps)
    if copies is not None:
        call.keep_as(lambda calls: calls.einsum_key(operands, out, dtype, kept, casting))
    return call.einsum(text, cast, out, None, None, (), order_of(letter, arrays))


def _recorded(operands: Sequence[Any]) -> Any:
    """The calls of the library that records what is done with an operand (gradients, traces, transformations), which is
    imported then; else None."""
    if is_recorded(operands):
        return _calls_of("torch")
    if is_traced(operands) or is_on_gpu(operands):
        return _calls_of("jax")
    return None


@functools.cache
def _calls_of(library: str) -> Any:
    return getattr(importlib.import_module(f"ttgt.{library}"), f"_{library}_calls")


def _device_key(text: str, order: Any) -> str:
    return text if order == "K" else f"{order} {text}"


def _copied(result: Any, out: Any) -> Any:
    """`out` with the values of the result."""
    if tuple(numpy.shape(result)) != tuple(out.shape):
        raise ShapeMismatch(f"the result has shape {tuple(numpy.shape(result))}, out has {tuple(out.shape)}")
    array_library(out).assign(out, result)
    return out


def _run_kept(where: Context, key: str, inputs: Sequence[Any], out: Any, alpha: Any, beta: Any) -> Any:
    """The result of a call that has been seen before; else None."""
    result = where._calls.run(key, inputs, out, alpha, beta, 0)
    return where._device_calls.run(key, inputs, out, alpha, beta) if result is None else result


def overwrites(expression: str) -> bool:
    """Whether beta is 0 by the expression."""
    at = expression.find("=")
    return at < 1 or expression[at - 1] not in "+-"
