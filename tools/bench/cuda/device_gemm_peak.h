// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/compute_type.h>
#include <ttgt/context.h>
#include <ttgt/dtype.h>

namespace ttgt::tool {

/// GFLOP/s of the fastest of a few products of large square matrices by cuBLASLt, complex counted 4
/// times real.
[[nodiscard]] double measure_device_gemm_gflops(const Context& context, DType dtype,
                                                ComputeType compute);

}  // namespace ttgt::tool
