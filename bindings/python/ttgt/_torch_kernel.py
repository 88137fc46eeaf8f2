# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Programs of sums of products on tensors of PyTorch: what they need to be, plans by their layouts, and runs."""

from __future__ import annotations

import atexit
import functools
from collections.abc import Callable, Sequence
from typing import Any

import torch

from . import _context, _core
from ._arrays import operand_name
from ._derivatives import with_bits
from ._products import Program, factors_of, from_text, to_text
from ._torch import Torch
from ._torch_direct import current_stream, element, pattern_of, register
from .errors import DtypeError, ExpressionError, InvalidArgument, OperandCountMismatch, ShapeMismatch

_MOST_PLANS = 1024
_LIBRARY = Torch()
_NAMES = {torch.float16: "float16", torch.bfloat16: "bfloat16", torch.float32: "float32", torch.float64: "float64",
          torch.complex64: "complex64", torch.complex128: "complex128"}
_empty_like = torch.empty_like
_REAL = {torch.complex64: torch.float32, torch.complex128: torch.float64}
_plans: dict[Any, tuple[Callable[[list[int]], None], list[Any], _core.TorchRun]] = {}
# The same plans, of tensors that the module reads itself.
_runs = _core.TorchCalls()
_current_stream = current_stream(torch)
_contexts: dict[int, _context.Context] = {}
# While PyTorch's allocator can still take back what contexts have of it.
atexit.register(_contexts.clear)
atexit.register(_plans.clear)
atexit.register(_runs.clear)
atexit.register(lambda: element.cache_clear())


def outputs_of(statements: str, inputs: Sequence[Any]) -> list[Any]:
    """New tensors for the outputs of a program, also of tensors that have no elements. Raises DtypeError,
    ShapeMismatch, OperandCountMismatch or InvalidArgument where the inputs do not go together."""
    program = from_text(statements)
    if len(inputs) <= max(factor.tensor for factor in factors_of(program)):
        raise OperandCountMismatch(f"'{statements}' reads more inputs than the {len(inputs)} that it is given")
    _check_kinds(inputs)
    outputs = []
    for statement in program:
        extents: dict[str, Any] = {}
        for factor in (factor for term in statement.terms for factor in term.factors):
            _read_extents(extents, factor.labels, inputs[factor.tensor].shape, factor.tensor)
        if not extents.keys() >= set(statement.output):
            raise ExpressionError(f"'{statements}' has a label in an output that no input of it has")
        read = [inputs[factor.tensor] for term in statement.terms for factor in term.factors]
        like = next((tensor for tensor in read if tensor.is_complex()), read[0])
        outputs.append(like.new_empty([extents[label] for label in statement.output]))
    return outputs


def run(statements: str, inputs: Sequence[Any]) -> list[Any]:
    """New outputs: written at once on CPUs, on CUDA on the current stream, with scratch from PyTorch's allocator."""
    written = _runs.run(statements, tuple(inputs))
    if written is not None:
        return written
    key = statements, *(layout(tensor) for tensor in inputs)
    found = _plans.get(key)
    if found is None:
        outputs = outputs_of(statements, inputs)
        found = _keep(key, statements, inputs, outputs)
        _runs.add(statements, tuple(inputs), found[2])
    else:
        outputs = [_empty_like(pattern, memory_format=torch.contiguous_format) for pattern in found[1]]
    found[0]([tensor.data_ptr() for tensor in (*inputs, *outputs)])
    return outputs


def run_into(statements: str, inputs: Sequence[Any], outputs: Sequence[Any]) -> None:
    """The same into outputs that are there. Raises OverlapError and what check_outputs() does before they are written."""
    check_outputs(outputs_of(statements, inputs), outputs)
    tensors = [*inputs, *outputs]
    key = statements, "into", *(layout(tensor) for tensor in tensors)
    found = _plans.get(key) or _keep(key, statements, inputs, outputs)
    found[0]([tensor.data_ptr() for tensor in tensors])


def layout(tensor: Any) -> Any:
    return tensor.dtype, tensor.device, tensor.shape, tensor.stride(), tensor.is_conj(), tensor.is_neg()


def _keep(key: Any, statements: str, inputs: Sequence[Any], outputs: Sequence[Any]) -> Any:
    """What is kept of a call: a function that runs its plan, of each output a tensor of its shape and type, and the same for
    the module."""
    if len(_plans) >= _MOST_PLANS:
        _plans.clear()
    patterns = [pattern_of(tensor) for tensor in outputs]
    run_at, direct = _planned(_on_memory(statements, inputs), inputs, outputs, patterns)
    kept = run_at, patterns, direct
    _plans[key] = kept
    return kept


def check_outputs(expected: Sequence[Any], outputs: Sequence[Any]) -> None:
    """Refuses outputs that the results do not fit into."""
    if len(outputs) != len(expected):
        raise OperandCountMismatch(f"the program has {len(expected)} output(s), the call {len(outputs)}")
    for new, output in zip(expected, outputs):
        if output.shape != new.shape:
            raise ShapeMismatch(f"the result has shape {tuple(new.shape)}, out has {tuple(output.shape)}")
        if output.dtype != new.dtype or output.device != new.device:
            raise DtypeError(f"the result is of {new.dtype} on {new.device}, out of {output.dtype} on {output.device}")
        if _LIBRARY.is_lazy(output):
            raise InvalidArgument("out is a lazily conjugated or negated view: write to another tensor and copy_() from it")


