# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""The figures of contractions, with the cases behind each mark shown on hovering. Needs Plotly."""
import math

from plotly.graph_objects import Bar, Scatter

from plots import summarise
from plots.figures import FIGURES, INTENSITY, SHARE
from plots.plotly_style import DASHES, behind_bin, logarithmic, make_room_for_legend, points, sheet

MARKERS = ("circle", "square", "triangle-up", "diamond")  # of dtypes, in the order of the panels


def ranges(panel, edges, colours, first):
    """A box from worst to best and a dot at the mean, for each strategy in each bin."""
    strategies = panel.by_strategy()
    width = 0.8 / len(strategies)
    for position, (name, cases) in enumerate(strategies):
        bins = summarise.bins_of(cases, edges)
        worst = [one.cases[0].gflops for one in bins]
        common = {"x": [one.number + 0.1 + width * (position + 0.5) for one in bins],
                  "hovertext": [behind_bin(one, edges) for one in bins], "hoverinfo": "text",
                  "legendgroup": name, "showlegend": first}
        yield Bar(base=worst, y=[one.cases[-1].gflops - low for one, low in zip(bins, worst)],
                  width=0.8 * width, name=f"{name}: worst to best", opacity=0.4,
                  marker={"color": colours[name], "line": {"color": colours[name], "width": 1}},
                  **common)
        yield Scatter(y=[one.mean_gflops() for one in bins], mode="markers", name=f"{name}: mean",
                      marker={"color": colours[name], "size": 9,
                              "line": {"color": "white", "width": 1}}, **common)


def show_bins(drawing, edges, place):
    """Each bin is one wide; the edges say of which intensities it is."""
    drawing.update_xaxes(title_text=INTENSITY, range=[0, len(edges) - 1],
                         tickvals=list(range(len(edges))), ticktext=summarise.edge_texts(edges),
                         tickangle=0, tickfont={"size": 10}, **place)


def gflops_by_intensity(figure, cases, colours):
    drawing, places = sheet(summarise.panels_of(cases), second_axis=True)
    for panel, place in places:
        first = panel is places[0][0]
        edges = summarise.log_edges([case.intensity for case in panel.cases])
        for trace in ranges(panel, edges, colours, first):
            drawing.add_trace(trace, **place)
        top = 1.08 * panel.highest_gflops()
        show_bins(drawing, edges, place)
        drawing.update_yaxes(title_text=figure.label, range=[0, top], fixedrange=True,
                             secondary_y=False, **place)
        peak = panel.peak_gflops()
        if not math.isnan(peak):
            drawing.add_trace(Scatter(
                x=[0, len(edges) - 1], y=[100, 100], mode="lines", name="GEMM peak", line=DASHES,
                legendgroup="peak", showlegend=first,
                hovertemplate=f"GEMM peak {peak:.4g} GFLOP/s<extra></extra>"),
                secondary_y=True, **place)
            drawing.update_yaxes(title_text="share of the GEMM peak (%)",
                                 range=[0, 100 * top / peak], dtick=20, tickmode="linear",
                                 fixedrange=True, showgrid=False, secondary_y=True, **place)
    return drawing


def fastest_by_intensity(figure, cases, colours):
    drawing, places = sheet(summarise.panels_of(cases))
    for panel, place in places:
        edges = summarise.log_edges([case.intensity for case in panel.cases])
        numbers, shares = summarise.fastest_shares(panel, edges)
        for name, of_bins in shares:
            drawing.add_trace(Bar(
                x=[number + 0.5 for number in numbers], y=of_bins, name=name, legendgroup=name,
                showlegend=panel is places[0][0], marker={"color": colours[name]},
                hovertemplate=name + ": %{y:.0f} %<extra></extra>"), **place)
        show_bins(drawing, edges, place)
        drawing.update_yaxes(title_text=figure.label, range=[0, 100], fixedrange=True, **place)
    drawing.update_layout(barmode="stack")
    return drawing


