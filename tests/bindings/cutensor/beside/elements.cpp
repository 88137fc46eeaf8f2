// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bindings/cutensor/beside/elements.h"

#include <ttgt/float16.h>

#include <cmath>
#include <complex>
#include <cstring>
#include <stdexcept>

#include "src/core/element.h"

namespace ttgt::test {
namespace {

/// Calls visitor with a tag of the type's elements.
template <class Visitor>
auto with_type(cudaDataType_t type, Visitor&& visitor) {
    switch (type) {
        case CUDA_R_16F:
            return visitor(TypeTag<float16>());
        case CUDA_R_16BF:
            return visitor(TypeTag<bfloat16>());
        case CUDA_R_32F:
            return visitor(TypeTag<float>());
        case CUDA_R_64F:
            return visitor(TypeTag<double>());
        case CUDA_C_32F:
            return visitor(TypeTag<std::complex<float>>());
        case CUDA_C_64F:
            return visitor(TypeTag<std::complex<double>>());
        default:
            throw std::invalid_argument("a type that tests do not draw");
    }
}

}  // namespace

Bytes encode(const Values& values, cudaDataType_t type) {
    return with_type(type, [&](auto tag) {
        using T = typename decltype(tag)::type;
        Bytes bytes(values.size() * sizeof(T));
        for (std::size_t i = 0; i < values.size(); ++i) {
            const T element(scalar_cast<ComputeOf<T>>(values[i]));
            std::memcpy(bytes.data() + i * sizeof(T), &element, sizeof(T));
        }
        return bytes;
    });
}

Values decode(const Bytes& bytes, cudaDataType_t type) {
    return with_type(type, [&](auto tag) {
        using T = typename decltype(tag)::type;
        Values values(bytes.size() / sizeof(T));
        for (std::size_t i = 0; i < values.size(); ++i) {
            T element{};
            std::memcpy(&element, bytes.data() + i * sizeof(T), sizeof(T));
            values[i] = Scalar(element);
        }
        return values;
    });
}

std::size_t element_bytes(cudaDataType_t type) {
    return with_type(type, [](auto tag) { return sizeof(typename decltype(tag)::type); });
}

bool is_complex_type(cudaDataType_t type) { return type == CUDA_C_32F || type == CUDA_C_64F; }

double roundoff(cudaDataType_t type) {
    switch (type) {
        case CUDA_R_16F:
            return 0x1p-11;
        case CUDA_R_16BF:
            return 0x1p-8;
        case CUDA_R_32F:
        case CUDA_C_32F:
            return 0x1p-24;
        default:
            return 0x1p-53;
    }
}

const char* name_of(cudaDataType_t type) {
    switch (type) {
        case CUDA_R_16F:
            return "R_16F";
        case CUDA_R_16BF:
            return "R_16BF";
        case CUDA_R_32F:
            return "R_32F";
        case CUDA_R_64F:
            return "R_64F";
        case CUDA_C_32F:
            return "C_32F";
        default:
            return "C_64F";
    }
}

}  // namespace ttgt::test
