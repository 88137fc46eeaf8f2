// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "transpose/transpose_problem.h"

namespace ttgt {

/// How the CPU moves the elements of one TransposeProblem. Host data only: planning needs no
/// kernel.
enum class TransposeMethod {
    copy,   ///< the same mode is fastest on both sides: rows are copied
    tiled,  ///< square tiles over the fastest input mode and the fastest output mode
};

/// A tile is at most this many elements long in each of its two directions.
inline constexpr std::int64_t max_tile_edge = 64;

/// A loop whose steps are taken `block` at a time.
struct BlockedMode {
    Mode<2> mode;
    std::int64_t block = 1;

    friend bool operator==(const BlockedMode&, const BlockedMode&) = default;
};

/// Every mode of the problem stands in exactly one of row, in_fast, out_fast and outer; the first
/// three have extent 1 where they are not needed. A tile is one block of each of the three.
struct TransposeKernelPlan {
    TransposeProblem problem;
    TransposeMethod method = TransposeMethod::copy;
    BlockedMode row;       ///< the mode that is fastest on both sides; extent 1 in tiled plans
    BlockedMode in_fast;   ///< smallest input stride but for `row`
    BlockedMode out_fast;  ///< smallest output stride but for `row`
    Modes<2> outer;        ///< the others, in the order in which tiles follow each other
};

/// Chooses the method and the tile. Deterministic, allocates only the result.
[[nodiscard]] TransposeKernelPlan plan_transpose_kernel(TransposeProblem problem);

/// Milliseconds the plan is expected to take: bytes over a nominal copy bandwidth, and a start
/// cost.
[[nodiscard]] double predicted_ms(const TransposeKernelPlan& plan);
/// Bytes read plus written, the output twice where it is accumulated into.
[[nodiscard]] std::int64_t bytes_moved(const TransposeKernelPlan& plan, bool accumulates);
/// "tiled 48x5x32 in 160,32,1 out 1,48,240": extents and strides of the merged modes.
[[nodiscard]] std::string to_string(const TransposeKernelPlan& plan);

}  // namespace ttgt
