# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Tables of results, and terms computed row by row, of the form that number_sources.py tells."""
import ast
import csv
import functools
import gzip
import operator

VARIANTS = ("strategy", "rival")  # columns that tell the rows of a case apart
CASE = ("id", "dtype", "threads", "element_bytes")
OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
             ast.Div: operator.truediv, ast.Lt: operator.lt, ast.LtE: operator.le,
             ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Eq: operator.eq, ast.NotEq: operator.ne,
             ast.In: lambda part, text: part in text,
             ast.NotIn: lambda part, text: part not in text}
FUNCTIONS = {"min": min, "max": max, "abs": abs}


class SourceError(Exception):
    """A file or a way to compute that is not there."""


def read_text(path):
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as file:
        return file.read()


def paths_of(root, pattern):
    paths = sorted(root.glob(pattern.strip()))
    if not paths:
        raise SourceError(f"no file {pattern.strip()}")
    return paths


def cell(text):
    try:
        return float(text)
    except (TypeError, ValueError):
        return text


def read_rows(root, pattern):
    rows = []
    for path in paths_of(root, pattern):
        lines = [line for line in read_text(path).splitlines() if not line.startswith("#")]
        rows += [{name: cell(text) for name, text in row.items()} for row in
                 csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)]
    return rows


class Table:
    """Rows, and the cases they belong to."""

    def __init__(self, root, files):
        first, *others = files.split(" + ")
        self.rows = read_rows(root, first)
        for other in others:
            self.join(read_rows(root, other), other)
        self.cases = {}
        for row in self.rows:
            self.cases.setdefault(self.case_of(row), []).append(row)

    def join(self, rows, name):
        added = {row["id"]: row for row in rows}
        if len(added) < len(rows):
            raise SourceError(f"{name}: an id stands there twice")
        for row in self.rows:
            row.update({column: value for column, value in added.get(row["id"], {}).items()
                        if column not in row})

    @staticmethod
    def case_of(row):
        return tuple(row.get(name) for name in CASE)

    def case(self, row):
        return self.cases[self.case_of(row)]

    def variant(self, row, name):
        found = [other for other in self.case(row)
                 if name in (other.get(column) for column in VARIANTS)]
        if len(found) != 1:
            raise SourceError(f"case {row.get('id')} has {len(found)} rows of '{name}'")
        return found[0]


@functools.lru_cache(maxsize=8)  # claims on the same files follow each other
def table_of(root, files):
    return Table(root, files)


def column_of(row, name):
    if name not in row:
        raise SourceError(f"no column {name} in row {row.get('id')}")
    return row[name]


class Term:
    """One expression, evaluated row by row."""

    def __init__(self, text, table):
        try:
            self.tree = ast.parse(text, mode="eval").body
        except SyntaxError:
            raise SourceError(f"cannot be computed: {text}") from None
        self.table = table

    def of(self, row):
        try:
            return self.value(self.tree, row)
        except (TypeError, ZeroDivisionError) as error:
            raise SourceError(f"row {row.get('id')}: {error}") from None

    def value(self, node, row):
        def value(part):
            return self.value(part, row)

        match node:
            case ast.Constant():
                return node.value
            case ast.Name():
                return column_of(row, node.id)
            case ast.Attribute(value=ast.Name(id=name)):
                return column_of(self.table.variant(row, node.attr), name)
            case ast.Call(func=ast.Name(id="least"), args=[ast.Name(id=name)]):
                return min(column_of(other, name) for other in self.table.case(row))
            case ast.Call(func=ast.Name(id=name), args=args) if name in FUNCTIONS:
                return FUNCTIONS[name](*map(value, args))
            case ast.BinOp(left=left, right=right) if type(node.op) in OPERATORS:
                return OPERATORS[type(node.op)](value(left), value(right))
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return OPERATORS[type(op)](value(left), value(right))
            case ast.BoolOp():
                several = all if isinstance(node.op, ast.And) else any
                return several(value(part) for part in node.values)
        raise SourceError(f"not a term: {ast.unparse(node)}")
