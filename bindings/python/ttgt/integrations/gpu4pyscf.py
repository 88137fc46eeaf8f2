# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""GPU4PySCF's contractions through ttgt: install(), uninstall(), or `with installed():`.

gpu4pyscf.lib.cutensor.contract and .contraction are replaced wherever GPU4PySCF's modules hold them, now or once they are
imported; which engine CONTRACT_ENGINE chose does not matter then. Arrays are CuPy's, as they lie; calls run on CuPy's current
stream and take scratch from its pool. Operands of any strides and of size 0 are taken, and `out` that overlaps an operand.
What the engine does not compute with, such as integers, goes to GPU4PySCF's own function.
"""

from __future__ import annotations

import contextlib
import importlib.util
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy

from .. import _calls
from ..errors import OverlapError
from ._replacing import Awaited, Replacements

_DTYPES = {"float32", "float64", "complex64", "complex128"}
_MODULE = "gpu4pyscf.lib.cutensor"
_replaced = Replacements("gpu4pyscf")
_awaited = Awaited()
_is_installed = False


def install() -> None:
    """Routes GPU4PySCF's contractions through ttgt, until uninstall(). Doing so twice is doing so once. Where GPU4PySCF has
    not been imported, it will be so from the beginning. Raises ModuleNotFoundError where it is not installed."""
    global _is_installed
    if _is_installed:
        return
    if importlib.util.find_spec("gpu4pyscf") is None:
        raise ModuleNotFoundError("GPU4PySCF is not installed", name="gpu4pyscf")
    _is_installed = True
    _awaited.after(_MODULE, _replace)


def uninstall() -> None:
    """Gives GPU4PySCF its own functions back."""
    global _is_installed
    _awaited.stop()
    _replaced.undo()
    _is_installed = False


@contextlib.contextmanager
def installed() -> Iterator[None]:
    """GPU4PySCF over ttgt inside the `with`; as it was before afterwards."""
    was = _is_installed
    install()
    try:
        yield
    finally:
        if not was:
            uninstall()


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


def contraction(pattern: str, a: Any, b: Any, alpha: Any, beta: Any, out: Any = None, *settings: Any, **named: Any) -> Any:
    """gpu4pyscf.lib.cutensor.contraction; what else it takes are cuTENSOR's settings, which have no meaning here."""
    return contract(pattern, a, b, alpha, beta, out)


def _replace(cutensor: ModuleType) -> None:
    global _original
    _original = cutensor.contract
    _replaced.function([cutensor.contract], contract)
    _replaced.function([cutensor.contraction], contraction)


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
