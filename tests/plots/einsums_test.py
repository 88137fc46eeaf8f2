# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""The figure of the einsum benchmark is drawn, and other tables are refused by name."""
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "benchmarks"))
from plots import einsums  # noqa: E402  (after the path)
from plots.read import InputError, read_table  # noqa: E402

TABLE = """id\twho\tover_ttgt
a:given\ttorch\t0.5
a:given\tttgt\t1
b:given\ttorch\t3
a:best\tnumpy\t2
"""


class EinsumsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, text):
        path = self.folder / "instances.tsv"
        path.write_text(text)
        return path

    def test_draws_both_panels(self):
        einsums.draw([self.write(TABLE)], self.folder / "figures")
        for kind in ("png", "svg"):
            self.assertGreater((self.folder / "figures" / f"einsum_ratios.{kind}").stat().st_size, 1000)

    def test_ratios_are_sorted_and_ttgt_is_none_of_them(self):
        rows = read_table(self.write(TABLE))
        self.assertEqual(einsums.ratios_of(rows, "given"), {"torch": [3, 0.5]})
        self.assertEqual(einsums.ratios_of(rows, "best"), {"numpy": [2]})

    def test_refuses_another_table(self):
        with self.assertRaisesRegex(InputError, "instances.tsv.*measure.py"):
            einsums.draw([self.write("id\ttime_ms\na\t3\n")], self.folder)


if __name__ == "__main__":
    unittest.main()
