# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Calls of JAX's primitive by einsum strings and formulas, with arrays of any shapes."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp

from . import _core, _formula
from ._arrays import operand_name
from ._jax_operator import apply
from ._products import from_text
from ._subscripts import split_operands
from .errors import DtypeError, InvalidArgument, Unsupported

_NAMES = ("float16", "bfloat16", "float32", "float64", "complex64", "complex128")
_CUDA_DEVICES = 0  # the number of the capability
_REAL = {"complex64": "float32", "complex128": "float64"}


def einsum(*operands: Any) -> Any:
    """jax.numpy.einsum's call: "ij,jk->ik", or a list of labels behind each array; types are not promoted.

    Labels that recur in an array are its diagonal, extents of 1 are repeated, and an ellipsis stands for any axes. Arrays are of
    one type, or of a real type and its complex one. Raises as ttgt.contract() does.
    """
    text, arrays = split_operands(operands)
    return contract(text, *arrays)


def contract(expression: str, *inputs: Any) -> Any:
    """The product of the inputs, by an einsum string or by a formula such as "D(a,b)=L(a,k)*R(k,b)+X(a,b)".

    The formula's output is the result: it is no argument. Raises ExpressionError and InvalidArgument (ValueErrors),
    DtypeError and Unsupported (TypeErrors), each naming label, operand and values.
    """
    arrays = checked(inputs)
    shapes = [array.shape for array in arrays]
    ranks = tuple(len(shape) for shape in shapes)
    reading = _formula.read(expression, ranks)
    dropped = _formula.dropped_axes(reading.inputs, reading.repeats, shapes)
    statements, diagonals = _formula.lower(expression, ranks, dropped)
    views = [_view(array, axes, pairs) for array, axes, pairs in zip(arrays, dropped, diagonals)]
    return apply(from_text(statements), views)[0]


def checked(inputs: Sequence[Any]) -> list[Any]:
    """The inputs as arrays of JAX. Refuses those that are gone, spread, or on another device, and types that do not mix."""
    arrays = [_present(each, operand_name(place)) for place, each in enumerate(inputs)]
    _check_types(arrays)
    return arrays


def _present(array: Any, name: str) -> Any:
    if isinstance(array, jax.Array) and not isinstance(array, jax.core.Tracer):
        if array.is_deleted():
            raise InvalidArgument(f"{name} was deleted or donated: its memory is gone")
        if len(array.sharding.device_set) > 1:
            raise Unsupported(f"{name} is spread over {len(array.sharding.device_set)} devices: gather it by jax.device_put")
        (device,) = array.sharding.device_set
        if not _is_reached(device):
            raise Unsupported(f"{name} is on {device}: this build of ttgt takes arrays on {_devices()}")
    spec = getattr(getattr(getattr(array, "aval", None), "sharding", None), "spec", ())
    if any(axis is not None for axis in spec):
        raise Unsupported(f"{name} is sharded ({spec}): gather it by jax.sharding.reshard")
    if isinstance(array, jax.Array) or getattr(array, "dtype", None) == jax.dtypes.float0:
        return array
    return jnp.asarray(array)


def _is_reached(device: Any) -> bool:
    if device.platform == "gpu":  # also AMD's
        return _has_cuda() and "rocm" not in device.client.platform_version
    return device.platform == "cpu"


@functools.cache
def _has_cuda() -> bool:
    return _core.query(_CUDA_DEVICES) > 0


def _devices() -> str:
    return "CPUs and CUDA devices" if _has_cuda() else "CPUs"


def _check_types(arrays: Sequence[Any]) -> None:
    if not arrays:
        raise InvalidArgument("a contraction needs at least one array")
    names = [str(array.dtype) for array in arrays]
    for place, name in enumerate(names):
        if name not in _NAMES:
            raise DtypeError(f"{operand_name(place)} is of {_described(arrays[place])}; ttgt takes {', '.join(_NAMES)}")
        if _REAL.get(name, name) != _REAL.get(names[0], names[0]):
            raise DtypeError(f"{operand_name(place)} is of {name}, L of {names[0]}: only a real type and its own complex type "
                             "mix")


def _described(array: Any) -> str:
    return "float0, which has no values" if array.dtype == jax.dtypes.float0 else str(array.dtype)


def _view(array: Any, dropped: tuple[int, ...], diagonals: tuple[tuple[int, int], ...]) -> Any:
    if dropped:
        array = jnp.squeeze(array, dropped)
    for first, second in diagonals:
        array = jnp.diagonal(array, 0, first, second)
    return array
