// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// A library that no system has, as a package carries one.
extern "C" int stand_in_answer();
int stand_in_answer() { return 42; }
