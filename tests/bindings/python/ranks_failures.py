# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""What one rank cannot do is raised on every rank: by threads, which call check(), or by the processes of mpirun."""

import numpy

import ttgt
from ttgt import ranks

PRODUCT = "D(i,j)=L(i,k)*R(k,j)"


class Undescribed:
    """An array that says it lies on a GPU, but not where."""

    __cuda_array_interface__: dict = {}


class Rank:
    """One rank and its parts of a matrix of integers, by rows."""

    def __init__(self, communicator):
        self.communicator = communicator
        self.matrix = numpy.arange(36.0).reshape(6, 6)
        self.rows = ranks.Distribution((6, 6), (communicator.ranks,), {0: (0, 1)})
        self.part = self.rows.take(self.matrix, communicator.rank)
        self.output = numpy.empty_like(self.part)
        self.arrays = [ranks.DistributedArray(self.rows, part) for part in (self.output, self.part, self.part)]

    def contract(self, arrays=None, expression=PRODUCT, **settings):
        return ranks.contract(self.communicator, expression, *(self.arrays if arrays is None else arrays), **settings)

    def plan(self, arrays=None, expression=PRODUCT, **settings):
        return ranks.plan_contraction(self.communicator, expression, *(self.arrays if arrays is None else arrays), **settings)

    def with_right(self, part):
        return [*self.arrays[:2], ranks.DistributedArray(self.rows, part)]


# For each call that one rank gets wrong: what that rank gives, what it raises, and what the others raise.
WRONG_OPERANDS = [
    (lambda rank: {"arrays": rank.arrays[:1]}, ttgt.OperandCountMismatch, ttgt.OperandCountMismatch),
    (lambda rank: {"arrays": []}, ttgt.OperandCountMismatch, ttgt.OperandCountMismatch),
    (lambda rank: {"arrays": rank.with_right(Undescribed())}, KeyError, ttgt.InvalidArgument),
    (lambda rank: {"arrays": rank.with_right(rank.part.astype("U3"))}, ttgt.DtypeError, ttgt.InvalidArgument),
    (lambda rank: {"arrays": rank.with_right(rank.part[0])}, ttgt.ShapeMismatch, ttgt.ShapeMismatch),
    (lambda rank: {"arrays": [*rank.arrays[:2], rank.part]}, AttributeError, ttgt.InvalidArgument),
    (lambda rank: {"context": "cpu"}, ttgt.InvalidArgument, ttgt.InvalidArgument),
    (lambda rank: {"workspace_limit": "much"}, ttgt.InvalidArgument, ttgt.InvalidArgument),
    (lambda rank: {"workspace_limit": 1 << 80}, TypeError, ttgt.InvalidArgument),
    (lambda rank: {"engine": 5}, TypeError, ttgt.InvalidArgument),
    (lambda rank: {"expression": 5}, (TypeError, AttributeError), ttgt.InvalidArgument),
]
WRONG_FACTORS = [
    (lambda rank: {"alpha": "two"}, ttgt.ScalarError, ttgt.InvalidArgument),
    (lambda rank: {"beta": numpy.ones(2)}, ValueError, ttgt.InvalidArgument),
]
WRONG_RUNS = [
    (lambda rank: {"parts": [rank.output, rank.part]}, ttgt.OperandCountMismatch, ttgt.OperandCountMismatch),
    (lambda rank: {"parts": []}, ttgt.OperandCountMismatch, ttgt.OperandCountMismatch),
    (lambda rank: {"parts": [rank.output, rank.part, Undescribed()]}, KeyError, ttgt.InvalidArgument),
    (lambda rank: {"parts": [rank.output, rank.part, rank.part.astype("float32")]}, ttgt.InvalidArgument, ttgt.InvalidArgument),
    (lambda rank: {"alpha": "two"}, ttgt.ScalarError, ttgt.InvalidArgument),
    (lambda rank: {"beta": object()}, ttgt.ScalarError, ttgt.InvalidArgument),
]


def raised(call, arguments):
    """What the call raises."""
    try:
        call(**arguments)
    except Exception as error:
        return error
    raise AssertionError(f"nothing was raised with {arguments}")


def check_failure(rank, call, failing, wrong, own, others):
    """The call raises `own` on rank `failing`, and elsewhere `others` with a text that says which rank and why."""
    fails = rank.communicator.rank == failing
    error = raised(call, wrong(rank) if fails else {})
    if fails:
        assert isinstance(error, own) and "cannot make this call" not in str(error), error
    else:
        assert type(error) is others and f"rank {failing} cannot make this call: " in str(error), error
        names = [kind.__name__ for kind in (own if isinstance(own, tuple) else (own,))]
        assert any(name in str(error) for name in names), error
    product = rank.contract()  # the ranks are still in step
    assert (product == rank.rows.take(rank.matrix @ rank.matrix, rank.communicator.rank)).all()


def check(communicator):
    """All failures, on the first rank and on the last. Collective."""
    rank = Rank(communicator)
    plan = rank.plan(engine="local")

    def run(parts=(rank.output, rank.part, rank.part), **factors):
        return plan.run(*parts, **factors)

    for failing in {0, communicator.ranks - 1}:
        for call, cases in ((rank.plan, WRONG_OPERANDS), (rank.contract, WRONG_OPERANDS + WRONG_FACTORS), (run, WRONG_RUNS)):
            for case in cases:
                check_failure(rank, call, failing, *case)


if __name__ == "__main__":
    check(ranks.Communicator.world())
