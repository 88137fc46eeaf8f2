# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""The contest by turns: by_turns_test.py [FOLDER_OF_WORKERS FOLDER_OF_FAKES].

Without the folders its arithmetic alone. Fakes are libraries with the interfaces of HPTT and TBLIS.
"""
import csv
import importlib.util
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).parents[2]
SOURCE = ROOT / "benchmarks" / "rivals" / "by_turns"
sys.path.insert(0, str(SOURCE))
import contender  # noqa: E402  (after the path)
import line_up  # noqa: E402
import problems  # noqa: E402
import reports  # noqa: E402
from turns import Times  # noqa: E402

WORKERS, FAKES = map(pathlib.Path, sys.argv[1:3]) if len(sys.argv) > 2 else (None, None)
HAS_NUMPY = importlib.util.find_spec("numpy") is not None
FIRST_TWO = "# id\tbytes\nthree\t8\t5,6,7\t2,0,1\n\ntwo\t8\t12,11\t1,0\n"
PRODUCT = "product\tD(a,b)+=L(a,k9)*R(k9,b)\ta:5,b:6,k9:7\n"


class Arithmetic(unittest.TestCase):
    def contenders(self, **least):
        """By name the shortest time, as by_turns gives it."""
        entries = {name: line_up.Entry(name, (), reference=name.startswith("copy"))
                   for name in least}
        return {contender.Contender(entries[name], 2, 1): Times([seconds, 2 * seconds], 0.5)
                for name, seconds in least.items()}

    def test_fractions_are_of_the_fastest_copy_and_rates_of_all_bytes(self):
        times = self.contenders(copy_a=2.0, copy_b=1.0, ttgt=4.0)
        rows = list(problems.Transpose("x", [10, 100], [1, 0]).rows(8, times))
        self.assertEqual([row["of_copy"] for row in rows], [0.5, 1.0, 0.25])
        self.assertEqual((rows[2]["min_ms"], rows[2]["median_ms"], rows[2]["plan_ms"]),
                         (4000.0, 6000.0, 500.0))
        self.assertAlmostEqual(rows[1]["gb_s"], 2 * 8000 / 1e9)
        self.assertEqual(len(reports.line(rows[0], problems.Transpose.COLUMNS).split("\t")),
                         len(problems.Transpose.COLUMNS))

    def test_without_a_reference_there_is_no_fraction(self):
        (row,) = problems.Transpose("x", [2], [0]).rows(4, self.contenders(ttgt=1.0))
        self.assertIsNone(row["of_copy"])
        self.assertEqual(reports.summary([row], "of_copy").count("\n"), 0)

    def test_the_largest_extent_is_halved_until_a_tensor_fits(self):
        case = problems.Transpose("x", [10, 101, 7], [2, 1, 0]).reduced(8, 10 * 25 * 7 * 8)
        self.assertEqual(case.extents, [10, 25, 7])
        self.assertEqual(case.line_of(8)(None), "transpose 8 10,25,7 2,1,0")

    def test_the_summary_has_median_least_and_geometric_mean(self):
        rows = [{"element_bytes": 8, "threads": 2, "rival": "ttgt", "of_copy": value}
                for value in (0.2, 0.5, 0.8)]
        self.assertEqual(reports.summary(rows, "of_copy").splitlines()[1],
                         "8\t2\tttgt\t3\t0.500\t0.200\t0.431")

    def test_rivals_are_named_with_their_library(self):
        self.assertEqual(line_up.parse_rival("blas:blis=/x/libblis.so.4"),
                         line_up.Rival("blas", "blis", "/x/libblis.so.4"))
        for text, why in (("hptt", "not of the form"), ("hptt=", "not of the form"),
                          ("cutensor=/x.so", "'cutensor' is none of hptt, tblis, blas")):
            with self.subTest(text), self.assertRaisesRegex(line_up.BadInput, why):
                line_up.parse_rival(text)

    def test_folders_are_taken_out_of_texts(self):
        self.assertEqual(contender.without_folders("no '/a/b/lib.so': /d/e/f.so: 1/2"),
                         "no 'lib.so': f.so: 1/2")


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, text):
        path = self.folder / "some.tsv"
        path.write_text(text)
        return path

    def test_bad_lines_are_named(self):
        for line, why in (("a\t8\t3,4\t0,0", "no permutation of 2 modes"),
                          ("a\t8\t3,x\t0,1", "'x'"), ("a\t8\t3,0\t0,1", "below 1"),
                          ("a\t8\t3,4", "3 fields"), ("a\t8\t3,4\t1,0\t5,6", "blocks of")):
            with self.subTest(line), self.assertRaisesRegex(problems.CaseError,
                                                            f"some.tsv:2: .*{why}"):
                problems.read("transposes", self.write(f"# id\n{line}\n"))
        with self.assertRaisesRegex(problems.CaseError, "some.tsv:1: .*no extent of k"):
            problems.read("contractions", self.write("a\tD(a,b)=L(a,k)*R(k,b)\ta:1,b:2\n"))
        for text in ("D(a,b)=L(a,b)*R(a,b)", "D(a)=L(a,k)*R(k,k)", "D(a)=L(a,x)*R()"):
            with self.subTest(text), self.assertRaisesRegex(problems.CaseError,
                                                            "some.tsv: id: .*not one matrix"):
                problems.read("contractions", self.write(f"id\t{text}\ta:1,b:2,k:3,x:1\n"))
        with self.assertRaisesRegex(problems.CaseError, "no case"):
            problems.read("transposes", self.write("# none\n"))

    def test_references_are_asked_for_the_matrix_product_in_both_orientations(self):
        (case,) = problems.read("contractions", self.write(PRODUCT))
        line = case.line_of(4)
        entries = line_up.products("gemm", ())
        self.assertEqual([line(entry) for entry in entries],
                         ["contract 4 D(m,n)=L(m,k)*R(k,n) m:5,n:6,k:7",
                          "contract 4 D(m,n)=L(m,k)*R(k,n) m:6,n:5,k:7"])
        self.assertEqual(line(line_up.Entry("ttgt", ())),
                         "contract 4 D(a,b)=L(a,k9)*R(k9,b) a:5,b:6,k9:7")


@unittest.skipUnless(WORKERS, "the workers are not built: TTGT_BUILD_BENCHMARKS is OFF")
class Contest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.out = self.folder / "out"

    def run_driver(self, kind, cases, *options, driver=SOURCE / "cpu_by_turns.py"):
        path = self.folder / "cases.tsv"
        path.write_text(cases)
        quick = ("--rounds", "2", "--burst", "0.0001", "--pause", "0", "--out", str(self.out))
        located = () if driver.parent == WORKERS else ("--workers", str(WORKERS))
        return subprocess.run([sys.executable, str(driver), kind, str(path), *quick, *located,
                               *options], capture_output=True, text=True, check=False)

    def fake(self, name, label):
        return ("--rival", f"{name.split('_')[0]}:{label}={FAKES / f'libfake_{name}.so'}")

    def rows(self):
        with open(self.out / "rows.tsv", encoding="utf-8", newline="") as table:
            return list(csv.DictReader(table, delimiter="\t"))

    def left_out(self):
        return {(entry["rival"], entry["id"]): entry["why"]
                for entry in json.loads((self.out / "run.json").read_text())["left_out"]}

    def answers(self, program, argument, *lines):
        run = subprocess.run([str(WORKERS / program), str(argument)], input="\n".join(lines) + "\n",
                             capture_output=True, text=True, check=True)
        return run.stdout.splitlines()

    def test_a_worker_answers_line_by_line(self):
        about, early, ready, times, bad, word = self.answers(
            "worker_hptt", FAKES / "libfake_hptt_right.so", "about", "run 1",
            "transpose 4 5,6,7 2,0,1", "run 0", "transpose 4 5,6 0,0", "dance")
        self.assertEqual(about,
                         "about HPTT: libfake_hptt_right.so, ESTIMATE plans made in every call")
        self.assertEqual(early, "failed nothing is ready to run")
        self.assertRegex(ready, r"^ready \S+$")
        self.assertRegex(times, r"^times \S+$")
        self.assertEqual(bad, "failed '0,0' is no permutation")
        self.assertEqual(word, "failed 'dance' is no word of the protocol")

    def test_wrong_results_and_crashes_are_left_out_and_the_others_go_on(self):
        run = self.run_driver("transposes", FIRST_TWO, "--element-bytes", "8", "--without", "numpy,"
                              "torch", *self.fake("hptt_right", "right"),
                              *self.fake("hptt_wrong", "wrong"), *self.fake("hptt_crash", "crash"))
        self.assertEqual(run.returncode, 1, run.stderr)
        timed = {(row["rival"], row["id"]) for row in self.rows()}
        for rival in ("copy_memcpy", "ttgt", "right"):
            self.assertLessEqual({(rival, "three"), (rival, "two")}, timed)
        self.assertIn(("crash", "two"), timed)  # which was started again
        left_out = self.left_out()
        self.assertEqual(left_out[("wrong", "three")], "wrong element 209 of the output")
        self.assertEqual(left_out[("crash", "three")], "died by SIGABRT")
        self.assertTrue(timed.isdisjoint(left_out))
        self.assertIn("left out: crash on 1 threads, three", run.stderr)

    def test_rows_and_run_say_what_was_measured_and_not_where(self):
        run = self.run_driver("transposes", FIRST_TWO, "--threads", "1,2", "--limit", "1",
                              *self.fake("hptt_right", "right"))
        self.assertEqual(run.returncode, 0, run.stderr)
        rows = self.rows()
        self.assertEqual({(row["element_bytes"], row["threads"]) for row in rows},
                         {("4", "1"), ("4", "2"), ("8", "1"), ("8", "2")})
        self.assertTrue(all(float(row["min_ms"]) > 0 and int(row["runs"]) >= 2 for row in rows))
        text = (self.out / "run.json").read_text()
        for path in (WORKERS, FAKES, self.folder, ROOT):
            self.assertNotIn(str(path), text)
        written = json.loads(text)
        self.assertEqual(written["rivals"], ["hptt:right=libfake_hptt_right.so"])
        self.assertEqual((written["cases"], written["rows"]), ("cases.tsv", len(rows)))
        self.assertIn(written["commit"], written["contenders"]["ttgt"])
        self.assertIn("8\t2\tright\t1\t", run.stdout)

    def test_contractions_beside_matrix_products(self):
        run = self.run_driver("contractions", PRODUCT, "--element-bytes", "8", "--also", "classic",
                              *self.fake("tblis", "fake"))
        self.assertEqual(run.returncode, 0, run.stderr)
        rows = {row["rival"]: row for row in self.rows()}
        self.assertLessEqual({"gemm", "gemm_swapped", "ttgt", "ttgt_classic", "fake"}, rows.keys())
        self.assertEqual("numpy" in rows, HAS_NUMPY)
        self.assertEqual([rows["fake"][size] for size in "mnk"], ["5", "6", "7"])
        self.assertIn("1", (rows["gemm"]["of_gemm"], rows["gemm_swapped"]["of_gemm"]))

    def test_the_folder_of_the_build_needs_nothing_else(self):
        run = self.run_driver("transposes", FIRST_TWO, driver=WORKERS / "cpu_by_turns.py")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual("numpy" in {row["rival"] for row in self.rows()}, HAS_NUMPY)

    def test_what_cannot_be_done_is_named(self):
        absent, no_rival = self.folder / "libabsent.so", FAKES / "libfake_tblis.so"
        for options, why in (
                (("--rival", f"hptt={absent}"), rf"hptt: failed cannot load '{absent}'"),
                (("--rival", f"hptt={no_rival}"), "'libfake_tblis.so' has no function sTensor"),
                (self.fake("hptt_right", "ttgt"), "two contenders are called ttgt"),
                (("--without", "nobody"), "'nobody' is none of copy_memcpy, "),
                (("--also", "fastest"), "auto, classic, measure or gemm, not 'fastest'"),
                (("--workers", str(self.folder)), "no worker_copies in")):
            with self.subTest(why):
                run = self.run_driver("transposes", FIRST_TWO, *options)
                self.assertEqual(run.returncode, 2)
                self.assertRegex(run.stderr, why)
                self.assertFalse((self.out / "rows.tsv").exists())
        run = self.run_driver("transposes", FIRST_TWO + "bad\t8\t3\t1\n")
        self.assertEqual(run.returncode, 2)
        self.assertIn("cases.tsv:5: '1' is no permutation of 1 modes", run.stderr)

    def test_an_earlier_run_is_not_overwritten(self):
        self.out.mkdir()
        (self.out / "rows.tsv").write_text("earlier")
        run = self.run_driver("transposes", FIRST_TWO)
        self.assertEqual((run.returncode, (self.out / "rows.tsv").read_text()), (2, "earlier"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
