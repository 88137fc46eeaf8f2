# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""The operator torch.ops.ttgt.contract and what PyTorch asks of an operator: shapes, gradients, batches, autocast."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import torch

from . import _torch_derivatives as derivatives
from . import _torch_kernel as kernel
from ._derivatives import batched
from ._products import Program, from_text, to_text
from ._torch import has_tangent, is_forward
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
    return kernel.run(statements, inputs)


@torch.library.impl(_OUT, ("cpu", "cuda"))
def _contract_out(statements: str, inputs: list[Any], outputs: list[Any]) -> None:
    kernel.run_into(statements, inputs, outputs)


torch.library.register_fake(_NAME)(kernel.outputs_of)


@torch.library.register_fake(_OUT)
def _fake_out(statements: str, inputs: list[Any], outputs: list[Any]) -> None:
    kernel.check_outputs(kernel.outputs_of(statements, inputs), outputs)


def _refuse_tangents(inputs: Sequence[Any]) -> None:
    if is_forward(torch) and torch._C._is_fwd_grad_enabled() and any(has_tangent(torch, tensor) for tensor in inputs):
        raise Unsupported("torch.ops.ttgt.contract does not take tensors with tangents itself: call ttgt.torch.einsum")


torch.library.register_autograd(_NAME, derivatives.backward, setup_context=derivatives.save)


@functools.lru_cache(maxsize=4096)
def _batched(statements: str, given: tuple[int, ...]) -> tuple[Program, tuple[int, ...], tuple[int, ...]]:
    return batched(from_text(statements), given)


@torch.library.register_vmap(_NAME)
def _vmap(info: Any, in_dims: tuple[Any, ...], statements: str, inputs: list[Any]) -> tuple[list[Any], list[Any]]:
    dims = in_dims[1]
    given = derivatives.places([dim is not None for dim in dims])
    program, with_batch, outputs = _batched(statements, given)
    moved = [tensor if dim is None else tensor.movedim(dim, 0) for tensor, dim in zip(inputs, dims)]
    for place in with_batch:
        if place not in given:
            moved[place] = moved[place].unsqueeze(0).expand(info.batch_size, *moved[place].shape)
    found = torch.ops.ttgt.contract(to_text(program), moved)
    return found, [0 if place in outputs else None for place in range(len(found))]


def _register_autocast(device: str) -> None:
    name = f"Autocast{device.upper()}"
    keys = torch._C.DispatchKeySet(getattr(torch._C.DispatchKey, name))

    def contract(statements: str, inputs: list[Any]) -> list[Any]:
        with torch._C._ExcludeDispatchKeyGuard(keys):
            return torch.ops.ttgt.contract(statements, derivatives.in_lower_precision(inputs, device))

    _library.impl("contract", contract, name)


_register_autocast("cpu")
_register_autocast("cuda")
