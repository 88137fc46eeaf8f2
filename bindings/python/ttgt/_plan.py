# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Plans: one way to do a contraction, for fixed layouts."""

from __future__ import annotations

import html
import importlib
from typing import Any

import numpy

from . import _core
from ._arrays import Library, array_library, common_library, describe_all, layouts_on_device
from ._blocks import BlockArray
from ._context import Context
from ._described import described_operands
from ._paths import given_path, steps_of
from ._rules import checked_limit, checked_most
from ._torch_direct import is_torch, pattern_of, register
from .errors import InvalidArgument, Unsupported


def _table(rows: list[tuple[str, Any]]) -> str:
    cells = "".join(f"<tr><th>{html.escape(k)}</th><td>{html.escape(str(v))}</td></tr>" for k, v in rows)
    return f"<table>{cells}</table>"


class Report:
    """What a run was: its numbers as attributes, times in milliseconds, and `text` with every step."""

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

    def __init__(self, numbers: dict[str, Any]) -> None:
        self.__dict__.update(numbers)

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        numbers = [(name, value) for name, value in self.__dict__.items() if name != "text"]
        return f"{_table(numbers)}<pre>{html.escape(str(self))}</pre>"


class Plan:
    """One way to do a contraction, for arrays of fixed types, shapes and strides; made by ttgt.plan()."""

    def __init__(self, core: Any, expression: str, output: tuple[tuple[int, ...], str] | None) -> None:
        self._core = core
        self._output = output
        self._made_as: dict[type, Any] = {}  # what _core.run_direct() makes a new result as, by the inputs' type
        if output is not None:
            self._made_as[numpy.ndarray] = numpy.dtype(output[1]) if output[1] != "bfloat16" else None
        self._layouts: list[Any] | None = None  # of arrays on a GPU that have been seen to be right
        self.expression = expression

    @property
    def workspace_bytes(self) -> int:
        """Exactly the scratch bytes of a run."""
        return self._core.workspace_bytes

    def explain(self, losers: int = 3) -> str:
        """The steps in words, with at most `losers` of the ways not taken."""
        return self._core.explain(losers)

    def run(self, *arrays: Any, out: Any = None, alpha: complex = 1, beta: complex | None = None) -> Any:
        """Runs on these arrays and returns the output. Of an expression the first array is the output, of an
        einsum string `out` is, or a new one. Arrays must be as those that the plan was made for; beta
        must be zero exactly where the plan was made so. Raises InvalidArgument otherwise.
        """
        result = self._run_direct(arrays, out, alpha, beta)
        if result is not None:
            return result
        library, given = self._given(arrays, out)
        layouts = layouts_on_device(library, given)
        if layouts is not None and layouts == self._layouts:
            self._core.run_at([library.address(array) for array in given], alpha, beta)
            return given[0]
        self._core.run(describe_all(library, given), alpha, beta)
        self._layouts = layouts
        self._meet(given[0])
        return library.as_own(given[0]) if out is None and self._output is not None else given[0]

    def _run_direct(self, arrays: tuple[Any, ...], out: Any, alpha: Any, beta: Any) -> Any:
        """The output, where the module reads all arrays itself; else None."""
        if self._output is None:
            return _core.run_direct(self._core, arrays[1:], arrays[0], None, None, alpha, beta) if arrays else None
        made_as = self._made_as.get(type(arrays[0])) if arrays else None
        return _core.run_direct(self._core, arrays, out, self._output[0], made_as, alpha, beta)

    def _meet(self, output: Any) -> None:
        """So that the next run on arrays of this library is quick."""
        register([output])
        if self._output is not None and is_torch(output) and type(output) not in self._made_as:
            self._made_as[type(output)] = pattern_of(output)

    def profile(self, *arrays: Any, out: Any = None, alpha: complex = 1, beta: complex | None = None) -> Report:
        """Runs like run(), timing every step."""
        return Report(self._core.profile(describe_all(*self._given(arrays, out)), alpha, beta))

    def _given(self, arrays: tuple[Any, ...], out: Any) -> tuple[Library, list[Any]]:
        """The arrays with the output first, and their library."""
        if not arrays:
            raise InvalidArgument("a run needs its arrays")
        library, given = common_library(list(arrays), has_output=self._output is None)
        if self._output is not None:
            given.insert(0, library.empty(*self._output, given[0]) if out is None else (
                array_library(out).writable(out, "out")))
        elif out is not None:
            raise InvalidArgument("the output of an expression is its first array, not out")
        return library, given

    def __repr__(self) -> str:
        return f"<ttgt.Plan of {self.expression}, workspace {self.workspace_bytes} bytes>"

    def _repr_html_(self) -> str:
        rows = [("expression", self.expression), ("workspace bytes", self.workspace_bytes)]
        return f"{_table(rows)}<pre>{html.escape(self.explain())}</pre>"


