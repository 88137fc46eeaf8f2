// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "tests/support/check_contraction.h"

/// What must hold for any contraction, on random ones, wherever they are computed. A failure prints
/// the seed; setting TTGT_TEST_SEED to it runs that case alone. Problems full of small integers are
/// exact in every dtype, so that results of different plans must be equal, not close.
namespace ttgt::test {

/// How to compute the case of this seed under this workspace limit.
using OptionsFor = std::function<CheckOptions(std::uint64_t seed, std::int64_t limit)>;

/// Through run, profile and contract in turn.
void check_random(const OptionsFor& options_for, std::int64_t limit, int cases);
void check_random_integers(const OptionsFor& options_for, std::int64_t limit, int cases);
/// Products of three to six tensors, which the planner takes apart.
void check_random_networks(const OptionsFor& options_for, std::int64_t limit, int cases);
void check_larger_random(const OptionsFor& options_for, int cases);

/// Inputs that are windows over one array, which overlap: modes that merge into one index do so for
/// some extents only. Limits that cut the labels into uneven slices.
void check_overlapping_windows(const OptionsFor& options_for, int cases);

void check_permuted_modes(const OptionsFor& options_for, int cases);
void check_swapped_inputs(const OptionsFor& options_for, int cases);
void check_workspace_limits(const OptionsFor& options_for, int cases);
void check_linearity_in_alpha(const OptionsFor& options_for, int cases);
void check_linearity_in_beta(const OptionsFor& options_for, int cases);

}  // namespace ttgt::test
