// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cublasLt.h>

#include "src/gemm/cublas_lt.h"

/// What cuBLAS and cuBLASLt name alike, and their errors.
namespace ttgt::cuda {

/// Throws OutOfMemory or DeviceError naming the call, except for success.
void check_cublas(cublasStatus_t status, const char* call);
/// Where only a shape has been handed over so far, a value that is refused is one that the library
/// has no way for.
[[nodiscard]] bool is_refusal(cublasStatus_t status);
/// Throws Unsupported.
[[noreturn]] void refuse(const BatchedGemm& gemm);

/// Throws Unsupported for types that are not multiplied by the libraries.
[[nodiscard]] cudaDataType data_type(DType dtype);
[[nodiscard]] cublasComputeType_t compute_type(const GemmCall& shape);
[[nodiscard]] cublasOperation_t operation(MatrixOp op);

}  // namespace ttgt::cuda
