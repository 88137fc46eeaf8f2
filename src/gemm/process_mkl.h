// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "src/gemm/gemm.h"

namespace ttgt {

/// MKL as another library of this process brings it: PyTorch's wheels have it within libtorch_cpu,
/// conda's NumPy loads libmkl_rt. Its names are Fortran's, its sizes 32 bits wide.
struct ProcessMkl {
    using Function = void();

    std::string path;     ///< of the library's file
    std::string version;  ///< such as "2024.2-Product"
    Function* sgemm = nullptr;
    Function* dgemm = nullptr;
    Function* cgemm = nullptr;
    Function* zgemm = nullptr;
    /// Sets how many threads the calls of the calling thread use; returns the number before, 0:
    /// none.
    int (*set_own_threads)(int) = nullptr;
};

/// What multiplies in place of the BLAS that this library is linked with; null: nothing does.
[[nodiscard]] const ProcessMkl* process_mkl() noexcept;

/// Looks for MKL if this process has loaded libraries since it was last looked for. It is taken on
/// Intel's CPUs, where the linked BLAS is another one. The variable TTGT_PROCESS_MKL of the
/// environment says otherwise: 0 never, 1 on any CPU.
void find_process_mkl();

/// The call is valid, every size fits an int, and the type is one of the four. On the calling
/// thread alone.
void gemm(const ProcessMkl& mkl, const GemmCall& call);

}  // namespace ttgt
