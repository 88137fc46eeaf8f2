// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/gemm/cublas_lt_library.h"

#include <string>

#include <fmt/format.h>

#include "src/runtime/loaded_library.h"

namespace ttgt::cuda {
namespace {

CublasLtLibrary load_library() {
    // The version whose header this file was compiled with.
    const std::string file = fmt::format("libcublasLt.so.{}", CUBLAS_VER_MAJOR);
    const LoadedLibrary library(file, packaged_library({CUBLAS_VER_MAJOR, "cublas", file}),
                                "matrix products on GPUs need cuBLASLt");
    CublasLtLibrary functions{};
#define TTGT_LOAD(name) library.find(#name, functions.name)
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
