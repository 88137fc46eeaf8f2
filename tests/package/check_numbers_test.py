#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Plants claims, one fault at a time, in a small tree: check_numbers must name each."""
import gzip
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
import check_numbers  # noqa: E402  (after the flag)
from number_sources import SourceError, compute  # noqa: E402

TABLE = ("id\tstrategy\tms\tnote\n# a comment\n"
         "a\tclassic\t4\tok\na\tauto\t2\tok\nb\tclassic\t9\tok\nb\tauto\t8\tslow 1\n")
RIVALS = "id\trival_ms\nb\t16\na\t4\n"
RUN = '{"date": "2026-11-22T10:00:00Z", "list": [{"name": "x/y", "us": 1250}, {"name": "z"}]}'
PAGE = """# A page
Text of 7 days before, and 7 after.

| measured | ours | machine | date | file |
|---|---|---|---|---|
| of 2 cases | 0.50 | H200, 2 GPUs | 2026-11-22 | `some/9.tsv` |
"""
CLAIMS = (("README.md", "of 2 cases", "2", "data/t.tsv", 'count ms > 0 where strategy == "auto"'),
          ("README.md", "of 2 ... | 0.50", "0.50", "data/t.tsv", 'min ms.auto / ms.classic'),
          ("README.md", "| 2026-11-22 |", "2026-11-22", "data/run.json", "json date"))


class TreeTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name, text in (("data/t.tsv", TABLE), ("data/rivals.tsv", RIVALS),
                           ("data/run.json", RUN), ("README.md", PAGE),
                           ("docs/page.md", "It takes 3.0 ms,\nor 75 % of all.\n")):
            self.write(name, text)
        with gzip.open(self.root / "data" / "t_packed.tsv.gz", "wt") as file:
            file.write(TABLE)

    def write(self, name, text):
        (self.root / name).parent.mkdir(exist_ok=True)
        (self.root / name).write_text(text)


class Checking(TreeTest):
    def faults(self, *claims):
        lines = ["\t".join(row) for row in (check_numbers.COLUMNS, *claims)]
        self.write("docs/numbers.tsv", "\n".join(["# claims", *lines, ""]))
        return check_numbers.faults_of(self.root)[0]

    def claim(self, words, number, files="data/t.tsv", how="median ms where ms < 5"):
        """The faults of one claim beside those that hold."""
        return self.faults(*CLAIMS, ("docs/page.md", words, number, files, how))

    def test_claims_that_hold(self):
        self.assertEqual(self.faults(*CLAIMS), [])
        self.assertEqual(self.claim("takes 3.0 ms, or", "3.0"), [], "a space meets a line break")

    def test_a_wrong_number_is_named_with_page_words_and_both_values(self):
        (fault,) = self.claim("takes 3.0", "3.0", how="max ms")
        self.assertEqual(fault, 'docs/page.md: "takes 3.0": stated 3.0, computed 9')

    def test_the_digits_that_are_written_say_how_it_is_rounded(self):
        for stated, computed, held in (("3.0", 3.04, True), ("3.0", 3.06, False), ("3", 3.4, True),
                                       ("3", 3.6, False), ("0.125", 0.125, True),
                                       ("0.12", 0.125, True), ("0.13", 0.125, True),
                                       ("2026-11-22", "2026-11-22T10", True),
                                       ("2026-11-21", "2026-11-22T10", False),
                                       ("2026-11-22", 2026.0, False)):
            self.assertEqual(check_numbers.holds(stated, computed), held, (stated, computed))

    def test_words_that_are_not_on_the_page_once(self):
        for words, times in (("took 3.0", 0), ("takes 3", 0), ("It ... all", 0)):
            (fault,) = self.claim(words, "3.0")
            self.assertIn(f"the words stand on the page {times} times", fault)
        (fault,) = self.faults(*CLAIMS, ("README.md", "7", "7", "data/t.tsv", "max ms"))
        self.assertIn("the words stand on the page 2 times", fault)

    def test_words_without_the_number(self):
        for words in ("It takes", "75 % of"):
            (fault,) = self.claim(words, "3.0")
            self.assertIn("the words have the number 0 times", fault)

    def test_a_missing_page_or_file(self):
        (fault,) = self.claim("takes 3.0", "3.0", files="data/lost.tsv")
        self.assertIn("no file data/lost.tsv", fault)
        (fault,) = self.faults(*CLAIMS, ("docs/lost.md", "1", "1", "data/t.tsv", "max ms"))
        self.assertIn("docs/lost.md", fault)

    def test_a_number_of_the_table_without_a_claim(self):
        for at, claim in enumerate(CLAIMS):
            with self.subTest(claim):
                (fault,) = self.faults(*CLAIMS[:at], *CLAIMS[at + 1:])
                self.assertIn(f"README.md:6: {claim[2]} in the table of results has no claim",
                              fault)

    def test_a_number_of_the_table_whose_claim_fails_is_not_claimed(self):
        wrong = (*CLAIMS[1][:4], "max ms")
        self.assertEqual(len(self.faults(CLAIMS[0], wrong, CLAIMS[2])), 2)

    def test_ranges_and_pairs_in_the_table_are_numbers_too(self):
        row = "| of 2 cases | 0.50-0.60, 0.1/0.2 |"
        self.write("README.md", PAGE.replace("| of 2 cases | 0.50 |", row))
        unclaimed = [fault.split()[1] for fault in self.faults(*CLAIMS)]
        self.assertEqual([number for number in unclaimed if "." in number], ["0.60", "0.1", "0.2"])

    def test_the_table_must_be_there(self):
        self.write("README.md", PAGE.replace("date", "day"))
        self.assertIn("README.md: 0 tables have a column 'date', not one", self.faults(*CLAIMS))

    def test_a_file_of_claims_of_another_form_is_refused(self):
        for text in ("", "page\twords\n", "\t".join(check_numbers.COLUMNS) + "\nREADME.md\tof\n"):
            self.write("docs/numbers.tsv", text)
            with self.assertRaises(SourceError):
                check_numbers.faults_of(self.root)


