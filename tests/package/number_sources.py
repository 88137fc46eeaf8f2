# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Computes one number from files of results, as the last columns of docs/numbers.tsv say.

Files are patterns from the repository's root; tables of one pattern follow each other, those behind
` + ` add the columns of the row with the same id. Tables may be compressed (.gz). How:

  json KEYS [* NUMBER]           what stands behind the keys: a.b, and list[name=value] for the member
                                 of a list
  text REGEX [* NUMBER]          what the group of the regular expression matches, once in the file
  REDUCTION TERM [where TERM]    of the rows for which the second term is true: count and percent of
                                 those where the first is true; geomean, median, mean, min, max, sum and
                                 tenth (percentile) of its values

Terms are arithmetic and comparisons (in: is part of the text) of columns, numbers and "texts", with
min, max, abs. `time_ms.auto` is time_ms in the row of the same case whose strategy or rival is `auto`;
least(time_ms) the least of all rows of the case. A case is what has one id, dtype and threads.
"""
import ast
import csv
import gzip
import json
import math
import operator
import re
import statistics

VARIANTS = ("strategy", "rival")  # columns that tell the rows of a case apart
CASE = ("id", "dtype", "threads")
OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
             ast.Div: operator.truediv, ast.Lt: operator.lt, ast.LtE: operator.le,
             ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Eq: operator.eq, ast.NotEq: operator.ne,
             ast.In: lambda part, text: part in text,
             ast.NotIn: lambda part, text: part not in text}
FUNCTIONS = {"min": min, "max": max, "abs": abs}
REDUCTIONS = {"geomean": statistics.geometric_mean, "median": statistics.median,
              "mean": statistics.fmean, "min": min, "max": max, "sum": math.fsum,
              "count": lambda values: sum(map(bool, values)),
              "percent": lambda values: 100 * statistics.fmean(map(bool, values)),
              "tenth": lambda values: sorted(values)[len(values) // 10]}


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
    except ValueError:
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


def reduce_table(root, files, reduction, rest):
    wanted, _, condition = rest.partition(" where ")
    table = Table(root, files)
    rows = table.rows
    if condition:
        term = Term(condition, table)
        rows = [row for row in rows if term.of(row)]
    term = Term(wanted, table)
    values = [term.of(row) for row in rows]
    if not values:
        raise SourceError("no row is meant")
    try:
        return float(REDUCTIONS[reduction](values))
    except (TypeError, ValueError, statistics.StatisticsError) as error:
        raise SourceError(f"{reduction}: {error}") from None


def member(value, key):
    name, _, selection = key.partition("[")
    if not isinstance(value, dict) or name not in value:
        raise SourceError(f"no key {name}")
    value = value[name]
    if selection:
        column, _, wanted = selection.rstrip("]").partition("=")
        found = [entry for entry in value if str(entry.get(column)) == wanted]
        if len(found) != 1:
            raise SourceError(f"{len(found)} members with {selection.rstrip(']')}")
        value = found[0]
    return value


def scaled(value, factor):
    return value if factor is None else float(value) * float(factor)


def look_up(root, files, kind, rest):
    what, factor = re.fullmatch(r"(.*?)(?: \* ([-\d.e]+))?", rest).groups()
    paths = paths_of(root, files)
    if len(paths) > 1:
        raise SourceError(f"{len(paths)} files for one value")
    text = read_text(paths[0])
    if kind == "text":
        try:
            found = re.findall(what, text)
        except re.error as error:
            raise SourceError(f"{what}: {error}") from None
        if len(found) != 1:
            raise SourceError(f"the file has {len(found)} of {what}")
        return scaled(cell(found[0]), factor)
    try:
        value = json.loads(text)
    except ValueError as error:
        raise SourceError(f"{paths[0].name}: not JSON: {error}") from None
    for key in re.findall(r"(?:[^.\[]|\[[^\]]*\])+", what):
        value = member(value, key)
    if not isinstance(value, (int, float, str)):
        raise SourceError(f"{what} is not one value")
    return scaled(value, factor)


def compute(root, files, how):
    """A number, or a text where the files have one."""
    kind, _, rest = how.partition(" ")
    if kind in ("json", "text"):
        return look_up(root, files, kind, rest)
    if kind in REDUCTIONS:
        return reduce_table(root, files, kind, rest)
    raise SourceError(f"no way to compute '{kind}'")
