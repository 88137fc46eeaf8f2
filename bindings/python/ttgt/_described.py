# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Operands of a call that plans, as the engine reads them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy

from . import _context, _core
from ._arrays import common_dtype, common_library
from ._context import Context, checked
from ._rules import dtype_name
from ._subscripts import check_characters, is_assignment, parse, split_operands
from .errors import InvalidArgument


def described_operands(expression: Any, operands: Sequence[Any], out: Any, dtype: Any, context: Context | None) -> tuple[
        Context, str, tuple[Any, ...], tuple[tuple[int, ...], str] | None]:
    """The context, the text, the arrays with the output first, and shape and type of the output of an einsum string.
    Operands are as in plan()."""
    dtype = dtype_name(dtype)
    if not isinstance(expression, str) or not is_assignment(expression):
        expression, operands = split_operands((expression, *operands))
    check_characters(expression)
    arrays = [numpy.broadcast_to(numpy.zeros((), dtype), a) if type(a) is tuple else a for a in operands]
    library, arrays = common_library(arrays, has_output=is_assignment(expression))
    output = None
    if not is_assignment(expression):
        labels = parse(expression, [len(array.shape) for array in arrays])
        name = common_dtype([library.dtype(array) for array in arrays])
        output = (labels.shape([array.shape for array in arrays]), name)
        arrays.insert(0, output[0] if out is None else out)
        operands = (arrays[0], *operands)
        dtypes = [name]
    elif out is not None:
        raise InvalidArgument("the output of an expression is its first operand, not out")
    else:
        dtypes = [dtype]
    stream = library.stream(arrays[-1])
    where = _context.default(library, arrays[-1]) if context is None else checked(context)
    described = tuple(
        _shape(operand, dtypes[0] if i == 0 else dtype, where) if type(operand) is tuple
        else library.describe(array, stream)
        for i, (operand, array) in enumerate(zip(operands, arrays)))
    return where, expression, described, output


def _shape(extents: tuple[int, ...], dtype: str, context: Context) -> Any:
    """A packed array without memory, on the context's device."""
    strides = [1] * len(extents)
    for i in range(len(extents) - 1, 0, -1):
        strides[i - 1] = strides[i] * max(extents[i], 1)
    return _core.describe(dtype, list(extents), strides, 0, context.device != "cpu")
