#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Refuses functions of more than 40 lines that give no reason, and folders of more than 30 sources.

Usage: check_functions.py [FILE...]   (without files: the project's own sources)

Counts the lines between the braces of every function of formatted C++ and CUDA sources. A longer
function is accepted where the comment above it says why: "Long: a table of cases." Names file, line
and length of every other one. Relies on clang-format: the closing brace stands below the first
character of the function's head. Folders are counted where no file is named: headers and sources of
the folder itself, without those of folders in it.
"""

import collections
import pathlib
import re
import subprocess
import sys

MOST_LINES = 40
MOST_SOURCES = 30
# Programs include the public headers by their paths.
UNDIVIDED = pathlib.PurePath("include/ttgt")
REASON = re.compile(r"//.*\bLong: \w")
# Lines that end in "{" and begin something else than a function.
OTHER = re.compile(
    r"\s*(?:\} )?(?:if|for|while|switch|do|else|try|catch|case|default|namespace|struct|class|"
    r"enum|union|extern|return|static_assert|using)\b"
)
LAMBDA = re.compile(r"\[[&=\w, *]*\]\s*(?:\(|\{|mutable|->)")


def indent_of(line):
    return len(line) - len(line.lstrip())


def head_start(lines, brace):
    """The line on which the head begins that ends with the brace of line number `brace`."""
    start = brace
    text = lines[brace]
    while start > 0:
        is_continued = text.count("(") < text.count(")") or re.match(r"\s*[:,)]", lines[start])
        above = lines[start - 1].strip()
        is_inner = above[-1:] in ("(", ",", "=") and not above.startswith("//")
        if not (is_continued or is_inner):
            break
        start -= 1
        text = lines[start] + "\n" + text
    return start, text


def is_function(start_line, head):
    return (
        "(" in head
        and not OTHER.match(start_line)
        and not LAMBDA.search(head)
        and not re.search(r"= \{$", head)
        and not start_line.lstrip().startswith(("#", "//", "}"))
    )


def has_reason(lines, start):
    number = start - 1
    while number >= 0 and re.match(r"\s*(//|template\b|TTGT_|__global__)", lines[number]):
        if REASON.search(lines[number]):
            return True
        number -= 1
    return False


def long_functions(text):
    """(line number, lines of the body) of each function that is too long without a reason."""
    lines = text.split("\n")
    found = []
    for brace, line in enumerate(lines):
        if not line.endswith("{") or OTHER.match(line):
            continue
        start, head = head_start(lines, brace)
        if not is_function(lines[start], head):
            continue
        closing = " " * indent_of(lines[start]) + "}"
        end = next((i for i in range(brace + 1, len(lines)) if lines[i].startswith(closing)), brace)
        length = end - brace - 1
        if length > MOST_LINES and not has_reason(lines, start):
            found.append((start + 1, length))
    return found


def project_sources(root):
    patterns = ["*.h", "*.cpp", "*.cu", "*.cuh"]
    git = subprocess.run(
        ["git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard", *patterns],
        check=False, capture_output=True, text=True)
    if git.returncode == 0:
        return [path for name in git.stdout.split() if (path := root / name).exists()]
    return [path for pattern in patterns for path in root.rglob(pattern)
            if not path.relative_to(root).parts[0].startswith("build")]


def full_folders(paths):
    """(folder, number of its sources) of each folder that has too many."""
    counts = collections.Counter(path.parent for path in paths)
    return sorted((folder, count) for folder, count in counts.items()
                  if count > MOST_SOURCES and folder.parts[-2:] != UNDIVIDED.parts)


def main(names):
    root = pathlib.Path(__file__).resolve().parents[2]
    files = [pathlib.Path(name) for name in names] or project_sources(root)
    bad = False
    for folder, count in [] if names else full_folders(files):
        bad = True
        print(f"{folder}: {count} sources in one folder; divide it", file=sys.stderr)
    for path in files:
        for line, length in long_functions(path.read_text(encoding="utf-8")):
            bad = True
            print(f"{path}:{line}: a function of {length} lines; divide it, or say why not in the "
                  f'comment above it ("Long: ...")', file=sys.stderr)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
