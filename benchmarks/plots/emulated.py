# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""The figure of products of INT8: speed over native products by size, and errors beside theirs."""
from plots.read import InputError, read_table
from plots.style import pyplot, save

NEEDED = {"type", "m", "n", "k", "phi", "asked", "speedup", "err_ab_med", "native_ab_med"}
NAMES = {"Z": "complex128", "D": "float64", "C": "complex64", "S": "float32"}
COLOURS = {"Z": "#0072B2", "D": "#009E73", "C": "#D55E00", "S": "#CC79A7"}


def squares(rows, kind):
    """Cubes of one element type whose number of moduli was chosen by data of moderate range."""
    return sorted((int(row["m"]), float(row["speedup"]),
                   float(row["err_ab_med"]) / float(row["native_ab_med"]))
                  for row in rows
                  if row["type"] == kind and row["m"] == row["n"] == row["k"]
                  and float(row["phi"]) == 0.5 and row["asked"] == "0")


def draw(paths, directory):
    """One pair of axes for speeds, one for errors; all files together."""
    rows = [row for path in paths for row in read_table(path)]
    if not rows or not NEEDED <= rows[0].keys():
        raise InputError(f"{paths[0]}: not all of the columns {', '.join(sorted(NEEDED))}")
    figure, (speeds, errors) = pyplot.subplots(1, 2, figsize=(10, 4))
    sizes = set()
    for kind, name in NAMES.items():
        points = squares(rows, kind)
        if not points:
            continue
        extents = [point[0] for point in points]
        sizes.update(extents)
        speeds.plot(extents, [point[1] for point in points], "o-", color=COLOURS[kind], label=name)
        errors.plot(extents, [point[2] for point in points], "o-", color=COLOURS[kind], label=name)
    for axes in (speeds, errors):
        axes.axhline(1, color="#666666", linewidth=0.8)
        axes.set_xscale("log", base=2)
        axes.set_xticks(sorted(sizes), [str(size) for size in sorted(sizes)])
        axes.set(xlabel="m = n = k", ylim=(0, None))
    speeds.set(ylabel="native time / time by INT8")
    errors.set(ylabel="median error over the native one")
    speeds.legend(fontsize=8)
    directory.mkdir(parents=True, exist_ok=True)
    save(figure, directory, "int8_by_size")
