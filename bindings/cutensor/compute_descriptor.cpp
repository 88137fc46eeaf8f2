// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/cutensor/compute_descriptor.h"

#include "bindings/cutensor/status.h"

namespace ttgt::cutensor {
namespace {

using Width = cutensorComputeDescriptor::Width;

/// A precision that is not destroyed when the program ends: its static objects may hold operations
/// that name it. It is there before any code runs.
class Precision {
public:
    constexpr explicit Precision(Width width, ComputeType compute = ComputeType::full) noexcept
        : descriptor_(width, compute) {}
    constexpr ~Precision() {}  // NOLINT(modernize-use-equals-default): a union's must be given
    Precision(const Precision&) = delete;
    Precision& operator=(const Precision&) = delete;

    [[nodiscard]] constexpr cutensorComputeDescriptor* get() noexcept { return &descriptor_; }

private:
    union {
        cutensorComputeDescriptor descriptor_;
    };
};

// Products of fewer bits are those of tf32, which has the bits of either 16-bit type; products by
// several parts, whose sum has all bits, are done in full.
constinit Precision half(Width::half, ComputeType::tf32);
constinit Precision bfloat(Width::bfloat, ComputeType::tf32);
constinit Precision tf32(Width::single, ComputeType::tf32);
constinit Precision tf32x3(Width::single, ComputeType::tf32x3);
constinit Precision single(Width::single);
constinit Precision wide(Width::wide);
constinit Precision bfloat_x9(Width::single);
constinit Precision int8_x8(Width::wide);
constinit Precision half_x4(Width::single);

bool is_single(DType dtype) { return dtype == DType::float32 || dtype == DType::complex64; }

/// Whether elementwise operations and reductions compute with elements of this dtype in arithmetic
/// of this width. Single ones may be computed in 16 bits, wide ones in single precision.
bool computes(Width width, DType dtype) {
    switch (width) {
        case Width::half:
            return dtype == DType::float16 || dtype == DType::float32;
        case Width::bfloat:
            return dtype == DType::bfloat16 || dtype == DType::float32;
        case Width::wide:
            return size_bytes(dtype) > 2;
        default:
            return true;
    }
}

}  // namespace

ComputeType compute_type(const cutensorComputeDescriptor& descriptor, DType dtype) {
    return is_single(dtype) ? descriptor.compute : ComputeType::full;
}

void check_computes(const cutensorComputeDescriptor& descriptor, DType dtype) {
    check(computes(descriptor.width, dtype), CUTENSOR_STATUS_NOT_SUPPORTED,
          "the compute descriptor does not go with the tensors' data type");
}

DType scalar_dtype(const cutensorComputeDescriptor& descriptor, DType output) {
    switch (descriptor.width) {
        case Width::half:
            return DType::float16;
        case Width::bfloat:
            return DType::bfloat16;
        case Width::single:
            return is_complex(output) ? DType::complex64 : DType::float32;
        default:
            return is_complex(output) ? DType::complex128 : DType::float64;
    }
}

}  // namespace ttgt::cutensor

// Set by the linker, not by code: programs that were linked with cuTENSOR have copies of them in
// memory that is made read-only before any code runs.
#define TTGT_DESCRIPTOR(name, precision) \
    constinit const cutensorComputeDescriptor_t name = ttgt::cutensor::precision.get()
TTGT_DESCRIPTOR(CUTENSOR_COMPUTE_DESC_16F, half);
TTGT_DESCRIPTOR(CUTENSOR_COMPUTE_DESC_16BF, bfloat);
TTGT_DESCRIPTOR(CUTENSOR_COMPUTE_DESC_TF32, tf32);
TTGT_DESCRIPTOR(CUTENSOR_COMPUTE_DESC_3XTF32, tf32x3);
TTGT_DESCRIPTOR(CUTENSOR_COMPUTE_DESC_32F, single);
TTGT_DESCRIPTOR(CUTENSOR_COMPUTE_DESC_64F, wide);
TTGT_DESCRIPTOR(CUTENSOR_COMPUTE_DESC_9X16BF, bfloat_x9);
TTGT_DESCRIPTOR(CUTENSOR_COMPUTE_DESC_8XINT8, int8_x8);
TTGT_DESCRIPTOR(CUTENSOR_COMPUTE_DESC_4X16F, half_x4);
#undef TTGT_DESCRIPTOR
