# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Reading results.tsv, what is left out, bins and means, and that every figure is drawn."""
import gzip
import importlib.util
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "benchmarks"))
from plots import contractions, summarise  # noqa: E402  (after the path)
from plots.figures import FIGURES  # noqa: E402
from plots.read import (InputError, read_info, read_results, read_table,  # noqa: E402
                        reason_to_leave_out, table_at)

BENCHMARKS = pathlib.Path(__file__).parents[2] / "benchmarks"

COLUMNS = ("id", "expression", "extents", "dtype", "device", "strategy", "ai", "predicted_ms",
           "time_ms", "gflops", "overhead", "roofline_fraction", "check", "of_gemm", "message")
GOOD = {"id": "a", "expression": "D(a,b)=L(a,k)*R(k,b)", "extents": "a:2,b:2,k:2",
        "dtype": "float64", "device": "cpu", "strategy": "classic", "ai": "10",
        "predicted_ms": "3", "time_ms": "2", "gflops": "5", "overhead": "0.25",
        "roofline_fraction": "0.5", "check": "ok", "of_gemm": "0.5", "message": ""}
RUN = {"device": "cpu", "threads": 2, "machine": {"cpu": {"name": "a processor"}},
       "ceilings": {"copy_gb_s": 20.0, "gemm_gflops": {"float64": 40.0}}}


def tensor_bytes(row):
    """The bytes of each tensor of a row's expression, D first."""
    extents = dict(item.split(":") for item in row["extents"].split(","))
    return [{"float32": 4, "float64": 8}[row["dtype"]] *
            math.prod(int(extents[label]) for label in labels.split(",") if label)
            for labels in re.findall(r"\(([^)]*)\)", row["expression"])]


def roofline_s(row, info):
    """The least time by the run's ceilings; of several devices, by their links in place of memory."""
    ceilings = info["ceilings"]
    products = float(row["flops"]) / (ceilings["gemm_gflops"][row["dtype"]] * 1e9)
    if "links" not in info:
        return max(products, float(row["bytes"]) / (ceilings["copy_gb_s"] * 1e9))
    output, *inputs = tensor_bytes(row)
    links = len(info["device"].split(","))
    return max(products, sum(inputs) / (links * info["links"]["to_device_gb_s"] * 1e9),
               output / (links * info["links"]["from_device_gb_s"] * 1e9))


class FolderTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, *changes, columns=COLUMNS, run=RUN):
        """results.tsv with one row per change of GOOD."""
        lines = ["\t".join(columns)]
        lines += ["\t".join({**GOOD, **change}[name] for name in columns) for change in changes]
        (self.folder / "results.tsv").write_text("\n".join([*lines, "# interrupted", ""]))
        if run:
            (self.folder / "run.json").write_text(json.dumps(run))
        return self.folder


