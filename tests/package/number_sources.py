# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Computes one number from files of results, as the last columns of docs/numbers.tsv say.

Files are patterns from the repository's root; tables of one pattern follow each other, those behind
` + ` add the columns of the row with the same id. Tables may be compressed (.gz). How:

  json KEYS [* NUMBER]         what stands behind the keys: a.b, and list[name=value] for the member
                               of a list
  text REGEX [* NUMBER]        what the group of the regular expression matches, once in the file
  REDUCTION TERM [where TERM]  of the rows for which the second term is true: count and percent of
                               those where the first is true; geomean, median, mean, min, max, sum
                               and tenth (percentile) of its values

Terms are arithmetic and comparisons (in: is part of the text) of columns, numbers and "texts", with
min, max, abs. `time_ms.auto` is time_ms in the row of the same case whose strategy or rival is
`auto`; least(time_ms) the least of all rows of the case. A case is what has one id, dtype, number
of threads and element_bytes.
"""
import json
import math
import re
import statistics
import sys

sys.dont_write_bytecode = True
from number_terms import SourceError, Term, cell, paths_of, read_text, table_of  # noqa: E402

REDUCTIONS = {"geomean": statistics.geometric_mean, "median": statistics.median,
              "mean": statistics.fmean, "min": min, "max": max, "sum": math.fsum,
              "count": lambda values: sum(map(bool, values)),
              "percent": lambda values: 100 * statistics.fmean(map(bool, values)),
              "tenth": lambda values: sorted(values)[len(values) // 10]}


def reduce_table(root, files, reduction, rest):
    wanted, _, condition = rest.partition(" where ")
    table = table_of(root, files)
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
