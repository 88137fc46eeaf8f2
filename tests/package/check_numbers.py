#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Recomputes the numbers that the pages state from the files of the results.

check_numbers.py [ROOT]

docs/numbers.tsv has a line for each claim: page, words, number, files, how. Fails, naming page,
words, stated and computed value, where a number is not what its files say, rounded to the digits
that are written; where the words do not stand on the page exactly once; where a file is missing;
and where a number in README.md's table of results has no claim. number_sources.py says how numbers
are computed.
"""
import csv
import pathlib
import re
import sys
from dataclasses import dataclass

sys.dont_write_bytecode = True
from number_sources import SourceError, compute  # noqa: E402  (after the flag)

CLAIMS = pathlib.PurePath("docs/numbers.tsv")
COLUMNS = ["page", "words", "number", "files", "how"]
# The page whose table of results, the one with a column of this name, is claimed as a whole.
CLAIMED_PAGE, DATED = "README.md", "date"
# Columns of that table which hold names, not measured numbers.
NAMES = ("machine", "file")
# A date, or a number that is no part of a word or of a version of three parts.
NUMBER = re.compile(r"(?<![\w.])(?:\d{4}-\d\d-\d\d|\d+(?:\.\d+)?)(?!\w|\.\d|-[A-Za-z])")
CODE = re.compile(r"`[^`\n]*`")
GAP = "..."


class ClaimError(Exception):
    """A claim that does not hold."""


@dataclass(frozen=True)
class Claim:
    page: str
    words: str
    number: str
    files: str
    how: str


def read_claims(root):
    text = (root / CLAIMS).read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    rows = list(csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    if not rows or rows[0] != COLUMNS:
        raise SourceError(f"{CLAIMS}: the first line is not: {' '.join(COLUMNS)}")
    for row in rows:
        if len(row) != len(COLUMNS):
            raise SourceError(f"{CLAIMS}: {len(row)} columns for {len(COLUMNS)}: {row}")
    return [Claim(*row) for row in rows[1:]]


def pattern_of(words):
    """Whole words; spaces match line breaks, too; a gap matches anything within one line."""
    parts = (r"\s+".join(map(re.escape, part.split())) for part in words.split(GAP))
    return re.compile(r"(?<![\w.])" + r"[^\n]*?".join(parts) + r"(?!\w|\.\d)")


def place_on_page(claim, text):
    """(begin, end) of the claim's number in the text of its page."""
    found = list(pattern_of(claim.words).finditer(text))
    if len(found) != 1:
        raise ClaimError(f"the words stand on the page {len(found)} times")
    begin, end = found[0].span()
    places = [match.span() for match in NUMBER.finditer(text, begin, end)
              if match.group() == claim.number]
    if len(places) != 1:
        raise ClaimError(f"the words have the number {len(places)} times")
    return places[0]


def holds(stated, computed):
    """Whether `stated` is `computed`, rounded; of a text, its beginning."""
    if isinstance(computed, str):
        return computed.startswith(stated)
    try:
        value = float(stated)
    except ValueError:
        return False
    decimals = len(stated.partition(".")[2])
    return abs(value - computed) <= 0.5 * 10.0 ** -decimals * (1 + 1e-9)


def check(claim, text, root):
    """The place of the number that holds."""
    place = place_on_page(claim, text)
    computed = compute(root, claim.files, claim.how)
    if not holds(claim.number, computed):
        raise ClaimError(f"stated {claim.number}, computed "
                         f"{computed if isinstance(computed, str) else format(computed, '.6g')}")
    return place


def cells_of(line, begin):
    """(text, begin) of the cells of one line of a table."""
    at = begin + 1
    for cell in line.strip("|").split("|"):
        yield cell, at
        at += len(cell) + 1


def numbers_of_results(text):
    """(begin, end) of the numbers in tables with a column of dates; names are left out."""
    text = CODE.sub(lambda code: " " * len(code.group()), text)
    places, names, tables, at = [], None, 0, 0
    for line in text.splitlines(keepends=True):
        begin, at = at, at + len(line)
        line = line.rstrip("\n")
        if not line.startswith("|"):
            names = None
            continue
        cells = list(cells_of(line, begin))
        if names is None:
            names = [cell.strip() for cell, _ in cells]
            tables += DATED in names
        if DATED not in names:
            continue
        for name, (cell, start) in zip(names, cells):
            if name not in NAMES:
                found = NUMBER.finditer(text, start, start + len(cell))
                places += [match.span() for match in found]
    if tables != 1:
        raise ClaimError(f"{tables} tables have a column '{DATED}', not one")
    return places


def faults_of(root):
    """What is wrong, a line each, and how many claims there are."""
    faults, places, texts = [], set(), {}
    claims = read_claims(root)
    for claim in claims:
        try:
            if claim.page not in texts:
                texts[claim.page] = (root / claim.page).read_text(encoding="utf-8")
            place = check(claim, texts[claim.page], root)
            if claim.page == CLAIMED_PAGE:
                places.add(place)
        except (ClaimError, SourceError, OSError) as error:
            faults.append(f"{claim.page}: \"{claim.words}\": {error}")
    try:
        text = (root / CLAIMED_PAGE).read_text(encoding="utf-8")
        for begin, end in numbers_of_results(text):
            if (begin, end) not in places:
                line = text.count("\n", 0, begin) + 1
                faults.append(f"{CLAIMED_PAGE}:{line}: {text[begin:end]} in the table of results "
                              f"has no claim in {CLAIMS} that holds")
    except (ClaimError, OSError) as error:
        faults.append(f"{CLAIMED_PAGE}: {error}")
    return faults, len(claims)


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
    if len(sys.argv) < 2:
        root = root.parents[2]
    try:
        faults, claims = faults_of(root)
    except (SourceError, OSError) as error:
        faults, claims = [str(error)], 0
    for fault in faults:
        print(fault, file=sys.stderr)
    if not faults:
        print(f"check_numbers: {claims} claims hold")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
