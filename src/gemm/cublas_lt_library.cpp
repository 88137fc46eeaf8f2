// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/gemm/cublas_lt_library.h"

#include <ttgt/error.h>

#include <dlfcn.h>

#include <string>

#include <fmt/format.h>

namespace ttgt::cuda {
namespace {

[[noreturn]] void refuse() {
    const char* const reason = dlerror();
    throw Unsupported(fmt::format("matrix products on GPUs need cuBLASLt: {}",
                                  reason == nullptr ? "unknown reason" : reason));
}

template <class Function>
void load(void* library, const char* name, Function& function) {
    void* const symbol = dlsym(library, name);
    if (symbol == nullptr) refuse();
    function = reinterpret_cast<Function>(symbol);
}

CublasLtLibrary load_library() {
    // The version whose header this file was compiled with.
    const std::string file = fmt::format("libcublasLt.so.{}", CUBLAS_VER_MAJOR);
    void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) refuse();
    CublasLtLibrary functions{};
#define TTGT_LOAD(name) load(library, #name, functions.name)
    TTGT_LOAD(cublasLtCreate);
    TTGT_LOAD(cublasLtGetStatusName);
    TTGT_LOAD(cublasLtGetStatusString);
    TTGT_LOAD(cublasLtMatmul);
    TTGT_LOAD(cublasLtMatmulAlgoGetHeuristic);
    TTGT_LOAD(cublasLtMatmulDescCreate);
    TTGT_LOAD(cublasLtMatmulDescDestroy);
    TTGT_LOAD(cublasLtMatmulDescSetAttribute);
    TTGT_LOAD(cublasLtMatmulPreferenceCreate);
    TTGT_LOAD(cublasLtMatmulPreferenceDestroy);
    TTGT_LOAD(cublasLtMatmulPreferenceSetAttribute);
    TTGT_LOAD(cublasLtMatrixLayoutCreate);
    TTGT_LOAD(cublasLtMatrixLayoutDestroy);
    TTGT_LOAD(cublasLtMatrixLayoutSetAttribute);
#undef TTGT_LOAD
    return functions;
}

}  // namespace

const CublasLtLibrary& cublas_lt() {
    static const CublasLtLibrary library = load_library();
    return library;
}

}  // namespace ttgt::cuda
