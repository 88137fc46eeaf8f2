// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cublasLt.h>

namespace ttgt::cuda {

/// The functions of cuBLASLt that are used, under its own names. The library is loaded when the
/// first product is planned on a GPU: that takes 200 MB and a fifth of a second, which programs
/// that stay on CPUs do not pay.
struct CublasLtLibrary {
    decltype(&::cublasLtCreate) cublasLtCreate;
    decltype(&::cublasLtGetStatusName) cublasLtGetStatusName;
    decltype(&::cublasLtGetStatusString) cublasLtGetStatusString;
    decltype(&::cublasLtMatmul) cublasLtMatmul;
    decltype(&::cublasLtMatmulAlgoGetHeuristic) cublasLtMatmulAlgoGetHeuristic;
    decltype(&::cublasLtMatmulDescCreate) cublasLtMatmulDescCreate;
    decltype(&::cublasLtMatmulDescDestroy) cublasLtMatmulDescDestroy;
    decltype(&::cublasLtMatmulDescSetAttribute) cublasLtMatmulDescSetAttribute;
    decltype(&::cublasLtMatmulPreferenceCreate) cublasLtMatmulPreferenceCreate;
    decltype(&::cublasLtMatmulPreferenceDestroy) cublasLtMatmulPreferenceDestroy;
    decltype(&::cublasLtMatmulPreferenceSetAttribute) cublasLtMatmulPreferenceSetAttribute;
    decltype(&::cublasLtMatrixLayoutCreate) cublasLtMatrixLayoutCreate;
    decltype(&::cublasLtMatrixLayoutDestroy) cublasLtMatrixLayoutDestroy;
    decltype(&::cublasLtMatrixLayoutSetAttribute) cublasLtMatrixLayoutSetAttribute;
};

/// Loaded on first use, and kept. Throws Unsupported naming what cannot be loaded.
[[nodiscard]] const CublasLtLibrary& cublas_lt();

}  // namespace ttgt::cuda
