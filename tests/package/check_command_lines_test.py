#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""check_command_lines.py finds lines, runs them as the table says, and names each planted fault."""
import sys
import unittest

sys.dont_write_bytecode = True
from check_command_lines import Checker  # noqa: E402  (after the flag)
from command_lines import COLUMNS, TableError, code_lines, read_table  # noqa: E402

PAGE = """# A page
Text with `ttgt devices` in it.

    ttgt explain "D(a)=L(a)" a=3 \\
        --threads 2    # the plan
    column 3: an error

```cpp
int main() {}
```

```sh
export A=1
```
"""


def table(*rows):
    return read_table("\n".join("\t".join(row) for row in [COLUMNS, *rows]))


def check(text, entries, succeeds=lambda command: True, devices=()):
    """The commands that ran for the page `page.md` of that text, and the failures."""
    ran = []

    def run(command):
        ran.append(command)
        return succeeds(command), "output of it"

    checker = Checker(entries, run, lambda device: device in devices)
    for line in code_lines("page.md", text):
        checker.take(line)
    return ran, checker.finish()


class CommandLines(unittest.TestCase):
    def test_lines_of_blocks_are_found_and_joined(self):
        lines = [(line.number, line.text) for line in code_lines("page.md", PAGE)]

        self.assertEqual(lines, [(4, 'ttgt explain "D(a)=L(a)" a=3 --threads 2'),
                                 (6, "column 3: an error"), (13, "export A=1")])

    def test_commands_run_and_text_does_not(self):
        ran, failures = check(PAGE, table(("*", "^column", "text", "an error")))

        self.assertEqual(ran, ['ttgt explain "D(a)=L(a)" a=3 --threads 2', "export A=1"])
        self.assertEqual(failures, [])

    def test_a_line_that_is_no_command_must_be_in_the_table(self):
        _, failures = check(PAGE, table())

        self.assertEqual(len(failures), 1)
        self.assertIn("page.md:6: column 3: an error", failures[0])

    def test_text_entries_do_not_keep_commands_from_running(self):
        ran, _ = check(PAGE, table(("*", ".", "text", "all of it")))

        self.assertEqual(len(ran), 2)

    def test_a_command_that_fails_is_named(self):
        _, failures = check("    ttgt nonsense x\n", table(), succeeds=lambda command: False)

        self.assertEqual(len(failures), 1)
        self.assertIn("page.md:1: ttgt nonsense x", failures[0])
        self.assertIn("output of it", failures[0])

    def test_equal_lines_run_once(self):
        ran, _ = check("    ttgt devices x\n    ttgt devices x    # again\n", table())

        self.assertEqual(ran, ["ttgt devices x"])

    def test_entries_say_what_runs_instead(self):
        ran, failures = check("    ttgt a --seconds 600\n    ttgt b\n    ttgt c --device cuda:0\n",
                              table(("page.md", "--seconds 600", "as", "--seconds 1"),
                                    ("*", "^ttgt b", "not run", "hours"),
                                    ("*", "cuda:0", "device", "cuda:0")))

        self.assertEqual(ran, ["ttgt a --seconds 1"])
        self.assertEqual(failures, [])

    def test_lines_for_a_device_run_where_it_is(self):
        ran, _ = check("    ttgt c --device cuda:0\n", table(("*", "cuda:0", "device", "cuda:0")),
                       devices=["cuda:0"])

        self.assertEqual(ran, ["ttgt c --device cuda:0"])

    def test_an_entry_that_fits_no_line_is_named(self):
        _, failures = check("    ttgt devices x\n", table(("other.md", "devices", "not run", "why")))

        self.assertEqual(len(failures), 1)
        self.assertIn("other.md devices", failures[0])

    def test_tables_and_languages_are_checked(self):
        with self.assertRaises(TableError):
            table(("*", "x", "perhaps", "why"))
        with self.assertRaises(TableError):
            table(("*", "x", "not run", ""))
        with self.assertRaises(TableError):
            list(code_lines("page.md", "```fish\nls\n```\n"))


if __name__ == "__main__":
    unittest.main()
