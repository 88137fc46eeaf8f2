// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/cuda/device_gemm_reference.h"

#include <ttgt/context.h>

#include <algorithm>
#include <cstdint>

#include "src/gemm/cublas_lt.h"
#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/device_scope.h"

namespace ttgt::tool {
namespace {

GemmCall call_of(const ProductSizes& sizes, Arithmetic arithmetic, ProductUpdate update,
                 const GemmMatrices& matrices, ProductWay way) {
    GemmCall call = packed_product(sizes, arithmetic.dtype, update, matrices, way);
    call.compute = arithmetic.compute;
    return call;
}

/// The products of packed matrices, one behind the other.
cuda::BatchedGemm batch_of(const GemmCall& call, std::int64_t count) {
    constexpr std::int64_t vector_bytes = 16;
    const std::int64_t bytes = size_bytes(call.dtype);
    cuda::BatchedGemm gemm{call, count, call.m * call.k, call.k * call.n, call.m * call.n};
    gemm.aligned = gemm.stride_a * bytes % vector_bytes == 0 &&
                   gemm.stride_b * bytes % vector_bytes == 0 &&
                   gemm.stride_c * bytes % vector_bytes == 0;
    return gemm;
}

class DeviceGemmReference final : public GemmReference {
public:
    DeviceGemmReference(int device, Stream stream, const GemmCall& straight,
                        const GemmCall& mirrored, std::int64_t batch)
        : device_(device),
          stream_(stream),
          straight_{straight, {batch_of(straight, batch), device, unlimited}},
          mirrored_{mirrored, {batch_of(mirrored, batch), device, unlimited}},
          workspace_(std::max(straight_.plan.workspace_bytes(), mirrored_.plan.workspace_bytes()),
                     device, stream, "the workspace of a matrix product") {}

    void multiply(ProductWay way) const override {
        const cuda::DeviceScope scope(device_);
        const Planned& planned = way == ProductWay::mirrored ? mirrored_ : straight_;
        const GemmCall& call = planned.call;
        planned.plan.run(call.alpha, call.a, call.b, call.beta, call.c, workspace_.data(), stream_);
    }

private:
    struct Planned {
        GemmCall call;
        cuda::GemmPlan plan;
    };

    int device_;
    Stream stream_;
    Planned straight_;
    Planned mirrored_;
    cuda::DeviceBuffer workspace_;
};

/// An empty product.
class NoProduct final : public GemmReference {
public:
    void multiply(ProductWay) const override {}
};

}  // namespace

std::unique_ptr<GemmReference> make_device_gemm_reference(int device, Stream stream,
                                                          const ProductSizes& sizes,
                                                          Arithmetic arithmetic,
                                                          ProductUpdate update,
                                                          const GemmMatrices& matrices) {
    if (sizes.m == 0 || sizes.n == 0 || sizes.k == 0 || sizes.batch == 0) {
        return std::make_unique<NoProduct>();
    }
    return std::make_unique<DeviceGemmReference>(
        device, stream, call_of(sizes, arithmetic, update, matrices, ProductWay::straight),
        call_of(sizes, arithmetic, update, matrices, ProductWay::mirrored), sizes.batch);
}

}  // namespace ttgt::tool