class Reading(FolderTest):
    def test_numbers_and_the_peak_of_the_run(self):
        (case,) = read_results([self.write({})]).cases
        self.assertEqual((case.intensity, case.time_ms, case.of_gemm), (10.0, 2.0, 0.5))
        self.assertEqual(case.peak_gflops, 40.0)

    def test_the_file_itself_may_be_named(self):
        self.assertEqual(len(read_results([self.write({}, {}) / "results.tsv"]).cases), 2)

    def pack(self, cut=None):
        """Leaves results.tsv.gz alone, or its first `cut` bytes."""
        table = self.folder / "results.tsv"
        packed = table.with_name("results.tsv.gz")
        packed.write_bytes(gzip.compress(table.read_bytes(), mtime=0)[:cut])
        table.unlink()
        return packed

    def test_a_compressed_table_is_read_as_the_plain_one(self):
        plain = read_results([self.write({}, {"id": "b"})])
        packed = self.pack()
        self.assertEqual(read_results([self.folder]).cases, plain.cases)
        self.assertEqual(read_results([packed]).cases, plain.cases)

    def test_of_two_forms_of_a_table_the_plain_one_counts(self):
        self.write({}, {})
        self.pack()
        self.assertEqual(len(read_results([self.write({})]).cases), 1)

    def test_a_broken_compressed_table_is_refused(self):
        for cut in (3, 30):
            self.write({})
            packed = self.pack(cut)
            with self.assertRaisesRegex(InputError, "results.tsv.gz: not a gzip file: "):
                read_results([packed])
        packed.write_bytes(b"id\tdtype\n")
        with self.assertRaisesRegex(InputError, "results.tsv.gz: not a gzip file: "):
            read_results([packed])

    def test_recorded_tables_compress_to_the_same_bytes_every_time(self):
        packed = list((BENCHMARKS / "results").rglob("*.gz"))
        self.assertGreater(len(packed), 0)
        for path in packed:
            with self.subTest(path):
                self.assertEqual(path.read_bytes()[3:8], bytes(5), "a name or a time is stored")

    def test_without_run_json_there_is_no_peak(self):
        (case,) = read_results([self.write({}, run=None)]).cases
        self.assertTrue(math.isnan(case.peak_gflops))

    def test_columns_that_are_not_there_are_nan(self):
        columns = [name for name in COLUMNS if name != "of_gemm"]
        (case,) = read_results([self.write({}, columns=columns)]).cases
        self.assertTrue(math.isnan(case.of_gemm))

    def test_rows_that_failed_or_were_not_checked_are_left_out_and_counted(self):
        results = read_results([self.write({}, {"check": "fail"}, {"check": "skipped"},
                                           {"check": "skipped"}, {"message": "out of memory"},
                                           {"time_ms": ""})])
        self.assertEqual(len(results.cases), 1)
        self.assertEqual([row.reason for row in results.left_out],
                         ["failed the check", "unchecked", "unchecked", "did not run",
                          "without a time"])
        self.assertEqual(results.note(),
                         "a processor, 2 threads · 1 of 6 rows; left out: 1 failed the check, "
                         "2 unchecked, 1 did not run, 1 without a time")

    def test_cases_above_the_peak_are_counted_and_explained(self):
        results = read_results([self.write({"gflops": "40"}, {"gflops": "41"}, {"gflops": ""})])
        self.assertIn("; 1 above the GEMM peak, which is what square products reached",
                      results.note())
        below = read_results([self.write({"gflops": "40"})])
        self.assertNotIn("above", below.note())

    def test_a_broken_run_json_is_refused(self):
        folder = self.write({})
        for content in (b"", b"{\"device\": ", b"[1, 2]", b"null", b"\xff\xfe", b"7"):
            (folder / "run.json").write_bytes(content)
            with self.assertRaisesRegex(InputError, "run.json: not "):
                read_results([folder])

    def test_what_is_refused_is_one_line_and_exit_code_2(self):
        folder = self.write({})
        (folder / "run.json").write_text('{"device": ')
        plot = pathlib.Path(__file__).parents[2] / "benchmarks" / "plot.py"
        ended = subprocess.run([sys.executable, "-B", plot, "contractions", folder],
                               capture_output=True, text=True)
        self.assertEqual((ended.returncode, ended.stdout), (2, ""))
        self.assertEqual(ended.stderr.count("\n"), 1, ended.stderr)
        self.assertIn(f"plot.py: {folder / 'run.json'}: not JSON: ", ended.stderr)

    def test_parts_of_run_json_that_are_of_another_kind_count_as_missing(self):
        for run in ({"ceilings": []}, {"ceilings": {"gemm_gflops": 3}}, {"machine": "x"},
                    {"device": ["cpu"]}, {"ceilings": {"gemm_gflops": {"float64": "fast"}}}):
            results = read_results([self.write({}, run=run)])
            self.assertTrue(math.isnan(results.cases[0].peak_gflops), run)
            self.assertIn("1 of 1 rows", results.note())

    def test_a_file_without_a_case_is_refused(self):
        with self.assertRaisesRegex(InputError, "0 of 1 rows; left out: 1 unchecked"):
            read_results([self.write({"check": "skipped"})])

    def test_a_file_of_another_kind_is_refused(self):
        with self.assertRaisesRegex(InputError, "no column ai"):
            read_results([self.write({}, columns=[name for name in COLUMNS if name != "ai"])])


