# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Memory of large results: what the arrays of an earlier one had is used again, because the system clears every page of new
memory when it is first written, which may take as long as a contraction."""

from __future__ import annotations

from typing import Any

import numpy

# The C library keeps the memory of smaller arrays itself.
_LEAST_BYTES = 1 << 20


class KeptMemory:
    """Gives out memory, and keeps at most `most_bytes` of what came back: the last that did."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        # By address, the oldest first. Each change is one call of a dict: several threads may be here, and collecting
        # garbage may give memory back anywhere.
        self._free: dict[int, numpy.ndarray] = {}

    @property
    def free_bytes(self) -> int:
        """Bytes that are kept and that no array has."""
        return sum(memory.nbytes for memory in list(self._free.values()))

    def empty(self, size: int, dtype: Any) -> numpy.ndarray:
        """An array of one axis with undefined elements. Its memory comes back when no array has it as its base."""
        kind = numpy.dtype(dtype)
        wanted = size * kind.itemsize
        if not _LEAST_BYTES <= wanted <= self._most_bytes:
            return numpy.empty(size, kind)
        return numpy.asarray(_Lent(self, self._take(wanted), wanted)).view(kind)

    def _take(self, wanted: int) -> numpy.ndarray:
        # A quarter more than is wanted may lie idle.
        fitting = [(memory.nbytes, address) for address, memory in list(self._free.items())
                   if wanted <= memory.nbytes <= wanted + wanted // 4]
        for _, address in sorted(fitting):
            memory = self._free.pop(address, None)
            if memory is not None:
                return memory
        return numpy.empty(wanted, "uint8")

    def give_back(self, memory: numpy.ndarray) -> None:
        self._free[_address(memory)] = memory
        for oldest in list(self._free):
            if self.free_bytes <= self._most_bytes:
                return
            self._free.pop(oldest, None)


class _Lent:
    """What arrays have as their base while they have the memory."""

    def __init__(self, owner: KeptMemory, memory: numpy.ndarray, size: int) -> None:
        self._owner, self._memory = owner, memory
        self.__array_interface__ = {"version": 3, "shape": (size,), "typestr": "|u1", "data": (_address(memory), False)}

    def __del__(self) -> None:
        self._owner.give_back(self._memory)


def _address(memory: numpy.ndarray) -> int:
    return memory.__array_interface__["data"][0]


results = KeptMemory(256 << 20)
