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
#include "contraction/cuda/direct/gett/plan/gett_arguments.h"
#include "contraction/cuda/direct/outer/outer_arguments.h"
#include "src/context/cuda/architecture.h"

namespace ttgt::cuda {

/// One kernel launch without its pointers and scalars. Host data only.
struct DirectLaunch {
    /// Which kernel is launched, and its arguments.
    std::variant<ElementwiseArguments, SumArguments, ProductArguments, TallArguments, GettArguments,
                 OuterArguments>
        arguments;
    /// Element type of D, or of the partial sums that are written instead of D.
    DType dtype = DType::float64;
    /// Element type of both inputs; D's type where D is complex.
    DType input_dtype = DType::float64;
    /// How products are computed; read for GETT kernels only.
    ComputeType compute = ComputeType::full;
    /// Number of elements that a thread reads or writes at once.
    int unit = 1;
    /// Whether all offsets, in elements, fit 32 bits. Read for elementwise kernels only.
    bool has_short_offsets = false;
    /// Index of product_policies for a product kernel, of tall_columns for a tall kernel, of
    /// gett_tiles() for a GETT kernel; an OuterPolicy for an outer kernel; else unused.
    int policy = 0;
    /// Number of threads of a block.
    int threads = direct_threads;
    /// Number of blocks of the launch.
    std::int64_t blocks = 0;
    /// Dynamic shared memory of a block, in bytes.
    int shared_bytes = 0;
    /// Bytes that the pointers to D and to the kernel's L and R have to be aligned to.
    std::array<std::int64_t, 3> alignment{};
    /// Predicted microseconds. For a GETT kernel the launch itself and a split reduction after it
    /// are included; for other kernels neither is.
    double us = 0;
};

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
