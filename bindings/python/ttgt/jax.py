# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Contractions of JAX's arrays, on CPUs and CUDA devices, as a primitive of JAX: under jit, grad, jvp and vmap.

Importing this module imports JAX.
"""

from . import _core
from .errors import Unsupported

if _core.jax_handler() is None:
    raise Unsupported("this build of ttgt has no calls from XLA: jaxlib was not beside the Python that it was built for")

from . import _jax_calls  # noqa: F401, E402
from ._jax_contract import contract, einsum  # noqa: E402

__all__ = ["contract", "einsum"]
