# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""The contractions of a case file: their labels, matrix sizes and einsum equations."""

import dataclasses
import math
import pathlib
import re
import string

ELEMENT_BYTES = {"float32": 4, "float64": 8, "complex64": 8, "complex128": 16}

# Beside products of two tensors ttgt also reads conjugations, numbers and longer products.
PRODUCT = re.compile(r"\w+\(([\w,]*)\)[+-]?=\w+\(([\w,]*)\)\*\w+\(([\w,]*)\)")


class CaseError(Exception):
    """A line that holds no contraction these programs can time."""


@dataclasses.dataclass(frozen=True)
class Sizes:
    """Of the matrix products that a contraction is."""

    m: int
    n: int
    k: int
    batch: int


@dataclasses.dataclass(frozen=True)
class Case:
    name: str  # what the case file calls its id
    set: str
    id: str  # within the set
    line: str  # of the case file
    expression: str
    extents: dict  # by label
    dtype: str
    d: tuple  # labels, the fastest first
    l: tuple
    r: tuple

    def count(self, labels):
        """The index tuples of different labels."""
        return math.prod(self.extents[label] for label in set(labels))

    def shape(self, labels):
        """Of a row-major array whose memory is that of the tensor: the fastest mode comes last."""
        return tuple(self.extents[label] for label in reversed(labels))

    def bytes(self):
        """Of D, L and R."""
        elements = sum(math.prod(self.shape(labels)) for labels in (self.d, self.l, self.r))
        return ELEMENT_BYTES[self.dtype] * elements

    def sizes(self):
        d, l, r = set(self.d), set(self.l), set(self.r)
        return Sizes(m=self.count((d & l) - r), n=self.count((d & r) - l),
                     k=self.count((l & r) - d), batch=self.count(d & l & r))

    def summed(self):
        """How many products the sum of one element of D has."""
        return self.count({*self.l, *self.r} - {*self.d})

    def equation(self, fixed=()):
        """For einsum of arrays of `shape`; without the labels in `fixed`."""
        letters = dict(zip(self.extents, string.ascii_letters))
        d, l, r = ("".join(letters[label] for label in reversed(labels) if label not in fixed)
                   for labels in (self.d, self.l, self.r))
        return f"{l},{r}->{d}"

    def extents_text(self):
        return ",".join(f"{label}:{extent}" for label, extent in self.extents.items())


def parse_extents(text):
    pairs = (re.split("[=:]", part) for part in re.split("[, ]+", text) if part)
    return {label: int(extent) for label, extent in pairs}


def parse_case(line, file_set):
    """Of the set that the id names before a colon, or else of `file_set`."""
    fields = line.split("\t")
    if len(fields) not in (3, 4):
        raise CaseError(f"{len(fields)} fields where 3 or 4 are needed")
    name, expression, extents_text = fields[:3]
    dtype = fields[3] if len(fields) == 4 else "float64"
    product = PRODUCT.fullmatch(expression)
    if product is None:
        raise CaseError(f"'{expression}' is not of the form D(...)=L(...)*R(...)")
    if dtype not in ELEMENT_BYTES:
        raise CaseError(f"dtype '{dtype}' is none of {', '.join(ELEMENT_BYTES)}")
    d, l, r = (tuple(filter(None, labels.split(","))) for labels in product.groups())
    extents = parse_extents(extents_text)
    missing = {*d, *l, *r} - extents.keys()
    if missing:
        raise CaseError(f"no extent of {', '.join(sorted(missing))}")
    set_name, colon, case_id = name.partition(":")
    if not colon:
        set_name, case_id = file_set, name
    return Case(name, set_name, case_id, line, expression, extents, dtype, d, l, r)


def read_cases(path):
    path = pathlib.Path(path)
    cases = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            cases.append(parse_case(line, path.stem))
        except (CaseError, ValueError) as error:
            raise CaseError(f"{path}:{number}: {error}") from None
    return cases


def select(cases, set_name, limit):
    """Of one set, or of all where there is no name; the first `limit`, or all where that is 0."""
    chosen = [case for case in cases if set_name in (None, case.set)]
    if not chosen:
        raise CaseError(f"no set '{set_name}' but {', '.join(sorted({c.set for c in cases}))}")
    return chosen[:limit or None]
