# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Dense tensor contractions by transpose-GEMM-transpose, on arrays as they lie."""

import importlib
from typing import TYPE_CHECKING

from . import _backend, _core, errors
from ._backend import tensordot
from ._block_calls import BlockPlan, output_blocks
from ._blocks import BlockArray
from ._calls import contract, einsum
from ._configuration import show_config
from ._context import Context
from ._groups import GroupPlan, contractions, plan_contractions, plan_transposes, transposes
from ._operators import EvaluationPlan, evaluate, plan_evaluation
from ._paths import Path, path
from ._plan import Plan, Report, plan
from ._plot import plot
from ._programs import ProgramPlan, plan_program, run_program
from ._transpose import transpose
from .errors import (
    AliasedOutput,
    DeviceError,
    DtypeError,
    Error,
    ExpressionError,
    InternalError,
    InvalidArgument,
    MissingBlock,
    OperandCountMismatch,
    OutOfMemory,
    OverlapError,
    RepeatedBlock,
    ScalarError,
    ShapeMismatch,
    Unsupported,
)
from .integrations import threads as _threads

_core.set_error_types(errors.by_name)
_threads.share_at_import()
__version__ = _core.version()
__all__ = [
    "AliasedOutput",
    "BlockArray",
    "BlockPlan",
    "Context",
    "DeviceError",
    "DtypeError",
    "Error",
    "EvaluationPlan",
    "ExpressionError",
    "GroupPlan",
    "InternalError",
    "InvalidArgument",
    "MissingBlock",
    "OperandCountMismatch",
    "OutOfMemory",
    "OverlapError",
    "Path",
    "Plan",
    "ProgramPlan",
    "RepeatedBlock",
    "Report",
    "ScalarError",
    "ShapeMismatch",
    "Unsupported",
    "contract",
    "contractions",
    "einsum",
    "evaluate",
    "output_blocks",
    "path",
    "plan",
    "plan_contractions",
    "plan_evaluation",
    "plan_program",
    "plan_transposes",
    "plot",
    "run_program",
    "show_config",
    "tensordot",
    "transpose",
    "transposes",
]

if not TYPE_CHECKING:

    def __getattr__(name):
        """Of what is looked up in a backend by its name, what is no contraction (_backend.OTHERS); and ttgt.torch and
        ttgt.jax, which are imported when they are first asked for.
        """
        if name in ("torch", "jax"):
            return importlib.import_module(f"ttgt.{name}")
        if name in _backend.OTHERS:
            return _backend.of_own_library(name)
        raise AttributeError(f"module 'ttgt' has no attribute '{name}'")
