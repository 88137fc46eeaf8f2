// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace ttgt::cuda {

/// Number of columns of a thread of the tall kernel, by DirectLaunch::policy.
inline constexpr int tall_columns[] = {4, 8, 12, 16};
inline constexpr int tall_policy_count = sizeof(tall_columns) / sizeof(int);
/// Number of inner positions whose elements of the tall input a thread loads before it uses the
/// first one.
inline constexpr int tall_depth = 4;
/// Number of blocks of the tall kernel that registers allow on a multiprocessor.
inline constexpr int tall_blocks = 3;
/// Maximum number of bytes of a thread's sums; with more, registers are spilled.
inline constexpr std::size_t most_sum_bytes = 128;

}  // namespace ttgt::cuda
