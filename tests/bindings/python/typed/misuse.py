# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""What mypy must refuse, one fault a line that ends with the word; types_test.py counts them."""
from __future__ import annotations

import numpy
from numpy.typing import NDArray

import ttgt


def faults(a: NDArray[numpy.float64]) -> None:
    ttgt.contract(a, a)  # fault
    ttgt.contract("ij->ji", a, order="X")  # fault
    ttgt.contract("ij->ji", a, strateg="classic")  # fault
    ttgt.einsum("ij->ji", a, casting="nonsense")  # fault
    ttgt.plan("ij->ji", a, compute="tf64")  # fault
    ttgt.Context(thread=2)  # fault
    number: int = ttgt.einsum("ij->ji", a)  # fault
    name: str = ttgt.plan("ij->ji", a).run(a)  # fault
    print(ttgt.plan("ij->ji", a).workspace, number, name)  # fault
