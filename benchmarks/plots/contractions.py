# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Draws the figures of contractions from what `ttgt bench contractions|sweep` wrote."""
import math
import sys

from plots import summarise
from plots.figures import FIGURES, INTENSITY, SHARE
from plots.read import read_results
from plots.style import (GREY, WHITE_EDGE, Sheet, colours_of, legend_below, plain_logarithmic,
                         point_settings, whole_numbers)

MARKERS = ("o", "s", "^", "D")  # of dtypes, in the order of the panels


def draw_ranges(axes, panel, edges, colours):
    """A box from worst to best and a dot at the mean, for each strategy in each bin."""
    strategies = panel.by_strategy()
    width = 0.8 / len(strategies)
    for position, (name, cases) in enumerate(strategies):
        bins = summarise.bins_of(cases, edges)
        x = [one.number + 0.1 + width * (position + 0.5) for one in bins]
        worst = [one.cases[0].gflops for one in bins]
        heights = [one.cases[-1].gflops - low for one, low in zip(bins, worst)]
        axes.bar(x, heights, 0.8 * width, bottom=worst, color=colours[name], alpha=0.35,
                 edgecolor=colours[name], linewidth=1, label=f"{name}: worst to best")
        axes.plot(x, [one.mean_gflops() for one in bins], "o", color=colours[name], markersize=5,
                  markeredgecolor="white", markeredgewidth=0.6, label=f"{name}: mean")


def draw_peak(axes, peak):
    """The GEMM peak, and a second axis in per cent of it."""
    axes.axhline(peak, color=GREY, linewidth=1, linestyle="--",
                 label=f"GEMM peak {peak:.4g} GFLOP/s")
    share = axes.secondary_yaxis("right", functions=(lambda gflops: 100 * gflops / peak,
                                                     lambda percent: percent * peak / 100))
    share.set_ylabel("share of the GEMM peak (%)")


def show_bins(axes, edges):
    """Each bin is one wide; the edges say of which intensities it is."""
    axes.set(xlabel=INTENSITY, xlim=(0, len(edges) - 1), xticks=range(len(edges)))
    axes.set_xticklabels(summarise.edge_texts(edges), fontsize=8)


def gflops_by_intensity(figure, cases, colours, note):
    panels = summarise.panels_of(cases)
    sheet = Sheet(figure.title, panels, note)
    for axes, panel in zip(sheet.axes, panels):
        edges = summarise.log_edges([case.intensity for case in panel.cases])
        draw_ranges(axes, panel, edges, colours)
        show_bins(axes, edges)
        axes.set(ylabel=figure.label, ylim=(0, 1.08 * panel.highest_gflops()))
        peak = panel.peak_gflops()
        if not math.isnan(peak):
            draw_peak(axes, peak)
        legend_below(axes)
    return sheet


def fastest_by_intensity(figure, cases, colours, note):
    panels = summarise.panels_of(cases)
    sheet = Sheet(figure.title, panels, note)
    for axes, panel in zip(sheet.axes, panels):
        edges = summarise.log_edges([case.intensity for case in panel.cases])
        numbers, shares = summarise.fastest_shares(panel, edges)
        below = [0.0] * len(numbers)
        for name, of_bins in shares:
            axes.bar([number + 0.5 for number in numbers], of_bins, 0.9, bottom=below,
                     color=colours[name], label=name)
            below = [low + share for low, share in zip(below, of_bins)]
        show_bins(axes, edges)
        axes.set(ylabel=figure.label, ylim=(0, 100))
        legend_below(axes)
    return sheet


def overhead_by_intensity(figure, cases, colours, note):
    panels = summarise.panels_of(cases)
    sheet = Sheet(figure.title, panels, note)
    for axes, panel in zip(sheet.axes, panels):
        edges = summarise.log_edges([case.intensity for case in panel.cases])
        for name, of_name in panel.by_strategy():
            axes.scatter([case.intensity for case in of_name],
                         [100 * case.overhead for case in of_name], color=colours[name],
                         label=f"{name}: one case", **point_settings(panel.cases))
            medians = summarise.overhead_medians(of_name, edges)
            axes.hlines([100 * median for _, median in medians],
                        [edges[number] for number, _ in medians],
                        [edges[number + 1] for number, _ in medians], color=colours[name],
                        linewidth=3, path_effects=WHITE_EDGE, zorder=3,
                        label=f"{name}: median of a bin")
        axes.set(xscale="log", ylim=(-2, 102), xlabel=INTENSITY, ylabel=figure.label)
        plain_logarithmic(axes.xaxis)
        legend_below(axes)
    return sheet


