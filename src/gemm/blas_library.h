// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace ttgt {

/// Whose threads a BLAS has.
enum class BlasThreading { unknown, serial, openmp, pthread };

[[nodiscard]] std::string_view name(BlasThreading threading) noexcept;

/// What the BLAS behind the matrix products of this process says of itself.
struct BlasLibrary {
    std::string name;     ///< OpenBLAS, MKL, BLIS, FlexiBLAS, reference, unknown, or Eigen
    std::string version;  ///< empty where it does not say
    std::string kernel;   ///< what it chose for this CPU; empty where it does not say
    std::string path;     ///< path of the library's file, or of the program that contains it
    BlasThreading threading = BlasThreading::unknown;
    /// Whether threads may call it at the same time. A serial OpenBLAS, unless built with
    /// USE_LOCKING, which it does not say, gives two of them the same packing buffer: wrong
    /// results.
    bool side_by_side = true;
    /// Whether it has kernels for small real products, which need no packing: OpenBLAS' for
    /// AVX-512.
    bool multiplies_small_unpacked = false;

    /// How many threads the calls of the whole process use; both are empty where there is no such
    /// number, or it is OpenMP's.
    std::function<int()> get_threads;
    std::function<void(int)> set_threads;
    /// Sets how many threads the calls of the calling thread alone use. Returns the number that was
    /// set before; 0: none.
    std::function<int(int)> set_own_threads;
};

/// Found at the first call: nothing about it is known when the library is built.
[[nodiscard]] const BlasLibrary& blas_library();

/// The name of its kernels, "reference" for Netlib's; empty where it does not say.
[[nodiscard]] std::string kernels_of(const BlasLibrary& library);

/// "OpenBLAS 0.3.21, Haswell kernels, pthread threads".
[[nodiscard]] std::string describe(const BlasLibrary& library);

}  // namespace ttgt
