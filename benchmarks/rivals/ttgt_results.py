# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Runs `ttgt bench contractions` on cases and reads what it wrote."""

import csv
import dataclasses
import json
import subprocess

SOME_FAILED = 1  # ttgt's exit code; its table says which and why


class TtgtError(Exception):
    """A run of ttgt that left no table."""


@dataclasses.dataclass(frozen=True)
class TtgtResult:
    ai: str  # as written
    time_ms: float | None
    roofline_ms: float | None
    check: str
    message: str


def parse_row(row):
    time_ms = float(row["time_ms"]) if row["time_ms"] else None
    roofline_ms = float(row["roofline_fraction"]) * time_ms if time_ms else None
    return TtgtResult(row["ai"], time_ms, roofline_ms, row["check"], row["message"])


def read_results(path):
    """The results by the cases' names."""
    with open(path, encoding="utf-8", newline="") as file:
        lines = [line for line in file if not line.startswith("#")]
    rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    return {row["id"]: parse_row(row) for row in rows}


def run_bench(program, cases, folder, device, threads, calls):
    """(results by the cases' names, ttgt's run.json); `folder` also gets the cases."""
    folder.mkdir(parents=True, exist_ok=True)
    case_file, table = folder / "cases.tsv", folder / "results.tsv"
    case_file.write_text("".join(f"{case.line}\n" for case in cases), encoding="utf-8")
    table.unlink(missing_ok=True)
    command = [program, "bench", "contractions", case_file, "--device", device, "--overwrite",
               "--check", "--quiet", "--threads", threads, "--calls", calls, "--replace",
               "--out", folder]
    run = subprocess.run([str(word) for word in command], stderr=subprocess.PIPE, text=True)
    if run.returncode not in (0, SOME_FAILED) or not table.exists():
        raise TtgtError(f"{program} ended with {run.returncode}: {run.stderr.strip()}")
    return read_results(table), json.loads((folder / "run.json").read_text(encoding="utf-8"))
