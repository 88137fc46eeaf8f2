// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>
#include <ttgt/dtype.h>
#include <ttgt/layout.h>
#include <ttgt/transpose.h>

#include <cstdint>
#include <string>
#include <vector>

namespace ttgt::tool {

/// The packed output of a transpose: perm[i] is the input's mode at output position i.
[[nodiscard]] Layout output_layout(const std::vector<std::int64_t>& extents,
                                   const std::vector<int>& perm);

/// One packed transpose, timed on random data beside a copy of the same bytes.
struct TransposeTiming {
    std::string method;
    double plan_us = 0;
    double predicted_ms = 0;
    double time_ms = 0;    ///< median
    double gb_s = 0;       ///< bytes read plus written
    double copy_gb_s = 0;  ///< of a copy of the same bytes, timed the same way
    std::string check;     ///< "ok", "fail", or "skipped" where it was not asked for
};

struct TimingOptions {
    Planning planning = Planning::heuristic;
    int repeats = 9;
    bool check = false;
};

/// Extents of the input, first mode fastest; perm[i] = the input mode at output position i. One
/// call of the transpose and one of the copy to warm up, then `repeats` of each in turn, and their
/// medians; on CUDA devices by events on the context's stream. The check runs the transpose once
/// more, over poison. Throws Interrupted between calls.
[[nodiscard]] TransposeTiming time_transpose(Context& context,
                                             const std::vector<std::int64_t>& extents,
                                             const std::vector<int>& perm, DType dtype,
                                             const TimingOptions& options);

}  // namespace ttgt::tool
