// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/dtype.h>

#include <cstdint>
#include <string>

#include "tools/bench/contraction/gemm_reference.h"

namespace ttgt::bench {

/// A BLAS that the program uses itself, beside ttgt's: a library file with CBLAS functions, whose
/// names may have the prefix scipy_ and the suffix 64_ of the copies in wheels.
class OwnBlas {
public:
    /// Loads the file and sets the number of threads. Throws std::runtime_error where it cannot.
    OwnBlas(const std::string& path, int threads);

    /// C = A * B for packed column-major matrices of float32 or float64, on the library's threads.
    void multiply(DType dtype, const tool::ProductSizes& sizes, const void* a, const void* b,
                  void* c) const;

private:
    template <class Int>
    void multiply_as(DType dtype, const tool::ProductSizes& sizes, const void* a, const void* b,
                     void* c) const;

    void* sgemm_ = nullptr;
    void* dgemm_ = nullptr;
    bool has_long_integers_ = false;
};

}  // namespace ttgt::bench