class Computing(TreeTest):
    def value(self, how, files="data/t.tsv"):
        return compute(self.root, files, how)

    def test_reductions(self):
        for how, value in (("geomean ms where strategy == \"auto\"", 4), ("sum ms", 23),
                           ("median ms", 6), ("mean ms", 5.75), ("max ms", 9), ("min ms", 2),
                           ("count ms > 3", 3), ("percent ms > 3", 75), ("tenth ms", 2),
                           ("count ms where \"slow\" in note", 1),
                           ("max 9 * abs(1 - ms / 2) + min(ms, 1) where ms < 3 or id == \"c\"", 1),
                           ("max ms.classic / ms.auto where strategy == \"auto\"", 2),
                           ("max ms / least(ms)", 2)):
            self.assertAlmostEqual(self.value(how), value, msg=how)

    def test_tables_follow_each_other_are_joined_and_may_be_compressed(self):
        self.assertEqual(self.value("count ms", "data/t*"), 4 + 4)
        self.assertEqual(self.value("max ms / rival_ms", "data/t.tsv + data/rivals.tsv"), 1)
        self.assertEqual(self.value("sum ms", "data/t_packed.tsv.gz"), 23)

    def test_values_of_json_and_text(self):
        self.assertEqual(self.value("json date", "data/run.json"), "2026-11-22T10:00:00Z")
        self.assertEqual(self.value("json list[name=x/y].us * 1e-3", "data/run.json"), 1.25)
        self.assertEqual(self.value(r"text a\tauto\t(\d+)"), 2)

    def test_what_cannot_be_computed_is_refused_with_the_reason(self):
        for how, files, why in (
                ("mode ms", "data/t.tsv", "no way to compute 'mode'"),
                ("max seconds", "data/t.tsv", "no column seconds in row a"),
                ("max ms +", "data/t.tsv", "cannot be computed"),
                ("max open(ms)", "data/t.tsv", "not a term"),
                ("max note * ms", "data/t.tsv", "row a: "),
                ("max ms.lost", "data/t.tsv", "case a has 0 rows of 'lost'"),
                ("max ms where ms > 99", "data/t.tsv", "no row is meant"),
                ("geomean 0 - ms", "data/t.tsv", "geomean: "),
                ("max ms", "data/rivals.tsv + data/t.tsv", "an id stands there twice"),
                ("json lost", "data/run.json", "no key lost"),
                ("json list[name=q].us", "data/run.json", "0 members with name=q"),
                ("json list", "data/run.json", "is not one value"),
                ("json date", "data/t.tsv", "not JSON"),
                ("json date", "data/*", "files for one value"),
                (r"text auto\t(\d+)", "data/t.tsv", "the file has 2 of "),
                ("text (", "data/t.tsv", "missing")):
            with self.subTest(how), self.assertRaises(SourceError) as caught:
                self.value(how, files)
            self.assertIn(why, str(caught.exception))


if __name__ == "__main__":
    unittest.main()
