# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""How figures look, and how they are saved."""
import math
import textwrap

import matplotlib

matplotlib.use("Agg")
from matplotlib import patheffects, pyplot, ticker  # noqa: E402  (after the choice of backend)

# Okabe and Ito's colours, which colour-blind readers tell apart.
OF_STRATEGY = {"classic": "#0072B2", "direct": "#009E73", "auto": "#D55E00"}
SPARE = ("#CC79A7", "#E69F00", "#56B4E9", "#000000")
GREY = "#666666"
WHITE_EDGE = [patheffects.withStroke(linewidth=4, foreground="white")]


def colours_of(strategies):
    """A colour for each; the known strategies keep theirs in every figure."""
    unknown = [name for name in strategies if name not in OF_STRATEGY]
    spare = {name: SPARE[i % len(SPARE)] for i, name in enumerate(unknown)}
    return {name: OF_STRATEGY.get(name) or spare[name] for name in strategies}


def save(figure, directory, name):
    for suffix in (".png", ".svg"):
        figure.savefig(directory / (name + suffix), dpi=150, bbox_inches="tight")
    pyplot.close(figure)


class Sheet:
    """One figure: a title, one pair of axes per panel, and a note on the rows it shows."""

    def __init__(self, title, panels, note, width_ratios=None):
        columns = min(2, len(panels))
        rows = math.ceil(len(panels) / columns)
        self.figure, grid = pyplot.subplots(
            rows, columns, squeeze=False, constrained_layout=True,
            gridspec_kw={"width_ratios": width_ratios},
            figsize=(7.5 if columns == 1 else 5.6 * columns, 0.9 + 4.1 * rows))
        self.figure.get_layout_engine().set(wspace=0.04)
        self.axes = list(grid.flat)
        for axes in self.axes[len(panels):]:
            axes.set_visible(False)
        for axes, panel in zip(self.axes, panels):
            axes.set_title(panel.title, fontsize=10)
            axes.spines[["top", "right"]].set_visible(False)
            axes.set_axisbelow(True)
            axes.grid(axis="y", color="0.9", linewidth=0.6)
        self.figure.suptitle(title, fontsize=12)
        self.figure.supxlabel(textwrap.fill(note, 85 * columns), fontsize=7.5, color=GREY)

    def save(self, directory, name):
        save(self.figure, directory, name)


def point_settings(cases):
    """Thousands of points are drawn smaller, and as pixels, so that the .svg stays small."""
    if len(cases) > 2000:
        return {"s": 5, "alpha": 0.3, "linewidths": 0, "rasterized": True}
    return {"s": 14, "alpha": 0.5, "linewidths": 0}


def legend_below(axes, columns=2):
    axes.legend(fontsize=8, loc="upper center", bbox_to_anchor=(0.5, -0.15), ncol=columns,
                frameon=False)


def plain_logarithmic(axis):
    """Ticks at 1, 2 and 5 times powers of ten, without exponents; powers alone on long axes."""
    low, high = axis.get_view_interval()
    axis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5) if high / low < 1e3 else (1,)))
    axis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:g}"))
    axis.set_minor_formatter(ticker.NullFormatter())


def whole_numbers(axis):
    axis.set_major_locator(ticker.MaxNLocator(nbins=4, integer=True))
