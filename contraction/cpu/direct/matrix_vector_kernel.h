// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ttgt::cpu {

/// Sums of products along contiguous memory. Complex numbers are two elements of T.
template <class T>
struct MatrixVectorKernels {
    /// Number of columns that add_columns takes at once.
    static constexpr std::int64_t columns = 8;
    /// Number of elements of T in the running sums of a dot product, which begin as zeros.
    static constexpr std::int64_t dot_sums =
        std::int64_t{4} * 64 / static_cast<std::int64_t>(sizeof(T));

    /// Arguments of add_columns: sums[i] += sum of a[i + steps_a[j]] * b[steps_b[j]] over `count`
    /// columns j.
    struct Columns {
        /// The first element of the matrix A.
        const T* a;
        /// The first element of the vector b.
        const T* b;
        /// For each column, elements of T from `a` to it.
        const std::int64_t* steps_a;
        /// For each column, elements of T from `b` to its factor.
        const std::int64_t* steps_b;
        /// Number of columns to add.
        std::int64_t count;
        /// Number of elements of T in a column.
        std::int64_t length;
        /// Whether the matrix is conjugated.
        bool conjugate_a;
        /// Whether the vector is conjugated.
        bool conjugate_b;
        /// Elements of T to which the columns are added.
        T* sums;
    };
    /// Adds columns of real numbers.
    void (*add_columns)(const Columns& columns);
    /// Adds columns of complex numbers.
    void (*add_complex_columns)(const Columns& columns);

    /// Adds the products of two runs of real numbers to the running sums.
    void (*dot)(const T* a, const T* b, std::int64_t length, T* sums);
    /// Adds the products of two runs of complex numbers to the running sums.
    void (*complex_dot)(const T* a, const T* b, std::int64_t length, T* sums);
    /// Does the same as ttgt::cpu::add_blocks(), but may reach up to a vector beyond `count`.
    void (*add_blocks)(T* sums, T* totals, T* lost, std::int64_t count);
    /// The whole sum of dot's running sums: one number.
    void (*total)(const T* sums, T* result);
    /// The whole sums of complex_dot's running sums: four numbers, the sums of re*re, im*im, re*im,
    /// im*re.
    void (*complex_total)(const T* sums, T* result);
};

/// The kernels for the best instruction set of this machine.
template <class T>
[[nodiscard]] const MatrixVectorKernels<T>& matrix_vector_kernels();
template <>
[[nodiscard]] const MatrixVectorKernels<float>& matrix_vector_kernels<float>();
template <>
[[nodiscard]] const MatrixVectorKernels<double>& matrix_vector_kernels<double>();

}  // namespace ttgt::cpu
