// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime.h>

#include <utility>

#include "contraction/cuda/arithmetic.cuh"
#include "contraction/cuda/launch_direct.h"
#include "src/runtime/cuda/error.h"
#include "src/runtime/cuda/stream.h"

namespace ttgt::cuda {

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

template <class T>
Scale<T> finish_of(const DirectCall& call) {
    return {ElementOf<T>::of(call.scalars.alpha), ElementOf<T>::of(call.scalars.beta), false,
            call.reads_inputs, call.scalars.beta != 0.0};
}

/// Launches one kernel. What it needs of shared memory, all devices grant.
template <class T, class Arguments>
void start(void (*kernel)(Arguments, const void*, const void*, T*, Scale<T>),
           const DirectLaunch& launch, const Arguments& arguments, const DirectCall& call,
           Stream stream) {
    kernel<<<static_cast<unsigned>(launch.blocks), static_cast<unsigned>(launch.threads),
             static_cast<std::size_t>(launch.shared_bytes), native(stream)>>>(
        arguments, call.l, call.r, static_cast<T*>(call.d), finish_of<T>(call));
    TTGT_CUDA_CHECK_LAUNCH("a kernel of a direct step");
}

/// Calls visit(T{}) for the element type in which a dtype is computed.
template <class Visit>
void visit_element(DType dtype, Visit visit) {
    switch (dtype) {
        case DType::float32:
            return visit(float{});
        case DType::float64:
            return visit(double{});
        case DType::complex64:
            return visit(Complex<float>{});
        default:
            return visit(Complex<double>{});
    }
}

}  // namespace ttgt::cuda
