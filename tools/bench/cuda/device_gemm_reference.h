// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include <memory>

#include "tools/bench/contraction/gemm_reference.h"

namespace ttgt::tool {

/// What is multiplied, and how.
struct Arithmetic {
    DType dtype = DType::float64;
    ComputeType compute = ComputeType::full;
};

/// By cuBLASLt, on a stream of the device and on the given matrices, both of which outlive it; with
/// scratch memory of its own. Throws DeviceError, OutOfMemory.
[[nodiscard]] std::unique_ptr<GemmReference> make_device_gemm_reference(
    int device, Stream stream, const ProductSizes& sizes, Arithmetic arithmetic,
    ProductUpdate update, const GemmMatrices& matrices);

}  // namespace ttgt::tool
