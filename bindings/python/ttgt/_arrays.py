# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Arrays of NumPy, CuPy, PyTorch, JAX, and of anything that exports `__cuda_array_interface__` or DLPack."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import numpy

from . import _core
from ._jax import Jax
from ._library import Dlpack, Library
from ._torch import Torch
from .errors import DtypeError, InvalidArgument

_TYPES = {"<f2": "float16", "<f4": "float32", "<f8": "float64", "<c8": "complex64", "<c16": "complex128"}


class _CupyPool:
    """CuPy's pool as an allocator: blocks are kept while the engine has their addresses."""

    def __init__(self, cuda: Any, device: int) -> None:
        self._cuda = cuda
        self._device = device
        self._blocks: dict[int, Any] = {}

    def allocate(self, size: int) -> int:
        with self._cuda.Device(self._device):
            block = self._cuda.alloc(size)
        self._blocks[block.ptr] = block
        return block.ptr

    def deallocate(self, address: int, size: int) -> None:
        del self._blocks[address]


class _CudaInterface(Library):
    """Arrays with `__cuda_array_interface__`; new ones are made by the array's module."""

    def __init__(self, module: Any) -> None:
        self._module = module

    def empty(self, shape: tuple[int, ...], dtype: str, like: Any) -> Any:
        return self._module.empty(shape, dtype)

    def dtype(self, array: Any) -> str:
        typestr = array.__cuda_array_interface__["typestr"]
        return _TYPES.get(typestr, typestr)

    def device(self, array: Any) -> str:
        index = getattr(getattr(array, "device", None), "id", 0)
        return f"cuda:{index}"

    def stream(self, array: Any) -> int | None:
        cuda = getattr(self._module, "cuda", None)
        return int(cuda.get_current_stream().ptr) if cuda is not None else 0

    def allocator(self, array: Any) -> Any:
        cuda = getattr(self._module, "cuda", None)
        if not hasattr(cuda, "alloc"):
            return None
        return _CupyPool(cuda, int(self.device(array).partition(":")[2]))

    def describe(self, array: Any, stream: int | None) -> Any:
        if isinstance(array, numpy.ndarray):
            return array
        interface = array.__cuda_array_interface__
        address, readonly = interface["data"]
        shape, strides = interface["shape"], interface.get("strides")
        if strides is None:
            packed = [numpy.dtype(interface["typestr"]).itemsize]
            for extent in reversed(shape[1:]):
                packed.insert(0, packed[0] * max(extent, 1))
            strides = packed[: len(shape)]
        return _described(interface["typestr"], shape, strides, address, not readonly, array)


class _Cupy(_CudaInterface):
    """CuPy's arrays by their attributes, which are read faster than the interface is made."""

    def dtype(self, array: Any) -> str:
        typestr = array.dtype.str
        return _TYPES.get(typestr, typestr)

    def layout(self, array: Any) -> Any:
        if type(array) not in _BY_TYPE:
            return None
        return array.dtype.char, array.shape, array.strides, array.device.id

    def address(self, array: Any) -> int:
        return array.data.ptr

    def describe(self, array: Any, stream: int | None) -> Any:
        if type(array) not in _BY_TYPE:
            return super().describe(array, stream)
        return _described(array.dtype.str, array.shape, array.strides, array.data.ptr, True, array)


