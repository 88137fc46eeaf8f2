// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "contraction/cuda/direct/direct_launch.h"
#include "contraction/cuda/direct/direct_shape.h"
#include "src/context/cuda/architecture.h"

namespace ttgt::cuda {

/// The launch of the elementwise kernel, which computes one product for each element of D, in units
/// of `unit` elements along D's fastest mode. Returns nothing where such units do not fit the
/// strides; units of one element always fit.
[[nodiscard]] std::optional<DirectLaunch> elementwise_launch(const DirectShape& shape, int unit,
                                                             const Architecture& gpu);
/// The launch of the sum kernel, which sums each output by itself, in units of `unit` elements
/// along the fastest mode of the larger input. Each sum is cut into `splits` parts; where there are
/// several, their sums are kept apart in D. Returns nothing where such units do not fit the
/// strides; units of one element always fit.
[[nodiscard]] std::optional<DirectLaunch> sum_launch(const DirectShape& shape, int unit,
                                                     std::int64_t splits, const Architecture& gpu);
/// The number of splits for sum_launch() that keeps the device busy, with at most `scratch_bytes`
/// bytes of partial sums; 1 where splits do not pay.
[[nodiscard]] std::int64_t sum_splits(const DirectShape& shape, std::int64_t scratch_bytes,
                                      const Architecture& gpu);
/// The launch of the product kernel, in which each block computes a tile of rows and columns of D
/// for one of `splits` parts of the sums. Throws Unsupported or SizeOverflow where there are too
/// many tiles for a launch.
[[nodiscard]] DirectLaunch product_launch(const DirectShape& shape, std::int64_t splits,
                                          const Architecture& gpu);
/// The number of splits for product_launch() that keeps the device busy, with at most
/// `scratch_bytes` bytes of partial sums and at least one slice in each split; 1 where splits do
/// not pay.
[[nodiscard]] std::int64_t product_splits(const DirectShape& shape, std::int64_t scratch_bytes,
                                          const Architecture& gpu);
/// Predicted microseconds that product_launch() does not fall below, without the time of launching.
[[nodiscard]] double least_product_us(const DirectShape& shape, const Architecture& gpu);

/// The fastest predicted launch of the tall kernel, which multiplies a matrix of many rows, read
/// where it lies, by a matrix of few columns. Returns nothing where the kernel does not suit: there
/// is no second input or no sum, D has no modes, a label is in both inputs and D, or the columns
/// are so many that a GETT kernel suits better.
[[nodiscard]] std::optional<DirectLaunch> tall_launch(const DirectShape& shape,
                                                      const Architecture& gpu);

}  // namespace ttgt::cuda
