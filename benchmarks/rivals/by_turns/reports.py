# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""What a run leaves: its rows, run.json and the summary."""

import datetime
import json
import os
import pathlib
import platform
import statistics

from contender import without_folders

# What the user may have set that changes how fast contenders are.
SETTINGS = ("OMP_", "GOMP_", "KMP_", "OPENBLAS_", "BLIS_", "MKL_", "TTGT_", "GLIBC_TUNABLES")


def cell(value):
    if value is None:
        return ""
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def line(row, columns):
    return "\t".join(cell(row.get(column)) for column in columns)


def cpu_name():
    try:
        for entry in pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if entry.startswith("model name"):
                return entry.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def commit_of(about):
    """Of the build of the workers: "ttgt 1234abcd, GNU ..." says it."""
    words = about.get("ttgt", "").replace(",", "").split()
    return words[1] if len(words) > 1 else "unknown"


def failures(left_out):
    """What was wrong or died; a contender that does not do a problem has not failed."""
    return [entry for entry in left_out if not entry["why"].startswith("unsupported")]


def write_run(path, options, about, left_out, rows):
    """Nothing that names this machine's folders."""
    run = {
        "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "command": f"cpu_by_turns.py {options.kind}",
        "commit": commit_of(about),
        "cpu": cpu_name(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "python": platform.python_version(),
        "cases": options.cases.name,
        "limit": options.limit,
        "element_bytes": options.element_bytes,
        "threads": options.threads,
        "environment": {name: without_folders(value) for name, value in sorted(os.environ.items())
                        if name.startswith(SETTINGS)},
        "rounds": options.rounds,
        "burst_s": options.burst,
        "pause_s": options.pause,
        "rivals": [f"{name}={pathlib.PurePath(library).name}"
                   for name, _, library in (text.partition("=") for text in options.rival)],
        "contenders": {name: without_folders(text) for name, text in about.items()},
        "rows": rows,
        "left_out": left_out,
    }
    path.write_text(json.dumps(run, indent=2) + "\n", encoding="utf-8")


def summary(rows, fraction):
    """By element size, threads and contender: cases, and of the fraction median, least and
    geometric mean."""
    groups = {}
    for row in rows:
        if row[fraction]:
            key = (row["element_bytes"], row["threads"], row["rival"])
            groups.setdefault(key, []).append(row[fraction])
    lines = [f"element_bytes\tthreads\trival\tcases\t{fraction}: median\tmin\tgeometric mean"]
    for key in sorted(groups, key=lambda group: group[:2]):
        values = groups[key]
        means = (statistics.median(values), min(values), statistics.geometric_mean(values))
        lines.append("\t".join([*map(str, key), str(len(values)),
                                *(f"{mean:.3f}" for mean in means)]))
    return "\n".join(lines)
