#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Plants paths in a small installation: check_paths must name those that lead nowhere."""
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
import check_paths  # noqa: E402  (after the flag)

README = "See `docs/a.md`, [b](docs/b.md#c) and `src/x.h`. `src/` and `tests/` are in the source tree alone.\n"


class Checking(unittest.TestCase):
    def faults(self, page, readme=README):
        with tempfile.TemporaryDirectory() as folder:
            source, documents = pathlib.Path(folder, "source"), pathlib.Path(folder, "documents")
            for root, name, text in ((source, "src/x.h", ""), (source, "tests/y.sh", ""),
                                     (source, "docs/a.md", ""), (source, "docs/only_here.md", ""),
                                     (documents, "README.md", readme), (documents, "docs/a.md", page),
                                     (documents, "docs/b.md", "")):
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            faults, self.count = check_paths.faults_of(source, documents)
            return [fault.replace(folder, "") for fault in faults]

    def test_paths_that_lead_somewhere(self):
        page = "[b](b.md), [up](../README.md), [web](https://a.b/c), docs/*.md, a/docs/none.md, ./tests/y.sh"
        self.assertEqual(self.faults(page), [])
        self.assertEqual(self.count, 3 + 2 + 1 + 2, "README's, its folders, the page's")

    def test_a_path_that_was_not_installed(self):
        self.assertEqual(self.faults("in `docs/only_here.md`."),
                         ["docs/a.md: docs/only_here.md is not in /documents"])

    def test_a_link_that_leads_nowhere(self):
        self.assertEqual(self.faults("[c](c.md)"), ["docs/a.md: c.md is not in /documents"])

    def test_a_path_of_the_source_tree_that_is_gone(self):
        self.assertEqual(self.faults("`src/gone.h`"), ["docs/a.md: src/gone.h is not in /source"])

    def test_a_folder_of_the_source_tree_that_readme_does_not_name(self):
        self.assertEqual(self.faults("", readme="`src/x.h`"), ["README.md: src/x.h is not in /documents"])


if __name__ == "__main__":
    unittest.main()
