# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""JAX's primitive of programs of sums of products: its shapes, tangents, transposes, batches, and its call of XLA."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import jax
import jax.extend.core
import jax.numpy as jnp
from jax.interpreters import ad, batching, mlir

from . import _core
from ._derivatives import batched, pullback, pushforward, without_unread
from ._products import Program, factors_of, from_text, to_text

_TARGET = "ttgt_contract"
jax.ffi.register_ffi_target(_TARGET, _core.jax_handler(), platform="cpu")
jax.ffi.register_ffi_target(_TARGET, _core.jax_device_handler(), platform="CUDA")
_contract_p = jax.extend.core.Primitive("ttgt_contract")
_contract_p.multiple_results = True


def apply(program: Program, inputs: Sequence[Any]) -> list[Any]:
    """The outputs of the program."""
    read_program, read = without_unread(program)
    return _contract_p.bind(*(inputs[place] for place in read), statements=to_text(read_program))


@_contract_p.def_impl
def _run(*inputs: Any, statements: str) -> Any:
    return _compiled(statements)(*inputs)


@functools.lru_cache(maxsize=1024)
def _compiled(statements: str) -> Any:
    return jax.jit(functools.partial(_contract_p.bind, statements=statements))


@_contract_p.def_abstract_eval
def _shapes(*inputs: Any, statements: str) -> list[Any]:
    outputs = []
    for statement in from_text(statements):
        factors = factors_of((statement,))
        extents = {label: extent for factor in factors for label, extent in zip(factor.labels, inputs[factor.tensor].shape)}
        dtype = functools.reduce(jnp.promote_types, (inputs[factor.tensor].dtype for factor in factors))
        outputs.append(jax.core.ShapedArray(tuple(extents[label] for label in statement.output), dtype))
    return outputs


def _tangents(primals: Sequence[Any], tangents: Sequence[Any], *, statements: str) -> tuple[list[Any], list[Any]]:
    program = from_text(statements)
    outputs = apply(program, primals)
    given = [place for place, tangent in enumerate(tangents) if not isinstance(tangent, ad.Zero)]
    pushed, places = pushforward(program, given)
    found = apply(pushed, [*primals, *(tangents[place] for place in given)]) if pushed else []
    by_place = dict(zip(places, found))
    return outputs, [by_place[place] if place in by_place else ad.Zero(jax.typeof(output).to_tangent_aval())
                     for place, output in enumerate(outputs)]


def _transposed(cotangents: Sequence[Any], *inputs: Any, statements: str) -> list[Any]:
    """Of a program that is linear in its inputs that have no value."""
    linear = [place for place, each in enumerate(inputs) if ad.is_undefined_primal(each)]
    given = [place for place, cotangent in enumerate(cotangents) if not isinstance(cotangent, ad.Zero)]
    found = pullback(from_text(statements), linear, given, by_conjugate=False)
    sums: list[Any] = [ad.Zero(each.aval) if ad.is_undefined_primal(each) else None for each in inputs]
    if not found.places:
        return sums
    pulled = apply(found.program, [*(inputs[place] for place in found.used), *(cotangents[place] for place in given)])
    for cotangent, (place, axes) in zip(pulled, found.places):
        whole = _whole(cotangent, inputs[place].aval, axes)
        sums[place] = whole if isinstance(sums[place], ad.Zero) else sums[place] + whole
    return sums


def _whole(cotangent: Any, like: Any, axes: tuple[int, ...]) -> Any:
    """With the axes along which it is the same, and real where the input is."""
    if not jnp.issubdtype(like.dtype, jnp.complexfloating):
        cotangent = cotangent.real
    others = tuple(axis for axis in range(len(like.shape)) if axis not in axes)
    return jnp.broadcast_to(jnp.expand_dims(cotangent, others), like.shape) if others else cotangent


def _batches(inputs: Sequence[Any], dims: Sequence[Any], *, statements: str) -> tuple[list[Any], list[Any]]:
    given = [place for place, dim in enumerate(dims) if dim is not None]
    program, with_batch, outputs = batched(from_text(statements), given)
    size = inputs[given[0]].shape[dims[given[0]]]
    moved = [jnp.moveaxis(each, dim, 0) if place in given else each for place, (each, dim) in enumerate(zip(inputs, dims))]
    for place in with_batch:
        if place not in given:
            moved[place] = jnp.broadcast_to(moved[place], (size, *moved[place].shape))
    found = apply(program, moved)
    return found, [0 if place in outputs else None for place in range(len(found))]


ad.primitive_jvps[_contract_p] = _tangents
ad.primitive_transposes[_contract_p] = _transposed
batching.primitive_batchers[_contract_p] = _batches
for _platform in ("cpu", "cuda"):
    mlir.register_lowering(_contract_p, jax.ffi.ffi_lowering(_TARGET), platform=_platform)
