// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ttgt::cpu {

/// Sums of products along contiguous memory. Complex numbers are two elements of T.
template <class T>
struct MatrixVectorKernels {
    /// Columns that add_columns takes at once.
    static constexpr std::int64_t columns = 8;
    /// Elements of the running sums of a dot product; they start as zeros.
    static constexpr std::int64_t dot_sums =
        std::int64_t{4} * 64 / static_cast<std::int64_t>(sizeof(T));

    /// sums[i] += sum of a[i + steps_a[j]] * b[steps_b[j]] over `count` columns j.
    struct Columns {
        const T* a;
        const T* b;
        const std::int64_t* steps_a;  ///< elements of T
        const std::int64_t* steps_b;
        std::int64_t count;
        std::int64_t length;  ///< elements of T
        bool conjugate_a;
        bool conjugate_b;
        T* sums;
    };
    void (*add_columns)(const Columns& columns);
    void (*add_complex_columns)(const Columns& columns);

    /// Adds the products of two runs to the running sums.
    void (*dot)(const T* a, const T* b, std::int64_t length, T* sums);
    void (*complex_dot)(const T* a, const T* b, std::int64_t length, T* sums);
    /// As ttgt::cpu::add_blocks(). Reaches up to a vector beyond `count`.
    void (*add_blocks)(T* sums, T* totals, T* lost, std::int64_t count);
    /// The whole sum: a real number, or for complex_dot's sums the sums of re*re, im*im, re*im and
    /// im*re.
    void (*total)(const T* sums, T* result);
    void (*complex_total)(const T* sums, T* result);
};

/// Those for the best instruction set of this machine.
template <class T>
[[nodiscard]] const MatrixVectorKernels<T>& matrix_vector_kernels();
template <>
[[nodiscard]] const MatrixVectorKernels<float>& matrix_vector_kernels<float>();
template <>
[[nodiscard]] const MatrixVectorKernels<double>& matrix_vector_kernels<double>();

}  // namespace ttgt::cpu
