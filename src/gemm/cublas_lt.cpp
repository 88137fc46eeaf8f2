// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/gemm/cublas_lt.h"

#include <ttgt/error.h>

#include <algorithm>
#include <complex>
#include <limits>
#include <map>
#include <mutex>
#include <type_traits>

#include <fmt/format.h>

#include "src/core/checked.h"
#include "src/core/element.h"
#include "src/gemm/cublas_lt_library.h"
#include "src/gemm/cublas_pointers.h"
#include "src/gemm/cublas_values.h"
#include "src/gemm/library_product.h"
#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/stream.h"

// From CUDA 13 on cuBLASLt finds the matrices of a batch by arrays of pointers.
#define TTGT_LT_TAKES_POINTERS (CUBLAS_VER_MAJOR >= 13)

namespace ttgt::cuda {
namespace {

/// More than cuBLASLt asks for on this generation of GPUs.
constexpr std::int64_t most_workspace = std::int64_t{32} << 20;
constexpr std::uint32_t vector_bytes = 16;

/// Its kernels count columns apart in 32 bits.
void check_leading_dimensions(const BatchedGemm& gemm) {
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    const GemmCall& shape = gemm.shape;
    if (std::max({shape.lda, shape.ldb, shape.ldc}) > most) refuse(gemm);
}

/// One for each device. Never destroyed: at the end of a program the CUDA runtime may be gone
/// before the last plan is.
cublasLtHandle_t handle_of(int device) {
    static std::mutex mutex;
    static auto& handles = *new std::map<int, cublasLtHandle_t>;
    const std::lock_guard lock(mutex);
    const auto found = handles.find(device);
    if (found != handles.end()) return found->second;
    const DeviceScope scope(device);
    cublasLtHandle_t created = nullptr;
    check_cublas(cublas_lt().cublasLtCreate(&created), "cublasLtCreate");
    return handles.emplace(device, created).first->second;
}

}  // namespace

namespace descriptor {

/// Owns one of cuBLASLt's descriptors, which `destroy` destroys.
template <class T, auto destroy>
struct Destroy {
    void operator()(T* object) const noexcept { (void)(cublas_lt().*destroy)(object); }
};
using Operation = std::unique_ptr<
    cublasLtMatmulDescOpaque_t,
    Destroy<cublasLtMatmulDescOpaque_t, &CublasLtLibrary::cublasLtMatmulDescDestroy>>;
using Matrix = std::unique_ptr<
    cublasLtMatrixLayoutOpaque_t,
    Destroy<cublasLtMatrixLayoutOpaque_t, &CublasLtLibrary::cublasLtMatrixLayoutDestroy>>;
using Preference = std::unique_ptr<
    cublasLtMatmulPreferenceOpaque_t,
    Destroy<cublasLtMatmulPreferenceOpaque_t, &CublasLtLibrary::cublasLtMatmulPreferenceDestroy>>;

}  // namespace descriptor

namespace {

using descriptor::Matrix;
using descriptor::Operation;
using descriptor::Preference;

Operation make_operation(const GemmCall& shape) {
    cublasLtMatmulDesc_t created = nullptr;
    check_cublas(cublas_lt().cublasLtMatmulDescCreate(&created, compute_type(shape),
                                                      data_type(compute_of(shape.dtype))),
                 "cublasLtMatmulDescCreate");
    Operation owned(created);
    const auto set = [&](cublasLtMatmulDescAttributes_t attribute, MatrixOp op) {
        const cublasOperation_t value = operation(op);
        check_cublas(
            cublas_lt().cublasLtMatmulDescSetAttribute(created, attribute, &value, sizeof value),
            "cublasLtMatmulDescSetAttribute");
    };
    set(CUBLASLT_MATMUL_DESC_TRANSA, shape.op_a);
    set(CUBLASLT_MATMUL_DESC_TRANSB, shape.op_b);
    return owned;
}

/// A column-major matrix as it lies, `stride` from one of a batch to the next.
struct MatrixShape {
    std::int64_t rows;
    std::int64_t columns;
    std::int64_t ld;
    std::int64_t stride;
};

Matrix make_matrix(const BatchedGemm& gemm, const MatrixShape& shape) {
    cublasLtMatrixLayout_t created = nullptr;
    const cublasStatus_t status = cublas_lt().cublasLtMatrixLayoutCreate(
        &created, data_type(gemm.shape.dtype), static_cast<std::uint64_t>(shape.rows),
        static_cast<std::uint64_t>(shape.columns), shape.ld);
    if (is_refusal(status)) refuse(gemm);
    check_cublas(status, "cublasLtMatrixLayoutCreate");
    Matrix owned(created);
    const auto set = [&](cublasLtMatrixLayoutAttribute_t attribute, const auto& value) {
        check_cublas(
            cublas_lt().cublasLtMatrixLayoutSetAttribute(created, attribute, &value, sizeof value),
            "cublasLtMatrixLayoutSetAttribute");
    };
    set(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, narrow<std::int32_t>(gemm.count, "the batch"));
#if TTGT_LT_TAKES_POINTERS
    if (gemm.by_pointers) {
        set(CUBLASLT_MATRIX_LAYOUT_BATCH_MODE,
            static_cast<std::uint32_t>(CUBLASLT_BATCH_MODE_POINTER_ARRAY));
        return owned;
    }
#endif
    set(CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, shape.stride);
    return owned;
}

Preference make_preference(const BatchedGemm& gemm, std::int64_t workspace_limit) {
    cublasLtMatmulPreference_t created = nullptr;
    check_cublas(cublas_lt().cublasLtMatmulPreferenceCreate(&created),
                 "cublasLtMatmulPreferenceCreate");
    Preference owned(created);
    const auto set = [&](cublasLtMatmulPreferenceAttributes_t attribute, const auto& value) {
        check_cublas(cublas_lt().cublasLtMatmulPreferenceSetAttribute(created, attribute, &value,
                                                                      sizeof value),
                     "cublasLtMatmulPreferenceSetAttribute");
    };
    set(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
        static_cast<std::uint64_t>(std::min(workspace_limit, most_workspace)));
    if (is_half(gemm.shape.dtype)) {
        // Parts of a sum are added up in float32, not in C.
        set(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK,
            static_cast<std::uint32_t>(CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE));
    }
    const auto element = static_cast<std::uint32_t>(size_bytes(gemm.shape.dtype));
    const std::uint32_t alignment = gemm.aligned ? std::max(vector_bytes, element) : element;
    set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, alignment);
    set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, alignment);
    set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, alignment);
    set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, alignment);
    return owned;
}

