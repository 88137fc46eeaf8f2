// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/float16.h>

#ifdef __CUDACC__
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#endif

#include <type_traits>

#include "src/core/element.h"

namespace ttgt::cuda {

// Conversions between the type in which an element is stored and the type that is computed in.
// Where kernels are compiled for the host, the host's conversions replace the device's
// instructions.

/// The element in the type that is computed in.
template <class Element>
__device__ inline ComputeOf<Element> promoted(Element value) {
#ifdef __CUDA_ARCH__
    if constexpr (std::is_same_v<Element, float16>) {
        return __half2float(__ushort_as_half(value.bits));
    } else if constexpr (std::is_same_v<Element, bfloat16>) {
        return __bfloat162float(__ushort_as_bfloat16(value.bits));
    } else {
        return value;
    }
#else
    return value;
#endif
}

/// The value in the type that is stored: rounded to nearest, ties to even.
template <class Element>
__device__ inline Element narrowed(ComputeOf<Element> value) {
#ifdef __CUDA_ARCH__
    Element result;
    if constexpr (std::is_same_v<Element, float16>) {
        result.bits = __half_as_ushort(__float2half_rn(value));
    } else if constexpr (std::is_same_v<Element, bfloat16>) {
        result.bits = __bfloat16_as_ushort(__float2bfloat16_rn(value));
    } else {
        result = value;
    }
    return result;
#else
    return Element(value);
#endif
}

}  // namespace ttgt::cuda
