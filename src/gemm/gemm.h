// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/compute_type.h>
#include <ttgt/dtype.h>

#include <cstdint>
#include <string_view>

namespace ttgt {

enum class MatrixOp { none, transpose, conjugate_transpose };

/// C = alpha * op(A) * op(B) + beta * C, column major, as in BLAS: op(A) is m x k, op(B) k x n, C m
/// x n; leading dimensions in elements. Sizes are 64 bit: a BLAS with 32-bit ints is called in
/// slices. beta = 0 does not read C; alpha = 0 or k = 0 does not read A and B.
struct GemmCall {
    DType dtype = DType::float64;
    ComputeType compute = ComputeType::full;  ///< tf32: of float32 and complex64, on CUDA
    MatrixOp op_a = MatrixOp::none;
    MatrixOp op_b = MatrixOp::none;
    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t k = 0;
    Scalar alpha{1.0, 0.0};
    const void* a = nullptr;
    std::int64_t lda = 1;
    const void* b = nullptr;
    std::int64_t ldb = 1;
    Scalar beta{0.0, 0.0};
    void* c = nullptr;
    std::int64_t ldc = 1;

    friend bool operator==(const GemmCall&, const GemmCall&) = default;
};

enum class GemmVendor { cblas, eigen };

/// The CBLAS where the build has one, else Eigen.
[[nodiscard]] GemmVendor default_gemm_vendor() noexcept;
[[nodiscard]] bool is_available(GemmVendor vendor) noexcept;
[[nodiscard]] std::string_view name(GemmVendor vendor) noexcept;

/// The one door to matrix products on CPUs. Throws InvalidArgument on sizes or leading dimensions
/// that are no matrix, Unsupported where the build lacks the vendor.
void gemm(const GemmCall& call, GemmVendor vendor = default_gemm_vendor());

}  // namespace ttgt
