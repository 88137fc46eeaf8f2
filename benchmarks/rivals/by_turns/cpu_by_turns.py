#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Times ttgt and other libraries on CPUs by turns: a process each, short bursts in rounds.

    cpu_by_turns.py transposes benchmarks/data/ttc57.tsv --threads 2 --out OUT \\
        --workers build-release/benchmarks/rivals/by_turns --rival hptt=/where/it/is/libhptt.so
    cpu_by_turns.py contractions benchmarks/data/tccg_small.tsv --threads 1,2 --out OUT \\
        --workers build-release/benchmarks/rivals/by_turns --rival blas:blis=libblis.so.4

Each result is verified before anything is timed; one that is wrong, or whose contender dies, is
reported and left out. Transposes are held against the fastest copy, contractions against the
fastest bare matrix product of the same sizes. Contenders are those, ttgt, NumPy and PyTorch where
this Python has them, and the libraries of --rival. Writes OUT/rows.tsv, OUT/run.json and
OUT/summary.tsv, which it also prints. Exits 1 where something was wrong or died, 2 on bad input.
README.md has the protocol.
"""

import argparse
import pathlib
import sys

sys.dont_write_bytecode = True
import reports  # noqa: E402  (after the flag)
from line_up import BadInput, line_up, parse_rival  # noqa: E402
from problems import CaseError, read  # noqa: E402
from turns import Contest  # noqa: E402

ROUNDS = {"transposes": 4, "contractions": 6}
BURST = {"transposes": 0.06, "contractions": 0.012}
HERE = pathlib.Path(__file__).parent


def positive_list(text):
    values = [int(part) for part in text.split(",")]
    if min(values) < 1:
        raise ValueError
    return values


def element_sizes(text):
    values = [int(part) for part in text.split(",")]
    if not {4, 8}.issuperset(values):
        raise ValueError
    return values


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("kind", choices=("transposes", "contractions"))
    add("cases", type=pathlib.Path, help="case file; `ttgt bench ... --list` writes drawn ones")
    add("--out", type=pathlib.Path, required=True, help="folder, of this run alone")
    add("--workers", type=pathlib.Path, default=HERE, help="folder of the built workers")
    add("--rival", action="append", default=[], metavar="FAMILY[:LABEL]=LIBRARY",
        help="hptt, tblis or blas (with the C interface), loaded from this file; repeatable")
    add("--also", type=lambda text: text.split(","), default=[], metavar="WAYS",
        help="ttgt in other ways, too: measure, classic")
    add("--without", type=lambda text: text.split(","), default=[], metavar="NAMES",
        help="contenders to leave out, such as torch")
    add("--element-bytes", type=element_sizes, default=[4, 8], help="default 4,8")
    add("--threads", type=positive_list, default=[1], help="one count after the other: 1,2,4")
    add("--rounds", type=int, help="default 4, contractions 6")
    add("--burst", type=float, help="seconds; default 0.06, contractions 0.012")
    add("--pause", type=float, default=0.02,
        help="seconds before each burst, in which threads of the one before fall asleep")
    add("--limit", type=int, default=0, help="only the first cases; 0: all")
    add("--most-bytes", type=int, default=215_000_000,
        help="the largest extent of a transpose is halved until a tensor is not larger")
    add("--patience", type=float, default=600, help="seconds to wait for an answer")
    options = parser.parse_args(arguments)
    options.rounds = options.rounds or ROUNDS[options.kind]
    options.burst = BURST[options.kind] if options.burst is None else options.burst
    return options


def measure(options, cases, contest, table):
    rows = []
    for element_bytes in options.element_bytes:
        for number, given in enumerate(cases, start=1):
            case = given.reduced(element_bytes, options.most_bytes)
            times = contest.measure(case.key(element_bytes), case.line_of(element_bytes))
            for row in case.rows(element_bytes, times):
                rows.append(row)
                print(reports.line(row, case.COLUMNS), file=table, flush=True)
            print(f"{number}/{len(cases)} {case.name}, {element_bytes} bytes", file=sys.stderr)
    return rows


def run(options):
    rivals = [parse_rival(text) for text in options.rival]
    cases = read(options.kind, options.cases)[:options.limit or None]
    entries = line_up(options.kind, options.workers, rivals, options.also, options.without)
    options.out.mkdir(parents=True, exist_ok=True)
    if (options.out / "rows.tsv").exists():
        raise BadInput(f"'{options.out}' holds a run already")
    rows, left_out, about = [], [], {}
    table = None
    try:
        for threads in options.threads:
            contest = Contest(entries, threads, options)
            about.update(contest.about)
            if table is None:
                table = open(options.out / "rows.tsv", "w", encoding="utf-8")
                print(*cases[0].COLUMNS, sep="\t", file=table)
            try:
                rows += measure(options, cases, contest, table)
            finally:
                left_out += contest.left_out
                contest.stop()
    finally:
        if table is not None:
            table.close()
            reports.write_run(options.out / "run.json", options, about, left_out, len(rows))
    summary = reports.summary(rows, cases[0].FRACTION)
    (options.out / "summary.tsv").write_text(summary + "\n", encoding="utf-8")
    print(summary)
    return 1 if reports.failures(left_out) else 0


def main():
    try:
        return run(parse(sys.argv[1:]))
    except (BadInput, CaseError, OSError) as error:
        print(f"cpu_by_turns: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
