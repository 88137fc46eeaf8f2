// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/dtype.h>

#include <cstdint>
#include <memory>

#include "src/gemm/gemm.h"

namespace ttgt::tool {

/// The sizes of a contraction's matrix products.
struct ProductSizes {
    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t k = 0;
    std::int64_t batch = 1;
};

/// How a product is given to GEMM: as it is, C = A * B, or as C' = B' * A', with the same memory
/// read as the transposed matrices.
enum class ProductWay : std::uint8_t { straight, mirrored };

/// What a product does with the old elements of C: C = A * B or C += A * B.
enum class ProductUpdate : std::uint8_t { assign, add };
/// What a contraction with this beta does with the old elements of D.
[[nodiscard]] inline ProductUpdate update_of(Scalar beta) {
    return beta == Scalar{} ? ProductUpdate::assign : ProductUpdate::add;
}

/// The matrix products of a contraction alone: packed matrices of random numbers, nothing
/// transposed, as C (m x n) and as its mirror image (n x m). What a contraction would take if its
/// transposes took no time.
class GemmReference {
public:
    virtual ~GemmReference() = default;

    /// All products of one way; on CUDA devices enqueued.
    virtual void multiply(ProductWay way) const = 0;
};

/// Three stacks of packed matrices: A is m x k, B k x n, C m x n, one of each per batch index.
struct GemmMatrices {
    const void* a = nullptr;
    const void* b = nullptr;
    void* c = nullptr;
};

/// The first product of the batch. Mirrored matrices are packed as well.
[[nodiscard]] GemmCall packed_product(const ProductSizes& sizes, DType dtype, ProductUpdate update,
                                      const GemmMatrices& matrices, ProductWay way);

/// On `threads` CPU threads (0: OpenMP's default). Allocates its matrices; throws OutOfMemory.
[[nodiscard]] std::unique_ptr<GemmReference> make_host_gemm_reference(const ProductSizes& sizes,
                                                                      DType dtype,
                                                                      ProductUpdate update,
                                                                      int threads);

}  // namespace ttgt::tool
