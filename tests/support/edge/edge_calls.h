// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/placement.h"

/// Rows of tests/data/edge.tsv that say more than a string and shapes: views, scalars, repeated
/// calls.
namespace ttgt::test {

/// e157: D is every second element of its array.
void check_stride_two_view(const Site& site = {});
/// e159: slices of step 7, as cuTENSOR's Python tests take them, of both memory orders.
void check_slices_with_scalars(const Site& site = {});
/// e143: TAL-SH's tests run it with a factor.
void check_scaling_by_alpha(const Site& site = {});
/// e149: and this one twice.
void check_second_call(const Site& site = {});
/// e161: a million values of 1 + 8196 epsilon: the mean is good to 15 decimals only where the
/// summation does better than one running sum in double precision.
void check_long_sum(const Site& site = {});

}  // namespace ttgt::test