class Recorded(unittest.TestCase):
    """The runs in benchmarks/results."""

    @staticmethod
    def runs():
        """(its folder, what run.json says) of each run of ttgt bench."""
        for path in sorted((BENCHMARKS / "results").rglob("run.json")):
            info = read_info(path)
            if "ceilings" in info:
                yield path.parent, info

    def test_no_ceiling_is_below_the_one_recorded_for_the_card(self):
        cards = json.loads((BENCHMARKS / "data" / "ceilings.json").read_text(encoding="utf-8"))
        for folder, info in self.runs():
            recorded = cards.get(info["machine"].get(info["device"], {}).get("name"))
            if recorded is None:
                continue
            ceilings = info["ceilings"]
            with self.subTest(folder.name):
                self.assertGreaterEqual(ceilings["copy_gb_s"], recorded["copy_gb_s"])
                for dtype, peak in ceilings["gemm_gflops"].items():
                    self.assertGreaterEqual(peak, recorded["gemm_gflops"].get(dtype, 0), dtype)

    def test_fractions_are_of_the_roofline_by_these_ceilings(self):
        tables = 0
        for folder, info in self.runs():
            table = table_at(folder)
            rows = read_table(table) if table.exists() else []
            if not rows or "roofline_fraction" not in rows[0]:
                continue
            tables += 1
            with self.subTest(folder.name):
                for row in rows:
                    if reason_to_leave_out(row) is not None:
                        continue
                    fraction = roofline_s(row, info) / (float(row["time_ms"]) * 1e-3)
                    # Runs in parts keep the ceilings of the last part, which differ by a thousandth.
                    self.assertAlmostEqual(fraction / float(row["roofline_fraction"]), 1,
                                           delta=2e-3, msg=row["id"])
        self.assertGreater(tables, 5)


class Binning(unittest.TestCase):
    def test_edges_are_equally_wide_on_a_logarithmic_axis(self):
        edges = summarise.log_edges([256.0, 3.0, 1.0])
        self.assertEqual(len(edges), 9)
        for number, edge in enumerate(edges):
            self.assertAlmostEqual(edge, 2.0 ** number)

    def test_a_bin_holds_its_lower_edge_and_the_last_one_its_upper_edge_too(self):
        edges = [1, 2, 4, 8]
        self.assertEqual([summarise.bin_number(value, edges) for value in (1, 1.9, 2, 4, 7, 8)],
                         [0, 0, 1, 2, 2, 2])
        self.assertEqual(summarise.counts([1, 1.9, 2, 8], edges), [2, 1, 1])

    def test_extreme_values_fall_into_the_first_and_the_last_bin(self):
        for values in ([0.1, 0.7], [3.3, 1e9], [16.0, 384.0]):
            edges = summarise.log_edges(values)
            self.assertEqual([summarise.bin_number(value, edges) for value in values], [0, 7])

    def test_one_value_alone_still_has_bins_around_it(self):
        edges = summarise.log_edges([5.0, 5.0])
        self.assertLess(edges[0], 5.0)
        self.assertGreater(edges[-1], 5.0)


