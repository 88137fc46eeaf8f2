# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""PySCF's contractions through ttgt: install(), uninstall(), or `with installed():`.

Two functions of PySCF are replaced wherever its modules hold them, now or once they are imported:

- pyscf.lib.numpy_helper.contract, to which pyscf.lib.einsum takes a product of two tensors, and a longer one pair by pair.
  Its meaning stays: views as `out`, beta, NumPy's promotion of types. Its rules for small operands are not needed.
  Elements that the engine does not compute with, such as integers, go to PySCF's own function.
- the `_einsum` of CCSDT and CCSDTQ, whatever their `einsum_backend` names; "ttgt" is a name, too.

install() does not import PySCF. The line `import ttgt.integrations.pyscf; ttgt.integrations.pyscf.install()` in PySCF's
configuration file, which `import pyscf` reads, sends the contractions of any program to ttgt.

A new result has C's order. PySCF adds results to each other with NumPy, which takes several times as long for
arrays of different orders as a contraction takes to write C's. The pairs of a longer product, which einsum asks
NumPy for at each call, are kept. As many threads are used as pyscf.lib.num_threads() says: PySCF's wheel has an
OpenMP library of its own, whose number ttgt's does not see.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from types import ModuleType
from typing import Any

import numpy

from .. import _calls, _context
from .._context import Context, Kept
from .._unseen import cast_all, overlaps
from ..errors import InvalidArgument, ScalarError, ShapeMismatch
from ._replacing import Integration

_DTYPES = {"float32", "float64", "complex64", "complex128"}
_BACKEND = "EINSUM_BACKEND"
_PATH = "_einsum_path"
_NAME = "ttgt"  # of the backend
_integration = Integration("pyscf", "PySCF")
_paths = Kept(1024)
_own = threading.local()  # .contexts: of the calling thread, by the number of threads that they use


def install() -> None:
    """Routes PySCF's contractions through ttgt, until uninstall(). Doing so twice is doing so once. Where PySCF has not
    been imported, it will be so from the beginning. Raises ModuleNotFoundError where it is not installed."""
    _integration.install(_actions())


def uninstall() -> None:
    """Gives PySCF its own functions back."""
    _integration.uninstall()


def installed() -> AbstractContextManager[None]:
    """PySCF over ttgt inside the `with`; as it was before afterwards."""
    return _integration.installed(_actions())


def contract(subscripts: str, A: Any, B: Any, alpha: Any = 1, beta: Any = 0, out: Any = None, **options: Any) -> Any:
    """pyscf.lib.numpy_helper.contract: C = alpha * einsum(subscripts, A, B) + beta * out."""
    context = _context_of_thread()
    key = subscripts if out is not None else _calls.call_key(subscripts, order="C")
    try:
        result = context._calls.run(key, (A, B), out, alpha, beta, 0)
    except (InvalidArgument, ScalarError):
        result = None  # an overlap, or scalars of another type: below
    return _unseen(context, subscripts, A, B, alpha, beta, out, options) if result is None else result


def einsum_of_triples(backend: str, script: str, *tensors: Any, out: Any = None, alpha: Any = 1.0, beta: Any = 0.0) -> Any:
    """pyscf.cc.rccsdt._einsum, which CCSDT and CCSDTQ contract by."""
    if len(tensors) == 2:
        return contract(script, *tensors, alpha=alpha, beta=beta, out=out)
    return _original_of_triples("pyscf" if backend == _NAME else backend, script, *tensors, out=out, alpha=alpha, beta=beta)


def _actions() -> Mapping[str, Callable[[ModuleType], None]]:
    """By the modules that are awaited."""
    return {"pyscf.lib.numpy_helper": _replace_contract, "pyscf.cc.rccsdt": _replace_einsum_of_triples}


def _replace_contract(numpy_helper: ModuleType) -> None:
    global _original
    names = [name for name in ("contract", "_contract") if hasattr(numpy_helper, name)]
    originals = [getattr(numpy_helper, name) for name in names]
    _original = originals[0]
    _integration.replaced.function(originals, contract)
    if hasattr(numpy_helper, _BACKEND):  # einsum passes by contract() for some
        _integration.replaced.name(numpy_helper, _BACKEND, _NAME)
    if hasattr(numpy_helper, _PATH):
        _integration.replaced.name(numpy_helper, _PATH, _kept_paths(getattr(numpy_helper, _PATH)))


def _replace_einsum_of_triples(rccsdt: ModuleType) -> None:
    global _original_of_triples
    if hasattr(rccsdt, "_einsum"):
        _original_of_triples = rccsdt._einsum
        _integration.replaced.function([rccsdt._einsum], einsum_of_triples)


def _threads_at_start() -> int:
    """What OpenMP libraries use of whose numbers nobody has asked."""
    given = os.environ.get("OMP_NUM_THREADS", "").partition(",")[0].strip()
    return int(given) if given.isdigit() else len(os.sched_getaffinity(0))


_default = _threads_at_start()


def _context_of_thread() -> Context:
    """With as many threads as PySCF's functions use now. While that is the default it is the own one, whose plans serve
    the threads that PySCF starts for a while."""
    from pyscf import lib

    threads = lib.num_threads()
    if threads == _default:
        return _context.own
    contexts = _own.__dict__.setdefault("contexts", {})
    if threads not in contexts:
        contexts[threads] = Context(threads=threads)
    return contexts[threads]


def _unseen(context: Context, subscripts: str, A: Any, B: Any, alpha: Any, beta: Any, out: Any,
            options: dict[str, Any]) -> Any:
    A, B = numpy.asarray(A), numpy.asarray(B)  # of an HDF5 file, too
    if not {A.dtype.name, B.dtype.name} <= _DTYPES:
        return _original(subscripts, A, B, alpha=alpha, beta=beta, out=out, **options)
    wanted = numpy.result_type(A, B)
    direct = numpy.result_type(wanted, alpha, beta) == wanted
    if out is not None:
        direct = direct and out.dtype == wanted and not overlaps(out, (A, B))
    if direct:
        A, B = cast_all([A, B], [A.dtype.name, B.dtype.name], wanted.name)
        if out is None:
            return _calls.contract(subscripts, A, B, alpha=alpha, order="C", context=context)
        return _calls.contract(subscripts, A, B, alpha=alpha, beta=beta, out=out, context=context)
    product = _calls.einsum(subscripts, A, B, order="C", context=context)
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


def _kept_paths(path_of: Any) -> Any:
    """PySCF's function that orders the pairs of a product, which reads no elements, asked once for the same shapes."""

    def path(subscripts: str, *operands: Any, **options: Any) -> Any:
        key = (subscripts, *(numpy.shape(each) for each in operands), str(options))
        found = _paths.get(key)
        if found is None:
            found = path_of(subscripts, *operands, **options)[1]
            _paths[key] = found
        return operands, found

    return path


def _original(subscripts: str, A: Any, B: Any, **options: Any) -> Any:
    """Replaced by install(). Without it, contract() may be what PySCF's function calls."""
    from pyscf.lib import numpy_helper

    return numpy_helper._numpy_einsum(subscripts, A, B, **options)


def _original_of_triples(*arguments: Any, **options: Any) -> Any:
    """Replaced by install()."""
    from pyscf.cc import rccsdt

    return rccsdt._einsum(*arguments, **options)
