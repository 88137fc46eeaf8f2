# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""report.html: the figures of contractions with what is behind each point. Needs Plotly."""
import html
import math
import statistics

from plots import interactive, summarise

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; color: #222; background: #fff; max-width: 1180px;
       margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin: 2.2rem 0 0; }
p { max-width: 46rem; margin: .3rem 0 .6rem; } .note { color: #666; font-size: .85rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: .8rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .6rem; text-align: right; border-bottom: 1px solid #ddd; }
th { font-weight: 600; vertical-align: bottom; white-space: nowrap; }
th.text, td.text { text-align: left; } td.empty { color: #999; }
.swatch { display: inline-block; width: .8em; height: .8em; border-radius: 2px;
          margin-right: .5em; }
"""


def cell(value, form="{:.3g}"):
    if isinstance(value, str):
        return f'<td class="text">{html.escape(value)}</td>'
    if math.isnan(value):
        return '<td class="empty">–</td>'
    return f"<td>{form.format(value)}</td>"


def table(head, rows, text_columns):
    """Rows hold ready cells."""
    names = "".join(f'<th class="text">{name}</th>' if i < text_columns else f"<th>{name}</th>"
                    for i, name in enumerate(head))
    body = "\n".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return f'<div class="wide"><table><tr>{names}</tr>\n{body}</table></div>'


def share_of_peak(cases):
    return 100 * summarise.geometric_mean([case.gflops / case.peak_gflops for case in cases])


def summary_row(key, results, colours):
    strategy, dtype, device = key
    cases, left_out = ([row for row in rows if (row.strategy, row.dtype, row.device) == key]
                       for rows in (results.cases, results.left_out))
    swatch = f'<span class="swatch" style="background:{colours.get(strategy, "#999")}"></span>'
    row = [f'<td class="text">{swatch}{html.escape(strategy or "not planned")}</td>', cell(dtype),
           cell(device), cell(len(cases) + len(left_out), "{}"), cell(len(cases), "{}")]
    for column in ("time_ms", "gflops"):
        row.append(cell(summarise.geometric_mean([getattr(case, column) for case in cases])))
    row.append(cell(share_of_peak(cases)))
    overheads = [case.overhead for case in cases] or [math.nan]
    row.append(cell(100 * statistics.median(overheads), "{:.1f}"))
    for column in ("roofline_fraction", "of_gemm"):
        row.append(cell(summarise.geometric_mean([getattr(case, column) for case in cases])))
    predicted = summarise.having(cases, "predicted_ms")
    error = summarise.median_absolute_error(predicted) if predicted else math.nan
    row.append(cell(100 * error, "{:.1f}"))
    return row


def summary(results, colours):
    everything = results.cases + results.left_out
    order = summarise.strategies_of(everything)
    keys = sorted({(row.strategy, row.dtype, row.device) for row in everything},
                  key=lambda key: (summarise.dtype_order(key[1]), key[2], order.index(key[0])))
    head = ("strategy", "dtype", "device", "cases", "ok", "time<br>(ms)", "GFLOP/s",
            "of GEMM peak<br>(%)", "overhead<br>(%, median)", "roofline<br>fraction",
            "of the bare<br>product", "prediction off by<br>(%, median)")
    return (table(head, [summary_row(key, results, colours) for key in keys], 3) +
            '<p class="note">Geometric means of the cases that are ok, except the two columns of medians.</p>')


def runs(results):
    rows = []
    for run in results.runs:
        build = run.info.get("build", {})
        peaks = ", ".join(f"{dtype} {peak:.4g}" for dtype, peak in run.peaks().items())
        texts = (run.table.parent.resolve().name, run.machine(), run.info.get("date", ""),
                 build.get("commit", ""), build.get("blas", ""), peaks)
        copy = run.info.get("ceilings", {}).get("copy_gb_s", math.nan)
        rows.append([cell(value) for value in (*texts, copy)])
    head = ("run", "machine", "date", "commit", "BLAS", "GEMM peak (GFLOP/s)", "copy (GB/s)")
    return f"<details><summary>Runs</summary>{table(head, rows, 6)}</details>"


def left_out(results):
    if not results.left_out:
        return ""
    rows = [[cell(text) for text in (row.id, row.strategy, row.dtype, row.reason, row.message)]
            for row in results.left_out]
    return (f"<details><summary>{len(rows)} rows left out</summary>"
            f"{table(('id', 'strategy', 'dtype', 'why', 'message'), rows, 5)}</details>")


def write(results, colours, path):
    sections = []
    for figure, drawing in interactive.drawings(results, colours):
        division = drawing.to_html(full_html=False, include_plotlyjs=not sections,
                                   div_id=figure.name,
                                   config={"displaylogo": False, "responsive": True})
        sections.append(f"<h2>{figure.title}</h2>\n<p>{figure.text}</p>\n{division}\n")
    path.write_text(f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>ttgt contractions</title>
<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head><body>
<h1>ttgt contractions</h1>
<p>{html.escape(results.note())}</p>
{summary(results, colours)}
{runs(results)}
{left_out(results)}
{"".join(sections)}
</body></html>
""", encoding="utf-8")
