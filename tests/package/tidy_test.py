#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Plants sources in a small tree: scripts/tidy must find each fault, and skip what passed before and nothing else."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
GOOD = '#include "a.h"\nint doubled(int x) { return twice(x); }\n'
HEADER = "#pragma once\ninline int twice(int x) { return 2 * x; }\n"
BAD_HEADER = "#pragma once\ninline int twice(int x) { if (x > 0) { return x + x; } else { return x + x; } }\n"


class Tidy(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name) / "tree"
        self.cache = pathlib.Path(folder.name) / "cache"
        (self.root / "scripts").mkdir(parents=True)
        (self.root / "build").mkdir()
        (self.root / "src").mkdir()
        shutil.copy(ROOT / "scripts" / "tidy", self.root / "scripts")
        shutil.copy(ROOT / ".clang-tidy", self.root)
        self.write("a.h", HEADER)
        self.write("a.cpp", GOOD)

    def write(self, name, text):
        (self.root / "src" / name).write_text(text)

    def run_tidy(self, *sources, options=""):
        """The exit code and the last line that was printed."""
        compilers = {".c": "/usr/bin/ccache /usr/bin/cc -std=c99", ".cpp": "/usr/bin/c++ -std=c++20"}
        entries = [{"directory": str(self.root / "build"), "file": str(self.root / "src" / name),
                    "command": f"{compilers[pathlib.Path(name).suffix]} {options} -I{self.root} -o x.o"
                               f" -c {self.root / 'src' / name}"}
                   for name in sources]
        (self.root / "build" / "compile_commands.json").write_text(json.dumps(entries))
        run = subprocess.run([self.root / "scripts" / "tidy", self.root / "build"], capture_output=True, text=True,
                             check=False, env={**os.environ, "CCACHE_DIR": str(self.cache)})
        return run.returncode, (run.stdout + run.stderr).splitlines()[-1]

    def check(self, code, counts, sources, **options):
        self.assertEqual(self.run_tidy(*sources, **options), (code, f"clang-tidy: {counts}, of {len(sources)} sources"))

    def test_what_passed_is_skipped_until_its_text_changes(self):
        self.check(0, "1 pass, 0 as before, 0 fail", ["a.cpp"])
        self.check(0, "0 pass, 1 as before, 0 fail", ["a.cpp"])
        self.check(0, "1 pass, 0 as before, 0 fail", ["a.cpp"], options="-DOTHER")
        self.write("a.cpp", GOOD + "#define UNUSED(x) x\n")
        self.check(0, "1 pass, 0 as before, 0 fail", ["a.cpp"])
        self.write("a.cpp", '#include "a.h"\n' + GOOD)
        self.assertEqual(self.run_tidy("a.cpp")[0], 1, "a header twice")
        self.write("a.cpp", GOOD)
        self.write("a.h", BAD_HEADER)
        self.check(1, "0 pass, 0 as before, 1 fail", ["a.cpp"])
        self.check(1, "0 pass, 0 as before, 1 fail", ["a.cpp"])
        self.write("b.cpp", "int three() { return 3; }\n")
        self.check(1, "1 pass, 0 as before, 1 fail", ["a.cpp", "b.cpp"])

    def test_sources_in_c_are_read_as_c(self):
        self.write("plan.c", "int new(int class) { return class; }\n")
        self.check(0, "1 pass, 0 as before, 0 fail", ["plan.c"])
        self.check(0, "0 pass, 1 as before, 0 fail", ["plan.c"])

    def test_another_clone_has_the_same_texts(self):
        self.check(0, "1 pass, 0 as before, 0 fail", ["a.cpp"])
        self.root = self.root.rename(self.root.with_name("another"))
        self.check(0, "0 pass, 1 as before, 0 fail", ["a.cpp"])

    def test_notes_out_of_use_are_removed(self):
        self.check(0, "1 pass, 0 as before, 0 fail", ["a.cpp"])
        (kept,) = (self.cache / "clang-tidy").iterdir()
        old = self.cache / "clang-tidy" / "old"
        old.touch()
        for note in (kept, old):
            os.utime(note, (time.time() - 31 * 24 * 3600,) * 2)
        self.check(0, "0 pass, 1 as before, 0 fail", ["a.cpp"])
        self.assertEqual(list((self.cache / "clang-tidy").iterdir()), [kept])

    def test_a_folder_that_cannot_be_used_is_left_out(self):
        self.cache.mkdir()
        (self.cache / "clang-tidy").write_text("a file")
        self.check(0, "1 pass, 0 as before, 0 fail", ["a.cpp"])
        self.check(0, "1 pass, 0 as before, 0 fail", ["a.cpp"])

    def test_no_sources_are_a_fault(self):
        self.check(1, "0 pass, 0 as before, 0 fail", [])


if shutil.which("clang-tidy-14") is None or shutil.which("ccache") is None:
    print("skipped: no clang-tidy-14, or no ccache")
    sys.exit(0)
unittest.main()
