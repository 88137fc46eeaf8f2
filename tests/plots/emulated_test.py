# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""The figure of INT8 products is drawn, and other tables are refused by name."""
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "benchmarks"))
from plots import emulated  # noqa: E402  (after the path)
from plots.read import InputError  # noqa: E402

COLUMNS = ("type", "m", "n", "k", "phi", "asked", "speedup", "err_ab_med", "native_ab_med")


class EmulatedTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, *rows):
        path = self.folder / "steps.tsv"
        path.write_text("\n".join("\t".join(row) for row in rows) + "\n")
        return path

    def test_draws_speeds_and_errors(self):
        path = self.write(COLUMNS, ("Z", "4096", "4096", "4096", "0.5", "0", "1.7", "2e-17", "4e-17"),
                          ("Z", "8192", "8192", "8192", "0.5", "0", "2.2", "3e-17", "4e-17"))
        emulated.draw([path], self.folder / "figures")
        for kind in ("png", "svg"):
            figure = self.folder / "figures" / f"int8_by_size.{kind}"
            self.assertGreater(figure.stat().st_size, 1000)

    def test_takes_cubes_whose_moduli_the_data_chose(self):
        rows = [dict(zip(COLUMNS, cells)) for cells in (
            ("D", "64", "64", "64", "0.5", "0", "2", "1", "4"),
            ("D", "64", "64", "64", "0.5", "15", "3", "1", "4"),
            ("D", "64", "64", "64", "1", "0", "3", "1", "4"),
            ("D", "64", "64", "32", "0.5", "0", "3", "1", "4"),
            ("S", "64", "64", "64", "0.5", "0", "3", "1", "4"))]
        self.assertEqual(emulated.squares(rows, "D"), [(64, 2.0, 0.25)])

    def test_refuses_another_table(self):
        path = self.write(("id", "time_ms"), ("a", "3"))
        with self.assertRaisesRegex(InputError, "steps.tsv.*err_ab_med"):
            emulated.draw([path], self.folder)


if __name__ == "__main__":
    unittest.main()
