// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/gemm/cublas_pointers.h"

#include <cublas_v2.h>

#include <algorithm>
#include <cassert>
#include <limits>
#include <map>
#include <mutex>
#include <string>

#include <fmt/format.h>

#include "src/core/element.h"
#include "src/gemm/cublas_values.h"
#include "src/runtime/cuda/stream.h"
#include "src/runtime/loaded_library.h"

namespace ttgt::cuda {
namespace {

/// Bytes that cuBLAS takes by itself on GPUs before Hopper.
constexpr std::int64_t most_pointer_workspace = std::int64_t{4} << 20;
/// Bytes from which on no product of cuBLAS fails for lack of memory.
constexpr std::int64_t least_pointer_workspace = std::int64_t{16} << 10;
/// The blocks of a grid in its last dimension, in which kernels count products.
constexpr std::int64_t most_products = 65535;

/// The functions of cuBLAS that are used, under its own names. Its header declares a second
/// cublasGemmBatchedEx for C++.
struct CublasLibrary {
    decltype(&::cublasCreate_v2) cublasCreate_v2;
    decltype(&::cublasSetStream_v2) cublasSetStream_v2;
    decltype(&::cublasSetWorkspace_v2) cublasSetWorkspace_v2;
    cublasStatus_t (*cublasGemmBatchedEx)(cublasHandle_t, cublasOperation_t, cublasOperation_t,
                                          int m, int n, int k, const void* alpha,
                                          const void* const* a, cudaDataType, int lda,
                                          const void* const* b, cudaDataType, int ldb,
                                          const void* beta, void* const* c, cudaDataType, int ldc,
                                          int count, cublasComputeType_t, cublasGemmAlgo_t);
};

CublasLibrary load_cublas() {
    const std::string file = fmt::format("libcublas.so.{}", CUBLAS_VER_MAJOR);
    const LoadedLibrary library(file, packaged_library({CUBLAS_VER_MAJOR, "cublas", file}),
                                "products by pointers on GPUs need cuBLAS");
    CublasLibrary functions{};
#define TTGT_LOAD(name) library.find(#name, functions.name)
    TTGT_LOAD(cublasCreate_v2);
    TTGT_LOAD(cublasSetStream_v2);
    TTGT_LOAD(cublasSetWorkspace_v2);
    TTGT_LOAD(cublasGemmBatchedEx);
#undef TTGT_LOAD
    return functions;
}

const CublasLibrary& cublas() {
    static const CublasLibrary library = load_cublas();
    return library;
}

/// A handle holds a stream and a workspace, so that calls are enqueued one after the other.
struct SharedHandle {
    std::mutex mutex;
    cublasHandle_t handle = nullptr;
};

/// One for each device, never destroyed, as cuBLASLt's.
SharedHandle& shared_handle_of(int device) {
    static std::mutex mutex;
    static auto& handles = *new std::map<int, SharedHandle>;
    const std::lock_guard lock(mutex);
    SharedHandle& found = handles[device];
    if (found.handle == nullptr) {
        check_cublas(cublas().cublasCreate_v2(&found.handle), "cublasCreate");
    }
    return found;
}

bool fits_int(const GemmCall& shape) {
    return std::max({shape.m, shape.n, shape.k}) <= std::numeric_limits<int>::max();
}

/// Whether cuBLAS takes matrices that are aligned to their elements alone: those that are read by
/// tensor cores of narrow types must be multiples of 16 bytes for some extents.
bool takes_any_alignment(const GemmCall& shape) {
    return !is_half(shape.dtype) && shape.compute != ComputeType::tf32;
}

class PointerProduct final : public LibraryProduct {
public:
    PointerProduct(const BatchedGemm& gemm, int device, std::int64_t workspace_limit)
        : shared_(shared_handle_of(device)),
          shape_(gemm.shape),
          type_(data_type(gemm.shape.dtype)),
          count_(static_cast<int>(gemm.count)),
          workspace_bytes_(
              static_cast<std::size_t>(std::min(workspace_limit, most_pointer_workspace))) {}

    [[nodiscard]] std::size_t workspace_bytes() const noexcept override { return workspace_bytes_; }

    void run(const void* alpha, const void* first, const void* second, const void* beta,
             [[maybe_unused]] const void* addend, void* output, void* workspace,
             Stream stream) const override {
        assert(addend == output);
        const std::lock_guard lock(shared_.mutex);
        const cublasHandle_t handle = shared_.handle;
        check_cublas(cublas().cublasSetStream_v2(handle, native(stream)), "cublasSetStream");
        check_cublas(cublas().cublasSetWorkspace_v2(handle, workspace, workspace_bytes_),
                     "cublasSetWorkspace");
        check_cublas(cublas().cublasGemmBatchedEx(
                         handle, operation(shape_.op_a), operation(shape_.op_b), to_int(shape_.m),
                         to_int(shape_.n), to_int(shape_.k), alpha, pointers(first), type_,
                         to_int(shape_.lda), pointers(second), type_, to_int(shape_.ldb), beta,
                         static_cast<void* const*>(output), type_, to_int(shape_.ldc), count_,
                         compute_type(shape_), CUBLAS_GEMM_DEFAULT),
                     "cublasGemmBatchedEx");
    }

private:
    static const void* const* pointers(const void* array) {
        return static_cast<const void* const*>(array);
    }
    static int to_int(std::int64_t size) { return static_cast<int>(size); }

    SharedHandle& shared_;
    GemmCall shape_;
    cudaDataType type_;
    int count_;
    std::size_t workspace_bytes_;
};

}  // namespace

std::unique_ptr<const LibraryProduct> make_pointer_product(const BatchedGemm& gemm, int device,
                                                           std::int64_t workspace_limit) {
    const bool is_taken = !gemm.aligned && takes_any_alignment(gemm.shape) &&
                          fits_int(gemm.shape) && gemm.count <= most_products &&
                          workspace_limit >= least_pointer_workspace;
    if (!is_taken) refuse(gemm);
    return std::make_unique<const PointerProduct>(gemm, device, workspace_limit);
}

}  // namespace ttgt::cuda
