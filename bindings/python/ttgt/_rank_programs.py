# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Programs over ranks: several statements that are planned together, over arrays that bind by name. Use ttgt.ranks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy

from . import _core
from ._context import Context
from ._programs import written_names
from ._rank_parts import Communicator, DistributedArray, context_for, described
from ._rules import checked_limit
from ._subscripts import check_characters
from .errors import InvalidArgument, OperandCountMismatch


class DistributedProgram:
    """One way to compute several statements over ranks, for parts of fixed types, shapes and strides; made by plan_program().
    Delete it before MPI is finalised.
    """

    def __init__(self, core: _core.DistributedProgram, communicator: Communicator, statements: str, names: tuple[str, ...]) -> None:
        self.names = names
        self._core = core
        self._communicator = communicator
        self._written = written_names(statements)

    @property
    def workspace_bytes(self) -> int:
        """Exactly the scratch bytes of a run on this rank."""
        return self._core.workspace_bytes

    def explain(self) -> str:
        """The distribution of each temporary, and every step, in words."""
        return self._core.explain()

    def run(self, parts: Mapping[str, Any]) -> None:
        """Runs on this rank's parts, by the names of the plan. Collective. Raises OperandCountMismatch where a name is missing
        or unknown, InvalidArgument for parts of other types, shapes or strides and for outputs that are read-only. What one
        rank raises the others raise, too, as plan_contraction() says.
        """
        with self._communicator._fails_on_all():
            unknown = [name for name in (*parts, *self.names) if name not in parts or name not in self.names]
            if unknown:
                raise OperandCountMismatch(f"the program was made for {', '.join(self.names)}: {unknown[0]} is "
                                           f"{'not one of them' if unknown[0] in parts else 'not given'}")
            for name in self.names:
                if name in self._written and isinstance(parts[name], numpy.ndarray) and not parts[name].flags.writeable:
                    raise InvalidArgument(f"{name} is read-only: an array that can be written is needed")
            run = self._core.read_run(described([parts[name] for name in self.names]))
        self._core.run(run)

    def __repr__(self) -> str:
        return f"<ttgt.ranks.DistributedProgram of {', '.join(self.names)}, workspace {self.workspace_bytes} bytes>"


def plan_program(
    communicator: Communicator,
    statements: str,
    arrays: Mapping[str, DistributedArray],
    *,
    engine: str | None = None,
    workspace_limit: int | None = None,
    context: Context | None = None,
) -> DistributedProgram:
    """Plans several statements on arrays over ranks, which bind by name:
    plan_program(rank, "W(a,c)=A(a,b)*B(b,c); D(a,d)+=W(a,c)*B(c,d)", dict(A=A, B=B, D=D)).

    Statements stand one per line or are separated by `;`. What is written and not given is a temporary, to which the plan
    gives a distribution. Reads no element. engine and context are those of plan_contraction(). Collective. Raises what
    plan_contraction() and ttgt.plan_program() raise.
    """
    with communicator._fails_on_all():
        if not isinstance(statements, str):
            raise InvalidArgument(f"the statements are {statements!r}, which is no text")
        check_characters(statements)
        if not isinstance(arrays, Mapping):
            raise InvalidArgument(f"the arrays are a {type(arrays).__name__}: a dictionary from names to arrays is needed")
        names = tuple(map(str, arrays))
        if not names:
            raise OperandCountMismatch("a program needs at least one array")
        for name in names:
            check_characters(name)
        given = list(arrays.values())
        call = _core.read_call(
            context_for(given[0].part, context)._core, statements, [each.distribution._core for each in given],
            described([each.part for each in given]), engine, checked_limit(workspace_limit), -1)
    return DistributedProgram(_core.program_over_ranks(communicator._core, call, names), communicator, statements, names)
