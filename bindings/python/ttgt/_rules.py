# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""NumPy's rules of types, casts and orders of memory."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

import numpy

from ._arrays import array_library
from .errors import DtypeError, InvalidArgument, Unsupported

_CASTINGS = ("no", "equiv", "safe", "same_kind", "unsafe")


def dtype_name(dtype: Any) -> str:
    """"float64" of whatever names that type: a string, a type of Python's, NumPy's or PyTorch's."""
    text = str(dtype)
    if text.startswith("torch."):
        return text.partition(".")[2]
    try:
        return numpy.dtype(dtype).name
    except TypeError as error:
        raise DtypeError(f"dtype {dtype!r} is not known to NumPy") from error


def checked_limit(limit: Any) -> int:
    """Bytes of workspace as the engine takes them: -1 for None."""
    if limit is None:
        return -1
    try:
        return operator.index(limit)
    except TypeError:
        raise InvalidArgument(f"workspace_limit is {limit!r}, which is no whole number of bytes") from None


def checked_most(elements: Any) -> int:
    """Elements of an intermediate at most, as the engine takes them: -1 for None."""
    if elements is None:
        return -1
    try:
        most = operator.index(elements)
    except TypeError:
        most = 0
    if most < 1:
        raise InvalidArgument(f"most_elements is {elements!r}, which is no whole number above 0")
    return most


def check_no_settings(**settings: Any) -> None:
    """Refuses settings that a call does not carry which PyTorch or JAX records."""
    for name, value in settings.items():
        if value is not None:
            raise Unsupported(f"{name} is {value!r}, which a call that PyTorch or JAX records (gradients, traces, "
                              "transformations) does not take: leave it out, or call it outside")


def checked_casting(casting: Any) -> Any:
    """The casting; refuses what is none of NumPy's rules."""
    if casting not in _CASTINGS:
        raise InvalidArgument(f"casting is {casting!r}, none of {', '.join(_CASTINGS)}")
    return casting


def checked_order(order: Any) -> str:
    """"K", "A", "C" or "F", of small letters too; None is "K"."""
    if order is None:
        return "K"
    letter = order.upper() if isinstance(order, str) else order
    if letter not in ("K", "A", "C", "F"):
        raise InvalidArgument(f"order is {order!r}, none of K, A, C and F")
    return letter


def order_of(order: str, arrays: Sequence[Any]) -> str:
    """What "A" says for these arrays: "F" where all are contiguous in Fortran's order, else "C"."""
    if order != "A":
        return order
    fortran = all(isinstance(array, numpy.ndarray) and array.flags.f_contiguous for array in arrays)
    return "F" if fortran else "C"


def check_cast(array: Any, dtype: str, casting: Any, what: str) -> None:
    """Refuses to cast `what`, an array, to another type where `casting` does."""
    check_types(_type_of(array), dtype, casting, what)


def check_cast_to(dtype: str, out: Any, casting: Any) -> None:
    """Refuses to store results of that type in `out` where `casting` does."""
    check_types(dtype, _type_of(out), casting, "the result")


def check_types(of: Any, to: Any, casting: Any, what: str) -> None:
    """Refuses to cast from one type to another; of bfloat16, which NumPy lacks, as if it were float16."""
    if of == to:
        return
    known = ["float16" if str(dtype) == "bfloat16" else dtype for dtype in (of, to)]
    if not numpy.can_cast(*known, casting) or (known[0] == known[1] and casting not in ("same_kind", "unsafe")):
        raise DtypeError(f"{what} of type {of} is not cast to {to}, casting='{casting}'")


def _type_of(array: Any) -> Any:
    """With the order of bytes, which "no" looks at, where NumPy has it."""
    return array.dtype if isinstance(array, numpy.ndarray) else array_library(array).dtype(array)
