// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/compute_type.h>
#include <ttgt/dtype.h>

#include "bindings/cutensor/api.h"
#include "bindings/cutensor/live.h"

/// A precision that cuTENSOR knows. Its name is cuTENSOR's; there are nine, which live for ever.
struct cutensorComputeDescriptor final : ttgt::cutensor::Live<0x74746774'636f6d70> {
    enum class Width : std::uint8_t { half, bfloat, single, wide };

    constexpr cutensorComputeDescriptor(Width width_of, ttgt::ComputeType type) noexcept
        : width(width_of), compute(type) {}

    Width width;                ///< the width of the arithmetic that the precision stands for
    ttgt::ComputeType compute;  ///< the engine's compute type for float32 and complex64
};

namespace ttgt::cutensor {

/// The engine's compute type for contractions whose results are of this dtype. A precision below
/// that of the elements allows less work but asks for none: where the engine has no such
/// arithmetic, it is `full`.
[[nodiscard]] ComputeType compute_type(const cutensorComputeDescriptor& descriptor, DType dtype);
/// Throws Failure (NOT_SUPPORTED) where elementwise operations and reductions with elements of this
/// dtype are not computed in the precision.
void check_computes(const cutensorComputeDescriptor& descriptor, DType dtype);
/// The dtype of the scalars of elementwise operations and reductions: as wide as the arithmetic,
/// complex where the output is.
[[nodiscard]] DType scalar_dtype(const cutensorComputeDescriptor& descriptor, DType output);

}  // namespace ttgt::cutensor
