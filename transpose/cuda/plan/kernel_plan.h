// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/context/cuda/architecture.h"
#include "transpose/cuda/plan/launch.h"
#include "transpose/cuda/plan/mwp_cwp.h"
#include "transpose/cuda/plan/shape.h"
#include "transpose/cuda/plan/tile.h"
#include "transpose/kernel_plan.h"

namespace ttgt::cuda {

/// A candidate that can be launched, with what the model expects of it.
struct PricedCudaTile {
    CudaTile tile;
    Launch launch;
    Traffic traffic;
    PredictedTime time;
};

/// All candidates of the shape, cheapest first; of equals, the earlier candidate first. Throws
/// Unsupported where none can be launched: the tiles are too many to be counted (some 2^46 bytes).
[[nodiscard]] std::vector<PricedCudaTile> price_tiles(const Shape& shape, const Architecture& gpu);

/// One way to move a problem, in units that need the pointers aligned.
struct Variant {
    Shape shape;
    PricedCudaTile chosen;
    std::int64_t in_alignment = 1;  ///< bytes
    std::int64_t out_alignment = 1;
};

/// How a GPU moves the elements of one TransposeProblem. Host data only: no device is asked.
struct CudaKernelPlan final : TransposeKernelPlan {
    Architecture gpu;
    Variant fast;  ///< the widest units and loads that the strides allow
    /// Element by element: whatever the alignment, and where they are scaled. Not of a plan that is
    /// only priced.
    Variant plain;

    [[nodiscard]] double predicted_ms() const override;
    [[nodiscard]] const char* method() const override;
    [[nodiscard]] std::string parameters() const override;
    /// Time by bounds, and the next candidates.
    [[nodiscard]] std::string explain() const override;
};

/// The plan that moves in the cheapest tile. Throws as price_tiles() does.
[[nodiscard]] CudaKernelPlan plan_transpose_kernel(const TransposeProblem& problem,
                                                   const Architecture& gpu);

/// The same without the variant `plain`, and with it.
[[nodiscard]] CudaKernelPlan price_transpose_kernel(const TransposeProblem& problem,
                                                    const Architecture& gpu);
[[nodiscard]] CudaKernelPlan complete(CudaKernelPlan priced);

/// The plan that moves in this tile, one of price_tiles(vectorise(problem)).
[[nodiscard]] CudaKernelPlan plan_transpose_kernel(const TransposeProblem& problem,
                                                   PricedCudaTile tile, const Architecture& gpu);

}  // namespace ttgt::cuda
