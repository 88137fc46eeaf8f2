# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""ttgt.einsum and ttgt.contract on tensors that PyTorch records, and in compiled graphs: their rules, and then the
operator."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from . import _calls
from ._arrays import common_dtype
from ._rules import check_no_settings, check_types, checked_casting, checked_order, dtype_name
from ._subscripts import is_assignment, split_operands
from ._torch_contract import contract_in_order


def einsum_any(text: str, operands: Sequence[Any], dtype: Any, order: str, casting: Any, out: Any = None) -> Any:
    """By NumPy's rules of types: operands are cast, and their gradients are cast back."""
    tensors = _tensors(operands)
    wanted = _promoted(tuple([tensor.dtype for tensor in tensors]), dtype, casting)
    tensors = [tensor if tensor.dtype == wanted else tensor.to(wanted) for tensor in tensors]
    return _in_order(contract_in_order("C", text, tuple(tensors), 1, out), order)


def contract_any(text: str, operands: Sequence[Any], alpha: Any, conjugate: Sequence[bool], order: str,
                 out: Any = None) -> Any:
    """As ttgt.contract, which casts nothing."""
    tensors = [tensor.conj() if place < 2 and conjugate[place] else tensor for place, tensor in enumerate(_tensors(operands))]
    return _in_order(contract_in_order("C", text, tuple(tensors), alpha, out), order)


@torch.compiler.substitute_in_graph(_calls.einsum)
def _einsum_in_graph(*operands: Any, out: Any = None, dtype: Any = None, order: Any = "K", casting: Any = "safe",
                     optimize: Any = True, context: Any = None) -> Any:
    check_no_settings(context=context)
    text, given = (operands[0], operands[1:]) if isinstance(operands[0], str) else split_operands(operands)
    return einsum_any(text, given, dtype, checked_order(order), checked_casting(casting), out)


@torch.compiler.substitute_in_graph(_calls.contract)
def _contract_in_graph(expression: str, *operands: Any, alpha: Any = 1, beta: Any = None, out: Any = None,
                       conja: bool = False, conjb: bool = False, order: Any = "K", context: Any = None, strategy: Any = None,
                       workspace_limit: Any = None) -> Any:
    check_no_settings(beta=beta, context=context, strategy=strategy, workspace_limit=workspace_limit)
    if is_assignment(expression):
        out, operands = operands[0], operands[1:]
    return contract_any(expression, operands, alpha, (conja, conjb), checked_order(order), out)


@torch.compiler.assume_constant_result
def _promoted(dtypes: tuple[Any, ...], dtype: Any, casting: Any) -> Any:
    """The type that is computed in. Raises DtypeError where `casting` refuses one of the casts to it."""
    names = [dtype_name(each) for each in dtypes]
    wanted = dtype_name(dtype) if dtype is not None else common_dtype(names)
    for place, name in enumerate(names):
        check_types(name, wanted, casting, f"input {place + 1}")
    return getattr(torch, wanted)


def _tensors(operands: Sequence[Any]) -> list[Any]:
    """The operands, with numbers and arrays of other libraries as tensors beside the first one."""
    first = next(operand for operand in operands if isinstance(operand, torch.Tensor))
    tensors = []
    for operand in operands:
        if type(operand) in (int, float):
            operand = torch.tensor(operand, dtype=first.dtype, device=first.device)
        elif not isinstance(operand, torch.Tensor):
            operand = torch.as_tensor(operand, device=first.device)
        tensors.append(operand)
    return tensors


def _in_order(result: Any, order: str) -> Any:
    """The result in Fortran's order of memory where that is asked for."""
    if order != "F" or result.dim() < 2:
        return result
    axes = tuple(range(result.dim()))[::-1]
    return result.permute(axes).contiguous().permute(axes)
