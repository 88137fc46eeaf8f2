// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/planner/planning_task.h"

namespace ttgt {

/// Estimated milliseconds of the problem with its layouts. For a problem that GEMM can do: the
/// lowest estimate of all GEMM candidates. For any other problem: the time to copy or transpose
/// each operand once. Computing the estimate takes some microseconds.
[[nodiscard]] double quick_price_ms(const PlanningTask& task);

/// The sizes of a product of two tensors: products of the extents of labels.
struct ProductVolumes {
    double l = 1;    ///< all labels of L: its number of elements
    double r = 1;    ///< all labels of R: its number of elements
    double d = 1;    ///< all labels of D: its number of elements
    double all = 1;  ///< all labels of the product: its number of multiplications
};

/// Estimated milliseconds of a product of two tensors with these sizes, if no operand must be
/// transposed. Needs no layouts. Computing the estimate takes a fraction of a microsecond.
[[nodiscard]] double quick_price_ms(const Machine& machine, DType dtype,
                                    const ProductVolumes& volumes);

}  // namespace ttgt
