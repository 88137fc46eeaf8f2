// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/gemm/process_mkl.h"

#include <dlfcn.h>
#include <ttgt/error.h>

#include <array>
#include <atomic>
#include <complex>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>

#include "src/core/checked.h"
#include "src/core/element.h"
#include "src/gemm/blas_library.h"
#include "src/gemm/config_text.h"
#include "src/runtime/loaded_libraries.h"

namespace ttgt {
namespace {

/// The one that multiplies. Never destroyed: destructors of static objects may contract, too.
std::atomic<const ProcessMkl*> mkl_in_use{nullptr};

/// The function of this name in the library itself, not in one that it depends on.
template <class Type>
Type* own_function(void* library, const std::string& path, const char* function) {
    void* const found = dlsym(library, function);
    if (found == nullptr || path_of_library(found) != path) return nullptr;
    return reinterpret_cast<Type*>(found);
}

std::optional<ProcessMkl> read_mkl(const std::string& path) {
    // Kept open: what is found in it is called until the process ends.
    void* const library = dlopen(path.c_str(), RTLD_LAZY | RTLD_NOLOAD);
    if (library == nullptr) return std::nullopt;
    using Gemm = ProcessMkl::Function;
    ProcessMkl mkl;
    mkl.path = path;
    mkl.sgemm = own_function<Gemm>(library, path, "sgemm_");
    mkl.dgemm = own_function<Gemm>(library, path, "dgemm_");
    mkl.cgemm = own_function<Gemm>(library, path, "cgemm_");
    mkl.zgemm = own_function<Gemm>(library, path, "zgemm_");
    mkl.set_own_threads = own_function<int(int)>(library, path, "MKL_Set_Num_Threads_Local");
    auto* const version = own_function<void(char*, int)>(library, path, "MKL_Get_Version_String");
    if (mkl.sgemm == nullptr || mkl.dgemm == nullptr || mkl.cgemm == nullptr ||
        mkl.zgemm == nullptr || mkl.set_own_threads == nullptr || version == nullptr) {
        dlclose(library);
        return std::nullopt;
    }
    std::array<char, 256> text{};
    version(text.data(), static_cast<int>(text.size()) - 1);
    mkl.version = word_after(text.data(), "Version");
    return mkl;
}

bool is_intels_cpu() {
#if defined(__x86_64__)
    return __builtin_cpu_is("intel") != 0;
#else
    return false;
#endif
}

bool is_wanted() {
    const char* const text = std::getenv("TTGT_PROCESS_MKL");
    const std::string_view value = text == nullptr ? "" : text;
    if (value == "0" || value == "1") return value == "1";
    return is_intels_cpu();
}

char letter(MatrixOp op) {
    switch (op) {
        case MatrixOp::transpose:
            return 'T';
        case MatrixOp::conjugate_transpose:
            return 'C';
        default:
            return 'N';
    }
}

template <class T>
void call_fortran(ProcessMkl::Function* function, const GemmCall& call) {
    using Gemm = void(const char*, const char*, const int*, const int*, const int*, const T*,
                      const T*, const int*, const T*, const int*, const T*, T*, const int*);
    const char op_a = letter(call.op_a);
    const char op_b = letter(call.op_b);
    const int m = narrow<int>(call.m, "m");
    const int n = narrow<int>(call.n, "n");
    const int k = narrow<int>(call.k, "k");
    const int lda = narrow<int>(call.lda, "lda");
    const int ldb = narrow<int>(call.ldb, "ldb");
    const int ldc = narrow<int>(call.ldc, "ldc");
    const T alpha = scalar_cast<T>(call.alpha);
    const T beta = scalar_cast<T>(call.beta);
    reinterpret_cast<Gemm*>(function)(
        &op_a, &op_b, &m, &n, &k, &alpha, static_cast<const T*>(call.a), &lda,
        static_cast<const T*>(call.b), &ldb, &beta, static_cast<T*>(call.c), &ldc);
}

void call_by_type(const ProcessMkl& mkl, const GemmCall& call) {
    switch (call.dtype) {
        case DType::float32:
            return call_fortran<float>(mkl.sgemm, call);
        case DType::float64:
            return call_fortran<double>(mkl.dgemm, call);
        case DType::complex64:
            return call_fortran<std::complex<float>>(mkl.cgemm, call);
        case DType::complex128:
            return call_fortran<std::complex<double>>(mkl.zgemm, call);
        default:
            throw Unsupported(std::string("a matrix product of ").append(name(call.dtype)));
    }
}

}  // namespace

const ProcessMkl* process_mkl() noexcept { return mkl_in_use.load(std::memory_order_acquire); }

void find_process_mkl() {
    static const bool wanted =
        is_wanted() && is_available(GemmVendor::cblas) && blas_library().name != "MKL";
    if (!wanted || process_mkl() != nullptr) return;
    static std::mutex guard;
    static unsigned long long looked_at = 0;
    const unsigned long long loaded = loaded_libraries();
    const std::lock_guard lock(guard);
    if (looked_at == loaded || process_mkl() != nullptr) return;
    looked_at = loaded;
    for (const char* const part : {"libtorch_cpu.", "libmkl_rt."}) {
        for (const std::string& path : paths_of_loaded(part)) {
            if (std::optional<ProcessMkl> mkl = read_mkl(path)) {
                mkl_in_use.store(std::make_unique<const ProcessMkl>(*std::move(mkl)).release(),
                                 std::memory_order_release);
                return;
            }
        }
    }
}

void gemm(const ProcessMkl& mkl, const GemmCall& call) {
    const int before = mkl.set_own_threads(1);
    call_by_type(mkl, call);
    mkl.set_own_threads(before);
}

}  // namespace ttgt
