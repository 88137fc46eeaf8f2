# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""The operator torch.ops.ttgt.contract and what PyTorch asks of an operator: shapes, gradients, batches, autocast."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import torch

from . import _torch_kernel as kernel
from ._derivatives import Pullback, batched, pullback, pushforward
from ._products import Program, from_text, to_text
from .errors import Unsupported

_NAME = "ttgt::contract"
_OUT = "ttgt::contract_out"
torch.library.define(_NAME, "(str statements, Tensor[] inputs) -> Tensor[]", tags=(torch.Tag.pt2_compliant_tag,))
torch.library.define(_OUT, "(str statements, Tensor[] inputs, Tensor(a!)[] outputs) -> ()",
                     tags=(torch.Tag.pt2_compliant_tag,))
_library = torch.library.Library("ttgt", "FRAGMENT")
for _bit in ("Conjugate", "Negative"):
    # The kernel reads conjugated and negated tensors as they lie.
    for _name in (_NAME, _OUT):
        _library.impl(_name.partition("::")[2], torch.library.fallthrough_kernel, _bit)


@torch.library.impl(_NAME, ("cpu", "cuda"))
def _contract(statements: str, inputs: list[Any]) -> list[Any]:
    _refuse_tangents(inputs)
    outputs = kernel.outputs_of(statements, inputs)
    kernel.run(statements, inputs, outputs)
    return outputs


@torch.library.impl(_OUT, ("cpu", "cuda"))
def _contract_out(statements: str, inputs: list[Any], outputs: list[Any]) -> None:
    kernel.check_outputs(kernel.outputs_of(statements, inputs), outputs)
    kernel.run(statements, inputs, outputs)


torch.library.register_fake(_NAME)(kernel.outputs_of)


@torch.library.register_fake(_OUT)
def _fake_out(statements: str, inputs: list[Any], outputs: list[Any]) -> None:
    kernel.check_outputs(kernel.outputs_of(statements, inputs), outputs)


def apply(statements: str, inputs: Sequence[Any]) -> list[Any]:
    """The operator; within torch.func's transformations and forward derivatives through a function that has rules for
    both directions."""
    if not torch.compiler.is_compiling() and (
            torch.autograd.forward_ad._current_level >= 0 or torch._C._are_functorch_transforms_active()):
        return list(_Transformed.apply(statements, *inputs))
    return torch.ops.ttgt.contract(statements, list(inputs))


def _refuse_tangents(inputs: Sequence[Any]) -> None:
    forward = torch.autograd.forward_ad
    if forward._current_level >= 0 and torch._C._is_fwd_grad_enabled():
        if any(forward.unpack_dual(tensor).tangent is not None for tensor in inputs):
            raise Unsupported("torch.ops.ttgt.contract does not take tensors with tangents itself: call ttgt.torch.einsum")