_tf32_products = {"full": 0, "tf32": 1, "tf32x3": 3, "int8": 8, "int8-fast": 9}


def plan(
    expression: Any,
    *operands: Any,
    out: Any = None,
    dtype: Any = "float64",
    accumulate: bool | None = None,
    strategy: str | None = None,
    measure: bool = False,
    compute: str = "full",
    workspace_limit: int | None = None,
    generated_kernels: bool = False,
    search_seconds: float = 2.0,
    optimize: Any = True,
    most_elements: int | None = None,
    leaves_out_missing: bool = False,
    context: Context | None = None,
) -> Any:
    """Plans a contraction for arrays like these; a tuple of extents is an array of `dtype` in C order.

    Operands are as in contract(): of an expression the output first, of an einsum string the inputs, with
    the output new and in C order, or like `out`. Lists of labels stand for a string as in einsum():
    plan(a, [0, 1], b, [1, 2]). accumulate: whether runs have a beta other than zero; None: as the
    expression says. strategy: "auto" or "classic". measure: plan by running the likeliest ways. compute:
    "full", or on CUDA "tf32" (products of float32 may round their inputs), "tf32x3" (they may take them as sums
    of two rounded numbers: nearly as exact as "full") or "int8" (products may be made of INT8 products: about as
    exact as "full"; "int8-fast": errors may be 16 times as large). generated_kernels: on CUDA, kernels
    written for the problem may be chosen; search_seconds: what `measure` may take to compile and time them. optimize: a path as in einsum().
    most_elements: the most that an intermediate may have; labels are cut into slices for it. Raises as contract() does.

    With a ttgt.BlockArray among the operands the plan is a BlockPlan; `measure`, `compute`, `generated_kernels` and
    `most_elements` are refused then. leaves_out_missing: products into blocks that the output lacks are left out, not refused.
    """
    if any(isinstance(each, BlockArray) for each in (*operands, out)):
        if measure or generated_kernels or compute != "full" or most_elements is not None:
            raise Unsupported("plans of blocks are not measured or sliced, and take neither TF32 nor generated kernels")
        of_blocks = importlib.import_module("ttgt._block_calls")
        return of_blocks.plan(expression, operands, out, accumulate, strategy, workspace_limit, leaves_out_missing, context,
                              given_path(optimize))
    if compute not in _tf32_products:
        raise InvalidArgument(f"compute: {compute!r} is none of {', '.join(_tf32_products)}")
    where, expression, described, output = described_operands(expression, operands, out, dtype, context)
    given = given_path(optimize)
    path = [] if given is None else steps_of(given, len(described) - 1)
    core = _core.plan(where._core, expression, described, strategy, measure, _tf32_products[compute],
                      checked_limit(workspace_limit), -1 if accumulate is None else int(not accumulate),
                      generated_kernels, search_seconds, path, checked_most(most_elements))
    return Plan(core, expression, output)
