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
#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/stream.h"

namespace ttgt::cuda {
namespace {

/// More than cuBLASLt asks for on this generation of GPUs.
constexpr std::int64_t most_workspace = std::int64_t{32} << 20;
constexpr std::uint32_t vector_bytes = 16;

void check(cublasStatus_t status, const char* call) {
    if (status == CUBLAS_STATUS_SUCCESS) return;
    const std::string message =
        fmt::format("{}: {}: {}", call, cublas_lt().cublasLtGetStatusName(status),
                    cublas_lt().cublasLtGetStatusString(status));
    if (status == CUBLAS_STATUS_ALLOC_FAILED) throw OutOfMemory(message);
    throw DeviceError(message);
}

/// Where only a shape has been handed over so far, a value that is refused is one that the library
/// has no way for.
bool is_refusal(cublasStatus_t status) {
    return status == CUBLAS_STATUS_NOT_SUPPORTED || status == CUBLAS_STATUS_INVALID_VALUE;
}

[[noreturn]] void refuse(const BatchedGemm& gemm) {
    const GemmCall& shape = gemm.shape;
    throw Unsupported(fmt::format(
        "cuBLASLt has no algorithm for {} products of {} with m={} n={} k={} lda={} ldb={} ldc={}",
        gemm.count, name(shape.dtype), shape.m, shape.n, shape.k, shape.lda, shape.ldb, shape.ldc));
}

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
    check(cublas_lt().cublasLtCreate(&created), "cublasLtCreate");
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

Operation make_operation(const GemmCall& shape) {
    cublasLtMatmulDesc_t created = nullptr;
    check(cublas_lt().cublasLtMatmulDescCreate(&created, compute_type(shape),
                                               data_type(compute_of(shape.dtype))),
          "cublasLtMatmulDescCreate");
    Operation owned(created);
    const auto set = [&](cublasLtMatmulDescAttributes_t attribute, MatrixOp op) {
        const cublasOperation_t value = operation(op);
        check(cublas_lt().cublasLtMatmulDescSetAttribute(created, attribute, &value, sizeof value),
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
    check(status, "cublasLtMatrixLayoutCreate");
    Matrix owned(created);
    const auto set = [&](cublasLtMatrixLayoutAttribute_t attribute, const auto& value) {
        check(
            cublas_lt().cublasLtMatrixLayoutSetAttribute(created, attribute, &value, sizeof value),
            "cublasLtMatrixLayoutSetAttribute");
    };
    set(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, narrow<std::int32_t>(gemm.count, "the batch"));
    if (gemm.by_pointers) {
        set(CUBLASLT_MATRIX_LAYOUT_BATCH_MODE,
            static_cast<std::uint32_t>(CUBLASLT_BATCH_MODE_POINTER_ARRAY));
    } else {
        set(CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, shape.stride);
    }
    return owned;
}

Preference make_preference(const BatchedGemm& gemm, std::int64_t workspace_limit) {
    cublasLtMatmulPreference_t created = nullptr;
    check(cublas_lt().cublasLtMatmulPreferenceCreate(&created), "cublasLtMatmulPreferenceCreate");
    Preference owned(created);
    const auto set = [&](cublasLtMatmulPreferenceAttributes_t attribute, const auto& value) {
        check(cublas_lt().cublasLtMatmulPreferenceSetAttribute(created, attribute, &value,
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

}  // namespace

struct GemmPlan::State {
    cublasLtHandle_t handle;
    DType dtype;
    descriptor::Operation operation;
    descriptor::Matrix a;
    descriptor::Matrix b;
    descriptor::Matrix c;
    cublasLtMatmulAlgo_t algorithm{};
    std::size_t workspace_bytes = 0;

    State(const BatchedGemm& gemm, int device)
        : handle(handle_of(device)),
          dtype(gemm.shape.dtype),
          operation(make_operation(gemm.shape)) {
        const GemmCall& shape = gemm.shape;
        const auto matrix = [&](MatrixOp op, std::int64_t rows, std::int64_t columns,
                                std::int64_t ld, std::int64_t stride) {
            const bool plain = op == MatrixOp::none;
            return make_matrix(gemm, {plain ? rows : columns, plain ? columns : rows, ld, stride});
        };
        a = matrix(shape.op_a, shape.m, shape.k, shape.lda, gemm.stride_a);
        b = matrix(shape.op_b, shape.k, shape.n, shape.ldb, gemm.stride_b);
        c = matrix(MatrixOp::none, shape.m, shape.n, shape.ldc, gemm.stride_c);
    }

    void choose(const BatchedGemm& gemm, std::int64_t workspace_limit) {
        const Preference preference = make_preference(gemm, workspace_limit);
        cublasLtMatmulHeuristicResult_t best{};
        int found = 0;
        const cublasStatus_t status = cublas_lt().cublasLtMatmulAlgoGetHeuristic(
            handle, operation.get(), a.get(), b.get(), c.get(), c.get(), preference.get(), 1, &best,
            &found);
        if (is_refusal(status)) refuse(gemm);
        check(status, "cublasLtMatmulAlgoGetHeuristic");
        if (found == 0 || best.state != CUBLAS_STATUS_SUCCESS) refuse(gemm);
        algorithm = best.algo;
        workspace_bytes = best.workspaceSize;
    }

    void run(const void* alpha, const void* first, const void* second, const void* beta,
             const void* addend, void* output, void* workspace, Stream stream) const {
        check(cublas_lt().cublasLtMatmul(handle, operation.get(), alpha, first, a.get(), second,
                                         b.get(), beta, addend, c.get(), output, c.get(),
                                         &algorithm, workspace, workspace_bytes, native(stream)),
              "cublasLtMatmul");
    }
};

GemmPlan::GemmPlan(const BatchedGemm& gemm, int device, std::int64_t workspace_limit) {
    check_leading_dimensions(gemm);
    const DeviceScope scope(device);
    auto state = std::make_unique<State>(gemm, device);
    state->choose(gemm, workspace_limit);
    state_ = std::move(state);
}

GemmPlan::~GemmPlan() = default;

std::int64_t GemmPlan::workspace_bytes() const noexcept {
    return static_cast<std::int64_t>(state_->workspace_bytes);
}

void GemmPlan::run(Scalar alpha, const void* a, const void* b, Scalar beta, void* c,
                   void* workspace, Stream stream) const {
    run_apart(alpha, a, b, beta, c, c, workspace, stream);
}

void GemmPlan::run_apart(Scalar alpha, const void* a, const void* b, Scalar beta,
                         const void* addend, void* c, void* workspace, Stream stream) const {
    visit_numeric(state_->dtype, [&](auto tag) {
        using T = ComputeOf<typename decltype(tag)::type>;
        // That of CUDA's double2, as which cuBLASLt reads factors of complex128.
        constexpr std::size_t alignment = 2 * sizeof(double);
        alignas(alignment) const T factor = scalar_cast<T>(alpha);
        alignas(alignment) const T scale = scalar_cast<T>(beta);
        state_->run(&factor, a, b, &scale, addend, c, workspace, stream);
    });
}

}  // namespace ttgt::cuda
