// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// This file is compiled once for each of Highway's targets: foreach_target.h includes it again.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "contraction/cpu/direct/matrix_vector_kernel.cpp"
// Only targets are compiled whose vectors have a length known when compiling; those that do not
// change the kernels are left out.
#define HWY_DISABLED_TARGETS \
    (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#include <hwy/foreach_target.h>
// foreach_target.h has to be included before highway.h.
#include <hwy/highway.h>

#include <cstddef>

#include "contraction/cpu/direct/direct_vector.h"
#include "contraction/cpu/direct/matrix_vector_kernel.h"

HWY_BEFORE_NAMESPACE();
namespace ttgt::cpu::HWY_NAMESPACE {

template <class T>
constexpr auto lanes_of = static_cast<std::int64_t>(Vector<T>::lanes);

/// The number that a column of A is multiplied by, in all lanes.
template <class T, bool is_complex>
struct Multiplier {
    Vector<T> re;
    Vector<T> im;

    Multiplier() = default;
    Multiplier(const T* b, bool conjugate_a, bool conjugate_b) : re(Vector<T>::all(b[0])) {
        if constexpr (is_complex) {
            const T sign_a = conjugate_a ? T(-1) : T(1);
            const T imaginary = conjugate_b ? -b[1] : b[1];
            re = Vector<T>::alternate(b[0], sign_a * b[0]);
            im = Vector<T>::alternate(-sign_a * imaginary, imaginary);
        }
    }
    HWY_INLINE Vector<T> times(Vector<T> a, Vector<T> addend) const {
        const Vector<T> sum = a.times(re, addend);
        if constexpr (!is_complex) return sum;
        return a.swapped_parts().times(im, sum);
    }
};

template <class T, bool is_complex, int count>
void add_some_columns(const typename MatrixVectorKernels<T>::Columns& columns) {
    Multiplier<T, is_complex> multipliers[count];
    const T* a[count];
    for (int j = 0; j < count; ++j) {
        multipliers[j] = {columns.b + columns.steps_b[j], columns.conjugate_a, columns.conjugate_b};
        a[j] = columns.a + columns.steps_a[j];
    }
    std::int64_t i = 0;
    for (; i + lanes_of<T> <= columns.length; i += lanes_of<T>) {
        Vector<T> sum = Vector<T>::load(columns.sums + i);
        HWY_UNROLL(8)
        for (int j = 0; j < count; ++j) {
            sum = multipliers[j].times(Vector<T>::load(a[j] + i), sum);
        }
        sum.store(columns.sums + i);
    }
    const std::int64_t rest = columns.length - i;
    if (rest == 0) return;
    Vector<T> sum = Vector<T>::load(columns.sums + i);
    for (int j = 0; j < count; ++j)
        sum = multipliers[j].times(Vector<T>::load_part(a[j] + i, rest), sum);
    sum.store(columns.sums + i);
}

template <class T, bool is_complex>
void add_columns(const typename MatrixVectorKernels<T>::Columns& columns) {
    typename MatrixVectorKernels<T>::Columns rest = columns;
    if (rest.count == MatrixVectorKernels<T>::columns) {
        return add_some_columns<T, is_complex, 8>(columns);
    }
    for (; rest.count > 0; --rest.count, ++rest.steps_a, ++rest.steps_b) {
        add_some_columns<T, is_complex, 1>(rest);
    }
}

template <class T>
void dot(const T* a, const T* b, std::int64_t length, T* sums) {
    constexpr std::int64_t step = 4 * lanes_of<T>;
    Vector<T> sum[4];
    for (std::int64_t v = 0; v < 4; ++v) sum[v] = Vector<T>::load(sums + v * lanes_of<T>);
    std::int64_t i = 0;
    for (; i + step <= length; i += step) {
        HWY_UNROLL(4)
        for (std::int64_t v = 0; v < 4; ++v) {
            const std::int64_t at = i + v * lanes_of<T>;
            sum[v] = Vector<T>::load(a + at).times(Vector<T>::load(b + at), sum[v]);
        }
    }
    for (; i + lanes_of<T> <= length; i += lanes_of<T>) {
        sum[0] = Vector<T>::load(a + i).times(Vector<T>::load(b + i), sum[0]);
    }
    if (i < length) {
        sum[0] = Vector<T>::load_part(a + i, length - i)
                     .times(Vector<T>::load_part(b + i, length - i), sum[0]);
    }
    for (std::int64_t v = 0; v < 4; ++v) sum[v].store(sums + v * lanes_of<T>);
}

/// Implements MatrixVectorKernels::complex_dot. There are four vectors of running sums: vectors 0
/// and 1 hold sums of (re*re, im*im), vectors 2 and 3 sums of (re*im, im*re).
template <class T>
void complex_dot(const T* a, const T* b, std::int64_t length, T* sums) {
    Vector<T> sum[4];
    for (std::int64_t v = 0; v < 4; ++v) sum[v] = Vector<T>::load(sums + v * lanes_of<T>);
    const auto add = [&sum](int v, Vector<T> l, Vector<T> r) HWY_ATTR {
        sum[v] = l.times(r, sum[v]);
        sum[v + 2] = l.times(r.swapped_parts(), sum[v + 2]);
    };
    std::int64_t i = 0;
    for (; i + 2 * lanes_of<T> <= length; i += 2 * lanes_of<T>) {
        add(0, Vector<T>::load(a + i), Vector<T>::load(b + i));
        add(1, Vector<T>::load(a + i + lanes_of<T>), Vector<T>::load(b + i + lanes_of<T>));
    }
    for (; i < length; i += lanes_of<T>) {
        const std::int64_t count = length - i;
        if (count >= lanes_of<T>) {
            add(0, Vector<T>::load(a + i), Vector<T>::load(b + i));
        } else {
            add(0, Vector<T>::load_part(a + i, count), Vector<T>::load_part(b + i, count));
        }
    }
    for (std::int64_t v = 0; v < 4; ++v) sum[v].store(sums + v * lanes_of<T>);
}

template <class T>
void add_blocks_of_vectors(T* sums, T* totals, T* lost, std::int64_t count) {
    using V = Vector<T>;
    for (std::int64_t i = 0; i < count; i += lanes_of<T>) {
        const V total = V::load(totals + i);
        const V value = V::load(sums + i);
        const V sum = value.plus(total);
        const V part = sum.minus(total);
        const V error = total.minus(sum.minus(part)).plus(value.minus(part));
        V::load(lost + i).plus(error).store(lost + i);
        sum.store(totals + i);
        V::all(0).store(sums + i);
    }
}

template <class T>
void total(const T* sums, T* result) {
    T lanes[Vector<T>::lanes];
    const auto one = Vector<T>::all(1);
    Vector<T> sum = Vector<T>::load(sums);
    for (std::int64_t v = 1; v < 4; ++v)
        sum = Vector<T>::load(sums + v * lanes_of<T>).times(one, sum);
    sum.store(lanes);
    *result = 0;
    for (const T lane : lanes) *result += lane;
}

template <class T>
void complex_total(const T* sums, T* result) {
    for (std::int64_t kind = 0; kind < 2; ++kind) {
        T even = 0;
        T odd = 0;
        for (std::int64_t i = 0; i < 2 * lanes_of<T>; i += 2) {
            even += sums[kind * 2 * lanes_of<T> + i];
            odd += sums[kind * 2 * lanes_of<T> + i + 1];
        }
        result[2 * kind] = even;
        result[2 * kind + 1] = odd;
    }
}

template <class T>
const MatrixVectorKernels<T>* kernels() {
    static constexpr MatrixVectorKernels<T> instance{
        add_columns<T, false>, add_columns<T, true>,     dot<T>,
        complex_dot<T>,        add_blocks_of_vectors<T>, total<T>,
        complex_total<T>};
    return &instance;
}

const MatrixVectorKernels<float>* vector_kernels_of_float() { return kernels<float>(); }
const MatrixVectorKernels<double>* vector_kernels_of_double() { return kernels<double>(); }

}  // namespace ttgt::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ttgt::cpu {

HWY_EXPORT(vector_kernels_of_float);
HWY_EXPORT(vector_kernels_of_double);

template <>
const MatrixVectorKernels<float>& matrix_vector_kernels<float>() {
    return *HWY_DYNAMIC_DISPATCH(vector_kernels_of_float)();
}

template <>
const MatrixVectorKernels<double>& matrix_vector_kernels<double>() {
    return *HWY_DYNAMIC_DISPATCH(vector_kernels_of_double)();
}

}  // namespace ttgt::cpu
#endif
