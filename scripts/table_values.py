# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Computes the values of scripts/tables from files of results; docs/tables/README.md has their form."""
import csv
import functools
import gzip
import json
import re
import statistics

STATISTICS = {"geomean": statistics.geometric_mean, "median": statistics.median, "min": min,
              "max": max, "count": lambda values: sum(map(bool, values)),
              "percent": lambda values: 100 * statistics.fmean(map(bool, values))}
CASE = ("id", "dtype", "threads", "element_bytes")  # columns that are equal in rows of one case
VARIANTS = ("strategy", "rival", "who", "arrangement")  # columns that tell the rows of a case apart
PARTS = re.compile(r"(\w+) (.+?)(?: from (\S.*?))?(?: where (.+?))?(?: ?:(\d))?")


class Fault(Exception):
    """What a maintainer has to mend."""


def cell(text):
    try:
        return float(text)
    except (TypeError, ValueError):
        return text


def read_text(path):
    with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8") as file:
        return file.read()


def paths_of(root, pattern):
    paths = sorted((root / "benchmarks/results").glob(pattern))
    if not paths:
        raise Fault(f"no file benchmarks/results/{pattern}")
    return paths


def read_rows(root, pattern):
    for path in paths_of(root, pattern):
        lines = [line for line in read_text(path).splitlines() if not line.startswith("#")]
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            yield {name: cell(text) for name, text in row.items()}


@functools.lru_cache(maxsize=None)
def table_of(root, files):
    """Rows, each with the rows of its case. Files behind ` + ` add columns to rows of their ids."""
    first, *others = files.split(" + ")
    rows, cases = list(read_rows(root, first)), {}
    for other in others:
        added = list(read_rows(root, other))
        by_id = {row["id"]: row for row in added}
        if len(by_id) < len(added):
            raise Fault(f"{other}: an id stands there twice")
        rows = [{**by_id.get(row["id"], {}), **row} for row in rows]
    for row in rows:
        row["_case"] = cases.setdefault(tuple(map(row.get, CASE)), [])
        row["_case"].append(row)
    return rows


def variant(case, name):
    found = [row for row in case if name in map(row.get, VARIANTS)]
    if len(found) != 1:
        raise Fault(f"case {case[0].get('id')} has {len(found)} rows of '{name}'")
    return found[0]


NAMES = {"__builtins__": {}, "abs": abs, "min": min, "max": max, "variant": variant,
         "least": lambda case, name: min(row[name] for row in case)}


@functools.lru_cache(maxsize=None)
def term(text):
    """A term's code. least(x) is the least x of a case, x[auto] that of its row of strategy auto."""
    text = re.sub(r"\bleast\((\w+)\)", r"least(_case, '\1')", text)
    text = re.sub(r"\b(\w+)\[([^\]:]+)\]", r"variant(_case, '\2')['\1']", text)
    return compile(text, "term", "eval")


def statistic(root, name, text, files, where):
    try:
        rows = table_of(root, files)
        chosen = [row for row in rows if not where or eval(term(where), NAMES, row)]
        if not chosen:
            raise Fault(f"no row where {where}")
        return STATISTICS[name]([eval(term(text), NAMES, row) for row in chosen])
    except (ArithmeticError, KeyError, NameError, SyntaxError, TypeError, ValueError) as error:
        raise Fault(f"{name} {text}: {error}") from None


def look_up(root, keys, files):
    """What stands behind keys like a.b[name=c].d in a JSON file."""
    (path,) = paths_of(root, files)
    value = json.loads(read_text(path))
    for key, _, column, wanted in re.findall(r"([^.\[]+)(\[(.*?)=(.*?)\])?\.?", keys):
        try:
            value = value[key]
        except (KeyError, TypeError):
            raise Fault(f"{files}: no key {key}") from None
        if column:
            value = [each for each in value if str(each.get(column)) == wanted]
            if len(value) != 1:
                raise Fault(f"{files}: {len(value)} of {key} have {column}={wanted}")
            (value,) = value
    return value


def compute(root, text, files, where):
    """What `{STATISTIC TERM from FILES where TERM :DECIMALS}` or `{json KEYS * FACTOR}` stands for."""
    parts = PARTS.fullmatch(text)
    if not parts or parts[1] not in (*STATISTICS, "json"):
        raise Fault(f"no way to compute {{{text}}}")
    name, what, own_files, own_where, decimals = parts.groups()
    files = own_files or files
    if name == "json":
        keys, _, factor = what.partition(" * ")
        value = look_up(root, keys, files)
        if isinstance(value, str):
            return value.partition("T")[0]  # of a date and time, the date
        if not isinstance(value, (int, float)):
            raise Fault(f"{files}: no single value at {keys}")
        value *= float(factor or 1)
    else:
        conditions = " and ".join(f"({each})" for each in (where, own_where) if each)
        value = statistic(root, name, what, files, conditions)
    return f"{value:.{decimals or 0}f}"
