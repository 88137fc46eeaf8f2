#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Plants classes of one name: check_names must find them where their namespaces are the same."""
import sys
import unittest

sys.dont_write_bytecode = True
import check_names  # noqa: E402  (after the flag)


def header(namespace, line):
    return f"#pragma once\n\nnamespace {namespace} {{\n\n/// What it is.\n{line}\n}}  // namespace {namespace}\n"


class Names(unittest.TestCase):
    def test_classes_of_every_kind_are_found(self):
        for line in ("class A {", "struct A {", "class TTGT_EXPORT A {", "class A final : public B {", "enum class A {",
                     "struct A {};", "struct alignas(16) A {", "enum class A : std::uint8_t {"):
            self.assertEqual(check_names.classes_of(header("n::m", line)), ["n::m::A"], line)

    def test_declarations_and_members_are_no_definitions(self):
        for line in ("class A;", "    struct A {", "struct A* f();", "using A = B;"):
            self.assertEqual(check_names.classes_of(header("n", line)), [], line)

    def test_one_name_in_two_headers_is_named_with_both(self):
        headers = {"a.h": header("n", "class A {"), "b.cuh": header("n", "struct A {"), "c.h": header("n", "class A;")}
        self.assertEqual(check_names.repeated(headers), [("n::A", ["a.h", "b.cuh"])])

    def test_other_namespaces_are_other_names(self):
        headers = {"a.h": header("n", "class A {"), "b.h": header("n::m", "class A {"), "c.h": header("m", "class A {")}
        self.assertEqual(check_names.repeated(headers), [])


if __name__ == "__main__":
    unittest.main()