def overhead_by_intensity(figure, cases, colours):
    drawing, places = sheet(summarise.panels_of(cases))
    for panel, place in places:
        edges = summarise.log_edges([case.intensity for case in panel.cases])
        for name, of_name in panel.by_strategy():
            common = {"legendgroup": name, "showlegend": panel is places[0][0]}
            drawing.add_trace(points(
                [case.intensity for case in of_name], [100 * case.overhead for case in of_name],
                of_name, colours[name], name=f"{name}: one case", **common), **place)
            x, y = [], []
            for number, median in summarise.overhead_medians(of_name, edges):
                x += [edges[number], edges[number + 1], None]  # None parts the segments
                y += [100 * median, 100 * median, None]
            drawing.add_trace(Scatter(
                x=x, y=y, mode="lines", line={"color": colours[name], "width": 4},
                name=f"{name}: median of a bin",
                hovertemplate=f"{name}: median %{{y:.1f}} %<extra></extra>", **common), **place)
        drawing.update_xaxes(title_text=INTENSITY, **logarithmic(edges), **place)
        drawing.update_yaxes(title_text=figure.label, range=[-2, 102], **place)
    return drawing


def histogram(name, values, edges, colour):
    """Lies on its side, beside the points that it counts."""
    counts = summarise.counts(values, edges)
    return Scatter(
        x=[0] + [count for count in counts for _ in range(2)] + [0],
        y=[edges[0]] + [edge for pair in zip(edges, edges[1:]) for edge in pair] + [edges[-1]],
        fill="tozerox", mode="lines", line={"color": colour, "width": 1}, showlegend=False,
        hovertemplate=f"{name}: %{{x}} cases<extra></extra>")


def predicted_over_measured(figure, cases, colours):
    error = summarise.median_absolute_error(cases)
    everything = summarise.Panel(f"median absolute error {100 * error:.1f} %", cases)
    ratios = [case.predicted_over_measured for case in cases]
    edges = summarise.log_edges(ratios, 24)
    drawing, _ = sheet([everything, summarise.Panel("", cases)], column_widths=[0.75, 0.25],
                       shared_yaxes=True)
    panels = summarise.panels_of(cases)
    for name, of_name in everything.by_strategy():
        for symbol, panel in zip(MARKERS * len(panels), panels):
            shown = [case for case in panel.cases if case.strategy == name]
            if shown:
                drawing.add_trace(points(
                    [case.time_ms for case in shown],
                    [case.predicted_over_measured for case in shown], shown, colours[name], symbol,
                    name=summarise.error_label(name, panel.title, shown)), row=1, col=1)
        values = [case.predicted_over_measured for case in of_name]
        drawing.add_trace(histogram(name, values, edges, colours[name]), row=1, col=2)
    drawing.add_hline(1, line=DASHES)
    drawing.update_xaxes(title_text="measured time (ms)", row=1, col=1,
                         **logarithmic([case.time_ms for case in cases]))
    drawing.update_xaxes(title_text="cases", rangemode="tozero", row=1, col=2)
    drawing.update_yaxes(**logarithmic(ratios + [1]))
    drawing.update_yaxes(title_text=figure.label, row=1, col=1)
    return drawing


def best_first(figure, cases, colours):
    """What share of the cases reaches at least which value."""
    drawing, places = sheet(summarise.panels_of(cases))
    for panel, place in places:
        for name, of_name in panel.by_strategy():
            shares, ordered = summarise.best_first(of_name, figure.name)
            values = [getattr(case, figure.name) for case in ordered]
            trace = points(shares, values, ordered, colours[name],
                           name=f"{panel.title}, {summarise.mean_label(name, values)}")
            trace.update(mode="lines+markers", line={"color": colours[name], "shape": "vh"},
                         marker={"size": 4, "opacity": 1})
            drawing.add_trace(trace, **place)
        drawing.update_xaxes(title_text=SHARE, range=[0, 101], **place)
        highest = max(getattr(case, figure.name) for case in panel.cases)
        drawing.update_yaxes(title_text=figure.label, range=[0, 1.08 * max(1, highest)], **place)
    drawing.add_hline(1, line=DASHES)
    return drawing


HOW = {"gflops_by_intensity": gflops_by_intensity, "fastest_by_intensity": fastest_by_intensity,
       "overhead_by_intensity": overhead_by_intensity,
       "predicted_over_measured": predicted_over_measured, "roofline_fraction": best_first,
       "of_gemm": best_first}


def drawings(results, colours):
    """Each figure with its drawing, without the figures that show none of the cases."""
    for figure in FIGURES:
        cases = summarise.shown_by(figure, results.cases)
        if cases:
            drawing = HOW[figure.name](figure, cases, colours)
            make_room_for_legend(drawing)
            yield figure, drawing
