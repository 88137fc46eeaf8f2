# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""The figures of what `ttgt bench transposes` wrote: of sets, and of all candidates."""
import pathlib
import statistics
from dataclasses import dataclass

from plots import transpose_rows
from plots.style import SPARE, Sheet, colours_of, legend_below, plain_logarithmic, point_settings
from plots.summarise import geometric_mean


@dataclass(frozen=True)
class Panel:
    title: str


def groups_of(rows, key):
    groups = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return sorted(groups.items())


def fractions(rows, note):
    """What share of the cases reaches at least which fraction of a copy."""
    sheet = Sheet("Transposes beside a copy of the same bytes", [Panel("")], note)
    axes = sheet.axes[0]
    for number, (label, group) in enumerate(groups_of(rows, lambda row: row.label)):
        values = sorted((row.fraction_of_copy for row in group), reverse=True)
        shares = [100.0 * (i + 1) / len(values) for i in range(len(values))]
        # The ten colours come round again.
        axes.plot(shares, values, "-" if number < 10 else "--",
                  label=f"{label}: median {statistics.median(values):.3f}, worst {values[-1]:.3f}")
    axes.axhline(1.0, color="black", linewidth=0.6)
    axes.set(xlabel="share of the cases, best first (%)", ylabel="fraction of a copy",
             xlim=(0, 100), ylim=(0, None))
    legend_below(axes, 1)
    return sheet


def by_rank(rows, note):
    """Median bandwidth of each rank, with the range."""
    sheet = Sheet("Bandwidth by rank", [Panel("")], note)
    axes = sheet.axes[0]
    ranks = sorted({row.rank for row in rows})
    labels = groups_of(rows, lambda row: row.label)
    for number, (label, group) in enumerate(labels):
        drawn = [(rank, [row.gb_s for row in group if row.rank == rank]) for rank in ranks]
        drawn = [(rank, values) for rank, values in drawn if values]
        middle = [statistics.median(values) for _, values in drawn]
        spread = [[mid - min(values) for mid, (_, values) in zip(middle, drawn)],
                  [max(values) - mid for mid, (_, values) in zip(middle, drawn)]]
        places = [rank + 0.08 * (number - (len(labels) - 1) / 2) for rank, _ in drawn]
        axes.errorbar(places, middle, yerr=spread, fmt="o-", capsize=2, markersize=4, label=label)
    axes.set(xticks=ranks, xlabel="rank", ylabel="GB/s read plus written: median and range",
             ylim=(0, None))
    legend_below(axes)
    return sheet


def by_size(rows, note):
    sheet = Sheet("Bandwidth by size", [Panel("")], note)
    axes = sheet.axes[0]
    for label, group in groups_of(rows, lambda row: row.label):
        axes.scatter([row.bytes for row in group], [row.gb_s for row in group],
                     **point_settings(group), label=label)
    axes.set(xscale="log", xlabel="bytes of the tensor", ylabel="GB/s read plus written",
             ylim=(0, None))
    legend_below(axes)
    return sheet


def by_extent(rows, note):
    """Of squares: how much alignment matters."""
    sheet = Sheet("Bandwidth of squares by extent", [Panel("")], note)
    axes = sheet.axes[0]
    for label, group in groups_of(rows, lambda row: row.label):
        ordered = sorted((row.extents[0], row.gb_s) for row in group)
        axes.plot(*zip(*ordered), "o-", markersize=4, label=label)
    axes.set(xlabel="extent", ylabel="GB/s read plus written", ylim=(0, None))
    legend_below(axes)
    return sheet


def predicted_over_measured(rows, note):
    sheet = Sheet("Predicted over measured time of all candidates", [Panel("")], note)
    axes = sheet.axes[0]
    methods = groups_of(rows, lambda row: row.method)
    colours = colours_of([method for method, _ in methods])
    for method, group in methods:
        axes.scatter([row.time_ms for row in group], [row.predicted_ms for row in group],
                     **point_settings(rows), color=colours[method], label=method)
    chosen = [row for row in rows if row.chosen]
    axes.scatter([row.time_ms for row in chosen], [row.predicted_ms for row in chosen], s=20,
                 facecolors="none", edgecolors="black", linewidths=0.6, label="chosen")
    low = min(min(row.time_ms, row.predicted_ms) for row in rows)
    high = max(max(row.time_ms, row.predicted_ms) for row in rows)
    axes.plot([low, high], [low, high], color="black", linewidth=0.6)
    axes.set(xscale="log", yscale="log", xlabel="measured (ms)", ylabel="predicted (ms)")
    for axis in (axes.xaxis, axes.yaxis):
        plain_logarithmic(axis)
    legend_below(axes, 3)
    return sheet


def regret(rows, note):
    """Time of the best candidate over that of the chosen one, and rank correlation, by case."""
    sheet = Sheet("How well the model chooses", [Panel("")], note)
    axes = sheet.axes[0]
    cases = transpose_rows.cases_of(rows)
    for name, measure, colour in (
            ("best over chosen time", transpose_rows.best_over_chosen, SPARE[1]),
            ("rank correlation within the case", transpose_rows.rank_correlation, SPARE[2])):
        values = sorted((value for value in map(measure, cases) if value is not None),
                        reverse=True)
        shares = [100.0 * (i + 1) / len(values) for i in range(len(values))]
        axes.plot(shares, values, color=colour, label=name)
    axes.set(xlabel="share of the cases, best first (%)", xlim=(0, 100), ylim=(None, 1.02))
    legend_below(axes)
    return sheet


def squares_of(rows):
    return [row for row in rows if row.rank == 2 and len(set(row.extents)) == 1]


def draw_sets(paths, directory):
    rows, note = transpose_rows.read_transposes(paths)
    rows = [row for row in rows if row.chosen]
    directory = directory or first_folder(paths)
    directory.mkdir(parents=True, exist_ok=True)
    fractions(rows, note).save(directory, "transpose_fraction_of_copy")
    by_rank(rows, note).save(directory, "transpose_bandwidth_by_rank")
    if len({row.bytes for row in rows}) > 1:
        by_size(rows, note).save(directory, "transpose_bandwidth_by_size")
    if len({row.extents for row in squares_of(rows)}) > 1:
        by_extent(squares_of(rows), note).save(directory, "transpose_bandwidth_by_extent")
    for label, group in groups_of(rows, lambda row: row.label):
        values = [row.fraction_of_copy for row in group]
        print(f"{label}: {len(values)} cases, fraction of a copy {statistics.median(values):.3f} "
              f"(median), {geometric_mean(values):.3f} (geometric mean), {min(values):.3f} (worst)")


def draw_candidates(paths, directory):
    rows, note = transpose_rows.read_transposes(paths, {"parameters", "chosen"})
    directory = directory or first_folder(paths)
    directory.mkdir(parents=True, exist_ok=True)
    judgement = transpose_rows.judge(rows)
    note = f"{note}; {judgement.text()}"
    predicted_over_measured(rows, note).save(directory, "candidates_predicted_over_measured")
    regret(rows, note).save(directory, "candidates_regret")
    print(judgement.text())


def first_folder(paths):
    first = pathlib.Path(paths[0])
    return first if first.is_dir() else first.parent
