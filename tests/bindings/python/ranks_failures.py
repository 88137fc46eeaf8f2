# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""What one rank cannot do is raised on every rank: by threads, which call check(), or by the processes of mpirun."""

import numpy

import ttgt
from ttgt import ranks

PRODUCT = "D(i,j)=L(i,k)*R(k,j)"
STATEMENTS = "W(i,j)=L(i,k)*R(k,j); D(i,j)=W(i,k)*R(k,j)"


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

    def redistribute(self, to=None, source=None):
        return ranks.redistribute(self.communicator, self.arrays[0] if to is None else to, self.arrays[1] if source is None else source)

    def scatter(self, to=None, whole=None):
        given = self.matrix if whole is None and self.communicator.rank == 0 else whole
        return ranks.scatter(self.communicator, self.arrays[0] if to is None else to, given)

    def gather(self, source=None, out=None):
        return ranks.gather(self.communicator, self.arrays[1] if source is None else source, out)

    def dot(self, a=None, b=None):
        return ranks.dot(self.communicator, self.arrays[1] if a is None else a, self.arrays[2] if b is None else b)

    def norm(self, a=None):
        return ranks.norm(self.communicator, self.arrays[1] if a is None else a)

    def save(self, path="unwritten.npy", source=None):
        return ranks.save(self.communicator, path, self.arrays[1] if source is None else source)

    def load(self, path="unread.npy", to=None):
        return ranks.load(self.communicator, path, self.arrays[0] if to is None else to)

    def plan_program(self, statements=STATEMENTS, arrays=None, **settings):
        given = dict(zip("DLR", self.arrays)) if arrays is None else arrays
        return ranks.plan_program(self.communicator, statements, given, **settings)

    def holding(self, part):
        return ranks.DistributedArray(self.rows, part)

    def read_only(self):
        part = self.output.copy()
        part.flags.writeable = False
        return part

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

# The same for calls on whole arrays and programs, by the names of Rank's functions.
WRONG_CALLS = [
    ("redistribute", lambda rank: {"to": rank.part}, AttributeError, ttgt.InvalidArgument),
    ("redistribute", lambda rank: {"to": rank.holding(rank.read_only())}, ttgt.InvalidArgument, ttgt.InvalidArgument),
    ("redistribute", lambda rank: {"source": rank.holding(rank.part[0])}, ttgt.ShapeMismatch, ttgt.ShapeMismatch),
    ("scatter", lambda rank: {"to": rank.holding(rank.part.astype("U3"))}, ttgt.DtypeError, ttgt.InvalidArgument),
    ("gather", lambda rank: {"source": rank.part}, AttributeError, ttgt.InvalidArgument),
    ("dot", lambda rank: {"b": rank.holding(rank.part.astype("U3"))}, ttgt.DtypeError, ttgt.InvalidArgument),
    ("norm", lambda rank: {"a": rank.holding(rank.part.astype("U3"))}, ttgt.DtypeError, ttgt.InvalidArgument),
    ("save", lambda rank: {"path": 5}, TypeError, ttgt.InvalidArgument),
    ("save", lambda rank: {"path": "a\0b"}, ttgt.InvalidArgument, ttgt.InvalidArgument),
    ("save", lambda rank: {"source": rank.part}, AttributeError, ttgt.InvalidArgument),
    ("load", lambda rank: {"path": None}, TypeError, ttgt.InvalidArgument),
    ("load", lambda rank: {"to": rank.holding(rank.read_only())}, ttgt.InvalidArgument, ttgt.InvalidArgument),
    ("plan_program", lambda rank: {"statements": 5}, ttgt.InvalidArgument, ttgt.InvalidArgument),
    ("plan_program", lambda rank: {"arrays": rank.arrays}, ttgt.InvalidArgument, ttgt.InvalidArgument),
    ("plan_program", lambda rank: {"arrays": {}}, ttgt.OperandCountMismatch, ttgt.OperandCountMismatch),
    ("plan_program", lambda rank: {"engine": 5}, TypeError, ttgt.InvalidArgument),
    ("plan_program", lambda rank: {"workspace_limit": "much"}, ttgt.InvalidArgument, ttgt.InvalidArgument),
]
WRONG_PROGRAM_RUNS = [
    (lambda rank: {"parts": {"D": rank.output, "L": rank.part}}, ttgt.OperandCountMismatch, ttgt.OperandCountMismatch),
    (lambda rank: {"parts": dict(D=rank.output, L=rank.part, R=rank.part, X=rank.part)}, ttgt.OperandCountMismatch,
     ttgt.OperandCountMismatch),
    (lambda rank: {"parts": dict(D=rank.read_only(), L=rank.part, R=rank.part)}, ttgt.InvalidArgument, ttgt.InvalidArgument),
    (lambda rank: {"parts": dict(D=rank.output, L=rank.part.astype("float32"), R=rank.part)}, ttgt.InvalidArgument,
     ttgt.InvalidArgument),
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


def check_together(rank):
    """What no rank alone can see, each raises with both values. Collective."""
    small = ranks.zeros(rank.communicator, ranks.Distribution((4, 4), (rank.communicator.ranks,), {1: 0}))
    first = rank.communicator.rank == 0
    for call, arguments, text in (
        (rank.scatter, {"whole": rank.matrix.astype("float32") if first else None}, "the whole tensor is float32"),
        (rank.gather, {"out": small.part if first else None}, "the tensor over ranks 6x6"),
        (rank.save, {"path": "/none/a.npy"}, "/none/a.npy: cannot be written"),
        (rank.load, {"path": "/none/a.npy"}, "/none/a.npy: cannot be read"),
    ):
        error = raised(call, arguments)
        assert isinstance(error, ttgt.InvalidArgument) and text in str(error), error
    assert isinstance(raised(rank.redistribute, {"to": small}), ttgt.ShapeMismatch)
    assert isinstance(raised(rank.dot, {"a": small}), ttgt.ShapeMismatch)
    assert rank.norm() == numpy.sqrt((rank.matrix**2).sum())


def check(communicator):
    """All failures, on the first rank and on the last. Collective."""
    rank = Rank(communicator)
    plan = rank.plan(engine="local")

    def run(parts=(rank.output, rank.part, rank.part), **factors):
        return plan.run(*parts, **factors)

    program = rank.plan_program()

    def run_program(parts=None):
        return program.run(parts or dict(D=rank.output, L=rank.part, R=rank.part))

    for failing in {0, communicator.ranks - 1}:
        for call, cases in ((rank.plan, WRONG_OPERANDS), (rank.contract, WRONG_OPERANDS + WRONG_FACTORS), (run, WRONG_RUNS)):
            for case in cases:
                check_failure(rank, call, failing, *case)
        for name, *case in WRONG_CALLS:
            check_failure(rank, getattr(rank, name), failing, *case)
        for case in WRONG_PROGRAM_RUNS:
            check_failure(rank, run_program, failing, *case)
    check_together(rank)


if __name__ == "__main__":
    check(ranks.Communicator.world())
