# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Tensors of PyTorch: which have memory to read, and what to do with those that have none."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import numpy

from ._library import Dlpack
from .errors import InvalidArgument, Unsupported

_OUTSIDE = "compute it outside, or write it with torch.einsum"


class TorchPool:
    """PyTorch's caching allocator."""

    def __init__(self, cuda: Any, device: Any, stream: int) -> None:
        self._cuda = cuda
        self._device = device
        self._stream = stream

    def allocate(self, size: int) -> int:
        return self._cuda.caching_allocator_alloc(size, self._device, self._stream)

    def deallocate(self, address: int, size: int) -> None:
        self._cuda.caching_allocator_delete(address)


class Torch(Dlpack):
    def readable(self, array: Any, name: str) -> Any:
        torch = sys.modules["torch"]
        _check(torch, array, name)
        if type(array) not in (torch.Tensor, torch.nn.Parameter):
            array = array.as_subclass(torch.Tensor)
        return array.resolve_neg() if array.is_neg() else array

    def is_conjugated(self, array: Any) -> bool:
        return array.is_conj()

    def is_lazy(self, array: Any) -> bool:
        return array.is_conj() or array.is_neg()

    def writable(self, array: Any, name: str) -> Any:
        _check(sys.modules["torch"], array, name)
        if self.is_lazy(array):
            raise InvalidArgument(f"{name} is a lazily conjugated or negated view, whose memory has other numbers than it "
                                  "shows: write to another tensor and copy_() from it")
        return array

    def overlaps(self, out: Any, array: Any) -> bool:
        torch = sys.modules["torch"]
        if isinstance(array, torch.Tensor):
            return out.untyped_storage().data_ptr() == array.untyped_storage().data_ptr()
        return isinstance(array, numpy.ndarray) and out.device.type == "cpu" and numpy.may_share_memory(
            numpy.asarray(_Bytes(out)), array)

    def transposed(self, array: Any, axes: tuple[int, ...]) -> Any:
        return array.permute(axes)

    has_orders = True

    def device(self, array: Any) -> str:
        # Not by __dlpack_device__(), which torch.compile cannot trace.
        return f"cuda:{array.device.index}" if _is_on_cuda(array) else "cpu"

    def layout(self, array: Any) -> Any:
        if _is_on_cuda(array) is not True or _may_be_recorded(sys.modules["torch"]):
            return None
        if array.requires_grad or self.is_lazy(array):
            return None  # refused elsewhere, or not what lies in memory
        return array.dtype, array.shape, array.stride(), array.device.index

    def address(self, array: Any) -> int:
        return array.data_ptr()

    def empty(self, shape: tuple[int, ...], dtype: str, like: Any) -> Any:
        torch = sys.modules["torch"]
        return torch.empty(shape, dtype=getattr(torch, dtype), device=like.device)

    def cast(self, array: Any, dtype: str) -> Any:
        return array.to(getattr(sys.modules["torch"], dtype))

    def scalar(self, value: complex, dtype: str, like: Any) -> Any:
        torch = sys.modules["torch"]
        return torch.tensor(value, dtype=getattr(torch, dtype), device=like.device)

    def assign(self, out: Any, values: Any) -> None:
        torch = sys.modules["torch"]
        out.copy_(values if isinstance(values, torch.Tensor) else torch.as_tensor(values))

    def stream(self, array: Any) -> int | None:
        if not _is_on_cuda(array):
            return None
        return int(sys.modules["torch"].cuda.current_stream(array.device).cuda_stream)

    def allocator(self, array: Any) -> Any:
        if not _is_on_cuda(array):
            return None
        return TorchPool(sys.modules["torch"].cuda, array.device, self.stream(array) or 0)


class _Bytes:
    """A tensor's memory as an array of bytes."""

    def __init__(self, tensor: Any) -> None:
        storage = tensor.untyped_storage()
        self.__array_interface__ = {
            "data": (storage.data_ptr(), False), "shape": (storage.nbytes(),), "typestr": "|u1", "version": 3}


def _is_on_cuda(array: Any) -> bool:
    """Of a tensor, or of an array of NumPy beside one."""
    return getattr(getattr(array, "device", None), "type", "") == "cuda"


def _check(torch: Any, array: Any, name: str) -> None:
    if not isinstance(array, torch.Tensor):
        _refuse(name, f"is a {type(array).__module__}.{type(array).__qualname__}, which has no elements: {_OUTSIDE}")
    _check_records(torch, array, name)
    check_elements(torch, array, name)
    if array.is_meta:
        _refuse(name, "is on the meta device, which has no elements")
    _check_gradient(torch, array, name)


