# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Paths, the orders in which many arrays are multiplied: ours, and those of NumPy, opt_einsum and cotengra."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from typing import Any

from . import _core
from ._context import Context
from ._described import described_operands
from .errors import InvalidArgument

_MINIMIZE = {"time": 0, "flops": 1, "memory": 2}


class Path(tuple):  # type: ignore[type-arg]
    """Pairs of positions in the list of arrays: each step takes two arrays away and appends their product.

    opt_einsum and cotengra take it as it is, numpy.einsum and numpy.einsum_path take `numpy`. `operations`: of all
    steps; `largest`: elements of the largest result of a step; `predicted_ms`; `trials` that the search made.
    """

    operations: float
    largest: float
    predicted_ms: float
    trials: int

    @property
    def numpy(self) -> list[Any]:
        """As numpy.einsum(optimize=...) takes it."""
        return ["einsum_path", *self]

    @property
    def ssa(self) -> tuple[tuple[int, int], ...]:
        """Pairs of numbers: those of the arrays, then one for the product of each step."""
        left = list(range(len(self) + 1))
        pairs = []
        for number, (first, second) in enumerate(self, len(self) + 1):
            pairs.append((left[first], left[second]))
            for place in sorted((first, second), reverse=True):
                del left[place]
            left.append(number)
        return tuple(pairs)


def path(
    expression: Any,
    *operands: Any,
    dtype: Any = "float64",
    search: str = "auto",
    minimize: str = "time",
    seed: int = 0,
    trials: int = 0,
    seconds: float = 0.0,
    context: Context | None = None,
) -> Path:
    """The order in which a product of many arrays is to be multiplied; nothing is computed.

    Operands are as in plan(): arrays, or tuples of extents, of which `dtype` is the type. search: "auto", "optimal" (16
    arrays at most), "greedy", "random-greedy" or "annealing". minimize: the predicted "time", "flops" or "memory", the
    largest result of a step. The random searches take a `seed` and search `trials` times, or as often as `seconds`
    allow; the same seed and number of trials give the same path. Raises as plan() does.
    """
    if minimize not in _MINIMIZE:
        raise InvalidArgument(f"minimize: {minimize!r} is none of {', '.join(_MINIMIZE)}")
    where, text, described = described_operands(expression, operands, None, dtype, context)[:3]
    flat, operations, largest, predicted_ms, made = _core.find_path(
        where._core, text, described, search, _MINIMIZE[minimize], seed, trials, seconds)
    found = Path(zip(flat[::2], flat[1::2]))
    found.operations, found.largest, found.predicted_ms, found.trials = operations, largest, predicted_ms, made
    return found


def given_path(optimize: Any) -> list[Any] | tuple[Any, ...] | None:
    """The steps that `optimize` is; None of a switch, the name of a search or such a name with a limit. Raises
    InvalidArgument where it is something else."""
    if optimize is None or isinstance(optimize, (bool, str)):
        return None
    if hasattr(optimize, "get_path"):  # a tree of cotengra's
        optimize = optimize.get_path()
    if not isinstance(optimize, Iterable):
        raise InvalidArgument(f"optimize: {optimize!r} is neither the name of a search nor a path; call it for a path")
    steps = optimize if isinstance(optimize, (list, tuple)) else list(optimize)
    is_limited = len(steps) == 2 and isinstance(steps[0], str) and isinstance(steps[1], (int, float))
    return None if is_limited else steps


def steps_of(path: Sequence[Any], inputs: int) -> list[int]:
    """The path as the engine takes it: two positions for each step, one after the other. A step of more than two arrays
    multiplies them from the first to the last; one of a single array does nothing. Raises InvalidArgument where it is no
    path of so many inputs."""
    steps = list(path)
    if steps and isinstance(steps[0], str) and steps[0] == "einsum_path":
        del steps[0]
    numbers = [_numbers(step) for step in steps]
    ssa = _is_ssa(numbers, inputs)
    left = list(range(inputs))
    engines = list(range(inputs))  # the engine's list, which knows no step of a single array
    names = list(range(inputs))  # of the numbers of an SSA path: the tensors that they are
    made = inputs
    flat = []
    for step in numbers:
        tensors = [_taken(number, names if ssa else left, left, step) for number in step]
        if len(set(tensors)) < len(tensors):
            raise InvalidArgument(f"optimize: step {step} multiplies an array by itself")
        product = tensors[0]
        for tensor in tensors[1:]:
            flat += sorted((engines.index(product), engines.index(tensor)))
            for each in (left, engines):
                each.remove(product)
                each.remove(tensor)
                each.append(made)
            product = made
            made += 1
        if len(tensors) == 1:
            left.remove(product)
            left.append(product)
        names.append(product)
    if len(left) > 1:
        raise InvalidArgument(f"optimize: the path of {inputs} arrays leaves {len(left)} of them")
    return flat


def _numbers(step: Any) -> tuple[int, ...]:
    try:
        numbers = tuple(operator.index(number) for number in step)
    except TypeError:
        raise InvalidArgument(f"optimize: step {step!r} of the path is no tuple of integers") from None
    if not numbers:
        raise InvalidArgument("optimize: a step of the path is empty")
    return numbers


def _is_ssa(steps: Sequence[tuple[int, ...]], inputs: int) -> bool:
    """Whether a step names an array beyond the list that shrinks, as the last step of an SSA path does, and none names
    one that no step makes."""
    left = inputs
    is_beyond = False
    for step in steps:
        if max(step) >= inputs + len(steps):
            return False
        is_beyond = is_beyond or max(step) >= left
        left -= len(step) - 1
    return is_beyond


def _taken(number: int, names: list[int], left: list[int], step: tuple[int, ...]) -> int:
    if not 0 <= number < len(names) or names[number] not in left:
        raise InvalidArgument(f"optimize: step {step} of the path takes array {number}, which is not there")
    return names[number]
