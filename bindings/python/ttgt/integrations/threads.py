# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Threads that NumPy's and SciPy's OpenBLAS share with ttgt: share(), unshare(), copies().

A copy of OpenBLAS that has threads of its own lets them look for work for some 30 ms after each call; calls of ttgt then
wait for the cores that those hold. A copy that shares (version 0.3.27 and newer) runs its jobs on ttgt's threads instead.
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


def share() -> None:
    """Makes each loaded copy of OpenBLAS that can share run its jobs on ttgt's threads, until unshare() or exit.

    A copy that is loaded later, such as SciPy's, is shared by the next call of this function, or by the next call of ttgt
    with operands not seen before while the program has no second thread. The number of threads of a copy stays what it
    was. No other thread should be in a call of OpenBLAS meanwhile.
    """
    global _wanted
    _wanted = True
    _core.share_openblas_threads()


def unshare() -> None:
    """Makes all copies use threads of their own again. No other thread should be in a call of OpenBLAS meanwhile."""
    global _wanted
    _wanted = False
    _core.unshare_openblas_threads()


def copies() -> list[Copy]:
    """The copies of OpenBLAS that are loaded now."""
    rows = [line.split("\t") for line in _core.openblas_copies().splitlines()]
    return [Copy(path, version, can == "1", now == "1") for path, version, can, now in rows]


def share_at_import() -> None:
    """What `import ttgt` does."""
    atexit.register(unshare)
    if os.environ.get("TTGT_SHARE_THREADS", "1") != "0":
        share()


def share_later_copies() -> None:
    """Shares copies that were loaded since share(), unless another thread could be in a call of one."""
    if _wanted and threading.active_count() == 1:
        _core.share_openblas_threads()
