// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/compute_type.h>
#include <ttgt/dtype.h>

#include <array>
#include <cstdint>
#include <variant>

#include "contraction/cuda/direct/direct_arguments.h"
#include "contraction/cuda/direct/gett/plan/gett_arguments.h"
#include "contraction/cuda/direct/outer/outer_arguments.h"

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

}  // namespace ttgt::cuda
