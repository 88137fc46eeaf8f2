# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Labels, sizes and equations of cases, the joined table and its means, and PyTorch's results."""
import csv
import importlib.util
import json
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "benchmarks" / "rivals"))
import cases  # noqa: E402  (after the path)
import rivals_table  # noqa: E402
from ttgt_results import TtgtError, TtgtResult, read_results, run_bench  # noqa: E402

HAS_TORCH = all(importlib.util.find_spec(name) for name in ("torch", "numpy"))


def case_of(expression, extents, dtype="float64", name="set:id"):
    return cases.parse_case(f"{name}\t{expression}\t{extents}\t{dtype}", "file")


class Cases(unittest.TestCase):
    def test_arrays_have_their_labels_in_reverse(self):
        case = case_of("D(a,b)=L(b,h3,a)*R(h3,b)", "a:2,b:3,h3:5")
        self.assertEqual(case.shape(case.l), (2, 5, 3))
        self.assertEqual(case.equation(), "acb,bc->ba")
        self.assertEqual(case.equation(fixed=case.d), "c,c->")

    def test_sizes_are_those_of_the_roles(self):
        case = case_of("D(a,b,e)+=L(a,k,x,e)*R(e,k,b)", "a:2,b:3,k:5,e:7,x:11")
        self.assertEqual(case.sizes(), cases.Sizes(m=2, n=3, k=5, batch=7))
        self.assertEqual(case.summed(), 55)
        self.assertEqual(case.bytes(), 8 * (2 * 3 * 7 + 2 * 5 * 11 * 7 + 7 * 5 * 3))

    def test_a_diagonal_is_counted_once_and_stored_twice(self):
        case = case_of("D(a)=L(a,i,i)*R(i)", "a:2,i:3", "complex128")
        self.assertEqual((case.sizes().k, case.shape(case.l)), (3, (3, 3, 2)))
        self.assertEqual(case.bytes(), 16 * (2 + 18 + 3))

    def test_a_result_without_labels(self):
        case = case_of("S()=L(a)*R(a)", "a:4")
        self.assertEqual((case.equation(), case.shape(case.d)), ("a,a->", ()))
        self.assertEqual(case.sizes(), cases.Sizes(m=1, n=1, k=4, batch=1))

    def test_the_set_is_in_the_id_or_the_name_of_the_file(self):
        named, plain = case_of("D(a)=L(a)*R(a)", "a:1"), case_of("D(a)=L(a)*R(a)", "a:1", name="x")
        self.assertEqual((named.set, named.id, named.name), ("set", "id", "set:id"))
        self.assertEqual((plain.set, plain.id, plain.name), ("file", "x", "x"))

    def test_what_cannot_be_timed_is_refused(self):
        for expression, extents, dtype, why in (
                ("D(a)=L(a)", "a:1", "float64", "not of the form"),
                ("D(a)=2*L(a)*R(a)", "a:1", "float64", "not of the form"),
                ("D(a)=L+(a)*R(a)", "a:1", "float64", "not of the form"),
                ("D(a)=L(a)*R(b)", "a:1", "float64", "no extent of b"),
                ("D(a)=L(a)*R(a)", "a:1", "float16", "dtype 'float16' is none of")):
            with self.subTest(expression), self.assertRaisesRegex(cases.CaseError, why):
                case_of(expression, extents, dtype)

    def test_selection(self):
        three = [case_of("D(a)=L(a)*R(a)", "a:1", name=name) for name in ("s:1", "t:2", "t:3")]
        self.assertEqual(cases.select(three, "t", 0), three[1:])
        self.assertEqual(cases.select(three, None, 2), three[:2])
        with self.assertRaisesRegex(cases.CaseError, "no set 'u' but s, t"):
            cases.select(three, "u", 0)

    def test_recorded_cases_have_the_sizes_that_ttgt_reported(self):
        for file, recorded in (("contractions_anchor", "contractions"),
                               ("nekbone_anchor", "nekbone")):
            table = ROOT / "benchmarks" / "results" / "h200" / recorded / "results.tsv"
            with open(table, encoding="utf-8", newline="") as rows:
                reported = {row["id"]: cases.Sizes(*(int(row[name])
                                                     for name in ("m", "n", "k", "batch")))
                            for row in csv.DictReader(rows, delimiter="\t")}
            found = {case.name: case.sizes()
                     for case in cases.read_cases(ROOT / "benchmarks" / "data" / f"{file}.tsv")}
            self.assertEqual(found, reported)


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_a_bad_line_is_named(self):
        file = self.folder / "some.tsv"
        file.write_text("# id\n\none\tD(a)=L(a)*R(a)\ta:3\ntwo\tD(a)=L(a)*R(a)\ta:x\n")
        with self.assertRaisesRegex(cases.CaseError, r"some.tsv:4: .*'x'"):
            cases.read_cases(file)

    def test_results_of_ttgt(self):
        table = self.folder / "results.tsv"
        table.write_text("id\tai\ttime_ms\troofline_fraction\tcheck\tmessage\n"
                         "a\t4\t2\t0.25\tok\t\nb\t4\t\t\tskipped\tno memory\n# interrupted\n")
        self.assertEqual(read_results(table), {"a": TtgtResult("4", 2.0, 0.5, "ok", ""),
                                               "b": TtgtResult("4", None, None, "skipped",
                                                               "no memory")})

    def stand_in(self, exit_code, writes):
        """Writes its own arguments where ttgt writes run.json, and perhaps a table."""
        program = self.folder / "stand_in"
        program.write_text(f"""#!{sys.executable}
import json, pathlib, sys
out = pathlib.Path(sys.argv[sys.argv.index("--out") + 1])
(out / "run.json").write_text(json.dumps(sys.argv[1:]))
if {writes}: (out / "results.tsv").write_text("id\\tai\\ttime_ms\\troofline_fraction\\tcheck\\t"
                                             "message\\nset:id\\t4\\t2\\t0.5\\tfail\\t\\n")
sys.exit({exit_code})
""")
        program.chmod(0o755)
        return program

    def test_a_run_of_ttgt_gets_the_cases_and_may_fail_in_some(self):
        case = case_of("D(a)=L(a)*R(a)", "a:4")
        results, command = run_bench(self.stand_in(1, writes=True), [case], self.folder / "ttgt",
                                     "cpu", 2, 1)
        self.assertEqual(results["set:id"].check, "fail")
        self.assertEqual(command[:5], ["bench", "contractions",
                                       str(self.folder / "ttgt" / "cases.tsv"), "--device", "cpu"])
        self.assertEqual(pathlib.Path(command[2]).read_text(), case.line + "\n")
        self.assertIn("--replace", command)  # the folder may hold an earlier run

    def test_an_old_table_does_not_stand_for_a_run_that_failed(self):
        run_bench(self.stand_in(0, writes=True), [], self.folder / "ttgt", "cpu", 2, 1)
        for code, writes in ((1, False), (2, True)):
            with self.assertRaisesRegex(TtgtError, f"ended with {code}"):
                run_bench(self.stand_in(code, writes), [], self.folder / "ttgt", "cpu", 2, 1)


