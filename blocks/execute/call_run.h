// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "blocks/execute/stage_runner.h"

namespace ttgt::blocks {

/// Where a call of a run takes its operands from, and with which scalars.
class RunArguments {
public:
    explicit RunArguments(const BlockExecution& execution) : execution_(execution) {}

    [[nodiscard]] char* address(const Place& place) const;
    [[nodiscard]] Scalar resolve(ScalarRole role) const;

private:
    const BlockExecution& execution_;
};

/// Runs the calls of a job, one after the other, with the scratch memory of thread number `thread`
/// and with `resources`.
void run_calls(const BlockPlan& plan, const Stage& stage, const Job& job,
               const BlockExecution& execution, int thread, const Resources& resources);

}  // namespace ttgt::blocks
