#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Plants logs of ninja and ctest in a small tree: scripts/slowest must print what took longest of this run, and no more."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SLOWEST = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "slowest"
SINCE = 2000
LOG = "# ninja log v5\n"
UNITY = "net/CMakeFiles/ttgt_net.dir/Unity/unity_0_cxx.cxx.o"


def line(seconds, output, written=SINCE):
    """A line of .ninja_log: the output was written at the time `written`."""
    return f"500\t{500 + int(1000 * seconds)}\t{written * 1_000_000_000}\t{output}\tabc\n"


class Slowest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "build" / "Testing").mkdir(parents=True)

    def write_log(self, *lines):
        (self.root / "build" / ".ninja_log").write_text(LOG + "".join(lines))

    def write_tests(self, name, times, written=SINCE):
        cases = "".join(f'<testcase name="{test}" time="{time}"/>' for test, time in times.items())
        file = self.root / "build" / "Testing" / name
        file.write_text(f"<testsuite>{cases}</testsuite>")
        os.utime(file, (written, written))

    def printed(self):
        run = subprocess.run([sys.executable, SLOWEST, str(SINCE), "build", "missing"], cwd=self.root,
                             capture_output=True, text=True, check=True)
        return run.stdout.splitlines()

    def test_of_nothing_is_nothing(self):
        self.assertEqual(self.printed(), [])

    def test_sources_by_name_slowest_first(self):
        self.write_log(line(3, "a/CMakeFiles/b.dir/c/d.cpp.o"), line(70.25, UNITY), line(99, "libb.a"),
                       line(80, "a/CMakeFiles/b.dir/before.cpp.o", SINCE - 1))
        self.assertEqual(self.printed(), ["", "The slowest sources, s:", "    70.2  build: net/ttgt_net/Unity/unity_0_cxx.cxx",
                                          "     3.0  build: a/c/d.cpp"])

    def test_tests_of_all_files_of_this_run(self):
        self.write_tests("tsan.xml", {"test_a": 1.5})
        self.write_tests("tsan-eigen.xml", {"test_b": 2.5})
        self.write_tests("dev.xml", {"test_c": 9}, SINCE - 1)
        self.assertEqual(self.printed(), ["", "The slowest tests, s:", "     2.5  build: test_b", "     1.5  build: test_a"])

    def test_no_more_than_ten(self):
        self.write_log(*(line(number, f"a/CMakeFiles/b.dir/{number}.cpp.o") for number in range(1, 13)))
        self.write_tests("dev.xml", {f"test_{number}": number for number in range(1, 13)})
        self.assertEqual(len(self.printed()), 2 * (2 + 10))


unittest.main()
