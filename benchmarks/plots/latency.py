# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""The figure of a memory's latency by footprint, from what bench_cuda_latency printed."""
from plots.read import InputError, read_table
from plots.style import pyplot, save

UNITS = ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB"))


def size_of(count):
    """A power of two of bytes as people write it."""
    for unit, name in UNITS:
        if count >= unit:
            return f"{count // unit} {name}"
    return f"{count} B"


def draw(paths, directory):
    """One curve per file, named as the file is."""
    figure, axes = pyplot.subplots(figsize=(7, 4.5))
    sizes = set()
    for path in paths:
        rows = read_table(path)
        if not rows or not {"bytes", "latency_ns"} <= rows[0].keys():
            raise InputError(f"{path}: no columns bytes and latency_ns; "
                             "is it from bench_cuda_latency?")
        points = sorted((int(row["bytes"]), float(row["latency_ns"])) for row in rows)
        sizes.update(size for size, _ in points)
        axes.plot(*zip(*points), "o-", markersize=4, label=path.stem)
    ticks = sorted(sizes)[::2]
    axes.set_xscale("log", base=2)
    axes.set_xticks(ticks, [size_of(size) for size in ticks], rotation=45, ha="right")
    axes.set(xlabel="memory that the reads go round",
             ylabel="ns from one read to the next that needs it", ylim=(0, None))
    axes.legend(fontsize=8)
    directory.mkdir(parents=True, exist_ok=True)
    save(figure, directory, "latency_by_footprint")