def _check_kinds(inputs: Sequence[Any]) -> None:
    """Refuses elements of other types than the engine's, of two that do not mix, and tensors on several devices."""
    first = inputs[0]
    for place, tensor in enumerate(inputs):
        name = operand_name(place)
        if tensor.dtype not in _NAMES:
            raise DtypeError(f"{name} is of {tensor.dtype}; ttgt takes float16, bfloat16, float32, float64, complex64 and "
                             "complex128")
        if _REAL.get(tensor.dtype, tensor.dtype) != _REAL.get(first.dtype, first.dtype):
            raise DtypeError(f"{name} is of {tensor.dtype}, L of {first.dtype}: only a real type and its own complex type mix")
        if tensor.device != first.device:
            raise InvalidArgument(f"{name} is on {tensor.device}, L on {first.device}")


def _read_extents(extents: dict[str, Any], labels: tuple[str, ...], shape: Any, tensor: int) -> None:
    if len(labels) != len(shape):
        raise ShapeMismatch(f"x{tensor} has rank {len(shape)}, but {len(labels)} label(s)")
    for label, extent in zip(labels, shape):
        if extents.setdefault(label, extent) != extent:
            raise ShapeMismatch(f"label '{label}' has extents {extents[label]} and {extent}")


def workspace_bytes(statements: str, inputs: Sequence[Any]) -> int:
    """Of the plan for tensors like these and new outputs."""
    return _plan_of(_on_memory(statements, inputs), inputs, outputs_of(statements, inputs))[0].workspace_bytes


def _on_memory(statements: str, inputs: Sequence[Any]) -> Program:
    """The program on what lies in memory."""
    return with_bits(from_text(statements), [tensor.is_conj() for tensor in inputs], [tensor.is_neg() for tensor in inputs])


def _plan_of(program: Program, inputs: Sequence[Any], outputs: Sequence[Any]) -> tuple[Any, list[int], float | None]:
    """The plan for tensors like these, which of the inputs and outputs it names, and what one product is multiplied by; None
    where it is not one product."""
    context = _context_of(inputs[0])
    described = [_described(tensor) for tensor in (*inputs, *outputs)]
    if len(program) == 1 and len(program[0].terms) == 1:
        (term,) = program[0].terms
        order = [len(inputs), *(factor.tensor for factor in term.factors)]
        text = to_text((program[0]._replace(terms=(term._replace(scale=1.0),)),))
        plan = _core.plan(context._core, text, tuple(described[place] for place in order), beta_is_zero=1)
        return plan, order, term.scale
    read = sorted({factor.tensor for factor in factors_of(program)})
    order = [*read, *range(len(inputs), len(described))]
    names = [*(f"x{place}" for place in read), *(f"y{place}" for place in range(len(outputs)))]
    return _core.program(context._core, to_text(program), names, tuple(described[place] for place in order)), order, None


def _planned(program: Program, inputs: Sequence[Any], outputs: Sequence[Any],
             patterns: list[Any]) -> tuple[Callable[[list[int]], None], _core.TorchRun]:
    """The program for tensors like these: a function that runs it at their addresses, and what the module runs it by, into new
    outputs like the patterns."""
    register(inputs)
    plan, order, scale = _plan_of(program, inputs, outputs)
    device, needed = inputs[0].device, plan.workspace_bytes
    if scale is None:
        return (_runner(plan.run_at, needed, order, device),
                _core.torch_run_of_program(plan, order, patterns, *_place(needed, device)))
    return (_runner(functools.partial(_run_scaled, plan, scale), needed, order, device),
            _core.torch_run_of_plan(plan, scale, order, patterns, *_place(needed, device)))


def _place(workspace_bytes: int, device: Any) -> tuple[Any, int]:
    """The pattern of the workspace that a run brings, None on CPUs and where none is needed, and the number of the GPU, -1 for
    CPUs."""
    if device.type == "cpu":
        return None, -1
    return (element(torch.uint8, device).expand(workspace_bytes) if workspace_bytes else None), device.index


def _run_scaled(plan: Any, scale: float, addresses: list[int], *place: int) -> None:
    plan.run_at(addresses, scale, 0, *place)


def _runner(run_at: Callable[..., None], workspace_bytes: int, order: list[int], device: Any) -> Callable[[list[int]], None]:
    if device.type == "cpu":
        return lambda addresses: run_at([addresses[place] for place in order])

    def run_on_device(addresses: list[int]) -> None:
        # CUDA's default stream is no stream to the engine: 1 is its other name.
        stream = _current_stream(device.index) or 1
        scratch = torch.empty(workspace_bytes, dtype=torch.uint8, device=device) if workspace_bytes else None
        run_at([addresses[place] for place in order], scratch.data_ptr() if scratch is not None else 0, workspace_bytes, stream)

    return run_on_device


def _context_of(tensor: Any) -> _context.Context:
    """The thread's own on CPUs. One for each GPU, whatever the stream: runs bring their stream and scratch themselves,
    so that a plan made before a graph is captured serves the capture."""
    if tensor.device.type == "cpu":
        return _context.own
    index = tensor.device.index
    if index not in _contexts:
        _contexts[index] = _context.default(_LIBRARY, tensor)
    return _contexts[index]


def _described(tensor: Any) -> Any:
    """What lies in memory, whatever bits the tensor has."""
    return _core.describe(_NAMES[tensor.dtype], list(tensor.shape), list(tensor.stride()), tensor.data_ptr(),
                          tensor.device.type == "cuda", True, None)
