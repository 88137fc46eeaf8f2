#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Refuses two classes of one name in one namespace of the library.

Usage: check_names.py

Two headers that define a class of the same full name are one class to the linker, which takes the functions of either. No
compiler says so where no source includes both. Reads the headers that git tracks, formatted, with namespaces that are not
indented; tests, examples and benchmarks are programs of their own.
"""

import collections
import pathlib
import re
import subprocess
import sys

NAMESPACE = re.compile(r"namespace ([\w:]+) \{$")
END = re.compile(r"\}  // namespace ([\w:]+)$")
CLASS = re.compile(r"(?:class|struct|union|enum class|enum)(?: TTGT_EXPORT)?(?: alignas\([^)]*\))? (\w+)(?: final)?(?: :[^;]*)?(?: \{.*|$)")
PROGRAMS = ("tests", "examples", "benchmarks")


def classes_of(text):
    """The full names of the classes that a header defines outside of classes."""
    spaces, found = [], []
    for line in text.splitlines():
        if match := NAMESPACE.match(line):
            spaces.append(match[1])
        elif (match := END.match(line)) and spaces:
            spaces.pop()
        elif match := CLASS.match(line):
            found.append("::".join([*spaces, match[1]]))
    return found


def repeated(headers):
    """Names that several headers define: name and headers. `headers` maps paths to texts."""
    of_name = collections.defaultdict(set)
    for path, text in headers.items():
        for name in classes_of(text):
            of_name[name].add(path)
    return sorted((name, sorted(paths)) for name, paths in of_name.items() if len(paths) > 1)


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    listed = subprocess.run(
        ["git", "-C", root, "ls-files", "*.h", "*.cuh"], check=True, capture_output=True, text=True
    ).stdout.split()
    own = [path for path in listed if not path.startswith(PROGRAMS) and (root / path).exists()]
    found = repeated({path: (root / path).read_text(encoding="utf-8") for path in own})
    for name, paths in found:
        print(f"{name} is defined in {' and in '.join(paths)}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
