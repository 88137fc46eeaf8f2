# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Figures of what was measured; needs Matplotlib."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

from ._plan import Report
from .errors import InvalidArgument


def plot(results: Any, path: str | Path | None = None) -> Any:
    """Draws results and returns Matplotlib's figure; `path` is where it is saved, too.

    results: a folder or `results.tsv` of `ttgt bench contractions` (GFLOP/s by arithmetic intensity, one
    colour for each strategy), or a dictionary from names to reports of Plan.profile() (time in and beside
    matrix products). Raises InvalidArgument for results without rows.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.4, 4.0), layout="constrained")
    axes = figure.add_subplot()
    if isinstance(results, dict):
        _draw_reports(axes, results)
    else:
        _draw_rows(axes, Path(results))
    if path is not None:
        figure.savefig(path, dpi=150)
    return figure


def _draw_reports(axes: Any, reports: dict[str, Report]) -> None:
    if not reports:
        raise InvalidArgument("there are no reports to draw")
    names = list(reports)
    gemm = [reports[name].gemm_ms for name in names]
    other = [reports[name].total_ms - reports[name].gemm_ms for name in names]
    axes.barh(names, gemm, label="matrix products")
    axes.barh(names, other, left=gemm, label="everything else")
    axes.set_xlabel("ms")
    axes.invert_yaxis()
    axes.legend()


def _draw_rows(axes: Any, path: Path) -> None:
    path = path / "results.tsv" if path.is_dir() else path
    with path.open(encoding="utf-8", newline="") as file:
        lines = (line for line in file if not line.startswith("#"))
        rows = [row for row in csv.DictReader(lines, delimiter="\t") if row.get("gflops")]
    if not rows:
        raise InvalidArgument(f"{path} has no row with a measured time")
    for strategy in dict.fromkeys(row["strategy"] for row in rows):
        of = [row for row in rows if row["strategy"] == strategy]
        axes.scatter([float(row["ai"]) for row in of], [float(row["gflops"]) for row in of], s=12, label=strategy)
    axes.set(xscale="log", yscale="log", xlabel="arithmetic intensity, flops per element", ylabel="GFLOP/s")
    axes.legend()
