// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/cuda/direct/direct_call.h"
#include "transpose/cuda/kernels/finish.cuh"

namespace ttgt::cuda {

/// Turns alpha or beta of a call into an element of type T.
template <class T>
struct ElementOf {
    static T of(Scalar value) { return static_cast<T>(value.real()); }
};
template <class R>
struct ElementOf<Complex<R>> {
    static Complex<R> of(Scalar value) {
        return {static_cast<R>(value.real()), static_cast<R>(value.imag())};
    }
};

/// How a kernel that computes in T finishes its sums for a call: alpha, beta, whether inputs are
/// read, and whether D is read (beta is not 0).
template <class T>
Scale<T> finish_of(const DirectCall& call) {
    return {ElementOf<T>::of(call.scalars.alpha), ElementOf<T>::of(call.scalars.beta), false,
            call.reads_inputs, call.scalars.beta != 0.0};
}

}  // namespace ttgt::cuda
