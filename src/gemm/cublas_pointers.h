// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "src/gemm/cublas_lt.h"
#include "src/gemm/library_product.h"

namespace ttgt::cuda {

/// Products found by arrays of pointers, by cublasGemmBatchedEx, for a cuBLASLt that takes none.
/// The addends are C itself. The device is the current one. Throws Unsupported for more than 65535
/// products, extents from 2^31 on, less than 16 KiB of workspace, where all pointers are aligned,
/// which cuBLAS is not told, and for float16, bfloat16 and TF32, whose matrices cuBLAS wants
/// aligned; OutOfMemory, DeviceError.
[[nodiscard]] std::unique_ptr<const LibraryProduct> make_pointer_product(
    const BatchedGemm& gemm, int device, std::int64_t workspace_limit);

}  // namespace ttgt::cuda
