// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "transpose/cuda/kernels/half.cuh"

namespace ttgt::cuda {

// Move and Scale say how an element that was read becomes the element that is written.

/// An element is written as it was read.
struct Move {
    __device__ static constexpr bool reads_input() { return true; }
    __device__ static constexpr bool accumulates() { return false; }
    template <class Element>
    __device__ Element operator()(Element value, Element) const {
        return value;
    }
};

/// A complex number, aligned to its size.
template <class Real>
struct alignas(2 * sizeof(Real)) Complex {
    Real real, imag;
};

/// a * x + y.
template <class Real>
__device__ inline Real multiply_add(Real a, Real x, Real y) {
    return a * x + y;
}
/// a * x + y.
template <class Real>
__device__ inline Complex<Real> multiply_add(Complex<Real> a, Complex<Real> x, Complex<Real> y) {
    // A real factor does not mix the parts: an infinite part stays alone.
    if (a.imag == 0) return {a.real * x.real + y.real, a.real * x.imag + y.imag};
    return {a.real * x.real - a.imag * x.imag + y.real, a.real * x.imag + a.imag * x.real + y.imag};
}

/// A real number is its own conjugate.
template <class Real>
__device__ inline Real conjugated(Real value) {
    return value;
}
template <class Real>
__device__ inline Complex<Real> conjugated(Complex<Real> value) {
    return {value.real, -value.imag};
}

template <class Real>
__device__ inline bool is_one(Real value) {
    return value == 1;
}
template <class Real>
__device__ inline bool is_one(Complex<Real> value) {
    return value.real == 1 && value.imag == 0;
}

/// alpha * conj?(value) + beta * old. Elements that are promoted for computing are rounded once, at
/// the end.
template <class Element>
struct Scale {
    using Compute = ComputeOf<Element>;
    /// alpha and beta, in the type that is computed in.
    Compute alpha, beta;
    /// Whether values are conjugated; whether they count at all (alpha is not 0); whether `old`
    /// counts (beta is not 0).
    bool conjugate, reads, adds;

    __device__ bool reads_input() const { return reads; }
    __device__ bool accumulates() const { return adds; }
    /// Whether values are written as they are.
    __device__ bool is_plain() const { return is_one(alpha) && reads && !conjugate && !adds; }
    __device__ Element operator()(Element value, Element old) const {
        Compute result{};
        const Compute read = promoted(value);
        if (reads) result = multiply_add(alpha, conjugate ? conjugated(read) : read, result);
        if (adds) result = multiply_add(beta, promoted(old), result);
        return narrowed<Element>(result);
    }
};

}  // namespace ttgt::cuda
