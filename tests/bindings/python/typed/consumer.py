# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""A user's typed program, which types_test.py hands to mypy: it is not run."""
from __future__ import annotations

from typing import Any

import numpy
from numpy.typing import NDArray

import ttgt
from ttgt import ranks


class Tensor:
    """Stands for an array of another library."""


def products(a: NDArray[numpy.float64], b: NDArray[numpy.float64], other: Tensor) -> None:
    c: NDArray[numpy.float64] = ttgt.contract("ij,jk->ik", a, b, alpha=2, beta=1, out=a)
    c = ttgt.einsum("ij,jk->ik", a, b, order="F")
    c = ttgt.einsum(a, [0, 1], b, [1, 2], [0, 2])
    c = ttgt.transpose(c, (1, 0))
    c = ttgt.einsum("ij,jk->ik", a, [[1.0, 2.0]])
    c = ttgt.einsum("ij->ji", a, dtype="float32")
    tensor: Tensor = ttgt.contract("ij,jk->ik", other, other)
    tensor = ttgt.einsum("ij,jk->ik", tensor, other)
    tensor = ttgt.transpose(tensor)
    c = ttgt.tensordot(a, b, axes=1)
    c = ttgt.contract("ij,jk->ik", a, b, order=None)
    c.sum()


def plans(a: NDArray[numpy.float64], other: Tensor) -> float:
    with_limit = ttgt.Context(workspace_limit=1 << 20, threads=1)
    plan: ttgt.Plan = ttgt.plan("ik,kj->ij", (300, 40), (40, 500), context=with_limit)
    plan = ttgt.plan("ik,kj->ij", (300, 40), (40, 500), compute="int8")
    c: NDArray[numpy.float64] = plan.run(a, a)
    tensor: Tensor = plan.run(other, other)
    report = plan.profile(a, a, out=c)
    group: ttgt.GroupPlan = ttgt.plan_contractions("ik,kj->ij", [a], [a])
    products: list[NDArray[numpy.float64]] = ttgt.contractions("ik,kj->ij", [a], [a], out=[c])
    products = ttgt.transposes(products)
    group.run(products, [a])
    program: ttgt.ProgramPlan = ttgt.plan_program("c(j,i) = a(i,j)", {"a": a, "c": c})
    program.run({"a": a, "c": c})
    formula: ttgt.EvaluationPlan = ttgt.plan_evaluation("y(j,i) = k*x(i,j)", x=a)
    c = ttgt.evaluate("y(j,i) = k*x(i,j)", x=a, k=2, out=formula.run(x=a, k=2j))
    total = ttgt.reduce("ij->j", a, "max", out=c)
    tensor = ttgt.evaluate("y(i) += x(i)", x=other, out=tensor)
    return report.flops + plan.workspace_bytes + len(plan.explain()) + len(repr(tensor))


def over_ranks(whole: NDArray[numpy.float64]) -> float:
    (rank,) = ranks.Communicator.local(1)
    rows = ranks.Distribution(whole.shape, (rank.ranks,), {0: (0, 2)})
    a: ranks.DistributedArray = ranks.scatter(rank, ranks.zeros(rank, rows), whole)
    b = ranks.redistribute(rank, ranks.from_function(rank, rows, lambda i, j: i + j, dtype="float64"), a)
    ranks.save(rank, "a.npy", b)
    program: ranks.DistributedProgram = ranks.plan_program(rank, "b(i,j) = a(i,j)", {"a": a, "b": b})
    program.run({"a": a.part, "b": ranks.load(rank, "a.npy", b).part})
    return ranks.norm(rank, a) + abs(ranks.dot(rank, a, b)) + len(program.explain())


ttgt.show_config(devices=True)
described: dict[str, Any] = ttgt.show_config("dict")

try:
    ttgt.einsum("i->", numpy.ones(3))
except (ttgt.InvalidArgument, ttgt.DeviceError) as error:
    print(error, ttgt.__version__)
