# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
from typing import Any

__all__ = ["contract", "einsum"]

def contract(expression: str, *inputs: Any) -> Any: ...
def einsum(*operands: Any) -> Any: ...