class Means(FolderTest):
    def test_geometric_mean_is_of_the_positive_values(self):
        self.assertAlmostEqual(summarise.geometric_mean([1, 4, 16, 0, math.nan]), 4.0)
        self.assertTrue(math.isnan(summarise.geometric_mean([0.0])))

    def test_bins_know_worst_mean_and_best(self):
        cases = read_results([self.write({"gflops": "6"}, {"gflops": "1"}, {"gflops": "2"},
                                         {"ai": "1000", "overhead": "0.5"})]).cases
        edges = summarise.log_edges([case.intensity for case in cases])
        first, last = summarise.bins_of(cases, edges)
        self.assertEqual([case.gflops for case in first.cases], [1, 2, 6])
        self.assertEqual((first.number, first.mean_gflops(), last.number), (0, 3.0, 7))
        self.assertEqual(summarise.overhead_medians(cases, edges), [(0, 0.25), (7, 0.5)])

    def test_median_absolute_error_is_relative_to_the_measured_time(self):
        cases = read_results([self.write({}, {"predicted_ms": "1.8"}, {"predicted_ms": "1"})]).cases
        self.assertAlmostEqual(summarise.median_absolute_error(cases), 0.5)

    def test_shares_end_at_all_of_the_cases(self):
        cases = read_results([self.write({"of_gemm": "0.2"}, {"of_gemm": "0.9"})]).cases
        shares, ordered = summarise.best_first(cases, "of_gemm")
        self.assertEqual((shares, [case.of_gemm for case in ordered]), ([50, 100], [0.9, 0.2]))

    def test_the_fastest_strategy_is_counted_where_all_ran(self):
        cases = read_results([self.write(
            {"id": "a", "strategy": "auto", "time_ms": "1"},
            {"id": "a", "strategy": "classic", "time_ms": "2"},
            {"id": "b", "strategy": "auto", "time_ms": "3"},
            {"id": "b", "strategy": "classic", "time_ms": "2"},
            {"id": "c", "strategy": "auto", "time_ms": "3"})]).cases
        (panel,) = summarise.panels_of(cases)
        numbers, shares = summarise.fastest_shares(panel, summarise.log_edges([1, 1000]))
        self.assertEqual(len(numbers), 1)
        self.assertEqual(shares, [("classic", [50.0]), ("auto", [50.0])])

    def test_strategies_of_two_runs_of_a_case_are_told_apart(self):
        first = self.write({"strategy": "auto"}, {"strategy": "classic"})
        second = self.folder / "later"
        second.mkdir()
        (second / "results.tsv").write_text(
            (first / "results.tsv").read_text(encoding="utf-8").replace("classic", "mine"),
            encoding="utf-8")
        names = {case.strategy for case in read_results([first, second]).cases}
        self.assertEqual(names, {"classic", f"auto ({first.resolve().name})", "auto (later)",
                                 "mine"})

    def test_known_strategies_keep_their_order(self):
        cases = read_results([self.write(*({"strategy": name} for name in
                                           ("mine", "auto", "direct", "classic")))]).cases
        self.assertEqual(summarise.strategies_of(cases), ["classic", "direct", "auto", "mine"])


class Drawing(FolderTest):
    def drawn(self):
        return {path.name for path in self.folder.iterdir()}

    def test_every_figure_is_drawn(self):
        contractions.draw([self.write({}, {"strategy": "auto", "ai": "90", "time_ms": "1"},
                                      {"dtype": "float32"})], None)
        for figure in FIGURES:
            self.assertLessEqual({f"{figure.name}.png", f"{figure.name}.svg"}, self.drawn())

    def test_a_benchmark_that_replaces_a_table_knows_every_figure_of_it(self):
        root = pathlib.Path(__file__).parents[2]
        known = (root / "tools" / "bench" / "results" / "results_folder.cpp").read_text(encoding="utf-8")
        source = (root / "benchmarks" / "plots" / "transpose_bench.py").read_text(encoding="utf-8")
        saved = re.findall(r'\.save\(directory, "(\w+)"\)', source)
        self.assertEqual(len(saved), 6)
        for name in [*saved, *(figure.name for figure in FIGURES)]:
            self.assertIn(f'"{name}"', known)

    def test_a_figure_that_no_case_is_for_is_not_drawn(self):
        contractions.draw([self.write({"ai": "0", "of_gemm": ""})], None)
        for missing in ("of_gemm.png", "gflops_by_intensity.png", "overhead_by_intensity.png"):
            self.assertNotIn(missing, self.drawn())
        self.assertIn("roofline_fraction.png", self.drawn())

    def test_devices_that_share_the_work_are_counted(self):
        run = {**RUN, "device": "cuda:0,cuda:1",
               "machine": {"cuda:0": {"name": "a card"}, "cuda:1": {"name": "a card"}}}
        (read,) = read_results([self.write({}, run=run)]).runs
        self.assertEqual(read.machine(), "2 x a card, 2 threads")

    def test_overheads_that_are_not_known_are_not_drawn(self):
        contractions.draw([self.write({"device": "cuda:0,cuda:1", "overhead": ""})], None)
        self.assertNotIn("overhead_by_intensity.png", self.drawn())
        self.assertIn("gflops_by_intensity.png", self.drawn())

    @unittest.skipUnless(importlib.util.find_spec("plotly"), "Plotly is not installed")
    def test_the_page_stands_alone_and_quotes_what_it_read(self):
        contractions.draw([self.write({}, {"id": "<b>", "message": "out of memory"})], None)
        page = (self.folder / "report.html").read_text(encoding="utf-8")
        self.assertNotIn("<script src", page)
        self.assertIn("D(a,b)=L(a,k)*R(k,b)", page)
        self.assertIn('<td class="text">&lt;b&gt;</td>', page)


if __name__ == "__main__":
    unittest.main()
