#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""scripts/wheels --cuda names the package for GPUs in a copy of pyproject.toml, and refuses one whose lines it does not know."""
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
NAME = '. "$0/scripts/common.sh"; . "$0/scripts/wheel_cuda.sh"; name_cuda_package "$1"'


class WheelNames(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name) / "pyproject.toml"
        shutil.copy(ROOT / "pyproject.toml", self.file)

    def name(self):
        """Status of the naming."""
        return subprocess.run(["bash", "-c", NAME, ROOT, self.file], capture_output=True).returncode

    def test_the_name_and_the_libraries_alone_change(self):
        before = self.file.read_text(encoding="utf-8").splitlines()
        self.assertEqual(self.name(), 0)
        after = self.file.read_text(encoding="utf-8").splitlines()
        self.assertEqual([line for line in before if line not in after], ['name = "ttgt"'])
        added = 'libraries = ["nvidia-cublas==13.*", "nvidia-cuda-nvrtc==13.*"]'
        self.assertEqual([line for line in after if line not in before], ['name = "ttgt-cuda13"', added])
        self.assertEqual(after[after.index(added) - 1], "[project.optional-dependencies]")

    def test_other_lines(self):
        text = self.file.read_text(encoding="utf-8")
        for part in ('name = "ttgt"', "[project.optional-dependencies]"):
            with self.subTest(part=part):
                self.file.write_text(text.replace(part, "# " + part), encoding="utf-8")
                self.assertNotEqual(self.name(), 0)


if __name__ == "__main__":
    unittest.main()
