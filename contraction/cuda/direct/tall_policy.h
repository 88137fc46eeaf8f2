// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace ttgt::cuda {

/// Columns of a thread of the tall kernel.
inline constexpr int tall_columns[] = {4, 8, 12, 16};
inline constexpr int tall_policy_count = sizeof(tall_columns) / sizeof(int);
/// Inner positions whose elements of the tall input a thread has under way together.
inline constexpr int tall_depth = 4;
/// Blocks of a multiprocessor that there are registers for.
inline constexpr int tall_blocks = 3;
/// Registers of a thread's sums: more, and they are spilled.
inline constexpr std::size_t most_sum_bytes = 128;

}  // namespace ttgt::cuda
