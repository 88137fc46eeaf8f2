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

/// A candidate that can be launched, with its predicted time.
struct PricedCudaTile {
    /// What a block of threads moves, and how.
    CudaTile tile;
    /// The launch that moves the tensor in such tiles.
    Launch launch;
    /// What the launch moves and computes.
    Traffic traffic;
    /// Predicted time of the launch.
    PredictedTime time;
};

/// All candidates of a shape, cheapest first; of equal prices, the earlier one in tile_candidates()
/// first. Throws Unsupported where none can be launched because the tiles are too many to be
/// counted (some 2^46 bytes).
[[nodiscard]] std::vector<PricedCudaTile> price_tiles(const Shape& shape, const Architecture& gpu);

/// One way to move the elements of a problem: in units, which need pointers of some alignment.
struct Variant {
    /// The problem, with extents and strides in units.
    Shape shape;
    /// The tile in which the units are moved.
    PricedCudaTile chosen;
    /// Alignment in bytes that the input's pointer must have for this variant.
    std::int64_t in_alignment = 1;
    /// Alignment in bytes that the output's pointer must have for this variant.
    std::int64_t out_alignment = 1;
};

/// How a GPU moves the elements of one TransposeProblem. Host data only: making it asks no device.
struct CudaKernelPlan final : TransposeKernelPlan {
    /// The GPU that the plan was made for.
    Architecture gpu;
    /// The variant with the widest units and loads that the strides allow.
    Variant fast;
    /// The variant that moves element by element: for pointers that are not aligned for `fast`, and
    /// for scaled transposes. Not set in a plan of price_transpose_kernel().
    Variant plain;

    [[nodiscard]] double predicted_ms() const override;
    [[nodiscard]] const char* method() const override;
    [[nodiscard]] std::string parameters() const override;
    [[nodiscard]] KernelKey key() const override;
    /// Lines of text: the launch, the bounds of its time, and the cheapest tiles that were not
    /// chosen.
    [[nodiscard]] std::string explain() const override;
};

/// The plan that moves a problem in the cheapest tile, ready to run. Throws Unsupported where the
/// tiles are too many to be counted.
[[nodiscard]] CudaKernelPlan plan_transpose_kernel(const TransposeProblem& problem,
                                                   const Architecture& gpu);

/// The plan that moves a problem in the cheapest tile, without the variant `plain`: it has a price,
/// but complete() has to be called before it runs. Throws Unsupported where the tiles are too many
/// to be counted.
[[nodiscard]] CudaKernelPlan price_transpose_kernel(const TransposeProblem& problem,
                                                    const Architecture& gpu);
/// Adds the variant `plain` to a plan of price_transpose_kernel(), so that the plan can be run.
[[nodiscard]] CudaKernelPlan complete(CudaKernelPlan priced);

/// The plan that moves a problem in `tile`, one of price_tiles(vectorise(problem), gpu); ready to
/// run.
[[nodiscard]] CudaKernelPlan plan_transpose_kernel(const TransposeProblem& problem,
                                                   PricedCudaTile tile, const Architecture& gpu);

}  // namespace ttgt::cuda
