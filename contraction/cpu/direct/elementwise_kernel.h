// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "contraction/cpu/direct/product/direct_kernel.h"

namespace ttgt::cpu {

/// A row of d[i] = alpha * sum over steps of l[i] * r[i] + beta * d[i]. All operands are contiguous
/// and of one type T; complex numbers are two elements of T.
template <class T>
struct ElementwiseRow {
    /// The row of L.
    const T* l;
    /// The row of R.
    const T* r;
    /// The row of D.
    T* d;
    /// Number of elements of T in the row.
    std::int64_t length;
    /// Whether L is one number for the whole row.
    bool repeats_l;
    /// Whether R is one number for the whole row.
    bool repeats_r;
    /// Whether D is written by non-temporal stores; D is aligned to its numbers then.
    bool non_temporal;
};

/// How the numbers of rows are multiplied and summed.
template <class T>
struct ElementwiseSum {
    /// For each term of the sum, elements of T from the row of L to that of the term.
    const std::int64_t* steps_l;
    /// For each term of the sum, elements of T from the row of R to that of the term.
    const std::int64_t* steps_r;
    /// Number of terms of the sum.
    std::int64_t inner;
    /// Whether numbers are pairs of elements of T.
    bool pairs;
    /// Whether pairs are multiplied as complex numbers; else part by part.
    bool complex_product;
    /// Whether L is complex and conjugated.
    bool conjugate_l;
    /// Whether R is complex and conjugated.
    bool conjugate_r;
    /// alpha and beta.
    const BlendScalars<T>* scalars;
};

/// A function that computes one row of D of an elementwise step.
template <class T>
using ElementwiseKernel = void (*)(const ElementwiseRow<T>& row, const ElementwiseSum<T>& sum);

/// The kernel for the best instruction set of this machine.
template <class T>
[[nodiscard]] ElementwiseKernel<T> elementwise_kernel();
template <>
[[nodiscard]] ElementwiseKernel<float> elementwise_kernel<float>();
template <>
[[nodiscard]] ElementwiseKernel<double> elementwise_kernel<double>();

}  // namespace ttgt::cpu
