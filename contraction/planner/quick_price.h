// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/planner/planning_task.h"

namespace ttgt {

/// About how long the problem takes in its layouts, in some microseconds: the least estimate of all
/// candidates that multiply matrices; what moves elements only, by the transposes that it is.
[[nodiscard]] double quick_price_ms(const PlanningTask& task);

/// How many index tuples two inputs, their product and the loops over all labels have.
struct ProductVolumes {
    double l = 1;
    double r = 1;
    double d = 1;
    double all = 1;
};

/// About how long a product of such inputs takes if no operand must be transposed: without layouts,
/// in a fraction of a microsecond.
[[nodiscard]] double quick_price_ms(const Machine& machine, DType dtype,
                                    const ProductVolumes& volumes);

}  // namespace ttgt
