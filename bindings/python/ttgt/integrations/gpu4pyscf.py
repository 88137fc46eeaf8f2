# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""GPU4PySCF's contractions through ttgt: install(), uninstall(), or `with installed():`.

gpu4pyscf.lib.cutensor.contract and .contraction are replaced wherever GPU4PySCF's modules hold them, now or once they are
imported; which engine CONTRACT_ENGINE chose does not matter then. Arrays are CuPy's, as they lie; calls run on CuPy's current
stream and take scratch from its pool. Operands of any strides and of size 0 are taken, and `out` that overlaps an operand.
What the engine does not compute with, such as integers, goes to GPU4PySCF's own function.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from types import ModuleType
from typing import Any

import numpy

from .. import _calls
from ..errors import OverlapError, ShapeMismatch
from ._replacing import Integration

_DTYPES = {"float32", "float64", "complex64", "complex128"}
_MODULE = "gpu4pyscf.lib.cutensor"
_IDENTITY = 1  # CUTENSOR_OP_IDENTITY
_integration = Integration("gpu4pyscf", "GPU4PySCF")


def install() -> None:
    """Routes GPU4PySCF's contractions through ttgt, until uninstall(). Doing so twice is doing so once. Where GPU4PySCF has
    not been imported, it will be so from the beginning. Raises ModuleNotFoundError where it is not installed."""
    _integration.install(_actions())


def uninstall() -> None:
    """Gives GPU4PySCF its own functions back."""
    _integration.uninstall()


def installed() -> AbstractContextManager[None]:
    """GPU4PySCF over ttgt inside the `with`; as it was before afterwards."""
    return _integration.installed(_actions())


def contract(pattern: str, a: Any, b: Any, alpha: Any = 1.0, beta: Any = 0.0, out: Any = None) -> Any:
    """gpu4pyscf.lib.cutensor.contract: alpha * einsum(pattern, a, b) + beta * out."""
    if not {a.dtype.name, b.dtype.name} <= _DTYPES:
        return _original(pattern, a, b, alpha, beta, out)
    wanted = numpy.result_type(a.dtype, b.dtype)
    turns_complex = wanted.kind == "f" and (numpy.iscomplexobj(alpha) or numpy.iscomplexobj(beta))
    if turns_complex or (out is not None and out.dtype != wanted):
        return _through_a_copy(pattern, a, b, alpha, beta, out)
    a, b = _in_precision_of(wanted, a), _in_precision_of(wanted, b)
    if out is None:
        return _calls.contract(pattern, a, b, alpha=alpha)
    try:
        return _calls.contract(pattern, a, b, alpha=alpha, beta=beta, out=out)
    except OverlapError:  # nothing has been written
        return _through_a_copy(pattern, a, b, alpha, beta, out)


def contraction(pattern: str, a: Any, b: Any, alpha: Any, beta: Any, out: Any = None, op_a: Any = None, op_b: Any = None,
                op_c: Any = None, *settings: Any, **named: Any) -> Any:
    """gpu4pyscf.lib.cutensor.contraction. Operators other than cuTENSOR's identity are left to it; what follows them are
    settings of cuTENSOR, which have no meaning here."""
    if not {op_a, op_b, op_c} <= {None, _IDENTITY}:
        operators = [_IDENTITY if op is None else op for op in (op_a, op_b, op_c)]
        return _original_contraction(pattern, a, b, alpha, beta, out, *operators, *settings, **named)
    return contract(pattern, a, b, alpha, beta, out)


def _actions() -> Mapping[str, Callable[[ModuleType], None]]:
    """By the modules that are awaited."""
    return {_MODULE: _replace}


def _replace(cutensor: ModuleType) -> None:
    global _original, _original_contraction
    _original, _original_contraction = cutensor.contract, cutensor.contraction
    _integration.replaced.function([cutensor.contract], contract)
    _integration.replaced.function([cutensor.contraction], contraction)


def _in_precision_of(wanted: Any, array: Any) -> Any:
    """The array itself where the engine takes it beside others of that type: real ones are taken beside complex ones."""
    of_part = numpy.finfo(wanted).dtype
    if numpy.finfo(array.dtype).dtype == of_part:
        return array
    return array.astype(of_part if array.dtype.kind == "f" else wanted)


def _through_a_copy(pattern: str, a: Any, b: Any, alpha: Any, beta: Any, out: Any) -> Any:
    product = contract(pattern, a, b)
    product = product if alpha == 1 else product * alpha
    if out is None:
        return product
    if out.shape != product.shape:
        raise ShapeMismatch(f"the output has shape {out.shape}, the product {product.shape}")
    if beta == 0:
        out[...] = product
    else:
        out *= beta
        out += product
    return out


def _original(*arguments: Any) -> Any:
    """Replaced by install(); contract() may also be called without."""
    from gpu4pyscf.lib import cutensor

    return cutensor.contract(*arguments)


def _original_contraction(*arguments: Any, **named: Any) -> Any:
    """Replaced by install(); contraction() may also be called without."""
    from gpu4pyscf.lib import cutensor

    return cutensor.contraction(*arguments, **named)
