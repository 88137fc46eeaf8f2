# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""The figure of latencies is drawn, and other tables are refused by name."""
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "benchmarks"))
from plots import latency  # noqa: E402  (after the path)
from plots.read import InputError  # noqa: E402


class LatencyTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, text):
        path = self.folder / "card.tsv"
        path.write_text(text)
        return path

    def test_draws_one_curve_per_file(self):
        path = self.write("bytes\tlatency_ns\n16384\t20\n1073741824\t340\n")
        latency.draw([path], self.folder / "figures")
        for kind in ("png", "svg"):
            figure = self.folder / "figures" / f"latency_by_footprint.{kind}"
            self.assertGreater(figure.stat().st_size, 1000)

    def test_names_sizes_as_people_do(self):
        self.assertEqual([latency.size_of(1 << power) for power in (9, 14, 20, 31)],
                         ["512 B", "16 KiB", "1 MiB", "2 GiB"])

    def test_refuses_another_table(self):
        path = self.write("id\ttime_ms\na\t3\n")
        with self.assertRaisesRegex(InputError, "card.tsv.*bench_cuda_latency"):
            latency.draw([path], self.folder)


if __name__ == "__main__":
    unittest.main()
