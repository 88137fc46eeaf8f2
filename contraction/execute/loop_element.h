// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/float16.h>

#include "contraction/execute/product_loops.h"

// Compiled for CPUs and for CUDA devices.
#ifdef __CUDACC__
#define TTGT_LOOPS_INLINE __host__ __device__ inline
#else
#define TTGT_LOOPS_INLINE inline
#endif

namespace ttgt::loops {

/// Real tensors are computed with as double: a product with an imaginary part of 0 would make NaN
/// of infinity.
struct LoopComplex {
    double real, imag;
};

TTGT_LOOPS_INLINE void multiply(double& product, double factor) { product *= factor; }
TTGT_LOOPS_INLINE void multiply(LoopComplex& product, LoopComplex factor) {
    product = {product.real * factor.real - product.imag * factor.imag,
               product.real * factor.imag + product.imag * factor.real};
}
TTGT_LOOPS_INLINE void add(double& sum, double value) { sum += value; }
TTGT_LOOPS_INLINE void add(LoopComplex& sum, LoopComplex value) {
    sum = {sum.real + value.real, sum.imag + value.imag};
}

template <class T>
TTGT_LOOPS_INLINE double element_at(const char* address, int part = 0) {
    return static_cast<double>(reinterpret_cast<const T*>(address)[part]);
}

TTGT_LOOPS_INLINE double real_part(const char* address, DType dtype) {
    switch (dtype) {
        case DType::float16:
            return static_cast<float>(*reinterpret_cast<const float16*>(address));
        case DType::bfloat16:
            return static_cast<float>(*reinterpret_cast<const bfloat16*>(address));
        case DType::float32:
        case DType::complex64:
            return element_at<float>(address);
        default:
            return element_at<double>(address);
    }
}

TTGT_LOOPS_INLINE void load(const char* address, DType dtype, bool, double& value) {
    value = real_part(address, dtype);
}
TTGT_LOOPS_INLINE void load(const char* address, DType dtype, bool conjugated, LoopComplex& value) {
    value = {real_part(address, dtype), 0};
    if (dtype == DType::complex64) value.imag = element_at<float>(address, 1);
    if (dtype == DType::complex128) value.imag = element_at<double>(address, 1);
    if (conjugated) value.imag = -value.imag;
}

TTGT_LOOPS_INLINE void store(char* address, DType dtype, double value) {
    switch (dtype) {
        case DType::float16:
            *reinterpret_cast<float16*>(address) = float16(static_cast<float>(value));
            break;
        case DType::bfloat16:
            *reinterpret_cast<bfloat16*>(address) = bfloat16(static_cast<float>(value));
            break;
        case DType::float32:
            *reinterpret_cast<float*>(address) = static_cast<float>(value);
            break;
        default:
            *reinterpret_cast<double*>(address) = value;
    }
}
TTGT_LOOPS_INLINE void store(char* address, DType dtype, LoopComplex value) {
    if (dtype == DType::complex64) {
        reinterpret_cast<float*>(address)[0] = static_cast<float>(value.real);
        reinterpret_cast<float*>(address)[1] = static_cast<float>(value.imag);
    } else {
        reinterpret_cast<double*>(address)[0] = value.real;
        reinterpret_cast<double*>(address)[1] = value.imag;
    }
}

TTGT_LOOPS_INLINE void set(const double (&scalar)[2], double& value) { value = scalar[0]; }
TTGT_LOOPS_INLINE void set(const double (&scalar)[2], LoopComplex& value) {
    value = {scalar[0], scalar[1]};
}
TTGT_LOOPS_INLINE bool is_zero(const double (&scalar)[2]) {
    return scalar[0] == 0 && scalar[1] == 0;
}

/// The sum of one product for one element of the output, whose part of each input starts at these
/// addresses.
template <class Value>
TTGT_LOOPS_INLINE Value sum_of_terms(const ProductLoops& loops, const LoopProduct& product,
                                     const char* (&addresses)[most_loop_inputs]) {
    std::int64_t position[most_loop_labels] = {};
    const int first = product.first_input;
    Value sum{};
    for (std::int64_t term = 0; term < product.terms; ++term) {
        Value value{};
        load(addresses[first], loops.inputs[first].dtype, loops.inputs[first].conjugated, value);
        for (int input = first + 1; input < product.end_input; ++input) {
            Value factor{};
            load(addresses[input], loops.inputs[input].dtype, loops.inputs[input].conjugated,
                 factor);
            multiply(value, factor);
        }
        add(sum, value);
        for (int label = product.first_label; label < product.end_label; ++label) {
            const bool is_last = ++position[label] == loops.extents[label];
            const std::int64_t steps = is_last ? 1 - loops.extents[label] : 1;
            for (int input = first; input < product.end_input; ++input) {
                addresses[input] += steps * loops.inputs[input].strides[label];
            }
            if (!is_last) break;
            position[label] = 0;
        }
    }
    return sum;
}

/// The sum of all products.
template <class Value>
TTGT_LOOPS_INLINE Value sum_of_products(const ProductLoops& loops,
                                        const char* (&addresses)[most_loop_inputs]) {
    Value sum{};
    for (int number = 0; number < loops.product_count; ++number) {
        const LoopProduct& product = loops.products[number];
        const double scale[2] = {product.scale, 0};
        if (is_zero(scale)) continue;
        Value value = sum_of_terms<Value>(loops, product, addresses);
        Value factor{};
        set(scale, factor);
        multiply(value, factor);
        add(sum, value);
    }
    return sum;
}

/// One element of the output, counted with its first label fastest.
template <class Value>
TTGT_LOOPS_INLINE void compute_element(const ProductLoops& loops, const LoopRun& run,
                                       std::int64_t element) {
    char* output = run.output;
    const char* addresses[most_loop_inputs];
    for (int input = 0; input < loops.input_count; ++input) addresses[input] = run.inputs[input];
    for (int label = 0; label < loops.output_labels; ++label) {
        const std::int64_t position = element % loops.extents[label];
        element /= loops.extents[label];
        output += position * loops.output.strides[label];
        for (int input = 0; input < loops.input_count; ++input) {
            addresses[input] += position * loops.inputs[input].strides[label];
        }
    }
    Value result{};
    if (!is_zero(run.alpha)) {
        result = sum_of_products<Value>(loops, addresses);
        Value alpha{};
        set(run.alpha, alpha);
        multiply(result, alpha);
    }
    if (!is_zero(run.beta)) {
        Value old{};
        load(output, loops.output.dtype, false, old);
        Value beta{};
        set(run.beta, beta);
        multiply(old, beta);
        add(result, old);
    }
    store(output, loops.output.dtype, result);
}

}  // namespace ttgt::loops

#undef TTGT_LOOPS_INLINE