class LtProduct final : public LibraryProduct {
public:
    LtProduct(const BatchedGemm& gemm, int device, std::int64_t workspace_limit)
        : handle_(handle_of(device)), operation_(make_operation(gemm.shape)) {
        const GemmCall& shape = gemm.shape;
        const auto matrix = [&](MatrixOp op, std::int64_t rows, std::int64_t columns,
                                std::int64_t ld, std::int64_t stride) {
            const bool plain = op == MatrixOp::none;
            return make_matrix(gemm, {plain ? rows : columns, plain ? columns : rows, ld, stride});
        };
        a_ = matrix(shape.op_a, shape.m, shape.k, shape.lda, gemm.stride_a);
        b_ = matrix(shape.op_b, shape.k, shape.n, shape.ldb, gemm.stride_b);
        c_ = matrix(MatrixOp::none, shape.m, shape.n, shape.ldc, gemm.stride_c);
        choose(gemm, workspace_limit);
    }

    [[nodiscard]] std::size_t workspace_bytes() const noexcept override { return workspace_bytes_; }

    void run(const void* alpha, const void* first, const void* second, const void* beta,
             const void* addend, void* output, void* workspace, Stream stream) const override {
        check_cublas(
            cublas_lt().cublasLtMatmul(handle_, operation_.get(), alpha, first, a_.get(), second,
                                       b_.get(), beta, addend, c_.get(), output, c_.get(),
                                       &algorithm_, workspace, workspace_bytes_, native(stream)),
            "cublasLtMatmul");
    }

private:
    void choose(const BatchedGemm& gemm, std::int64_t workspace_limit) {
        const Preference preference = make_preference(gemm, workspace_limit);
        cublasLtMatmulHeuristicResult_t best{};
        int found = 0;
        const cublasStatus_t status = cublas_lt().cublasLtMatmulAlgoGetHeuristic(
            handle_, operation_.get(), a_.get(), b_.get(), c_.get(), c_.get(), preference.get(), 1,
            &best, &found);
        if (is_refusal(status)) refuse(gemm);
        check_cublas(status, "cublasLtMatmulAlgoGetHeuristic");
        if (found == 0 || best.state != CUBLAS_STATUS_SUCCESS) refuse(gemm);
        algorithm_ = best.algo;
        workspace_bytes_ = best.workspaceSize;
    }

    cublasLtHandle_t handle_;
    descriptor::Operation operation_;
    descriptor::Matrix a_;
    descriptor::Matrix b_;
    descriptor::Matrix c_;
    cublasLtMatmulAlgo_t algorithm_{};
    std::size_t workspace_bytes_ = 0;
};

std::unique_ptr<const LibraryProduct> make_product(const BatchedGemm& gemm, int device,
                                                   std::int64_t workspace_limit) {
#if !TTGT_LT_TAKES_POINTERS
    if (gemm.by_pointers) return make_pointer_product(gemm, device, workspace_limit);
#endif
    return std::make_unique<const LtProduct>(gemm, device, workspace_limit);
}

}  // namespace

GemmPlan::GemmPlan(const BatchedGemm& gemm, int device, std::int64_t workspace_limit)
    : dtype_(gemm.shape.dtype) {
    check_leading_dimensions(gemm);
    const DeviceScope scope(device);
    product_ = make_product(gemm, device, workspace_limit);
}

GemmPlan::~GemmPlan() = default;

std::int64_t GemmPlan::workspace_bytes() const noexcept {
    return static_cast<std::int64_t>(product_->workspace_bytes());
}

void GemmPlan::run(Scalar alpha, const void* a, const void* b, Scalar beta, void* c,
                   void* workspace, Stream stream) const {
    run_apart(alpha, a, b, beta, c, c, workspace, stream);
}

void GemmPlan::run_apart(Scalar alpha, const void* a, const void* b, Scalar beta,
                         const void* addend, void* c, void* workspace, Stream stream) const {
    visit_numeric(dtype_, [&](auto tag) {
        using T = ComputeOf<typename decltype(tag)::type>;
        // That of CUDA's double2, as which cuBLASLt reads factors of complex128.
        constexpr std::size_t alignment = 2 * sizeof(double);
        alignas(alignment) const T factor = scalar_cast<T>(alpha);
        alignas(alignment) const T scale = scalar_cast<T>(beta);
        product_->run(&factor, a, b, &scale, addend, c, workspace, stream);
    });
}

}  // namespace ttgt::cuda
