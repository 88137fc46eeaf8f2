# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""The figure of other libraries' times over ttgt's, from what einsum_benchmark/measure.py printed."""
from plots.read import InputError, read_table
from plots.style import GREY, pyplot, save

COLOURS = {"numpy": "#0072B2", "torch": "#D55E00", "opt_einsum": "#009E73", "cotengra": "#CC79A7", "cupy": "#E69F00"}
PANELS = {"given": "all along the given path", "best": "each along its best path"}


def ratios_of(rows, panel):
    """By rival, its times over ttgt's, the largest first."""
    found = {}
    for row in rows:
        if row["id"].endswith(":" + panel) and row["who"] != "ttgt":
            found.setdefault(row["who"], []).append(float(row["over_ttgt"]))
    return {who: sorted(found[who], reverse=True) for who in COLOURS if who in found}


def draw(paths, directory):
    """One panel for each kind of path, one curve for each rival."""
    rows = [row for path in paths for row in read_table(path)]
    if not rows or not {"id", "who", "over_ttgt"} <= rows[0].keys():
        raise InputError(f"{paths[0]}: no columns id, who and over_ttgt; is it from einsum_benchmark/measure.py?")
    figure, panels = pyplot.subplots(1, len(PANELS), figsize=(11, 4.2), sharey=True, constrained_layout=True)
    for axes, (panel, title) in zip(panels, PANELS.items()):
        for who, ratios in ratios_of(rows, panel).items():
            shares = [100 * (place + 0.5) / len(ratios) for place in range(len(ratios))]
            axes.plot(shares, ratios, color=COLOURS[who], linewidth=1.6, label=f"{who} ({len(ratios)})")
        axes.axhline(1, color=GREY, linewidth=0.8)
        axes.set(xlabel="share of the instances, best first (%)", title=title, yscale="log", xlim=(0, 100))
        axes.legend(fontsize=8)
    panels[0].set_ylabel("time over ttgt's")
    directory.mkdir(parents=True, exist_ok=True)
    save(figure, directory, "einsum_ratios")
