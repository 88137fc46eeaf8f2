#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Plants faults, one at a time, in a small tree: scripts/tables must fill the page or name each."""
import contextlib
import gzip
import io
import pathlib
import runpy
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))
import table_values  # noqa: E402  (after the path)
tables_main = runpy.run_path(str(SCRIPTS / "tables"))["main"]
RESULTS = ("id\tstrategy\tms\tnote\n# a comment\n"
           "a\tclassic\t4\tok\na\tauto\t2\tok\nb\tclassic\t9\tok\nb\tauto\t8\tslow 1\n")
RUN = '{"date": "2026-11-22T10:00:00Z", "list": [{"name": "x/y", "us": 1250}, {"name": "z"}]}'
PAGE = "# A page\n<!-- table: times -->\n%s<!-- end -->\nText.\n"
SPEC = """[DEFAULT]
page = README.md
files = t.tsv
[times]
where = strategy == "$set"
columns =
    of $cases | $set
    ms | %s
    both | {median ms:1} | where = id != ""
rows =
    set | cases
    auto
    classic | 9
"""
FILLED = ("| of $cases | ms | both |\n|---|---|---|\n"
          "| auto | 4.00 | 6.0 |\n| classic | 6.00 | 6.0 |\n")


class Tables(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name, text in (("t.tsv", RESULTS), ("rivals.tsv", "id\trival_ms\nb\t16\na\t4\n"),
                           ("run.json", RUN)):
            self.write(f"benchmarks/results/{name}", text)
        with gzip.open(self.root / "benchmarks/results/packed.tsv.gz", "wt") as file:
            file.write(RESULTS)
        self.write("README.md", PAGE % "")
        self.write("docs/tables/README.ini", SPEC % "{geomean ms:2}")

    def write(self, name, text):
        (self.root / name).parent.mkdir(parents=True, exist_ok=True)
        (self.root / name).write_text(text)

    def run_script(self, *options):
        """What it prints of faults; it must fail where there are any."""
        table_values.table_of.cache_clear()  # of the last run
        with contextlib.redirect_stderr(io.StringIO()) as faults, \
                contextlib.redirect_stdout(io.StringIO()):
            status = tables_main([*options, str(self.root)])
        self.assertEqual(status, 1 if faults.getvalue() else 0)
        return faults.getvalue()

    def value(self, value):
        """A value in the cell of row `auto`, or what is wrong with it."""
        self.write("docs/tables/README.ini", SPEC % value)
        return self.run_script() or (self.root / "README.md").read_text().split("|")[10].strip()

    def test_a_page_is_filled_once_and_is_current_then(self):
        self.assertEqual(self.run_script(), "")
        self.assertEqual((self.root / "README.md").read_text(), PAGE % FILLED)
        self.assertEqual(self.run_script("--check"), "")

    def test_changed_results_and_changed_pages_are_named_until_the_script_has_run(self):
        self.run_script()
        for name, old, new in (("benchmarks/results/t.tsv", "a\tauto\t2", "a\tauto\t8"),
                               ("README.md", "8.00", "8.01")):
            self.write(name, (self.root / name).read_text().replace(old, new))
            fault, page = self.run_script("--check"), (self.root / "README.md").read_text()
            self.assertIn("README.md: not current; run scripts/tables", fault)
            self.assertIn("+ | auto | 8.00 | 8.0 |", fault)
            self.assertEqual((self.root / "README.md").read_text(), page, "nothing is written")
            self.assertEqual(self.run_script() + self.run_script("--check"), "")

    def test_values(self):
        for value, shown in (("{min ms}", "2"), ("{max ms / least(ms):1}", "1.0"),
                             ("{count ms > 3}", "1"), ("{percent ms > 3} %", "50 %"),
                             ("{max ms[classic] / ms:1}", "2.0"), ("{max ms where id == 'a'}", "2"),
                             ("{count 'slow' in note}", "1"), ("{max min(ms, 3) * abs(-1)}", "3"),
                             ("{max rival_ms / ms from t.tsv + rivals.tsv}", "2"),
                             ("{count ms > 0 from t*}", "2"), ("{max {min ms} * ms}", "16"),
                             ("{max ms from packed.tsv.gz}", "8"), ("$cases", ""),
                             ("{json date from run.json}", "2026-11-22"),
                             ("{json list[name=x/y].us * 1e-3 from run.json:2}", "1.25")):
            self.assertEqual(self.value(value), shown, value)

    def test_what_cannot_be_computed_is_named_with_the_reason(self):
        for value, reason in (("{mode ms}", "no way to compute {mode ms}"), ("{ms}", "no way to"),
                              ("{max s}", "name 's' is not defined"), ("{max ms +}", "invalid"),
                              ("{max open(ms)}", "name 'open' is not defined"),
                              ("{max ms where ms > 99}", "no row where"),
                              ("{geomean ms - 9}", "geomean ms - 9: "),
                              ("{max ms[lost]}", "case a has 0 rows of 'lost'"),
                              ("{max ms from lost.tsv}", "no file benchmarks/results/lost.tsv"),
                              ("{max ms from rivals.tsv + t.tsv}", "an id stands there twice"),
                              ("{json lost from run.json}", "no key lost"),
                              ("{json list[name=q].us from run.json}", "0 of list have name=q"),
                              ("{json list from run.json}", "no single value"),
                              ("$lost", "no setting 'lost'")):
            fault = self.value(value)
            self.assertIn("README.md: table times: ", fault)
            self.assertIn(reason, fault)

    def test_marks_sections_and_pages_belong_together(self):
        spec = SPEC % "{min ms}"
        for page, text, fault in ((PAGE.replace("times", "lost"), spec, "table lost: no such section"),
                                  (PAGE * 2, spec, "table times is marked 2 times"),
                                  ("", spec, "table times is marked 0 times"),
                                  (PAGE, spec.replace("README", "LOST"), "LOST.md: no such page")):
            self.write("README.md", page.replace("%s", ""))
            self.write("docs/tables/README.ini", text)
            self.assertIn(fault, self.run_script("--check"))

    def test_a_table_with_decimal_numbers_is_marked_or_says_why_not(self):
        table = "| a | b |\n|---|---|\n| x | %s |\n"
        self.run_script()
        for name, text, line in (("docs/p.md", table % 1.5, 1), ("docs/p.md", "\n" + table % "7 to 0.1", 2),
                                 ("docs/p.md", table % "`1.5`, 12", 0), ("docs/adr/p.md", table % 1.5, 0),
                                 ("docs/p.md", "<!-- no file: limits -->\n" + table % 1.5, 0)):
            self.write(name, text)
            fault = f"docs/p.md: line {line}: a table with decimal numbers has no mark\n" if line else ""
            self.assertEqual(self.run_script("--check"), fault)


if __name__ == "__main__":
    unittest.main()
