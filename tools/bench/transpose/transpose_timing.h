// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>
#include <ttgt/transpose.h>

#include <string>
#include <vector>

#include "tools/bench/transpose/transpose_arena.h"
#include "tools/io/progress.h"

namespace ttgt::tool {

/// One way to transpose, timed on random data beside a copy of the same bytes.
struct TransposeTiming {
    std::string method;
    std::string parameters;  ///< of a candidate
    bool chosen = true;      ///< by the planner
    bool moves = true;       ///< false: an extent is 0, there are no elements and no rates
    double plan_us = 0;
    double predicted_ms = 0;
    double time_ms = 0;    ///< median
    double gb_s = 0;       ///< bytes read plus written
    double copy_gb_s = 0;  ///< of a copy of the same elements, timed the same way
    std::string check;     ///< "ok", "fail", or "skipped" where it was not asked for
};

struct TimingOptions {
    Planning planning = Planning::heuristic;
    int repeats = 9;
    bool check = false;
    Say say = say_nothing;
};

/// The planned way. It is checked first, over a spoiled output; then one call of the transpose and
/// one of the copy warm up, and `repeats` of each follow in turn, of which the medians are taken;
/// on CUDA devices by events on the context's stream. Throws Interrupted between calls.
[[nodiscard]] TransposeTiming time_transpose(Context& context, TransposeArena& arena,
                                             const TransposeTask& task,
                                             const TimingOptions& options);

/// Every candidate of the planner, in turns, as the model ranks them; `planning` says nothing here.
[[nodiscard]] std::vector<TransposeTiming> time_candidates(Context& context, TransposeArena& arena,
                                                           const TransposeTask& task,
                                                           const TimingOptions& options);

}  // namespace ttgt::tool
