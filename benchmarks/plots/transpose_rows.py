# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Reads what `ttgt bench transposes` writes, and what is said of a planner's candidates."""
import math
import pathlib
import statistics
from dataclasses import dataclass

from plots.read import InputError, read_table, reason_to_leave_out, table_at
from plots.summarise import geometric_mean

REQUIRED = {"id", "element_bytes", "extents", "method", "predicted_ms", "time_ms", "gb_s",
            "fraction_of_copy", "check"}


@dataclass(frozen=True)
class Transpose:
    """One row that ran and, where it was checked, was right."""
    run: str  # the name of the folder
    id: str
    element_bytes: int
    extents: tuple
    beta: str
    method: str
    chosen: bool
    predicted_ms: float
    time_ms: float
    gb_s: float
    fraction_of_copy: float

    @property
    def rank(self):
        return len(self.extents)

    @property
    def bytes(self):
        return math.prod(self.extents) * self.element_bytes

    @property
    def label(self):
        added = ", added" if self.beta == "1" else ""
        return f"{self.run}, {self.element_bytes}-byte elements{added}"


def transpose_of(row, run):
    return Transpose(run, row["id"], int(row["element_bytes"]),
                     tuple(int(extent) for extent in row["extents"].split(",") if extent),
                     row.get("beta") or "0", row["method"], row.get("chosen", "yes") == "yes",
                     float(row["predicted_ms"]), float(row["time_ms"]), float(row["gb_s"]),
                     float(row["fraction_of_copy"]))


def read_transposes(paths, needs=frozenset()):
    """The rows that ran, of folders or files; a note says how many did not."""
    rows, left_out = [], 0
    for path in map(pathlib.Path, paths):
        table = table_at(path)
        for row in read_table(table):
            missing = (REQUIRED | needs) - row.keys()
            if missing:
                raise InputError(f"{table}: no column {', '.join(sorted(missing))}; "
                                 "is it from ttgt bench transposes?")
            # Where there was nothing to move there is no rate.
            if row["fraction_of_copy"] and reason_to_leave_out(row) in (None, "unchecked"):
                rows.append(transpose_of(row, table.resolve().parent.name))
            else:
                left_out += 1
    if not rows:
        raise InputError(f"nothing to draw: {left_out} rows did not run or failed the check")
    return rows, f"{len(rows)} rows" + (f"; {left_out} left out" if left_out else "")


def cases_of(rows):
    """Lists of the candidates of one case each, those with one candidate too."""
    cases = {}
    for row in rows:
        cases.setdefault((row.run, row.id, row.element_bytes, row.beta), []).append(row)
    return list(cases.values())


def ranks_of(values):
    """Ranks from 1; equal values share the mean of theirs."""
    order = sorted(values)
    return [order.index(value) + (order.count(value) + 1) / 2 for value in values]


def rank_correlation(case):
    """Spearman's, of predicted and measured times; None where one of them never differs."""
    if len({row.predicted_ms for row in case}) < 2 or len({row.time_ms for row in case}) < 2:
        return None
    return statistics.correlation(ranks_of([row.predicted_ms for row in case]),
                                  ranks_of([row.time_ms for row in case]))


def best_over_chosen(case):
    """1 where the model chose the best; None where no row says that it was chosen."""
    chosen = [row.time_ms for row in case if row.chosen]
    return min(row.time_ms for row in case) / chosen[0] if chosen else None


@dataclass(frozen=True)
class Judgement:
    """How good a model is."""
    cases: int
    error: float               # of the chosen candidate's time, median
    correlation: float         # within a case, median; NaN where no case has one
    correlation_tenth: float   # and its tenth percentile
    kept: float                # best over chosen time, geometric mean
    worst: float

    def text(self):
        return (f"{self.cases} cases; prediction of the chosen off by {100 * self.error:.1f} % "
                f"(median); rank correlation {self.correlation:.2f} (median), "
                f"{self.correlation_tenth:.2f} (tenth percentile); best over chosen time "
                f"{self.kept:.3f} (geometric mean), {self.worst:.3f} (worst)")


def judge(rows):
    cases = cases_of(rows)
    errors = [abs(row.predicted_ms / row.time_ms - 1) for row in rows if row.chosen]
    correlations = sorted(value for value in map(rank_correlation, cases) if value is not None)
    shares = [value for value in map(best_over_chosen, cases) if value is not None]
    return Judgement(len(cases), statistics.median(errors),
                     statistics.median(correlations) if correlations else math.nan,
                     correlations[len(correlations) // 10] if correlations else math.nan,
                     geometric_mean(shares), min(shares))
