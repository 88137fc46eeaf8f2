// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/cuda/device_gemm_reference.h"

#include <ttgt/error.h>

#include <cublas_v2.h>

#include <cstddef>
#include <new>
#include <string>

#include "src/core/element.h"
#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/stream.h"

namespace ttgt::tool {
namespace {

/// What NVIDIA recommends for Hopper; with less, cuBLAS has fewer algorithms to choose from.
constexpr std::int64_t workspace_bytes = std::int64_t{32} << 20;

void check(cublasStatus_t status, const char* call) {
    if (status == CUBLAS_STATUS_SUCCESS) return;
    throw DeviceError(std::string(call) + ": " + cublasGetStatusName(status) + ": " +
                      cublasGetStatusString(status));
}

struct Types {
    cudaDataType data;
    cublasComputeType_t compute;
};

Types types_of(DType dtype) {
    switch (dtype) {
        case DType::float32:
            return {CUDA_R_32F, CUBLAS_COMPUTE_32F};
        case DType::float64:
            return {CUDA_R_64F, CUBLAS_COMPUTE_64F};
        case DType::complex64:
            return {CUDA_C_32F, CUBLAS_COMPUTE_32F};
        case DType::complex128:
            return {CUDA_C_64F, CUBLAS_COMPUTE_64F};
        default:
            throw Unsupported("arithmetic on an opaque dtype");
    }
}

class DeviceGemmReference final : public GemmReference {
public:
    DeviceGemmReference(const Cublas& cublas, const ProductSizes& sizes, DType dtype, bool adds,
                        const GemmMatrices& matrices)
        : cublas_(cublas),
          straight_(packed_product(sizes, dtype, adds, matrices, false)),
          mirrored_(packed_product(sizes, dtype, adds, matrices, true)),
          batch_(sizes.batch) {}

    void multiply(bool mirrored) const override {
        cublas_.multiply(mirrored ? mirrored_ : straight_, batch_);
    }

private:
    const Cublas& cublas_;
    GemmCall straight_;
    GemmCall mirrored_;
    std::int64_t batch_;
};

}  // namespace

Cublas::Cublas(int device, Stream stream)
    : device_(device),
      workspace_(workspace_bytes, device, stream, "the workspace of cuBLAS"),
      handle_(nullptr, HandleDelete{device}) {
    const cuda::DeviceScope scope(device);
    cublasHandle_t created = nullptr;
    check(cublasCreate(&created), "cublasCreate");
    handle_.reset(created);
    // In this order: setting the stream takes a workspace back.
    check(cublasSetStream(created, cuda::native(stream)), "cublasSetStream");
    check(cublasSetWorkspace(created, workspace_.data(), static_cast<std::size_t>(workspace_bytes)),
          "cublasSetWorkspace");
}

void Cublas::HandleDelete::operator()(cublasContext* handle) const noexcept {
    const cuda::DeviceScope scope(device, std::nothrow);
    (void)cublasDestroy(handle);
}

void Cublas::multiply(const GemmCall& call, std::int64_t count) const {
    if (call.m == 0 || call.n == 0 || count == 0) return;
    const cuda::DeviceScope scope(device_);
    const Types types = types_of(call.dtype);
    visit_numeric(call.dtype, [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T alpha = scalar_cast<T>(call.alpha);
        const T beta = scalar_cast<T>(call.beta);
        check(cublasGemmStridedBatchedEx_64(
                  handle_.get(), CUBLAS_OP_N, CUBLAS_OP_N, call.m, call.n, call.k, &alpha, call.a,
                  types.data, call.lda, call.m * call.k, call.b, types.data, call.ldb,
                  call.k * call.n, &beta, call.c, types.data, call.ldc, call.m * call.n, count,
                  types.compute, CUBLAS_GEMM_DEFAULT),
              "cublasGemmStridedBatchedEx");
    });
}

std::unique_ptr<GemmReference> make_device_gemm_reference(const Cublas& cublas,
                                                          const ProductSizes& sizes, DType dtype,
                                                          bool adds, const GemmMatrices& matrices) {
    return std::make_unique<DeviceGemmReference>(cublas, sizes, dtype, adds, matrices);
}

}  // namespace ttgt::tool
