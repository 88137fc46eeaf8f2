#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Usage: check_paths.py SOURCE DOCUMENTS

Fails where an installed page names a file that is not there. DOCUMENTS is the installed folder of
documents, which is laid out as SOURCE, the source tree. A path that begins with a folder that README
says is in the source tree alone must exist there.
"""
import pathlib
import re
import sys

SOURCE_ALONE = re.compile(r"((?:`[^`]+/`[,\s]+(?:and\s+)?)+)are\s+in\s+the\s+source\s+tree\s+alone")
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
PATH = r"(?<![\w./*<>-])(?:\./)?((?:%s)/[\w./+-]*)(?![\w*<{])"


def source_folders(readme):
    """The folders that README says are in the source tree alone."""
    named = SOURCE_ALONE.search(readme)
    return re.findall(r"`([^`]+)/`", named[1]) if named else []


def faults_of(source, documents):
    """A line for each page and path that names nothing, and how many paths were looked at."""
    alone = source_folders((documents / "README.md").read_text())
    folders = [entry.name for entry in source.iterdir()
               if entry.is_dir() and not entry.name.startswith((".", "build"))]  # what builds make is in none
    path = re.compile(PATH % "|".join(map(re.escape, folders)))
    faults, count = [], 0
    for page in sorted(documents.rglob("*.md")):
        text, name = page.read_text(), page.relative_to(documents)
        named = {(documents, match) for match in path.findall(text)}
        named |= {(page.parent, match) for match in LINK.findall(text)}
        for folder, match in sorted(named):
            match = match.rstrip(".")
            count += 1
            below = (folder / match).resolve().relative_to(documents.resolve())
            root = source if below.parts[0] in alone else documents
            if not (root / below).exists():
                faults.append(f"{name}: {match} is not in {root}")
    return faults, count


def main(source, documents):
    faults, count = faults_of(pathlib.Path(source), pathlib.Path(documents))
    if not count:
        faults = [f"{documents} names no path"]
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
