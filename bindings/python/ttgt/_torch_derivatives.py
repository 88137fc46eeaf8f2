# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Derivatives of the operator torch.ops.ttgt.contract: calls of the operator on programs of derivatives."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import torch

from . import _torch_kernel as kernel
from ._derivatives import Pullback, pullback, pushforward
from ._products import from_text, to_text
from ._torch import is_forward
from ._torch_direct import plain_state

_is_plain = plain_state(torch)
_PLAIN_TENSORS = (torch.Tensor, torch.nn.Parameter)


def apply(statements: str, inputs: Sequence[Any]) -> list[Any]:
    """The operator; where derivatives are recorded, through a function: PyTorch gives an operator no forward derivatives
    and no place in torch.func's transformations, and spends more on lists of arguments."""
    if torch.compiler.is_compiling():
        return torch.ops.ttgt.contract(statements, list(inputs))
    if is_forward(torch) or torch._C._are_functorch_transforms_active():
        function: Any = _BothWays
    elif torch.is_grad_enabled() and any(tensor.requires_grad for tensor in inputs):
        function = _Backwards
    else:
        return _unrecorded(statements, inputs)
    device = inputs[0].device.type
    if not torch.is_autocast_enabled(device):
        return list(function.apply(statements, *inputs))
    cast = in_lower_precision(inputs, device)  # here, so that the casts have their gradients
    with torch.autocast(device, enabled=False):
        return list(function.apply(statements, *cast))


def _unrecorded(statements: str, inputs: Sequence[Any]) -> list[Any]:
    """The operator; at once where nobody would see the call of it, which takes PyTorch longer than a small product."""
    if (all(type(tensor) in _PLAIN_TENSORS for tensor in inputs) and inputs[0].device.type in ("cpu", "cuda") and _is_plain()
            and not torch.is_autocast_enabled(inputs[0].device.type) and not torch.autograd._profiler_enabled()):
        return kernel.run(statements, inputs)
    return torch.ops.ttgt.contract(statements, list(inputs))


def in_lower_precision(inputs: Sequence[Any], device: str) -> list[Any]:
    """Autocast's rule for products: float32 and 16-bit inputs in its type, float64 and complex as they are."""
    dtype = torch.get_autocast_dtype(device)
    return [tensor.to(dtype) if tensor.is_floating_point() and tensor.dtype != torch.float64 else tensor for tensor in inputs]


class _Saved:
    """What the gradients need: of all inputs shapes and kinds, and those inputs themselves that gradients read."""

    def __init__(self, statements: str, inputs: Sequence[Any], needed: Sequence[bool], outputs: int) -> None:
        self.statements = statements
        self.shapes = [tensor.shape for tensor in inputs]
        self.are_complex = [tensor.is_complex() for tensor in inputs]
        self.kept = _pullback(statements, tuple(needed), (True,) * outputs)[0].used

    def gradients(self, tensors: Sequence[Any], needed: Sequence[bool], grads: Sequence[Any]) -> list[Any]:
        """Those of the needed inputs, None for others; `tensors` are those that `kept` names."""
        found, text = _pullback(self.statements, tuple(needed), tuple([grad is not None for grad in grads]))
        sums: list[Any] = [None] * len(self.shapes)
        if not found.places:
            return sums
        kept = dict(zip(self.kept, tensors))
        pulled = apply(text, [*(kept[place] for place in found.used),
                              *(grad for grad in grads if grad is not None)])
        for gradient, (place, axes) in zip(pulled, found.places):
            whole = self._whole(gradient, place, axes)
            sums[place] = whole if sums[place] is None else sums[place] + whole
        return sums

    def _whole(self, gradient: Any, place: int, axes: tuple[int, ...]) -> Any:
        """With the axes along which it is the same, and real where the input is."""
        if gradient.is_complex() and not self.are_complex[place]:
            gradient = gradient.real
        rank = len(self.shapes[place])
        if len(axes) == rank:
            return gradient
        for axis in range(rank):
            if axis not in axes:
                gradient = gradient.unsqueeze(axis)
        return gradient.expand(self.shapes[place])


@functools.lru_cache(maxsize=4096)
def _pullback(statements: str, needed: tuple[bool, ...], given: tuple[bool, ...]) -> tuple[Pullback, str]:
    """The gradients' program, and the same as text."""
    pulled = pullback(from_text(statements), places(needed), places(given))
    return pulled, to_text(pulled.program)


def places(flags: Sequence[bool]) -> tuple[int, ...]:
    return tuple(place for place, flag in enumerate(flags) if flag)


def save(ctx: Any, inputs: tuple[Any, ...], output: list[Any]) -> None:
    statements, tensors = inputs
    needed = ctx.needs_input_grad[1 : 1 + len(tensors)]
    ctx.ttgt = _Saved(statements, tensors, needed, len(output))
    ctx.save_for_backward(*(tensors[place] for place in ctx.ttgt.kept))


def backward(ctx: Any, grads: list[Any]) -> tuple[Any, ...]:
    return None, ctx.ttgt.gradients(ctx.saved_tensors, ctx.needs_input_grad[1], grads)


def _save_for_function(ctx: Any, inputs: tuple[Any, ...], output: tuple[Any, ...]) -> None:
    statements, *tensors = inputs
    ctx.ttgt = _Saved(statements, tensors, ctx.needs_input_grad[1:], len(output))
    ctx.set_materialize_grads(False)
    if is_forward(torch):
        ctx.outputs = [(tensor.shape, tensor.dtype) for tensor in output]
        ctx.ttgt.kept = tuple(range(len(tensors)))
        ctx.save_for_forward(*tensors)
    ctx.save_for_backward(*(tensors[place] for place in ctx.ttgt.kept))


class _Backwards(torch.autograd.Function):
    """The operator with gradients; of this form PyTorch makes the least work for a call."""

    @staticmethod
    def forward(ctx: Any, statements: str, *inputs: Any) -> Any:
        with torch._C._AutoDispatchBelowAutograd():
            output = tuple(_unrecorded(statements, inputs))
        _save_for_function(ctx, (statements, *inputs), output)
        return output

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> tuple[Any, ...]:
        return None, *ctx.ttgt.gradients(ctx.saved_tensors, ctx.needs_input_grad[1:], grads)


class _BothWays(torch.autograd.Function):
    """The operator with derivatives of both directions, which can be nested and batched."""

    generate_vmap_rule = True
    setup_context = staticmethod(_save_for_function)
    backward = _Backwards.backward

    @staticmethod
    def forward(statements: str, *inputs: Any) -> Any:
        return tuple(torch.ops.ttgt.contract(statements, list(inputs)))

    @staticmethod
    def jvp(ctx: Any, _: None, *tangents: Any) -> tuple[Any, ...]:
        given = places([tangent is not None for tangent in tangents])
        pushed, outputs = pushforward(from_text(ctx.ttgt.statements), given)
        inputs = ctx.saved_tensors
        found = apply(to_text(pushed), [*inputs, *(tangents[place] for place in given)]) if pushed else []
        by_place = dict(zip(outputs, found))
        # PyTorch takes no None here for an output that has no tangent.
        return tuple(by_place[place] if place in by_place else inputs[0].new_zeros(shape, dtype=dtype)
                     for place, (shape, dtype) in enumerate(ctx.outputs))
