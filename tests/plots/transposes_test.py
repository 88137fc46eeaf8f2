# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Reading what ttgt bench transposes writes, how a model is judged, and that every figure is drawn."""
import contextlib
import gzip
import io
import math
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "benchmarks"))
from plots import transpose_bench, transpose_rows  # noqa: E402  (after the path)
from plots.read import InputError  # noqa: E402

COLUMNS = ("id", "element_bytes", "extents", "perm", "array", "beta", "device", "method",
           "parameters", "plan_us", "predicted_ms", "time_ms", "gb_s", "copy_gb_s",
           "fraction_of_copy", "chosen", "check", "message")
GOOD = {"id": "a", "element_bytes": "8", "extents": "3,5", "perm": "1,0", "array": "", "beta": "0",
        "device": "cuda:0", "method": "tiled", "parameters": "32x32", "plan_us": "5",
        "predicted_ms": "3", "time_ms": "2", "gb_s": "5", "copy_gb_s": "10",
        "fraction_of_copy": "0.5", "chosen": "yes", "check": "ok", "message": ""}


class FolderTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, *changes, columns=COLUMNS):
        lines = ["\t".join(columns)]
        lines += ["\t".join({**GOOD, **change}[name] for name in columns) for change in changes]
        (self.folder / "results.tsv").write_text("\n".join([*lines, ""]))
        return self.folder

    def rows(self, *changes):
        return transpose_rows.read_transposes([self.write(*changes)])[0]

    def drawn(self):
        return {path.name for path in self.folder.iterdir()}


class Reading(FolderTest):
    def test_numbers_of_a_row(self):
        (row,) = self.rows({"extents": "3,5,7", "beta": "1"})
        self.assertEqual((row.rank, row.bytes, row.time_ms, row.chosen), (3, 840, 2.0, True))
        self.assertEqual(row.label, f"{self.folder.name}, 8-byte elements, added")

    def test_a_compressed_table_is_read_too(self):
        table = self.write({}, {}) / "results.tsv"
        table.with_name("results.tsv.gz").write_bytes(gzip.compress(table.read_bytes()))
        table.unlink()
        self.assertEqual(len(transpose_rows.read_transposes([self.folder])[0]), 2)

    def test_rows_that_failed_are_left_out_and_counted(self):
        rows, note = transpose_rows.read_transposes(
            [self.write({}, {"check": "fail"}, {"check": "skipped"}, {"message": "no memory"})])
        self.assertEqual((len(rows), note), (2, "2 rows; 2 left out"))

    def test_tables_of_other_kinds_are_refused(self):
        with self.assertRaisesRegex(InputError, "no column fraction_of_copy"):
            transpose_rows.read_transposes(
                [self.write({}, columns=[name for name in COLUMNS if name != "fraction_of_copy"])])
        plain = self.write({}, columns=[name for name in COLUMNS if name != "chosen"])
        with self.assertRaisesRegex(InputError, "no column chosen"):
            transpose_rows.read_transposes([plain], {"chosen"})

    def test_a_table_without_a_good_row_is_refused(self):
        with self.assertRaisesRegex(InputError, "1 rows did not run"):
            transpose_rows.read_transposes([self.write({"check": "fail"})])


class Judging(FolderTest):
    def candidates(self, *pairs):
        """Candidates (predicted, measured) of one case; the first is chosen."""
        return self.rows(*({"predicted_ms": str(predicted), "time_ms": str(measured),
                            "chosen": "no" if i else "yes"}
                           for i, (predicted, measured) in enumerate(pairs)))

    def test_ranks_of_equal_values_are_shared(self):
        self.assertEqual(transpose_rows.ranks_of([5, 1, 5, 9]), [2.5, 1, 2.5, 4])

    def test_correlation_is_of_the_order_alone(self):
        self.assertAlmostEqual(
            transpose_rows.rank_correlation(self.candidates((1, 2), (2, 9), (3, 70))), 1.0)
        self.assertAlmostEqual(
            transpose_rows.rank_correlation(self.candidates((1, 9), (2, 2), (3, 1))), -1.0)
        self.assertIsNone(transpose_rows.rank_correlation(self.candidates((1, 2), (1, 3))))

    def test_regret_is_of_the_chosen_one(self):
        self.assertAlmostEqual(
            transpose_rows.best_over_chosen(self.candidates((1, 4), (2, 3))), 0.75)
        self.assertEqual(transpose_rows.best_over_chosen(self.candidates((1, 2), (2, 3))), 1.0)

    def test_judgement_is_over_all_cases(self):
        rows = self.candidates((1, 4), (2, 3)) + self.rows({"id": "b", "predicted_ms": "1.5"})
        judgement = transpose_rows.judge(rows)
        self.assertEqual(judgement.cases, 2)
        self.assertAlmostEqual(judgement.error, 0.5)
        self.assertAlmostEqual(judgement.kept, math.sqrt(0.75))
        self.assertAlmostEqual(judgement.worst, 0.75)


class Drawing(FolderTest):
    def draw(self, draw, *changes):
        with contextlib.redirect_stdout(io.StringIO()) as said:
            draw([self.write(*changes)], None)
        return said.getvalue()

    def test_sets(self):
        said = self.draw(transpose_bench.draw_sets, {}, {"extents": "4,4"}, {"extents": "9,9"},
                         {"extents": "3,5,7", "element_bytes": "4"})
        for name in ("fraction_of_copy", "bandwidth_by_rank", "bandwidth_by_size",
                     "bandwidth_by_extent"):
            self.assertLessEqual({f"transpose_{name}.png", f"transpose_{name}.svg"}, self.drawn())
        self.assertIn("3 cases, fraction of a copy 0.500", said)

    def test_one_size_alone_has_no_figure_by_size(self):
        self.draw(transpose_bench.draw_sets, {}, {})
        self.assertNotIn("transpose_bandwidth_by_size.png", self.drawn())

    def test_candidates(self):
        said = self.draw(transpose_bench.draw_candidates, {},
                         {"chosen": "no", "time_ms": "4", "predicted_ms": "9"},
                         {"id": "b", "method": "packed"})
        self.assertLessEqual({"candidates_predicted_over_measured.png", "candidates_regret.png"},
                             self.drawn())
        self.assertIn("2 cases", said)


if __name__ == "__main__":
    unittest.main()
