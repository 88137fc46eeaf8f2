// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "src/runtime/cuda/buffer.h"
#include "tools/gemm_reference.h"

struct cublasContext;  // cuBLAS's: a cublasHandle_t points to one

namespace ttgt::tool {

/// A cuBLAS handle with scratch of its own, for work on one stream of a device, which must outlive
/// it.
class Cublas {
public:
    /// Throws DeviceError, OutOfMemory.
    Cublas(int device, Stream stream);

    /// Enqueues `count` products, whose packed matrices lie behind those of `call`. Throws
    /// DeviceError.
    void multiply(const GemmCall& call, std::int64_t count) const;

private:
    struct HandleDelete {
        int device = 0;
        void operator()(cublasContext* handle) const noexcept;
    };

    int device_;
    cuda::DeviceBuffer workspace_;
    std::unique_ptr<cublasContext, HandleDelete> handle_;
};

/// On the given matrices, which outlive it, as does `cublas`.
[[nodiscard]] std::unique_ptr<GemmReference> make_device_gemm_reference(
    const Cublas& cublas, const ProductSizes& sizes, DType dtype, bool adds,
    const GemmMatrices& matrices);

}  // namespace ttgt::tool
