# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""For check_command_lines.py: the lines of the pages' blocks, and the table of those that do not run."""
import csv
import fnmatch
import pathlib
import re
from dataclasses import dataclass

TABLE = pathlib.PurePath("tests/package/command_lines.tsv")
COLUMNS = ["page", "line", "what", "detail"]
# What an entry of the table says of the lines that its pattern finds.
TEXT, NOT_RUN, DEVICE, AS = "text", "not run", "device", "as"
# Blocks in these languages are compiled and run by other tests.
TESTED_LANGUAGES = {"c", "cmake", "cpp", "fortran", "python"}
SHELL_LANGUAGES = {"", "bash", "console", "sh"}
COMMAND = re.compile(
    r"(?:\./)?(?:benchmarks|build[a-z-]*|scripts|tests)/\S"
    r"|(?:c\+\+|cc|cmake|cpack|ctest|doxygen|export|g\+\+|gcc|gfortran|git|mpirun|ninja|pip|python3?"
    r"|sudo|ttgt)\s"
    r"|[A-Z_]+=\S*\s")


@dataclass(frozen=True)
class Line:
    page: str
    number: int
    text: str

    def __str__(self):
        return f"{self.page}:{self.number}: {self.text}"


@dataclass
class Entry:
    page: str
    pattern: re.Pattern
    what: str
    detail: str
    uses: int = 0

    def fits(self, line):
        return fnmatch.fnmatchcase(line.page, self.page) and self.pattern.search(line.text)


class TableError(Exception):
    """The table of lines is not written as it must be."""


def read_table(text):
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    rows = list(csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    if not rows or rows[0] != COLUMNS:
        raise TableError(f"{TABLE}: the first line is not: {' '.join(COLUMNS)}")
    for row in rows[1:]:
        if len(row) != len(COLUMNS) or row[2] not in (TEXT, NOT_RUN, DEVICE, AS) or not row[3]:
            raise TableError(f"{TABLE}: no entry: {row}")
    return [Entry(page, re.compile(line), what, detail) for page, line, what, detail in rows[1:]]


def code_lines(page, text):
    """The lines of a page's blocks that are in no tested language; continued ones as one."""
    language, start, joined = None, 0, ""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            language = line[3:].strip() if language is None else None
            if language is not None and language not in TESTED_LANGUAGES | SHELL_LANGUAGES:
                raise TableError(f"{page}:{number}: no test knows the language '{language}'")
        elif language in SHELL_LANGUAGES or (language is None and line.startswith("    ")):
            start = start or number
            joined += line.strip()
            if joined.endswith("\\"):
                joined = joined[:-1]
                continue
            if joined:
                yield Line(page, start, re.sub(r"\s+#\s.*$", "", joined))
            start, joined = 0, ""


def pages(root):
    names = ["README.md", "docs/tutorial.md"]
    names += sorted(str(path.relative_to(root)) for path in root.glob("docs/guide/*.md"))
    return [line for name in names
            for line in code_lines(name, (root / name).read_text(encoding="utf-8"))]
