// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "contraction/cpu/direct/direct_kernel.h"

namespace ttgt::cpu {

/// d[i] = alpha * sum over steps of l[i] * r[i] + beta * d[i]. Everything is contiguous and of one
/// type T; complex numbers are two elements.
template <class T>
struct ElementwiseRow {
    const T* l;
    const T* r;
    T* d;
    std::int64_t length;  ///< elements of T
    bool repeats_l;       ///< one number for the whole row
    bool repeats_r;
    bool non_temporal;  ///< d takes non-temporal stores; it is aligned to its numbers
};

template <class T>
struct ElementwiseSum {
    const std::int64_t* steps_l;  ///< elements of T
    const std::int64_t* steps_r;
    std::int64_t inner;
    bool pairs;            ///< numbers are pairs of elements
    bool complex_product;  ///< else part by part
    bool conjugate_l;
    bool conjugate_r;
    const BlendScalars<T>* scalars;
};

template <class T>
using ElementwiseKernel = void (*)(const ElementwiseRow<T>& row, const ElementwiseSum<T>& sum);

/// That for the best instruction set of this machine.
template <class T>
[[nodiscard]] ElementwiseKernel<T> elementwise_kernel();
template <>
[[nodiscard]] ElementwiseKernel<float> elementwise_kernel<float>();
template <>
[[nodiscard]] ElementwiseKernel<double> elementwise_kernel<double>();

}  // namespace ttgt::cpu
