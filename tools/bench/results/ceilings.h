// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/compute_type.h>
#include <ttgt/context.h>
#include <ttgt/dtype.h>

#include <map>

namespace ttgt::tool {

/// What this machine reaches at best.
struct Ceilings {
    double copy_gb_s = 0;                 ///< bytes read plus written
    std::map<DType, double> gemm_gflops;  ///< complex counts 4 times real
};

/// A copy of buffers larger than any cache, on the context's device; GB/s of bytes read plus
/// written.
[[nodiscard]] double measure_copy_gb_s(const Context& context);
/// The best of square matrix products, none of which needs a transpose, in GFLOP/s: of growing size
/// on CPUs, large ones by cuBLASLt on CUDA devices, which alone
/// have tf32.
[[nodiscard]] double measure_gemm_gflops(Context& context, DType dtype,
                                         ComputeType compute = ComputeType::full);

/// max(flops / GEMM peak, bytes / copy bandwidth), in milliseconds.
[[nodiscard]] double roofline_ms(const Ceilings& ceilings, DType dtype, double flops, double bytes);

}  // namespace ttgt::tool
