# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Arrays of NumPy, CuPy, PyTorch, JAX, and of anything that exports `__cuda_array_interface__` or DLPack."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import numpy

from . import _core
from .errors import DtypeError, InvalidArgument

_TYPES = {"<f2": "float16", "<f4": "float32", "<f8": "float64", "<c8": "complex64", "<c16": "complex128"}
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

    def finish(self, output: Any, like: Any) -> Any:
        """The result for the caller, from what `empty` returned; NumPy's of rank 0 is a scalar."""
        return output[()] if isinstance(output, numpy.ndarray) and output.ndim == 0 else output


class _Dlpack(Library):
    """Any library whose arrays export DLPack; results are NumPy's on CPUs."""

    def dtype(self, array: Any) -> str:
        return str(array.dtype).rpartition(".")[2]

    def device(self, array: Any) -> str:
        kind, index = array.__dlpack_device__()
        return f"cuda:{index}" if int(kind) in _DLPACK_CUDA else "cpu"

    def describe(self, array: Any, stream: int | None) -> Any:
        if isinstance(array, numpy.ndarray):
            return array
        if stream is None:
            return _core.read_dlpack(array)
        return _core.read_dlpack(array.__dlpack__(stream=stream or _LEGACY_STREAM))


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


class _TorchPool:
    """PyTorch's caching allocator."""

    def __init__(self, cuda: Any, device: Any, stream: int) -> None:
        self._cuda = cuda
        self._device = device
        self._stream = stream

    def allocate(self, size: int) -> int:
        return self._cuda.caching_allocator_alloc(size, self._device, self._stream)

    def deallocate(self, address: int, size: int) -> None:
        self._cuda.caching_allocator_delete(address)


class _CudaInterface(Library):
    """Arrays with `__cuda_array_interface__`, CuPy's among them; new ones are made by the array's module."""

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

    def layout(self, array: Any) -> Any:
        if type(array).__module__.partition(".")[0] != "cupy":
            return None
        return array.dtype.char, array.shape, array.strides, array.device.id

    def address(self, array: Any) -> int:
        return array.data.ptr

    def describe(self, array: Any, stream: int | None) -> Any:
        if isinstance(array, numpy.ndarray):
            return array
        interface = array.__cuda_array_interface__
        address, readonly = interface["data"]
        dtype = _TYPES.get(interface["typestr"])
        if dtype is None:
            raise DtypeError(f"elements of type {interface['typestr']} are none that ttgt computes with")
        size = numpy.dtype(dtype).itemsize
        extents = list(interface["shape"])
        strides = interface.get("strides")
        if strides is None:
            packed = [1]
            for extent in reversed(extents[1:]):
                packed.insert(0, packed[0] * max(extent, 1))
            strides = [stride * size for stride in packed[: len(extents)]]
        if any(stride % size for stride in strides):
            raise InvalidArgument(f"a stride of {list(strides)} bytes is no multiple of {size}")
        elements = [stride // size for stride in strides]
        return _core.describe(dtype, extents, elements, address, True, not readonly, array)


class _Torch(_Dlpack):
    def layout(self, array: Any) -> Any:
        device = getattr(array, "device", None)
        if device is None or getattr(device, "type", "") != "cuda":
            return None
        if array.requires_grad or array.is_conj() or array.is_neg():
            return None  # refused elsewhere, or not what lies in memory
        return array.dtype, array.shape, array.stride(), device.index

    def address(self, array: Any) -> int:
        return array.data_ptr()

    def empty(self, shape: tuple[int, ...], dtype: str, like: Any) -> Any:
        torch = sys.modules["torch"]
        return torch.empty(shape, dtype=getattr(torch, dtype), device=like.device)

    def cast(self, array: Any, dtype: str) -> Any:
        return array.to(getattr(sys.modules["torch"], dtype))

    def stream(self, array: Any) -> int | None:
        if array.device.type != "cuda":
            return None
        return int(sys.modules["torch"].cuda.current_stream(array.device).cuda_stream)

    def allocator(self, array: Any) -> Any:
        if array.device.type != "cuda":
            return None
        return _TorchPool(sys.modules["torch"].cuda, array.device, self.stream(array) or 0)


class _Jax(_Dlpack):
    """JAX's arrays do not change: a result is written into new memory, and becomes one then."""

    def empty(self, shape: tuple[int, ...], dtype: str, like: Any) -> Any:
        if self.device(like) != "cpu":
            raise InvalidArgument("JAX's arrays on GPUs have no memory to write to: pass `out`")
        if dtype == "bfloat16":
            raise DtypeError("bfloat16 results for JAX are not supported")
        return numpy.empty(shape, dtype)

    def finish(self, output: Any, like: Any) -> Any:
        return sys.modules["jax"].numpy.asarray(output) if isinstance(output, numpy.ndarray) else output


_NUMPY = Library()
_BY_MODULE = {"torch": _Torch(), "jax": _Jax(), "jaxlib": _Jax()}


def array_library(array: Any) -> Library:
    """The library of an array; None for lists and numbers, which NumPy reads."""
    if isinstance(array, numpy.ndarray):
        return _NUMPY
    name = type(array).__module__.partition(".")[0]
    if name in _BY_MODULE:
        return _BY_MODULE[name]
    if hasattr(array, "__cuda_array_interface__"):
        return _CudaInterface(sys.modules[name])
    if hasattr(array, "__dlpack__") and not isinstance(array, numpy.generic):
        return _Dlpack()
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


def common_library(arrays: list[Any]) -> tuple[Library, list[Any]]:
    """The library of the first array that is not NumPy's, and the arrays, lists and numbers read."""
    libraries = [array_library(array) for array in arrays]
    chosen = next((each for each in libraries if each is not _NUMPY), _NUMPY)
    return chosen, [numpy.asarray(a) if each is _NUMPY else a for a, each in zip(arrays, libraries)]


def common_dtype(names: list[str]) -> str:
    """NumPy's promotion; bfloat16, which NumPy lacks, mixes with itself alone."""
    if len(set(names)) == 1:
        return names[0]
    if "bfloat16" in names:
        raise DtypeError(f"bfloat16 does not mix with {sorted(set(names) - {'bfloat16'})}")
    return numpy.result_type(*names).name
