# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""The figures of CPU transposes, from what bench_cpu_transposes printed.

`fraction_of_copy` shows every case of every file, sorted; `bandwidth_by_rank` is drawn where ids
carry a rank, as in lyakh_sample.tsv.
"""
import re
import statistics

from plots.read import InputError, read_table
from plots.style import pyplot, save

RIVALS = {"ttgt": "tab:blue", "copy_memcpy": "tab:gray", "scatter": "tab:red"}


def groups_of(rows):
    """Rows of one rival, element size and number of threads, by that triple."""
    groups = {}
    for row in rows:
        if row["rival"] in RIVALS:
            key = (row["rival"], row["element_bytes"], row["threads"])
            groups.setdefault(key, []).append(row)
    return groups


def label_of(rival, element_bytes, threads):
    plural = "" if threads == "1" else "s"
    return f"{rival}, {element_bytes}-byte elements, {threads} thread{plural}"


def plot_fractions(rows, directory):
    """What share of the cases reaches at least which fraction of a copy."""
    figure, axes = pyplot.subplots(figsize=(7, 4.5))
    styles = {"4": "-", "8": "--"}
    for (rival, element_bytes, threads), group in sorted(groups_of(rows).items()):
        fractions = sorted((float(row["of_copy"]) for row in group), reverse=True)
        shares = [100.0 * (i + 1) / len(fractions) for i in range(len(fractions))]
        axes.plot(shares, fractions, styles.get(element_bytes, ":"), color=RIVALS[rival],
                  alpha=1.0 if threads != "1" else 0.45,
                  label=label_of(rival, element_bytes, threads))
    axes.axhline(1.0, color="black", linewidth=0.6)
    axes.set(xlabel="share of the cases, best first (%)", ylabel="fraction of a streaming copy",
             xlim=(0, 100), ylim=(0, 1.15))
    axes.legend(fontsize=8, loc="upper center", bbox_to_anchor=(0.5, -0.13), ncol=2)
    save(figure, directory, "fraction_of_copy")


def plot_ranks(rows, directory):
    """Median bandwidth over the cases of each rank, with the range."""
    ranked = [(re.search(r"rank(\d+)", row["id"]), row) for row in rows]
    ranked = [(int(match.group(1)), row) for match, row in ranked if match]
    if not ranked:
        return
    figure, axes = pyplot.subplots(figsize=(7, 4.5))
    ranks = sorted({rank for rank, _ in ranked})
    series = sorted({(row["rival"], row["element_bytes"], row["threads"]) for _, row in ranked})
    for number, key in enumerate(series):
        values = [[float(row["gb_s"]) for rank, row in ranked if rank == wanted and
                   (row["rival"], row["element_bytes"], row["threads"]) == key]
                  for wanted in ranks]
        middle = [statistics.median(value) for value in values]
        spread = [[mid - min(value) for mid, value in zip(middle, values)],
                  [max(value) - mid for mid, value in zip(middle, values)]]
        positions = [i + 0.08 * (number - len(series) / 2) for i in range(len(ranks))]
        axes.errorbar(positions, middle, yerr=spread, fmt="o-", capsize=2, markersize=4,
                      color=RIVALS.get(key[0], "black"), label=label_of(*key))
    axes.set(xticks=range(len(ranks)), xticklabels=ranks, xlabel="rank",
             ylabel="GB/s read plus written: median and range", ylim=(0, None))
    axes.legend(fontsize=8, loc="upper center", bbox_to_anchor=(0.5, -0.13), ncol=2)
    save(figure, directory, "bandwidth_by_rank")


def draw(paths, directory):
    rows = [row for path in paths for row in read_table(path)]
    if not rows or "of_copy" not in rows[0]:
        raise InputError("no column of_copy; are the files from bench_cpu_transposes?")
    directory.mkdir(parents=True, exist_ok=True)
    plot_fractions(rows, directory)
    plot_ranks(rows, directory)
