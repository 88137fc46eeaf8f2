// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/contraction/gemm_reference.h"

#include <algorithm>

#include "src/gemm/blas_threads.h"
#include "tools/operands/buffers.h"

namespace ttgt::tool {
namespace {

Buffer random_matrices(std::int64_t rows, std::int64_t columns, std::int64_t batch, DType dtype,
                       std::uint64_t seed) {
    const Layout layout = packed({rows, columns, batch});
    Buffer matrices = allocate_tensor(layout, dtype);
    fill_random(matrices.get(), volume(layout), dtype, seed);
    return matrices;
}

class HostGemmReference final : public GemmReference {
public:
    HostGemmReference(const ProductSizes& sizes, DType dtype, ProductUpdate update, int threads)
        : sizes_(sizes),
          dtype_(dtype),
          update_(update),
          threads_(threads),
          a_(random_matrices(sizes.m, sizes.k, sizes.batch, dtype, 1)),
          b_(random_matrices(sizes.k, sizes.n, sizes.batch, dtype, 2)),
          c_(random_matrices(sizes.m, sizes.n, sizes.batch, dtype, 3)) {}

    void multiply(ProductWay way) const override {
        const std::int64_t bytes = size_bytes(dtype_);
        const BlasProcessScope process(available_threads(threads_));
        const BlasThreadScope own(threads_);
        for (std::int64_t i = 0; i < sizes_.batch; ++i) {
            const GemmMatrices matrices{
                static_cast<const char*>(a_.get()) + i * sizes_.m * sizes_.k * bytes,
                static_cast<const char*>(b_.get()) + i * sizes_.k * sizes_.n * bytes,
                static_cast<char*>(c_.get()) + i * sizes_.m * sizes_.n * bytes};
            gemm(packed_product(sizes_, dtype_, update_, matrices, way));
        }
    }

private:
    ProductSizes sizes_;
    DType dtype_;
    ProductUpdate update_;
    int threads_;
    Buffer a_;
    Buffer b_;
    Buffer c_;
};

}  // namespace

GemmCall packed_product(const ProductSizes& sizes, DType dtype, ProductUpdate update,
                        const GemmMatrices& matrices, ProductWay way) {
    const bool mirrored = way == ProductWay::mirrored;
    GemmCall call;
    call.dtype = dtype;
    call.m = mirrored ? sizes.n : sizes.m;
    call.n = mirrored ? sizes.m : sizes.n;
    call.k = sizes.k;
    call.a = mirrored ? matrices.b : matrices.a;
    call.b = mirrored ? matrices.a : matrices.b;
    call.c = matrices.c;
    call.lda = call.ldc = std::max<std::int64_t>(call.m, 1);
    call.ldb = std::max<std::int64_t>(call.k, 1);
    call.beta = update == ProductUpdate::add ? 1.0 : 0.0;
    return call;
}

std::unique_ptr<GemmReference> make_host_gemm_reference(const ProductSizes& sizes, DType dtype,
                                                        ProductUpdate update, int threads) {
    return std::make_unique<HostGemmReference>(sizes, dtype, update, threads);
}

}  // namespace ttgt::tool
