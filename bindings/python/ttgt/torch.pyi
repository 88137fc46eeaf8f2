# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
from typing import Any

__all__ = ["contract", "einsum"]

def contract(expression: str, *inputs: Any, alpha: complex = 1, out: Any = None) -> Any: ...
def einsum(*operands: Any) -> Any: ...
