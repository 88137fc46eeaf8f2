#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Draws the figures of the benchmarks, each as .png and .svg. Needs Matplotlib.

plot.py contractions OUT...  what `ttgt bench contractions|sweep --out OUT` wrote; with Plotly also
                             the page report.html (scripts/plots_python has Plotly)
plot.py sets OUT...          what `ttgt bench transposes --out OUT` wrote
plot.py candidates OUT...    what `ttgt bench transposes --all-candidates --out OUT` wrote
plot.py transposes FILE...   what bench_cpu_transposes printed
plot.py latency FILE...      what bench_cuda_latency printed
plot.py einsums FILE...      what einsum_benchmark/measure.py printed
plot.py int8 FILE...         tables as benchmarks/results/h100/int8_steps.tsv

What cannot be read is one line on standard error, and exit code 2.
"""
import argparse
import pathlib
import sys

try:
    from plots import contractions, einsums, emulated, latency, transpose_bench, transposes
    from plots.read import InputError
except ModuleNotFoundError as missing:
    if missing.name != "matplotlib":
        raise
    raise SystemExit("plot.py: this Python has no Matplotlib; scripts/plots_python has") from None


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="kind", required=True)
    kind = kinds.add_parser("contractions", help="figures and a page of contractions")
    kind.add_argument("inputs", nargs="+", type=pathlib.Path, metavar="OUT",
                      help="a folder with results.tsv and run.json, or a results.tsv; "
                           "either .gz, too")
    kind.add_argument("--out", type=pathlib.Path, help="folder of the figures (default: first OUT)")
    for name, what in (("sets", "transposes of cases or sets"),
                       ("candidates", "all candidates of transposes")):
        kind = kinds.add_parser(name, help=f"figures of {what}")
        kind.add_argument("inputs", nargs="+", type=pathlib.Path, metavar="OUT",
                          help="a folder with results.tsv, or a results.tsv; either .gz, too")
        kind.add_argument("--out", type=pathlib.Path,
                          help="folder of the figures (default: first OUT)")
    for name, what in (("transposes", "CPU transposes"), ("latency", "a GPU's memory latency"),
                       ("einsums", "other libraries' times over ttgt's"),
                       ("int8", "speeds and errors of INT8 products")):
        kind = kinds.add_parser(name, help=f"figures of {what}")
        kind.add_argument("inputs", nargs="+", type=pathlib.Path, metavar="FILE")
        kind.add_argument("--out", type=pathlib.Path, default=pathlib.Path("."),
                          help="folder of the figures (default: here)")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    draw = {"contractions": contractions.draw, "sets": transpose_bench.draw_sets,
            "candidates": transpose_bench.draw_candidates, "transposes": transposes.draw,
            "latency": latency.draw, "einsums": einsums.draw,
            "int8": emulated.draw}
    try:
        draw[arguments.kind](arguments.inputs, arguments.out)
    except (InputError, OSError) as error:
        print(f"plot.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
