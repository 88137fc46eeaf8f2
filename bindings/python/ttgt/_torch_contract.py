# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Calls of the operator by einsum strings and formulas, with tensors of any shapes."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import Any

import torch

from . import _formula
from . import _torch_kernel as kernel
from . import _torch_operator  # noqa: F401, which defines the operator
from ._arrays import operand_name
from ._context import Kept
from ._products import from_text, to_text
from ._subscripts import Subscripts, split_operands
from ._torch import check_elements
from ._torch_derivatives import apply, are_unseen, call_again, keep_call
from .errors import DtypeError, InvalidArgument, Unsupported

_orders = Kept(1024)


def einsum(*operands: Any) -> Any:
    """torch.einsum's and numpy.einsum's calls: "ij,jk->ik", or a list of labels behind each tensor.

    Labels that recur in a tensor are its diagonal, extents of 1 are repeated, and an ellipsis stands for any axes. The
    result is a new tensor; of two tensors its memory has the order in which a matrix product leaves it, as torch.einsum's
    has, else C's. Tensors are of one type, or of a real type and its complex one; autocast applies.
    Raises as ttgt.contract() does.
    """
    if isinstance(operands[0], str):
        return contract(operands[0], *operands[1:])
    text, tensors = split_operands(operands)
    return contract(text, *tensors)


def contract(expression: str, *inputs: Any, alpha: complex = 1, out: Any = None) -> Any:
    """alpha * (product of the inputs), by an einsum string or by a formula such as "D(a,b)=L(a,k)*R(k,b)+X(a,b)".

    The formula's output is the result: it is no argument. Every input is differentiable, to any order, forwards and
    backwards. `out` is written and returned; then no input may require a gradient.

    Raises ExpressionError and InvalidArgument (ValueErrors), DtypeError and Unsupported (TypeErrors), each naming
    label, operand and values.
    """
    return contract_in_order("K", expression, inputs, alpha, out)


def contract_in_order(order: str, expression: str, inputs: tuple[Any, ...], alpha: Any = 1, out: Any = None) -> Any:
    """The same; with the order "C" new results are contiguous, with "K" as contract() says."""
    is_plain = out is None and type(alpha) is int and alpha == 1 and not torch.compiler.is_compiling()
    key = f"{order} {expression}"
    if is_plain:
        result = call_again(key, inputs)
        if result is not None:
            return result
    _check_tensors(inputs)
    shapes = tuple([tensor.shape for tensor in inputs])
    if torch.compiler.is_compiling() or not all(type(extent) is int for shape in shapes for extent in shape):
        statements, dropped, diagonals = _prepared(expression, shapes)
    else:
        statements, dropped, diagonals = _prepared_before(expression, shapes)
    views = [_view(tensor, axes, pairs) for tensor, axes, pairs in zip(inputs, dropped, diagonals)]
    if out is not None:
        return _into(out, statements, views, alpha)
    as_it_lies, axes = (statements, None) if order == "C" or torch.compiler.is_compiling() else _in_memory_order(statements, views)
    result = apply(as_it_lies, views)[0]
    if axes is not None:
        result = result.permute(axes)
    if is_plain and not any(dropped) and not any(diagonals):
        keep_call(key, (statements, as_it_lies, axes), inputs)
    return result if isinstance(alpha, (int, float)) and alpha == 1 else result * alpha


def _into(out: Any, statements: str, views: Sequence[Any], alpha: Any) -> Any:
    if torch.is_grad_enabled() and any(tensor.requires_grad for tensor in (out, *views)):
        raise Unsupported("an input or out requires a gradient, which is not recorded through out: leave out `out`, or call "
                          "it under torch.no_grad()")
    torch.ops.ttgt.contract_out(statements, views, [out])
    return out if isinstance(alpha, (int, float)) and alpha == 1 else out.mul_(alpha)


def _check_tensors(inputs: Sequence[Any]) -> None:
    if not inputs:
        raise InvalidArgument("a contraction needs at least one tensor")
    is_compiling = torch.compiler.is_compiling()
    for place, tensor in enumerate(inputs):
        if not isinstance(tensor, torch.Tensor):
            raise DtypeError(f"{operand_name(place)} is of {type(tensor)}, which is no tensor of PyTorch")
        if not is_compiling:
            check_elements(torch, tensor, operand_name(place))


def _view(tensor: Any, dropped: tuple[int, ...], diagonals: tuple[tuple[int, int], ...]) -> Any:
    if dropped:
        tensor = tensor.squeeze(dropped)
    for first, second in diagonals:
        tensor = tensor.diagonal(0, first, second)
    return tensor


def _prepared(expression: str, shapes: Sequence[Any]) -> tuple[str, Any, Any]:
    """The program of an expression, and of each input the axes to drop and the pairs of axes whose diagonal it reads."""
    ranks = tuple([len(shape) for shape in shapes])
    labels, repeats = _read(expression, ranks)
    dropped = _formula.dropped_axes(labels, repeats, shapes)
    statements, diagonals = _lower(expression, ranks, dropped)
    return statements, dropped, diagonals


_prepared_before = functools.lru_cache(maxsize=1024)(_prepared)


def _in_memory_order(statements: str, inputs: Sequence[Any]) -> tuple[str, tuple[int, ...] | None]:
    """The program with the axes of its output in the order of its memory, and the output's axes in that order; None where they
    are in place. That is C's order, unless a plan for it needs memory for a second result, which a matrix product leaves in
    another order."""
    if not are_unseen(inputs):
        return statements, None
    key = statements, *[kernel.layout(tensor) for tensor in inputs]
    found = _orders.get(key)
    if found is None:
        found = _orders[key] = _quicker_order(statements, inputs)
    return found


def _quicker_order(statements: str, inputs: Sequence[Any]) -> tuple[str, tuple[int, ...] | None]:
    (statement,) = from_text(statements)
    if len(statement.terms) != 1 or len(statement.terms[0].factors) != 2:
        return statements, None
    factors, output = statement.terms[0].factors, list(statement.output)
    labels = Subscripts([list(factor.labels) for factor in factors], output)
    order = labels.memory_order("K", [inputs[factor.tensor].stride() for factor in factors])
    if order == output:
        return statements, None
    extents = {label: extent for factor in factors for label, extent in zip(factor.labels, inputs[factor.tensor].shape)}
    result_bytes = math.prod(extents[label] for label in output) * max(tensor.element_size() for tensor in inputs)
    ordered = to_text((statement._replace(output=tuple(order)),))
    if kernel.workspace_bytes(statements, inputs) < kernel.workspace_bytes(ordered, inputs) + max(result_bytes, 1):
        return statements, None
    return ordered, tuple([order.index(label) for label in output])


# The text and the ranks are constants of a compiled graph, and so is what is read of them.
@torch.compiler.assume_constant_result
def _read(expression: str, ranks: tuple[int, ...]) -> tuple[tuple[tuple[str, ...], ...], bool]:
    reading = _formula.read(expression, ranks)
    return reading.inputs, reading.repeats


@torch.compiler.assume_constant_result
def _lower(expression: str, ranks: tuple[int, ...], dropped: tuple[tuple[int, ...], ...]) -> tuple[str, Any]:
    return _formula.lower(expression, ranks, dropped)
