# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""What is kept of calls with arrays on GPUs, so that the next call on such arrays only has to find it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ._arrays import array_library, layouts_on_device

_MOST_CALLS = 1024


class DeviceCalls:
    """Plans by the text of a call, the current stream, and the layouts of its arrays."""

    def __init__(self) -> None:
        self._calls: dict[Any, Any] = {}

    def __len__(self) -> int:
        return len(self._calls)

    def clear(self) -> None:
        self._calls.clear()

    def run(self, text: str, inputs: Sequence[Any], out: Any, alpha: Any, beta: Any) -> Any:
        """The result; None where no such call is kept."""
        if not self._calls or not inputs:
            return None
        library = array_library(inputs[0])
        key = _key(library, text, inputs, out, beta)
        found = self._calls.get(key) if key is not None else None
        if found is None:
            return None
        plan, shape, dtype = found
        if out is None:
            out = library.empty(shape, dtype, inputs[0])
        plan.run_at([library.address(array) for array in (out, *inputs)], alpha, 0 if beta is None else beta)
        return out

    def add(self, text: str, inputs: Sequence[Any], out: Any, beta: Any, plan: Any, shape: Any, dtype: str) -> None:
        """Keeps the plan of a call that gave a new array of this shape and type where `out` is None."""
        key = _key(array_library(inputs[0]), text, inputs, out, beta)
        if key is None:
            return
        if len(self._calls) >= _MOST_CALLS:
            self._calls.clear()
        self._calls[key] = plan, shape, dtype


def _key(library: Any, text: str, inputs: Sequence[Any], out: Any, beta: Any) -> Any:
    layouts = layouts_on_device(library, inputs if out is None else [*inputs, out])
    if layouts is None:
        return None
    return text, beta is None or beta == 0, out is None, library.stream(inputs[0]), *layouts
