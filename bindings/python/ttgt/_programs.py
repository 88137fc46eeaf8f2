# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Programs: several statements that are planned together, over tensors that bind by name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy

from . import _context, _core
from ._arrays import Library, array_library, common_library, describe_all
from ._block_calls import as_blocks, context_of_blocks, has_blocks
from ._context import Context, checked
from ._jax import is_traced
from ._plan import Report
from ._rules import checked_limit
from ._subscripts import check_characters
from ._torch import is_recorded
from .errors import InvalidArgument, OperandCountMismatch, Unsupported

_COMMENT = re.compile("#[^\n]*")
_WRITTEN = re.compile(r"(\w+)\s*[(\[][^()\[\]=]*[)\]]\s*[-+]?=")


def written_names(statements: str) -> set[str]:
    """The names of the tensors that the statements write."""
    return set(_WRITTEN.findall(_COMMENT.sub("", statements)))


def run_program(
    statements: str,
    tensors: Mapping[str, Any],
    *,
    strategy: str | None = None,
    workspace_limit: int | None = None,
    leaves_out_missing: bool = False,
    context: Context | None = None,
) -> None:
    """Computes several statements in order: run_program("W(a,c)=A(a,b)*B(b,c); D(a)+=W(a,c)*v(c)", dict(A=A, B=B, v=v, D=D)).

    Statements stand one per line or are separated by `;`; a label has a meaning only within its statement. Tensors bind by
    the names in the statements. What a statement writes must be given where it is to be seen; what is written and not given
    is a temporary of the program. Once a tensor has been read, no later statement writes it.

    Tensors are arrays as in contract(), or ttgt.BlockArrays beside dense arrays whose labels have one section; a temporary
    then has the blocks that its statements reach. leaves_out_missing: products into blocks that a written tensor lacks are
    left out, not refused.

    The plan is kept for the next call with equal layouts. Raises what contract() raises, naming the statement, before
    anything is written; OverlapError where a tensor that is written overlaps any other one.
    """
    given = _Given(statements, tensors, context)
    settings = (strategy, checked_limit(workspace_limit), leaves_out_missing)
    kept = given.where._block_calls
    key = ("program", statements, *settings, *given.names, given.key())
    core = kept.get(key)
    if core is None:
        core = given.plan(settings)
        kept[key] = core
    given.check_writable()
    core.run(given.described)


def plan_program(
    statements: str,
    tensors: Mapping[str, Any],
    *,
    strategy: str | None = None,
    workspace_limit: int | None = None,
    leaves_out_missing: bool = False,
    context: Context | None = None,
) -> ProgramPlan:
    """Plans statements for tensors like these; arguments are those of run_program(). Reads no element."""
    given = _Given(statements, tensors, context)
    return ProgramPlan(given, (strategy, checked_limit(workspace_limit), leaves_out_missing), context)


class ProgramPlan:
    """One way to compute several statements, for tensors of fixed types and layouts; made by ttgt.plan_program()."""

    def __init__(self, given: _Given, settings: tuple[Any, ...], context: Context | None) -> None:
        self.statements = given.statements
        self.names = given.names
        self._settings = settings
        self._context = context
        self._has_blocks = given.has_blocks
        self._key = given.key()
        self._core = given.plan(settings)
        self._cores = {given.where: self._core}  # of each stream that the plan has run on, by its context

    @property
    def workspace_bytes(self) -> int:
        """Exactly the scratch bytes of a run."""
        return self._core.workspace_bytes

    def explain(self) -> str:
        """The steps of all statements in words; of tensors of blocks, their stages and largest components."""
        return self._core.explain()

    def run(self, tensors: Mapping[str, Any]) -> None:
        """Runs on tensors of the same names, types and layouts. Raises InvalidArgument for others."""
        given, core = self._given(tensors)
        core.run(given.described)

    def profile(self, tensors: Mapping[str, Any]) -> Report:
        """Runs like run(), timing every step."""
        given, core = self._given(tensors)
        return Report(core.profile(given.described))

    def _given(self, tensors: Mapping[str, Any]) -> tuple[_Given, Any]:
        """The tensors, and the plan on the stream that is their library's current one, unless a context was given."""
        _check_names(tensors)
        unknown = [name for name in (*tensors, *self.names) if name not in tensors or name not in self.names]
        if unknown:
            raise OperandCountMismatch(f"the plan was made for {', '.join(self.names)}: {unknown[0]} is "
                                       f"{'not one of them' if unknown[0] in tensors else 'not given'}")
        given = _Given(self.statements, {name: tensors[name] for name in self.names}, self._context)
        if given.has_blocks != self._has_blocks:
            raise InvalidArgument("a plan of dense arrays takes no tensors of blocks, and one of blocks takes at least one")
        given.check_writable()
        core = self._cores.get(given.where)
        if core is None:
            if given.key() != self._key:
                raise InvalidArgument(f"the plan was made for other types, shapes or strides of {', '.join(self.names)}")
            core = self._cores[given.where] = given.plan(self._settings)
        return given, core

    def __repr__(self) -> str:
        return f"<ttgt.ProgramPlan of {', '.join(self.names)}, workspace {self.workspace_bytes} bytes>"


