# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""ttgt.einsum and ttgt.contract on tracers of JAX and on its arrays on GPUs: their rules, and then the primitive."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp

from ._arrays import common_dtype
from ._jax_contract import contract
from ._rules import check_types, dtype_name


def einsum_any(text: str, operands: Sequence[Any], dtype: Any, order: str, casting: Any) -> Any:
    """By NumPy's rules of types; an order of memory is XLA's to choose."""
    arrays = _arrays(operands)
    names = [str(array.dtype) for array in arrays]
    wanted = dtype_name(dtype) if dtype is not None else common_dtype(names)
    for place, name in enumerate(names):
        check_types(name, wanted, casting, f"input {place + 1}")
    return contract(text, *(array.astype(wanted) for array in arrays))


def contract_any(text: str, operands: Sequence[Any], alpha: Any, conjugate: Sequence[bool], order: str) -> Any:
    """As ttgt.contract, which casts nothing."""
    arrays = [jnp.conj(array) if place < 2 and conjugate[place] else array for place, array in enumerate(_arrays(operands))]
    result = contract(text, *arrays)
    return result if isinstance(alpha, (int, float)) and alpha == 1 else alpha * result


def _arrays(operands: Sequence[Any]) -> list[Any]:
    """The operands, with numbers in the type of the first array."""
    first = next(operand for operand in operands if isinstance(operand, jax.Array))
    return [jnp.asarray(operand, first.dtype if type(operand) in (int, float) else None) for operand in operands]
