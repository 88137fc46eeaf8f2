// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/dtype.h>

#include <array>
#include <cstdint>
#include <optional>
#include <variant>

#include "contraction/cuda/direct/direct_arguments.h"
#include "contraction/cuda/direct/direct_shape.h"
#include "contraction/cuda/direct/gett/gett_arguments.h"
#include "src/context/cuda/architecture.h"

namespace ttgt::cuda {

/// One kernel launch, all but the pointers and scalars. Host data only.
struct DirectLaunch {
    std::variant<ElementwiseArguments, SumArguments, ProductArguments, TallArguments, GettArguments>
        arguments;
    DType dtype = DType::float64;        ///< of D
    DType input_dtype = DType::float64;  ///< of L and R; D's where they are real and it is complex
    ComputeType compute = ComputeType::full;  ///< of a GETT kernel
    int unit = 1;                             ///< elements that a thread takes at once
    bool has_short_offsets = false;
    int policy = 0;        ///< of a product kernel or a tall one; the tile of a GETT kernel
    bool swapped = false;  ///< the kernel's L is R
    int threads = direct_threads;
    std::int64_t blocks = 0;
    int shared_bytes = 0;
    std::array<std::int64_t, 3> alignment{};  ///< bytes, of the pointers to D, L, R
    double us = 0;  ///< expected, beside that of launching it; GETT: predict_us() of its work
};

/// Products of single elements, in units along D's fastest mode; nothing where these do not fit
/// the strides. A unit of 1 always does.
[[nodiscard]] std::optional<DirectLaunch> elementwise_launch(const DirectShape& shape, int unit,
                                                             const Architecture& gpu);
/// Each output's sum by itself, cut into `splits` that are kept apart in D; likewise.
[[nodiscard]] std::optional<DirectLaunch> sum_launch(const DirectShape& shape, int unit,
                                                     std::int64_t splits, const Architecture& gpu);
/// The number of splits that keeps the device busy, with at most `scratch_bytes` of sums.
[[nodiscard]] std::int64_t sum_splits(const DirectShape& shape, std::int64_t scratch_bytes,
                                      const Architecture& gpu);
/// Tiles of rows and columns. Throws Unsupported where they are too many to be counted.
[[nodiscard]] DirectLaunch product_launch(const DirectShape& shape, std::int64_t splits,
                                          const Architecture& gpu);
/// The splits that the launch can have; fewer where some would be empty.
[[nodiscard]] std::int64_t product_splits(const DirectShape& shape, std::int64_t scratch_bytes,
                                          const Architecture& gpu);

/// A matrix of many rows, read where it lies, times one of few columns; nothing where neighbours in
/// D are not of one column, or a label is in both inputs and D.
[[nodiscard]] std::optional<DirectLaunch> tall_launch(const DirectShape& shape,
                                                      const Architecture& gpu);

}  // namespace ttgt::cuda