def check_elements(torch: Any, array: Any, name: str) -> None:
    """Refuses tensors whose elements do not lie side by side, on a device that the engine works on."""
    if array.is_nested:
        _refuse(name, "is nested: pass its parts, from unbind(), one by one")
    if array.layout is not torch.strided:
        _refuse(name, f"is sparse ({array.layout}): pass {name}.to_dense()")
    if array.is_quantized:
        _refuse(name, f"is quantised: pass {name}.dequantize()")
    if array.device.type not in ("cpu", "cuda", "meta"):
        _refuse(name, f"is on the device {array.device}: ttgt takes the CPU and CUDA; pass {name}.cpu()")


def _check_records(torch: Any, array: Any, name: str) -> None:
    """Refuses tensors that stand for others, and calls that are recorded: the engine's work would be missing."""
    of_core = torch._C
    if _is_transformed(torch, array):
        _refuse(name, "belongs to a transformation (torch.vmap, torch.func.grad and their like), which ttgt has no rule "
                      f"for: {_OUTSIDE}")
    kinds = type(array).__mro__
    if any("__torch_dispatch__" in vars(kind) for kind in kinds[: kinds.index(torch.Tensor)]):
        _refuse(name, f"is a {type(array).__qualname__}, which only PyTorch's own operations understand: {_OUTSIDE}")
    if of_core._get_tracing_state() is not None:
        _refuse(name, f"is traced by torch.jit.trace, which would not record what ttgt does: {_OUTSIDE}")
    if any(_is_recording(type(mode)) for mode in _modes(of_core)):
        _refuse(name, "is in a trace (torch.export, make_fx, fake tensors), which would not record what ttgt does: "
                      f"{_OUTSIDE}")


def is_recorded(operands: Sequence[Any]) -> bool:
    """Whether a derivative, a transformation or a trace is to see what is done with tensors among the operands, so that
    the call is one of PyTorch's operators."""
    torch = sys.modules.get("torch")
    tensors = [] if torch is None else [each for each in operands if isinstance(each, getattr(torch, "Tensor", ()))]
    if torch is None or not tensors or torch._C._get_tracing_state() is not None:
        return False
    return any(_is_recording(type(mode)) for mode in _modes(torch._C)) or any(
        (tensor.requires_grad and torch.is_grad_enabled())
        or type(tensor).__name__ == "FakeTensor"
        or _is_transformed(torch, tensor)
        or has_tangent(torch, tensor)
        for tensor in tensors)


def is_forward(torch: Any) -> bool:
    """Whether a level of forward derivatives is open."""
    return torch.autograd.forward_ad._current_level >= 0


def has_tangent(torch: Any, array: Any) -> bool:
    return is_forward(torch) and torch.autograd.forward_ad.unpack_dual(array).tangent is not None


def _is_transformed(torch: Any, array: Any) -> bool:
    """Whether the tensor stands for another one in torch.vmap, torch.func.grad or their like."""
    functorch = getattr(torch._C, "_functorch", None)
    return functorch is not None and functorch.is_functorch_wrapped_tensor(array)


def _is_recording(mode: type) -> bool:
    return mode.__name__ in ("ProxyTorchDispatchMode", "FakeTensorMode")


def _may_be_recorded(torch: Any) -> bool:
    """Whether a trace, a mode or a transformation may see what is done with tensors now."""
    of_core = torch._C
    return bool(of_core._get_tracing_state() is not None or is_forward(torch)
                or getattr(of_core, "_len_torch_dispatch_stack", lambda: 0)()
                or getattr(getattr(of_core, "_functorch", None), "peek_interpreter_stack", lambda: None)())


def _modes(of_core: Any) -> list[Any]:
    if not getattr(of_core, "_len_torch_dispatch_stack", lambda: 0)():
        return []
    return sys.modules["torch"].utils._python_dispatch._get_current_dispatch_mode_stack()


def _check_gradient(torch: Any, array: Any, name: str) -> None:
    if array.requires_grad and torch.is_grad_enabled():
        _refuse(name, f"requires a gradient, which is not recorded here: use ttgt.einsum or ttgt.contract with an einsum "
                      f"string and without `out`, pass {name}.detach(), or call it under torch.no_grad()")
    if has_tangent(torch, array):
        _refuse(name, "has a tangent of forward differentiation, which is not computed here: use ttgt.einsum without `out`, or pass "
                      f"unpack_dual({name}).primal")


def _refuse(name: str, text: str) -> NoReturn:
    raise Unsupported(f"{name} {text}")
