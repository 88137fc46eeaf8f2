// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/cutensor/element_type.h"

#include <ttgt/float16.h>

#include <array>
#include <string>
#include <utility>

#include "bindings/cutensor/status.h"

namespace ttgt::cutensor {
namespace {

constexpr std::array<std::pair<cudaDataType_t, DType>, 6> element_types{{
    {CUDA_R_16F, DType::float16},
    {CUDA_R_16BF, DType::bfloat16},
    {CUDA_R_32F, DType::float32},
    {CUDA_R_64F, DType::float64},
    {CUDA_C_32F, DType::complex64},
    {CUDA_C_64F, DType::complex128},
}};

template <class T>
T element(const void* address, int part = 0) {
    return static_cast<const T*>(address)[part];
}

}  // namespace

DType dtype_of(cudaDataType_t type) {
    for (const auto& [theirs, ours] : element_types) {
        if (theirs == type) return ours;
    }
    refuse(CUTENSOR_STATUS_NOT_SUPPORTED, "the data type " +
                                              std::to_string(static_cast<int>(type)) +
                                              " is none of R_16F, R_16BF, "
                                              "R_32F, R_64F, C_32F and C_64F");
}

cudaDataType_t type_of(DType dtype) {
    for (const auto& [theirs, ours] : element_types) {
        if (ours == dtype) return theirs;
    }
    refuse(CUTENSOR_STATUS_INTERNAL_ERROR, "a dtype that cuTENSOR lacks");
}

Scalar read_scalar(const void* address, DType dtype, const char* name) {
    check_given(address, name);
    switch (dtype) {
        case DType::float16:
            return static_cast<float>(element<float16>(address));
        case DType::bfloat16:
            return static_cast<float>(element<bfloat16>(address));
        case DType::float32:
            return element<float>(address);
        case DType::float64:
            return element<double>(address);
        case DType::complex64:
            return {element<float>(address), element<float>(address, 1)};
        default:
            return {element<double>(address), element<double>(address, 1)};
    }
}

}  // namespace ttgt::cutensor
