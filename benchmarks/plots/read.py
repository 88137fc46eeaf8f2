# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Reads what `ttgt bench contractions|sweep` writes: results.tsv, and run.json beside it.

Tables may be compressed (results.tsv.gz), as long ones are in benchmarks/results.
"""
import csv
import gzip
import json
import math
import pathlib
import zlib
from collections import Counter
from dataclasses import dataclass, field, replace

REQUIRED = {"id", "expression", "extents", "dtype", "device", "strategy", "ai", "time_ms", "check"}


class InputError(Exception):
    """A file that holds no such results."""


@dataclass(frozen=True)
class Case:
    """One row that ran and agreed with the reference; NaN where a number is not there."""
    id: str
    expression: str
    extents: str
    dtype: str
    device: str
    strategy: str
    intensity: float
    predicted_ms: float
    time_ms: float
    gflops: float
    overhead: float
    roofline_fraction: float
    of_gemm: float
    peak_gflops: float  # of a matrix product, from the run's run.json

    @property
    def predicted_over_measured(self):
        return self.predicted_ms / self.time_ms


@dataclass(frozen=True)
class LeftOut:
    """One row that no figure shows."""
    id: str
    dtype: str
    device: str
    strategy: str
    reason: str
    message: str


@dataclass(frozen=True)
class Run:
    """One table and what the run.json beside it says; empty where there is none."""
    table: pathlib.Path
    info: dict

    def peaks(self):
        """The GFLOP/s that square matrix products reached at best, by dtype."""
        return {dtype: peak for dtype, peak in self.object("ceilings", "gemm_gflops").items()
                if isinstance(peak, (int, float))}

    def object(self, *keys):
        """The object behind these keys; empty where the file has none."""
        value = self.info
        for key in keys:
            value = value.get(key)
            if not isinstance(value, dict):
                return {}
        return value

    def machine(self):
        devices = str(self.info.get("device", "")).split(",")  # several may share the work
        names = Counter(self.object("machine", device).get("name", "") for device in devices)
        name = ", ".join(f"{count} x {name}" if count > 1 else name
                         for name, count in names.items() if name)
        threads = f"{self.info['threads']} threads" if "threads" in self.info else ""
        return ", ".join(part for part in (name, threads) if part)


@dataclass
class Results:
    cases: list = field(default_factory=list)
    left_out: list = field(default_factory=list)
    runs: list = field(default_factory=list)

    def note(self):
        """Where it was measured, how many rows the figures show, and why not the others."""
        total = len(self.cases) + len(self.left_out)
        text = f"{len(self.cases)} of {total} rows"
        if self.left_out:
            reasons = Counter(row.reason for row in self.left_out)
            text += "; left out: " + ", ".join(f"{n} {reason}" for reason, n in reasons.items())
        above = sum(case.gflops > case.peak_gflops for case in self.cases)
        if above:
            text += (f"; {above} above the GEMM peak, which is what square products reached when it "
                     "was measured: other shapes, or the same at a higher clock, may be faster")
        machines = dict.fromkeys(run.machine() for run in self.runs if run.machine())
        return " · ".join([*machines, text])


def table_at(path):
    """The table of a folder, or the file itself; of two forms of a table the plain one."""
    if not path.is_dir():
        return path
    packed = path / "results.tsv.gz"
    return packed if packed.exists() and not (path / "results.tsv").exists() \
        else path / "results.tsv"


def read_table(path):
    """The rows of a tab-separated file with a header, without the comments."""
    unpack = gzip.open if pathlib.Path(path).suffix == ".gz" else open
    try:
        with unpack(path, "rt", encoding="utf-8", newline="") as file:
            lines = [line for line in file if not line.startswith("#")]
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not text: {error}") from None
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise InputError(f"{path}: not a gzip file: {error}") from None
    return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def number(row, column):
    try:
        return float(row.get(column) or "nan")
    except ValueError:
        return math.nan


def reason_to_leave_out(row):
    """In words that follow a count, or None."""
    if row.get("message"):
        return "did not run"
    if row["check"] == "fail":
        return "failed the check"
    if row["check"] != "ok":
        return "unchecked"
    if not number(row, "time_ms") > 0:
        return "without a time"
    return None


def case_of(row, peaks):
    return Case(
        **{name: row[name] for name in ("id", "expression", "extents", "dtype", "device",
                                        "strategy")},
        **{name: number(row, name) for name in ("predicted_ms", "time_ms", "gflops", "overhead",
                                                "roofline_fraction", "of_gemm")},
        intensity=number(row, "ai"),
        peak_gflops=peaks.get(row["dtype"], math.nan))


def read_info(path):
    """The object in a run.json; empty where there is no such file."""
    try:
        info = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except ValueError as error:
        raise InputError(f"{path}: not JSON: {error}") from None
    if not isinstance(info, dict):
        raise InputError(f"{path}: not an object, as ttgt bench writes it")
    return info


def read_run(path, results):
    """Appends the rows of one table."""
    table = table_at(path)
    run = Run(table, read_info(table.with_name("run.json")))
    results.runs.append(run)
    for row in read_table(table):
        missing = REQUIRED - row.keys()
        if missing:
            raise InputError(f"{table}: no column {', '.join(sorted(missing))}; "
                             "is it from ttgt bench contractions?")
        reason = reason_to_leave_out(row)
        if reason is None:
            results.cases.append(case_of(row, run.peaks()))
        else:
            results.left_out.append(LeftOut(row["id"], row["dtype"], row["device"],
                                            row["strategy"], reason, row.get("message") or ""))


def folder_name(path):
    path = pathlib.Path(path)
    return (path if path.is_dir() else path.parent).resolve().name


def told_apart(of_folders):
    """The cases of (folder, cases) pairs. Where two folders have a case by one strategy, its name
    says in which each stands."""
    def key(case):
        return case.id, case.extents, case.dtype, case.device, case.strategy

    folders_with = Counter(one for _, cases in of_folders for one in {key(case) for case in cases})
    twice = {one[-1] for one, folders in folders_with.items() if folders > 1}
    return [replace(case, strategy=f"{case.strategy} ({folder})") if case.strategy in twice else case
            for folder, cases in of_folders for case in cases]


def read_results(paths):
    results = Results()
    of_folders = []
    for path in paths:
        before = len(results.cases)
        read_run(pathlib.Path(path), results)
        of_folders.append((folder_name(path), results.cases[before:]))
    results.cases = told_apart(of_folders)
    if not results.cases:
        raise InputError(f"nothing to draw: {results.note()}")
    return results