class _Saved:
    """What the gradients need: of all inputs shapes and kinds, and those inputs themselves that gradients read."""

    def __init__(self, statements: str, inputs: Sequence[Any], needed: Sequence[bool], outputs: int) -> None:
        self.statements = statements
        self.shapes = [tensor.shape for tensor in inputs]
        self.are_complex = [tensor.is_complex() for tensor in inputs]
        self.kept = _pullback(statements, tuple(needed), (True,) * outputs).used

    def gradients(self, tensors: Sequence[Any], needed: Sequence[bool], grads: Sequence[Any]) -> list[Any]:
        """Those of the needed inputs, None for others; `tensors` are those that `kept` names."""
        found = _pullback(self.statements, tuple(needed), tuple(grad is not None for grad in grads))
        sums: list[Any] = [None] * len(self.shapes)
        if not found.places:
            return sums
        kept = dict(zip(self.kept, tensors))
        pulled = apply(to_text(found.program), [*(kept[place] for place in found.used),
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
def _pullback(statements: str, needed: tuple[bool, ...], given: tuple[bool, ...]) -> Pullback:
    return pullback(from_text(statements), _places(needed), _places(given))


def _places(flags: Sequence[bool]) -> tuple[int, ...]:
    return tuple(place for place, flag in enumerate(flags) if flag)


def _save(ctx: Any, inputs: tuple[Any, ...], output: list[Any]) -> None:
    statements, tensors = inputs
    needed = ctx.needs_input_grad[1 : 1 + len(tensors)]
    ctx.ttgt = _Saved(statements, tensors, needed, len(output))
    ctx.save_for_backward(*(tensors[place] for place in ctx.ttgt.kept))


def _backward(ctx: Any, grads: list[Any]) -> tuple[Any, ...]:
    return None, ctx.ttgt.gradients(ctx.saved_tensors, ctx.needs_input_grad[1], grads)


torch.library.register_autograd(_NAME, _backward, setup_context=_save)


class _Transformed(torch.autograd.Function):
    """The operator with derivatives of both directions, which an operator that is registered cannot have."""

    generate_vmap_rule = True

    @staticmethod
    def forward(statements: str, *inputs: Any) -> Any:
        return tuple(torch.ops.ttgt.contract(statements, list(inputs)))

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: tuple[Any, ...]) -> None:
        statements, *tensors = inputs
        ctx.ttgt = _Saved(statements, tensors, ctx.needs_input_grad[1:], len(output))
        ctx.outputs = [(tensor.shape, tensor.dtype) for tensor in output]
        ctx.save_for_backward(*tensors)
        ctx.save_for_forward(*tensors)
        ctx.set_materialize_grads(False)

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> tuple[Any, ...]:
        kept = [ctx.saved_tensors[place] for place in ctx.ttgt.kept]
        return None, *ctx.ttgt.gradients(kept, ctx.needs_input_grad[1:], grads)

    @staticmethod
    def jvp(ctx: Any, _: None, *tangents: Any) -> tuple[Any, ...]:
        given = _places([tangent is not None for tangent in tangents])
        pushed, outputs = pushforward(from_text(ctx.ttgt.statements), given)
        inputs = ctx.saved_tensors
        found = apply(to_text(pushed), [*inputs, *(tangents[place] for place in given)]) if pushed else []
        by_place = dict(zip(outputs, found))
        # PyTorch takes no None here for an output that has no tangent.
        return tuple(by_place[place] if place in by_place else inputs[0].new_zeros(shape, dtype=dtype)
                     for place, (shape, dtype) in enumerate(ctx.outputs))


@functools.lru_cache(maxsize=4096)
def _batched(statements: str, given: tuple[int, ...]) -> tuple[Program, tuple[int, ...], tuple[int, ...]]:
    return batched(from_text(statements), given)


@torch.library.register_vmap(_NAME)
def _vmap(info: Any, in_dims: tuple[Any, ...], statements: str, inputs: list[Any]) -> tuple[list[Any], list[Any]]:
    dims = in_dims[1]
    given = _places([dim is not None for dim in dims])
    program, with_batch, outputs = _batched(statements, given)
    moved = [tensor if dim is None else tensor.movedim(dim, 0) for tensor, dim in zip(inputs, dims)]
    for place in with_batch:
        if place not in given:
            moved[place] = moved[place].unsqueeze(0).expand(info.batch_size, *moved[place].shape)
    found = torch.ops.ttgt.contract(to_text(program), moved)
    return found, [0 if place in outputs else None for place in range(len(found))]


def _in_lower_precision(device: str) -> Any:
    """Autocast's rule for products: float32 in its type, float64 and complex as they are."""
    name = f"Autocast{device.upper()}"
    keys = torch._C.DispatchKeySet(getattr(torch._C.DispatchKey, name))

    def contract(statements: str, inputs: list[Any]) -> list[Any]:
        dtype = torch.get_autocast_dtype(device)
        with torch._C._ExcludeDispatchKeyGuard(keys):
            cast = [tensor.to(dtype) if tensor.is_floating_point() and tensor.dtype != torch.float64 else tensor
                    for tensor in inputs]
            return torch.ops.ttgt.contract(statements, cast)

    _library.impl("contract", contract, name)


_in_lower_precision("cpu")
_in_lower_precision("cuda")