def _described(typestr: str, shape: Sequence[int], strides: Sequence[int], address: int, writable: bool, array: Any) -> Any:
    """What the engine reads of elements on a GPU, with strides in bytes."""
    dtype = _TYPES.get(typestr)
    if dtype is None:
        raise DtypeError(f"elements of type {typestr} are none that ttgt computes with")
    size = int(typestr[2:])
    if any(stride % size for stride in strides):
        raise InvalidArgument(f"a stride of {list(strides)} bytes is no multiple of {size}")
    return _core.describe(dtype, list(shape), [stride // size for stride in strides], address, True, writable, array)


_NUMPY = Library()
_TORCH = Torch()
_JAX = Jax()
_BY_MODULE = {"torch": _TORCH, "jax": _JAX, "jaxlib": _JAX}
_BY_TYPE: dict[type, Library] = {}  # types of CuPy that have been met


def array_library(array: Any) -> Library:
    """The library of an array; None for lists and numbers, which NumPy reads."""
    if isinstance(array, numpy.ndarray):
        return _NUMPY
    kind = type(array)
    if kind in _BY_TYPE:
        return _BY_TYPE[kind]
    name = kind.__module__.partition(".")[0]
    if name in _BY_MODULE:
        return _BY_MODULE[name]
    if isinstance(array, getattr(sys.modules.get("torch"), "Tensor", ())):
        return _TORCH  # a subclass
    if hasattr(array, "__cuda_array_interface__"):
        if name != "cupy":
            return _CudaInterface(sys.modules[name])
        return _BY_TYPE.setdefault(kind, _Cupy(sys.modules[name]))
    if hasattr(array, "__dlpack__") and not isinstance(array, numpy.generic):
        return Dlpack()
    return _NUMPY


def describe_all(library: Library, arrays: Sequence[Any]) -> tuple[Any, ...]:
    """What the engine reads of arrays that work on the last one's current stream."""
    stream = library.stream(arrays[-1])
    return tuple(library.describe(array, stream) for array in arrays)


def layouts_on_device(library: Library, arrays: Sequence[Any]) -> list[Any] | None:
    """The layouts of the library's arrays; None where one has none, or is of another library."""
    try:
        layouts = [library.layout(array) for array in arrays]
    except AttributeError:
        return None
    return None if None in layouts else layouts


def operand_name(place: int, has_output: bool = False) -> str:
    """Of an array of a call, as the engine's messages have it."""
    if has_output:
        return "D" if place == 0 else operand_name(place - 1)
    return ("L", "R")[place] if place < 2 else f"input {place + 1}"


def common_library(
    arrays: list[Any], *, lazy: bool = False, has_output: bool = False, names: Sequence[str] | None = None
) -> tuple[Library, list[Any]]:
    """The library of the first array that is not NumPy's, and the arrays as the engine can read them.

    Lists and numbers become arrays. Raises a ttgt.Error for arrays that have no memory of their own. `lazy`: some may
    be lazily conjugated, of which Library.is_conjugated() is true. `has_output`: the first is to be written, and stays. `names`: of the
    arrays, for messages; None: those of operand_name().
    """
    libraries = [array_library(array) for array in arrays]
    chosen = next((each for each in libraries if each is not _NUMPY), _NUMPY)
    if chosen is _NUMPY:
        return chosen, [numpy.asarray(array) for array in arrays]
    if names is None:
        names = [operand_name(place, has_output) for place in range(len(arrays))]
    read = [_beside(chosen, array) if each is _NUMPY else (
                each.writable if has_output and place == 0 else each.readable)(array, names[place])
            for place, (array, each) in enumerate(zip(arrays, libraries))]
    if not lazy:
        read = [array.resolve_conj() if array_library(array).is_conjugated(array) else array for array in read]
    return chosen, _with_numbers(chosen, read)


def are_as_given(library: Library, read: Sequence[Any], given: Sequence[Any]) -> bool:
    """Whether common_library() has replaced none of the given arrays, or reads them as NumPy does."""
    return library is _NUMPY or all(array is each for array, each in zip(read, given))


def _beside(library: Library, array: Any) -> Any:
    """What NumPy reads, beside arrays of another library; Python's numbers as they are."""
    return array if type(array) in (int, float, complex) else library.adopt(numpy.asarray(array))


def _with_numbers(library: Library, arrays: list[Any]) -> list[Any]:
    """The arrays, Python's numbers as arrays of their type, made complex where the number is."""
    numbers = [type(array) in (int, float, complex) for array in arrays]
    if not any(numbers):
        return arrays
    others = [array for array, is_number in zip(arrays, numbers) if not is_number]
    name = common_dtype([array_library(array).dtype(array) for array in others])
    return [library.scalar(array, _wide_enough(name, array), others[0]) if is_number else array
            for array, is_number in zip(arrays, numbers)]


def _wide_enough(name: str, number: complex) -> str:
    if name == "bfloat16" and not isinstance(number, complex):
        return name
    return numpy.result_type(numpy.dtype(name), number).name


def common_dtype(names: list[str]) -> str:
    """NumPy's promotion; bfloat16, which NumPy lacks, mixes with itself alone."""
    if len(set(names)) == 1:
        return names[0]
    if "bfloat16" in names:
        raise DtypeError(f"bfloat16 does not mix with {sorted(set(names) - {'bfloat16'})}")
    return numpy.result_type(*names).name
