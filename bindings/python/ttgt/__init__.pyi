# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Types of the public names. Arrays of NumPy keep their element type; of other libraries the result is of
# the inputs' type. A result of rank 0 is NumPy's scalar, which has the methods of an array.
import pathlib
from collections.abc import Sequence
from typing import Any, Literal, Protocol, TypeVar, overload

import numpy
from matplotlib.figure import Figure
from numpy.typing import DTypeLike, NDArray

from . import errors as errors, jax as jax, torch as torch
from .errors import (
    AliasedOutput as AliasedOutput,
    DeviceError as DeviceError,
    DtypeError as DtypeError,
    Error as Error,
    ExpressionError as ExpressionError,
    InternalError as InternalError,
    InvalidArgument as InvalidArgument,
    OperandCountMismatch as OperandCountMismatch,
    OutOfMemory as OutOfMemory,
    OverlapError as OverlapError,
    ScalarError as ScalarError,
    ShapeMismatch as ShapeMismatch,
    Unsupported as Unsupported,
)

__version__: str

_Element = TypeVar("_Element", bound=numpy.generic)
_Array = TypeVar("_Array")
_Order = Literal["K", "A", "C", "F"] | None
_Casting = Literal["no", "equiv", "safe", "same_kind", "unsafe"]
_Labels = Sequence[object]  # labels, and Ellipsis
_Values = complex | Sequence[complex] | Sequence[Sequence[complex]]  # what NumPy makes an array of

class Allocator(Protocol):
    def allocate(self, size: int, /) -> int: ...
    def deallocate(self, address: int, size: int, /) -> None: ...

class Context:
    device: str
    def __init__(self, device: str = "cpu", workspace_limit: int | None = None, allocator: Allocator | None = None, *, threads: int = 0, stream: int = 0, use_kept_choices: bool = False) -> None: ...
    @property
    def bytes(self) -> int: ...
    def release_workspace(self) -> None: ...
    def clear_plans(self) -> None: ...

class Report:
    m: int
    n: int
    k: int
    batch: int
    flops: float
    bytes: int
    arithmetic_intensity: float
    workspace_bytes: int
    predicted_ms: float
    total_ms: float
    gemm_ms: float
    overhead: float
    text: str
    def __init__(self, numbers: dict[str, Any]) -> None: ...

class Path(tuple[tuple[int, int], ...]):
    operations: float
    largest: float
    predicted_ms: float
    trials: int
    @property
    def numpy(self) -> list[Any]: ...
    @property
    def ssa(self) -> tuple[tuple[int, int], ...]: ...

class Plan:
    expression: str
    @property
    def workspace_bytes(self) -> int: ...
    def explain(self, losers: int = 3) -> str: ...
    @overload
    def run(self, *arrays: NDArray[_Element], out: NDArray[_Element] | None = None, alpha: complex = 1, beta: complex | None = None) -> NDArray[_Element]: ...
    @overload
    def run(self, *arrays: _Array, out: _Array | None = None, alpha: complex = 1, beta: complex | None = None) -> _Array: ...
    def profile(self, *arrays: object, out: object | None = None, alpha: complex = 1, beta: complex | None = None) -> Report: ...

@overload
def contract(expression: str, *operands: NDArray[_Element], alpha: complex = 1, beta: complex | None = None, out: NDArray[_Element] | None = None, conja: bool = False, conjb: bool = False, order: _Order = "K", context: Context | None = None, strategy: str | None = None, workspace_limit: int | None = None) -> NDArray[_Element]: ...
@overload
def contract(expression: str, *operands: _Array, alpha: complex = 1, beta: complex | None = None, out: _Array | None = None, conja: bool = False, conjb: bool = False, order: _Order = "K", context: Context | None = None, strategy: str | None = None, workspace_limit: int | None = None) -> _Array: ...
@overload
def einsum(subscripts: str, /, *operands: NDArray[_Element], out: NDArray[_Element] | None = None, dtype: None = None, order: _Order = "K", casting: _Casting = "safe", optimize: object = True, context: Context | None = None) -> NDArray[_Element]: ...
@overload
def einsum(subscripts: str, /, *operands: NDArray[Any] | _Values, out: NDArray[Any] | None = None, dtype: DTypeLike | None = None, order: _Order = "K", casting: _Casting = "safe", optimize: object = True, context: Context | None = None) -> NDArray[Any]: ...
@overload
def einsum(subscripts: str, /, *operands: _Array, out: _Array | None = None, dtype: object | None = None, order: _Order = "K", casting: _Casting = "safe", optimize: object = True, context: Context | None = None) -> _Array: ...
@overload
def einsum(operand: NDArray[_Element], labels: _Labels, /, *operands: NDArray[_Element] | _Labels, out: NDArray[_Element] | None = None, dtype: None = None, order: _Order = "K", casting: _Casting = "safe", optimize: object = True, context: Context | None = None) -> NDArray[_Element]: ...
@overload
def einsum(operand: _Array, labels: _Labels, /, *operands: _Array | _Labels, out: _Array | None = None, dtype: object | None = None, order: _Order = "K", casting: _Casting = "safe", optimize: object = True, context: Context | None = None) -> _Array: ...
def path(expression: object, *operands: object, dtype: object = "float64", search: Literal["auto", "optimal", "greedy", "random-greedy", "annealing"] = "auto", minimize: Literal["time", "flops", "memory"] = "time", seed: int = 0, trials: int = 0, seconds: float = 0.0, context: Context | None = None) -> Path: ...
def plan(expression: object, *operands: object, out: object | None = None, dtype: object = "float64", accumulate: bool | None = None, strategy: str | None = None, measure: bool = False, compute: Literal["full", "tf32", "tf32x3"] = "full", workspace_limit: int | None = None, generated_kernels: bool = False, search_seconds: float = 2.0, optimize: object = True, most_elements: int | None = None, context: Context | None = None) -> Plan: ...
def plot(results: str | pathlib.Path | dict[str, Report], path: str | pathlib.Path | None = None) -> Figure: ...
@overload
def tensordot(left: NDArray[_Element], right: NDArray[_Element], axes: int | Sequence[int] | Sequence[Sequence[int]] = 2) -> NDArray[_Element]: ...
@overload
def tensordot(left: _Array, right: _Array, axes: int | Sequence[int] | Sequence[Sequence[int]] = 2) -> _Array: ...
@overload
def transpose(array: NDArray[_Element], axes: Sequence[int] | None = None, *, out: NDArray[_Element] | None = None, alpha: complex = 1, beta: complex = 0, conjugate: bool = False, context: Context | None = None) -> NDArray[_Element]: ...
@overload
def transpose(array: _Array, axes: Sequence[int] | None = None, *, out: _Array | None = None, alpha: complex = 1, beta: complex = 0, conjugate: bool = False, context: Context | None = None) -> _Array: ...
