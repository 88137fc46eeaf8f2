// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/gemm/gemm.h"

#include <ttgt/error.h>

#include <algorithm>
#include <limits>
#include <mutex>

#include <fmt/format.h>

#include "src/gemm/blas_library.h"
#include "src/gemm/process_mkl.h"
#include "src/gemm/slices.h"
#include "src/gemm/vendors.h"

namespace ttgt {
namespace {

void check_leading_dimension(const char* matrix, std::int64_t ld, std::int64_t rows) {
    if (ld < std::max<std::int64_t>(rows, 1)) {
        throw InvalidArgument(
            fmt::format("leading dimension {} of {} is less than its {} rows", ld, matrix, rows));
    }
}

void check(const GemmCall& call) {
    if (call.m < 0 || call.n < 0 || call.k < 0) {
        throw InvalidArgument(fmt::format("matrix sizes m={} n={} k={} must not be negative",
                                          call.m, call.n, call.k));
    }
    check_leading_dimension("A", call.lda, call.op_a == MatrixOp::none ? call.m : call.k);
    check_leading_dimension("B", call.ldb, call.op_b == MatrixOp::none ? call.k : call.n);
    check_leading_dimension("C", call.ldc, call.m);
}

#if TTGT_HAS_CBLAS
/// Locked where the BLAS cannot be called by two threads at the same time.
std::unique_lock<std::mutex> alone() {
    static std::mutex mutex;
    return blas_library().side_by_side ? std::unique_lock<std::mutex>()
                                       : std::unique_lock<std::mutex>(mutex);
}
#endif

}  // namespace

bool is_available(GemmVendor vendor) noexcept {
#if TTGT_HAS_CBLAS
    return vendor == GemmVendor::cblas || vendor == GemmVendor::eigen;
#else
    return vendor == GemmVendor::eigen;
#endif
}

GemmVendor default_gemm_vendor() noexcept {
    return is_available(GemmVendor::cblas) ? GemmVendor::cblas : GemmVendor::eigen;
}

std::string_view name(GemmVendor vendor) noexcept {
    return vendor == GemmVendor::cblas ? "cblas" : "eigen";
}

void gemm(const GemmCall& call, GemmVendor vendor) {
    check(call);
    if (call.m == 0 || call.n == 0) return;
    if (vendor == GemmVendor::eigen) return eigen::gemm(call);
#if TTGT_HAS_CBLAS
    if (const ProcessMkl* const mkl = process_mkl()) {
        return for_each_slice(call, std::numeric_limits<int>::max(),
                              [mkl](const GemmCall& slice) { gemm(*mkl, slice); });
    }
    const std::unique_lock<std::mutex> lock = alone();
    for_each_slice(call, std::numeric_limits<int>::max(),
                   [](const GemmCall& slice) { cblas::gemm(slice); });
#else
    throw Unsupported("this build has no CBLAS");
#endif
}

}  // namespace ttgt
