# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""A backend for opt_einsum whose transposes are views: contract(..., backend="ttgt.opt_einsum")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy

from ._backend import tensordot
from ._calls import einsum

__all__ = ["einsum", "tensordot", "transpose"]


def transpose(array: Any, axes: Sequence[int] | None = None) -> Any:
    """A view: opt_einsum transposes to change labels alone."""
    return numpy.transpose(array, axes)
