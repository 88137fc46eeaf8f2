# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Threads that ttgt shares with other libraries of the process: share(), unshare(), copies(), runtimes().

Two kinds of threads look for work after each call of the library that started them, for some milliseconds, and calls of ttgt
then wait for the cores that they hold:

- OpenBLAS's own, in NumPy and SciPy. A copy that shares (version 0.3.27 and newer) runs its jobs on ttgt's threads instead.
- OpenMP's, in PyTorch, PySCF and others. While they look for work they run that of ttgt's calls in the main thread.

`import ttgt` calls share(), unless the environment variable TTGT_SHARE_THREADS is 0.
"""

from __future__ import annotations

import atexit
import os
import threading
from dataclasses import dataclass

from .. import _core

_wanted = False


@dataclass(frozen=True)
class Copy:
    """A copy of OpenBLAS that the process has loaded."""

    path: str  #: file of the library
    version: str  #: such as "0.3.31"; empty where the copy does not tell
    can_share: bool  #: whether it can run its jobs on other threads than its own
    is_shared: bool  #: whether its jobs run on ttgt's threads now


@dataclass(frozen=True)
class Runtime:
    """An OpenMP runtime that the process has loaded."""

    path: str  #: file of the library
    is_shared: bool  #: whether its threads run work of ttgt while they look for some


def share() -> None:
    """Shares threads with each loaded copy of OpenBLAS that can share, and with each OpenMP runtime, until unshare() or exit.

    What is loaded later, such as SciPy's OpenBLAS, is shared by the next call of this function, or by the next call of ttgt
    with operands not seen before; a copy of OpenBLAS only while the program has no second thread. The numbers of threads
    stay what they were. No other thread should be in a call of OpenBLAS meanwhile.
    """
    global _wanted
    _wanted = True
    _core.share_openblas_threads()
    _core.share_openmp_threads()


def unshare() -> None:
    """Makes all libraries use threads of their own again. No other thread should be in a call of OpenBLAS meanwhile."""
    global _wanted
    _wanted = False
    _core.unshare_openblas_threads()
    _core.unshare_openmp_threads()


def copies() -> list[Copy]:
    """The copies of OpenBLAS that are loaded now."""
    rows = [line.split("\t") for line in _core.openblas_copies().splitlines()]
    return [Copy(path, version, can == "1", now == "1") for path, version, can, now in rows]


def runtimes() -> list[Runtime]:
    """The OpenMP runtimes that are loaded now."""
    rows = [line.split("\t") for line in _core.openmp_libraries().splitlines()]
    return [Runtime(path, now == "1") for path, now in rows]


def share_at_import() -> None:
    """What `import ttgt` does."""
    atexit.register(unshare)
    if os.environ.get("TTGT_SHARE_THREADS", "1") != "0":
        share()


def share_later_libraries() -> None:
    """Shares what was loaded since share(); not copies of OpenBLAS that another thread could be in a call of."""
    if not _wanted:
        return
    _core.share_openmp_threads()
    if threading.active_count() == 1:
        _core.share_openblas_threads()