def predicted_over_measured(figure, cases, colours, note):
    error = summarise.median_absolute_error(cases)
    everything = summarise.Panel("", cases)
    sheet = Sheet(f"{figure.title}: median absolute error {100 * error:.1f} %",
                  [everything, everything], note, width_ratios=(3, 1))
    scatter, histogram = sheet.axes
    histogram.sharey(scatter)
    edges = summarise.log_edges([case.predicted_over_measured for case in cases], 24)
    panels = summarise.panels_of(cases)
    for name, of_name in everything.by_strategy():
        histogram.hist([case.predicted_over_measured for case in of_name], edges,
                       orientation="horizontal", histtype="stepfilled", alpha=0.35,
                       color=colours[name], edgecolor=colours[name])
        for marker, panel in zip(MARKERS * len(panels), panels):
            shown = [case for case in panel.cases if case.strategy == name]
            if shown:
                scatter.scatter([case.time_ms for case in shown],
                                [case.predicted_over_measured for case in shown], marker=marker,
                                color=colours[name], **point_settings(cases),
                                label=summarise.error_label(name, panel.title, shown))
    scatter.set(xscale="log", yscale="log", xlabel="measured time (ms)", ylabel=figure.label)
    histogram.set(xlabel="cases")
    histogram.tick_params(labelleft=False)
    whole_numbers(histogram.xaxis)
    plain_logarithmic(scatter.xaxis)
    plain_logarithmic(scatter.yaxis)
    for axes in sheet.axes:
        axes.axhline(1, color=GREY, linewidth=1, linestyle="--")
    legend_below(scatter)
    return sheet


def best_first(figure, cases, colours, note):
    """What share of the cases reaches at least which value."""
    panels = summarise.panels_of(cases)
    sheet = Sheet(figure.title, panels, note)
    for axes, panel in zip(sheet.axes, panels):
        for name, of_name in panel.by_strategy():
            shares, ordered = summarise.best_first(of_name, figure.name)
            values = [getattr(case, figure.name) for case in ordered]
            axes.plot([0] + shares, values[:1] + values, drawstyle="steps-pre", color=colours[name],
                      label=summarise.mean_label(name, values))
        axes.axhline(1, color=GREY, linewidth=1, linestyle="--")
        highest = max(getattr(case, figure.name) for case in panel.cases)
        axes.set(xlabel=SHARE, ylabel=figure.label, xlim=(0, 100),
                 ylim=(0, 1.08 * max(1, highest)))
        legend_below(axes, columns=1)
    return sheet


HOW = {"gflops_by_intensity": gflops_by_intensity, "fastest_by_intensity": fastest_by_intensity,
       "overhead_by_intensity": overhead_by_intensity,
       "predicted_over_measured": predicted_over_measured, "roofline_fraction": best_first,
       "of_gemm": best_first}


def draw_page(results, colours, path):
    try:
        from plots import page
    except ModuleNotFoundError as missing:
        if missing.name != "plotly":
            raise
        print(f"plot.py: without Plotly there is no {path.name}; scripts/plots_python has it",
              file=sys.stderr)
        return
    page.write(results, colours, path)


def draw(paths, directory):
    results = read_results(paths)
    if directory is None:
        directory = paths[0] if paths[0].is_dir() else paths[0].parent
    directory.mkdir(parents=True, exist_ok=True)
    colours = colours_of(summarise.strategies_of(results.cases))
    for figure in FIGURES:
        cases = summarise.shown_by(figure, results.cases)
        if cases:
            HOW[figure.name](figure, cases, colours, results.note()).save(directory, figure.name)
    draw_page(results, colours, directory / "report.html")
