#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Plants changes of the C headers in a copy: scripts/abi must refuse those that break programs, and no others."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = 77


def check(root):
    """Status and output of the check of a source tree."""
    done = subprocess.run([sys.executable, ROOT / "scripts" / "abi", "--root", root], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


class Abi(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for part in ("include/ttgt", "bindings/c/abi"):
            shutil.copytree(ROOT / part, self.root / part)
        shutil.copy(ROOT / "CMakeLists.txt", self.root)

    def change(self, file, old, new):
        """Replaces the one place in a file where the old text stands."""
        path = self.root / file
        text = path.read_text(encoding="utf-8")
        self.assertEqual(text.count(old), 1, old)
        path.write_text(text.replace(old, new), encoding="utf-8")

    def test_as_it_is(self):
        status, text = check(self.root)
        self.assertEqual((status, text), (0, ""))

    def test_what_is_allowed(self):
        header = "include/ttgt/c_api.h"
        self.change(header, "\nTTGT_C_API const char* ttgt_version(void);",
                    "\nTTGT_C_API const char* ttgt_version(void);\nTTGT_C_API int32_t ttgt_new(int32_t number);")
        self.change(header, "TTGT_ERROR_MISSING_BLOCK = 14 ", "TTGT_ERROR_MISSING_BLOCK = 14, TTGT_ERROR_NEW = 15 ")
        self.change(header, "} ttgt_run_options;", "    int64_t added;\n} ttgt_run_options;")
        status, text = check(self.root)
        self.assertEqual((status, text), (0, ""))

    def test_what_breaks(self):
        header = "include/ttgt/c_api.h"
        for old, new, word in (
            ("ttgt_configuration(int32_t with", "ttgt_configuration(int64_t with", "ttgt_configuration"),
            ("TTGT_C_API const char* ttgt_version(void);", "", "ttgt_version"),
            ("TTGT_ERROR_OVERLAP = 12,", "TTGT_ERROR_OVERLAP = 13,", "TTGT_ERROR_OVERLAP"),
            ("} ttgt_tensor;", "    int64_t added;\n} ttgt_tensor;", "ttgt_tensor"),
            ("    int64_t workspace_bytes; /* size", "    int64_t added;\n    int64_t workspace_bytes; /* size",
             "at_ttgt_run_options_workspace_bytes"),
        ):
            with self.subTest(new=new):
                self.change(header, old, new)
                status, text = check(self.root)
                self.assertNotEqual(status, 0)
                self.assertIn("would break", text)
                self.assertIn(word, text)
                shutil.copy(ROOT / header, self.root / header)

    def test_another_minor_version(self):
        text = (self.root / "CMakeLists.txt").read_text(encoding="utf-8")
        (self.root / "CMakeLists.txt").write_text(text.replace("VERSION 0.", "VERSION 7."), encoding="utf-8")
        status, text = check(self.root)
        self.assertNotEqual(status, 0)
        self.assertIn("by --record", text)


if __name__ == "__main__":
    if check(ROOT)[0] == SKIPPED:
        print("skipped: no abidiff")
        sys.exit(0)
    unittest.main()
