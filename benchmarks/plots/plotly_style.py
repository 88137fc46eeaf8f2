# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""How interactive figures look, and what they show on hovering. Needs Plotly."""
import html
import math

from plotly import graph_objects
from plotly.subplots import make_subplots

from plots.style import GREY

MANY = 1000  # from here on the browser draws points by WebGL
HOVER = ("<b>%{customdata[0]}</b>  %{customdata[4]}, %{customdata[5]}<br>%{customdata[1]}<br>"
         "%{customdata[2]}<br>%{customdata[3]}<extra></extra>")
DASHES = {"color": GREY, "width": 1, "dash": "dash"}


def wrapped(text, width=70):
    """Long lists of extents in several lines, broken at commas."""
    lines = [""]
    for part in text.split(","):
        if len(lines[-1]) + len(part) > width:
            lines.append("")
        lines[-1] += part + ","
    return "<br>".join(html.escape(line) for line in lines)[:-1]


def numbers(case):
    return (f"{case.time_ms:.4g} ms, {case.gflops:.4g} GFLOP/s, "
            f"overhead {100 * case.overhead:.1f} %, intensity {case.intensity:.4g}")


def behind(case):
    """What HOVER shows of a case."""
    return [html.escape(case.id), html.escape(case.expression), wrapped(case.extents),
            numbers(case), html.escape(case.strategy), case.dtype]


def behind_bin(one, edges):
    """What hovering over a bin shows: its size and the cases at both ends."""
    lines = [f"{len(one.cases)} cases, intensity {edges[one.number]:.3g} to "
             f"{edges[one.number + 1]:.3g}, mean {one.mean_gflops():.4g} GFLOP/s"]
    for word, case in (("best", one.cases[-1]), ("worst", one.cases[0])):
        lines += [f"{word}: <b>{html.escape(case.id)}</b>  {html.escape(case.strategy)}",
                  html.escape(case.expression), wrapped(case.extents), numbers(case)]
    return "<br>".join(lines)


def points(x, y, cases, colour, symbol="circle", **settings):
    kind = graph_objects.Scattergl if len(cases) > MANY else graph_objects.Scatter
    return kind(x=x, y=y, customdata=[behind(case) for case in cases], hovertemplate=HOVER,
                mode="markers", marker={"color": colour, "size": 6, "opacity": 0.55,
                                        "symbol": symbol}, **settings)


def sheet(panels, second_axis=False, **settings):
    """A figure with axes for each panel, two in a row, and pairs of a panel and its place."""
    columns = min(2, len(panels))
    rows = math.ceil(len(panels) / columns)
    figure = make_subplots(
        rows=rows, cols=columns, subplot_titles=[panel.title for panel in panels],
        specs=[[{"secondary_y": second_axis}] * columns] * rows,
        horizontal_spacing=0.14 if second_axis else 0.08, vertical_spacing=0.25, **settings)
    figure.update_layout(template="plotly_white", height=100 + 380 * rows, hovermode="closest",
                         margin={"t": 60, "l": 60, "r": 20, "b": 50}, barmode="overlay",
                         font={"color": "#222", "family": "system-ui, sans-serif"},
                         showlegend=True, legend={"orientation": "h", "x": 0, "yanchor": "top",
                                                  "y": -0.2 / rows},
                         hoverlabel={"bgcolor": "white", "align": "left"})
    figure.update_xaxes(showline=True, linecolor="#444", ticks="outside", showgrid=False)
    figure.update_yaxes(showline=True, linecolor="#444", ticks="outside", zeroline=False)
    places = [{"row": i // columns + 1, "col": i % columns + 1} for i in range(len(panels))]
    return figure, list(zip(panels, places))


def make_room_for_legend(figure):
    entries = sum(trace.showlegend is not False for trace in figure.data)
    figure.update_layout(height=figure.layout.height + 20 * math.ceil(entries / 3))


def logarithmic(values):
    """Settings of an axis: ticks at 1, 2 and 5 times powers of ten; powers alone on long axes."""
    low, high = min(values), max(values)
    steps = (1, 2, 5) if high / low < 1e3 else (1,)
    powers = range(math.floor(math.log10(low)) - 1, math.ceil(math.log10(high)) + 1)
    ticks = [step * 10.0 ** power for power in powers for step in steps]
    return {"type": "log", "tickvals": ticks, "ticktext": [f"{tick:g}" for tick in ticks]}