class Table(unittest.TestCase):
    TIMES = {"einsum_packed_ms": 4.0, "gemm_ms": 1.0, "copy_ms": 0.5}

    def row(self, ttgt=TtgtResult("4", 2.0, 1.0, "ok", ""), times=None, message="", name="s:1"):
        case = case_of("D(a,b)=L(a,k)*R(k,b)", "a:2,b:3,k:5", name=name)
        return rivals_table.join(case, ttgt, self.TIMES if times is None else times, message)

    def test_a_row_has_a_cell_for_each_column(self):
        self.assertEqual(rivals_table.line(self.row()).split("\t"),
                         ["s", "1", "D(a,b)=L(a,k)*R(k,b)", "a:2,b:3,k:5", "float64", "2", "3",
                          "5", "1", "4", "2", "4", "1", "0.5", "1", ""])

    def test_messages_say_whose_they_are_and_wrong_results_have_no_time(self):
        row = self.row(TtgtResult("4", 2.0, 1.0, "fail", ""), {}, "needs 4 GiB")
        self.assertEqual(row["message"], "ttgt: wrong result; torch: needs 4 GiB")
        self.assertIsNone(row["ttgt_ms"])
        self.assertEqual(rivals_table.line(row).split("\t")[10:14], ["", "", "", ""])

    def test_means_are_geometric_by_set_and_of_complete_rows(self):
        rows = [self.row(), self.row(TtgtResult("4", 4.0, 8.0, "ok", "")), self.row(times={}),
                self.row(name="t:1")]
        (first, *means), second = rivals_table.geometric_means(rows)
        self.assertEqual((first, means[0], second[:2]), ("s", 2, ("t", 1)))
        for mean, expected in zip(means[1:], ((0.25 * 2) ** 0.5, (1 * 8) ** 0.5, (0.5 * 2) ** 0.5)):
            self.assertAlmostEqual(mean, expected)


@unittest.skipUnless(HAS_TORCH, "PyTorch or NumPy is not installed")
class Torch(unittest.TestCase):
    CASES = (("D(a,b)=L(a,k)*R(k,b)", "a:9,b:10,k:5"), ("D(b,e,a)=L(e,k,a)*R(b,k,e)",
                                                        "a:4,b:3,e:5,k:6"),
             ("S()=L(a,b)*R(b,a)", "a:3,b:4"), ("D(a)=L(a,i,i)*R(i)", "a:4,i:3"),
             ("D(a,b)=L(a,k,x)*R(k,b)", "a:30,b:20,k:2,x:3"), ("D(a,b)=L(b)*R(a)", "a:3,b:2"))

    def test_all_are_timed_and_agree_with_numpy(self):
        import torch
        from torch_times import Clock, time_case

        for expression, extents in self.CASES:
            for dtype in cases.ELEMENT_BYTES:
                with self.subTest(expression, dtype=dtype):
                    times = time_case(case_of(expression, extents, dtype),
                                      Clock(torch.device("cpu")))
                    self.assertLessEqual(times.keys(), set(rivals_table.COLUMNS))
                    self.assertTrue(all(time > 0 for time in times.values()))

    def test_one_wrong_element_shows(self):
        import torch
        from sampled_check import error_over_bound
        from torch_times import contract, random_tensor

        case = case_of(*self.CASES[1])
        l, r = (random_tensor(case, labels, torch.device("cpu"), seed)
                for seed, labels in enumerate((case.l, case.r)))
        d = contract(case, l, r)
        self.assertLessEqual(error_over_bound(case, d, l, r), 1)
        for wrong in (d[0, 0, 0].item() + 1e-9, float("nan")):
            d[0, 0, 0] = wrong
            self.assertGreater(error_over_bound(case, d, l, r), 1)

    def test_a_case_that_does_not_fit_is_not_tried(self):
        import torch
        from torch_times import Clock, NotTimed, time_case

        case = case_of("D(a,b)=L(a)*R(b)", "a:10000000,b:10000000")
        with self.assertRaisesRegex(NotTimed, "needs .* GiB where .* GiB are free"):
            time_case(case, Clock(torch.device("cpu")))


if __name__ == "__main__":
    unittest.main()
