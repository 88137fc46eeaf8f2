#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Plants functions of many lines: check_functions must count their lines and take reasons."""
import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
import check_functions  # noqa: E402  (after the flag)


def body(lines, indent="    "):
    return f"{indent}x += 1;\n" * lines


class Counting(unittest.TestCase):
    def test_forty_lines_are_taken(self):
        self.assertEqual(check_functions.long_functions(f"int f(int x) {{\n{body(40)}}}\n"), [])

    def test_more_are_named_with_their_line(self):
        text = f"namespace n {{\n\nint f(int x) {{\n{body(41)}}}\n\n}}  // namespace n\n"
        self.assertEqual(check_functions.long_functions(text), [(3, 41)])

    def test_heads_may_have_several_lines(self):
        text = f"double f(int x,\n         int y) const noexcept {{\n{body(50)}}}\n"
        self.assertEqual(check_functions.long_functions(text), [(1, 50)])

    def test_members_and_constructors_are_functions(self):
        text = ("class A {\npublic:\n    explicit A(int x)\n        : x_(x),\n          y_(0) {\n"
                f"{body(45, ' ' * 8)}    }}\n    void f() {{\n{body(42, ' ' * 8)}    }}\n}};\n")
        self.assertEqual(check_functions.long_functions(text), [(3, 45), (49 + 3, 42)])

    def test_kernels_are_functions(self):
        text = f"template <class T>\n__global__ void __launch_bounds__(9)\n    k(T x) {{\n{body(41, ' ' * 8)}    }}\n"
        self.assertEqual(check_functions.long_functions(text), [(3, 41)])

    def test_tables_lambdas_and_classes_are_none(self):
        for head in ("const int table[] = {", "struct A {", "for (int i = 0; i < 9; ++i) {",
                     "const auto f = [&](int x) {", "namespace {", "enum class E : int {"):
            self.assertEqual(check_functions.long_functions(f"{head}\n{body(60)}}}\n"), [], head)


class Reasons(unittest.TestCase):
    def test_a_reason_above_is_taken(self):
        for comment in ("// Long: a table of cases.", "/// What it does. Long: one kernel.",
                        "/// Long: one kernel.\n/// And more."):
            text = f"{comment}\ntemplate <class T>\nint f(T x) {{\n{body(60)}}}\n"
            self.assertEqual(check_functions.long_functions(text), [], comment)

    def test_other_comments_are_no_reason(self):
        for comment in ("// A long function.", "// Long:", "// Long: elsewhere.\n\nint g();"):
            text = f"{comment}\nint f(int x) {{\n{body(60)}}}\n"
            self.assertEqual(len(check_functions.long_functions(text)), 1, comment)


class Folders(unittest.TestCase):
    def test_sources_of_a_folder_itself_are_counted(self):
        full = [pathlib.Path("a") / f"{i}.cpp" for i in range(31)]
        rest = [pathlib.Path("b") / f"{i}.h" for i in range(30)] + [pathlib.Path("b/c/0.h")]
        self.assertEqual(check_functions.full_folders(full + rest), [(pathlib.Path("a"), 31)])

    def test_public_headers_stay_in_one_folder(self):
        headers = [pathlib.Path(f"/root/include/ttgt/{number}.h") for number in range(31)]
        self.assertEqual(check_functions.full_folders(headers), [])


if __name__ == "__main__":
    unittest.main()