def _check_names(tensors: Any) -> None:
    if not isinstance(tensors, Mapping):
        raise InvalidArgument(f"the tensors are a {type(tensors).__name__}: a dictionary from names to tensors is needed")


class _Given:
    """The tensors of a call, and the context in which the engine works on them."""

    def __init__(self, statements: Any, tensors: Mapping[str, Any], context: Context | None) -> None:
        if not isinstance(statements, str):
            raise InvalidArgument(f"the statements are {statements!r}, which is no text")
        check_characters(statements)
        _check_names(tensors)
        self.statements = statements
        self.names = tuple(map(str, tensors))
        if not self.names:
            raise OperandCountMismatch("a program needs at least one tensor")
        written = written_names(statements)
        self._written = [name in written for name in self.names]
        self.has_blocks = has_blocks(list(tensors.values()))
        where = (self._read_blocks if self.has_blocks else self._read_arrays)(list(tensors.values()))
        self.where = where if context is None else checked(context)

    def _read_blocks(self, tensors: list[Any]) -> Context:
        read = [as_blocks(each, name, is_written) for each, name, is_written in zip(tensors, self.names, self._written)]
        self._tensors: list[Any] = read
        self.described: Any = [each._core for each in read]
        return context_of_blocks(read)

    def _read_arrays(self, tensors: list[Any]) -> Context:
        for place, (array, name) in enumerate(zip(tensors, self.names)):
            if is_recorded([array]) or is_traced([array]):
                raise Unsupported(f"{name} has derivatives or a trace that would be recorded, which programs are not: detach "
                                  "it, or call it under torch.no_grad()")
            if self._written[place]:
                if not hasattr(array, "shape"):
                    raise InvalidArgument(f"{name} is a {type(array).__name__}: an array that can be written is needed")
                tensors[place] = array_library(array).writable(array, name)
        library, self._tensors = common_library(tensors, names=self.names)
        like = self._tensors[-1]
        self.described = tuple(self._tensors) if type(library) is Library else describe_all(library, self._tensors)
        return _context.own if type(library) is Library else _context.default(library, like)

    def check_writable(self) -> None:
        """Refuses dense arrays that cannot be written; of blocks, reading them has done so."""
        for name, array, is_written in zip(self.names, self._tensors, self._written):
            if is_written and isinstance(array, numpy.ndarray) and not array.flags.writeable:
                raise InvalidArgument(f"{name} is read-only: an array that can be written is needed")

    def key(self) -> Any:
        """Equal where types and layouts of all tensors are."""
        if self.has_blocks:
            return tuple(each._layout_key for each in self._tensors)
        return _core.formula_key(self.names, self.described)

    def plan(self, settings: tuple[Any, ...]) -> Any:
        strategy, limit, leaves_out_missing = settings
        if self.has_blocks:
            return _core.block_program(self.where._core, self.statements, self.names, self.described, strategy, limit,
                                       leaves_out_missing)
        return _core.program(self.where._core, self.statements, self.names, self.described, strategy, limit)
