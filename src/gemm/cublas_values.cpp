// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/gemm/cublas_values.h"

#include <ttgt/error.h>

#include <string>

#include <fmt/format.h>

#include "src/core/element.h"
#include "src/gemm/cublas_lt_library.h"

namespace ttgt::cuda {

void check_cublas(cublasStatus_t status, const char* call) {
    if (status == CUBLAS_STATUS_SUCCESS) return;
    const std::string message =
        fmt::format("{}: {}: {}", call, cublas_lt().cublasLtGetStatusName(status),
                    cublas_lt().cublasLtGetStatusString(status));
    if (status == CUBLAS_STATUS_ALLOC_FAILED) throw OutOfMemory(message);
    throw DeviceError(message);
}

bool is_refusal(cublasStatus_t status) {
    return status == CUBLAS_STATUS_NOT_SUPPORTED || status == CUBLAS_STATUS_INVALID_VALUE;
}

void refuse(const BatchedGemm& gemm) {
    const GemmCall& shape = gemm.shape;
    throw Unsupported(fmt::format(
        "cuBLASLt has no algorithm for {} products of {} with m={} n={} k={} lda={} ldb={} ldc={}",
        gemm.count, name(shape.dtype), shape.m, shape.n, shape.k, shape.lda, shape.ldb, shape.ldc));
}

cudaDataType data_type(DType dtype) {
    switch (dtype) {
        case DType::float16:
            return CUDA_R_16F;
        case DType::bfloat16:
            return CUDA_R_16BF;
        case DType::float32:
            return CUDA_R_32F;
        case DType::float64:
            return CUDA_R_64F;
        case DType::complex64:
            return CUDA_C_32F;
        case DType::complex128:
            return CUDA_C_64F;
        default:
            throw Unsupported(fmt::format("a matrix product of {}", name(dtype)));
    }
}

cublasComputeType_t compute_type(const GemmCall& shape) {
    if (real_of(shape.dtype) == DType::float64) return CUBLAS_COMPUTE_64F;
    return shape.compute == ComputeType::tf32 ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F;
}

cublasOperation_t operation(MatrixOp op) {
    switch (op) {
        case MatrixOp::transpose:
            return CUBLAS_OP_T;
        case MatrixOp::conjugate_transpose:
            return CUBLAS_OP_C;
        default:
            return CUBLAS_OP_N;
    }
}

}  // namespace ttgt::cuda
