# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Contractions of PyTorch's tensors as an operator of PyTorch: differentiable, and part of compiled graphs.

Importing this module imports PyTorch, 2.6 or newer.
"""

import torch

from .errors import Unsupported

if not hasattr(torch.compiler, "substitute_in_graph"):
    raise Unsupported(f"ttgt.torch needs PyTorch 2.6 or newer; this is {torch.__version__}")

from . import _torch_calls  # noqa: F401, E402
from ._torch_contract import contract, einsum  # noqa: E402

__all__ = ["contract", "einsum"]
