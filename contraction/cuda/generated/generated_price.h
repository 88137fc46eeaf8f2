// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/cuda/generated/generated_shape.h"

namespace ttgt::cuda {

/// Cycles of one stage of a block: those that its instructions keep a multiprocessor busy, and
/// those that pass where nothing else runs there.
struct StagePrice {
    double busy = 0;
    double latency = 0;
};
[[nodiscard]] StagePrice price_of_stage(const GeneratedProblem& problem,
                                        const GeneratedShape& shape, std::size_t stage);

/// Microseconds of the kernel by the model that the variants are ranked by.
[[nodiscard]] double predict_us(const GeneratedProblem& problem, const GeneratedShape& shape,
                                const Architecture& gpu);

}  // namespace ttgt::cuda
