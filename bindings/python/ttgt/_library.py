# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""What ttgt asks of an array library, as NumPy answers it, and one that is known by DLPack alone."""

from __future__ import annotations

from typing import Any

import numpy

from . import _core

_DLPACK_CUDA = (2, 13)  # device memory, managed memory
_LEGACY_STREAM = 1  # how both protocols write CUDA's default stream


class Library:
    """What ttgt asks of an array library; this one is NumPy."""

    def empty(self, shape: tuple[int, ...], dtype: str, like: Any) -> Any:
        """A new array in the memory where `like` lies, in C order."""
        return numpy.empty(shape, dtype)

    def cast(self, array: Any, dtype: str) -> Any:
        """The array with elements of another type: a copy."""
        return array.astype(dtype)

    def dtype(self, array: Any) -> str:
        """The name of the elements' type."""
        return array.dtype.name

    def readable(self, array: Any, name: str) -> Any:
        """The array, or one with the same elements that the engine can read, which may be a copy and may be lazily
        conjugated. Raises a ttgt.Error that names the operand and says what to do where there is none."""
        return array

    def is_conjugated(self, array: Any) -> bool:
        """Whether the elements are the conjugates of those in memory; array.conj() is what lies there then."""
        return False

    def is_lazy(self, array: Any) -> bool:
        """Whether the elements are not those in memory, but computed from them when asked for."""
        return False

    def writable(self, array: Any, name: str) -> Any:
        """The array, where the engine can write to its memory; raises a ttgt.Error otherwise."""
        return array

    def adopt(self, array: Any) -> Any:
        """An array of NumPy, which stands beside one of this library."""
        return array

    def scalar(self, value: complex, dtype: str, like: Any) -> Any:
        """A number as an array of rank 0 beside `like`."""
        return numpy.asarray(value, dtype)

    def assign(self, out: Any, values: Any) -> None:
        """Writes the values, of any library on CPUs, to an array of the same shape."""
        out[...] = values

    def overlaps(self, out: Any, array: Any) -> bool:
        """Whether an output of this library may share elements with another array."""
        both = isinstance(out, numpy.ndarray) and isinstance(array, numpy.ndarray)
        return both and numpy.shares_memory(out, array)

    def transposed(self, array: Any, axes: tuple[int, ...]) -> Any:
        """A view."""
        return array.transpose(axes)

    has_orders = False  # of memory, whether new tensors that are no arrays of NumPy can have them

    def describe(self, array: Any, stream: int | None) -> Any:
        """What the engine reads: where the elements lie, without a copy."""
        return array

    def device(self, array: Any) -> str:
        """`cpu` or `cuda:N`."""
        return "cpu"

    def stream(self, array: Any) -> int | None:
        """The current stream's address on the array's device; None on CPUs."""
        return None

    def allocator(self, array: Any) -> Any:
        """Where workspace on the array's device comes from: the library's pool, or None."""
        return None

    def layout(self, array: Any) -> Any:
        """Equal where device, type, shape and strides are: arrays on GPUs whose calls can be kept; else None."""
        return None

    def address(self, array: Any) -> int:
        """Of the first element of an array that has a layout."""
        raise NotImplementedError

    def as_own(self, output: Any) -> Any:
        """An array of the library, from what `empty` returned."""
        return output

    def finish(self, output: Any, like: Any) -> Any:
        """The result for the caller, from what `empty` returned; NumPy's of rank 0 is a scalar."""
        return output[()] if isinstance(output, numpy.ndarray) and output.ndim == 0 else output


class Dlpack(Library):
    """Any library whose arrays export DLPack; results are NumPy's on CPUs."""

    def dtype(self, array: Any) -> str:
        return str(array.dtype).rpartition(".")[2]

    def overlaps(self, out: Any, array: Any) -> bool:
        return False  # the engine says so where it does

    def device(self, array: Any) -> str:
        kind, index = array.__dlpack_device__()
        return f"cuda:{index}" if int(kind) in _DLPACK_CUDA else "cpu"

    def describe(self, array: Any, stream: int | None) -> Any:
        if isinstance(array, numpy.ndarray):
            return array
        if stream is None:
            return _core.read_dlpack(array)
        return _core.read_dlpack(array.__dlpack__(stream=stream or _LEGACY_STREAM))
