// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/contraction.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/edge/edge_rows.h"
#include "tests/support/guarded_array.h"
#include "tests/support/placement.h"

namespace ttgt::test {

/// packed or packed_last_fastest.
using LayoutMaker = Layout (*)(std::vector<std::int64_t> extents);

/// Fills operand `number` (from 0) by the rule of tests/data/edge.tsv, whatever the layout.
void fill_operand(GuardedArray& array, std::int64_t number, bool complex);
/// A float64 tensor filled as operand `number`.
[[nodiscard]] GuardedArray make_operand(Layout layout, std::int64_t number);
/// The row's inputs, filled.
[[nodiscard]] std::vector<GuardedArray> make_inputs(const EdgeRow& row, DType dtype,
                                                    LayoutMaker layout);
/// The file's checksum of an output.
[[nodiscard]] Scalar checksum(const GuardedArray& array);

/// contract() with one input or two on the site's context, else on thread_context(). Whether it
/// throws or not, `d` is then what the call left, and the inputs are unchanged.
void call(const std::string& expression, GuardedArray& d, std::vector<GuardedArray>& inputs,
          ContractOptions options = {}, const Site& site = {});

}  // namespace ttgt::test
