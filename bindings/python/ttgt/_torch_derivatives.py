# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Derivatives of the operator torch.ops.ttgt.contract: calls of the operator on programs of derivatives."""

from __future__ import annotations

import atexit
import functools
from collections.abc import Sequence
from typing import Any

import torch

from . import _core
from . import _torch_kernel as kernel
from ._derivatives import Pullback, pullback, pushforward
from ._products import from_text, to_text
from ._torch import is_forward
from ._torch_direct import plain_state

_is_plain = plain_state(torch)
# Calls of one einsum or formula, by its text and the layouts of its tensors.
_calls = _core.TorchCalls()
atexit.register(_calls.clear)
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


def are_unseen(inputs: Sequence[Any]) -> bool:
    """Whether they are plain tensors with elements, and nobody would see a call of the operator with them."""
    return (all(type(tensor) in _PLAIN_TENSORS for tensor in inputs) and inputs[0].device.type in ("cpu", "cuda")
            and _is_unseen(inputs[0].device.type))


def _is_unseen(device: str) -> bool:
    """Whether nobody would see a call of the operator, which takes PyTorch longer than a small product."""
    return _is_plain() and not torch.is_autocast_enabled(device) and not torch.autograd._profiler_enabled()


def _unrecorded(statements: str, inputs: Sequence[Any]) -> list[Any]:
    """The operator; at once where nobody would see the call of it."""
    if are_unseen(inputs):
        return kernel.run(statements, inputs)
    return torch.ops.ttgt.contract(statements, list(inputs))


def call_again(text: str, inputs: tuple[Any, ...]) -> Any:
    """The result of a call that keep_call() was told of; None for others, and where PyTorch is to see more than a gradient."""
    call = _calls.find(text, inputs)
    if call is None or not _is_unseen(call.device):
        return None
    if torch.is_grad_enabled():
        for tensor in inputs:
            if tensor.requires_grad:
                return _apply_again(call, *inputs)
    return call.run(inputs)


def keep_call(text: str, programs: tuple[str, str, tuple[int, ...] | None], inputs: tuple[Any, ...]) -> None:
    """Of a call that its tensors go into as they are. The text says which; the program has one output, the second one has it in
    the order of its memory, where it has these axes."""
    _calls.add(text, inputs, _Call(programs, inputs))


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
        self.whole = self._whole_program(tuple(needed), outputs)

    def _whole_program(self, needed: tuple[bool, ...], outputs: int) -> str | None:
        """The gradients' program where its outputs are the gradients of all inputs as they are."""
        found, text = _pullback(self.statements, needed, (True,) * outputs)
        expected = tuple((place, tuple(range(len(shape)))) for place, shape in enumerate(self.shapes))
        return text if found.places == expected and len(set(self.are_complex)) == 1 else None

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


class _Call:
    """A call whose tensors have known layouts, and by the inputs that need gradients what these need."""

    def __init__(self, programs: tuple[str, str, tuple[int, ...] | None], inputs: tuple[Any, ...]) -> None:
        self._statements, self._as_it_lies, self._axes = programs
        self.device = inputs[0].device.type
        self._saved: dict[tuple[bool, ...], _Saved] = {}

    def run(self, inputs: tuple[Any, ...]) -> Any:
        result = kernel.run(self._as_it_lies, inputs)[0]
        return result if self._axes is None else result.permute(self._axes)

    def saved(self, needed: tuple[bool, ...], inputs: tuple[Any, ...]) -> _Saved:
        found = self._saved.get(needed)
        if found is None:
            found = self._saved[needed] = _Saved(self._statements, inputs, needed[1:], 1)
        return found


class _Again(torch.autograd.Function):
    """A call that came before: the same as _Backwards, with less to find out."""

    @staticmethod
    def forward(ctx: Any, call: _Call, *inputs: Any) -> Any:
        ctx.ttgt = saved = call.saved(ctx.needs_input_grad, inputs)
        ctx.save_for_backward(*[inputs[place] for place in saved.kept])
        return call.run(inputs)

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> tuple[Any, ...]:
        saved = ctx.ttgt
        if saved.whole is not None and not torch.is_grad_enabled() and _is_unseen(grads[0].device.type):
            return None, *kernel.run(saved.whole, (*ctx.saved_tensors, *grads))
        return None, *saved.gradients(ctx.saved_tensors, ctx.needs_input_grad[1:], grads)


# PyTorch's own apply() also looks for transformations, which a call that nobody sees is not within.
_apply_again = super(torch.autograd.Function, _Again).apply


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
