// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/cutensor/compute_descriptor.h"

#include "bindings/cutensor/status.h"

namespace ttgt::cutensor {
namespace {

using Width = cutensorComputeDescriptor::Width;

// Never destroyed: static objects of a program may hold operations that name them.
cutensorComputeDescriptor* precision(Width width, ComputeType compute = ComputeType::full) {
    return new cutensorComputeDescriptor(width, compute);
}

bool is_single(DType dtype) { return dtype == DType::float32 || dtype == DType::complex64; }

bool is_wide(DType dtype) { return dtype == DType::float64 || dtype == DType::complex128; }

/// Whether cuTENSOR computes with elements of this dtype in arithmetic of this width. Wide ones may
/// be computed in single precision, single ones by parts of 16 bits.
bool computes(Width width, DType dtype) {
    switch (width) {
        case Width::half:
            return dtype == DType::float16 || is_single(dtype);
        case Width::bfloat:
            return dtype == DType::bfloat16 || is_single(dtype);
        case Width::wide:
            return is_wide(dtype) || is_single(dtype);
        default:
            return true;
    }
}

}  // namespace

ComputeType compute_type(const cutensorComputeDescriptor& descriptor, DType dtype) {
    check(computes(descriptor.width, dtype), CUTENSOR_STATUS_NOT_SUPPORTED,
          "the compute descriptor does not go with the tensors' data type");
    return is_single(dtype) ? descriptor.compute : ComputeType::full;
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

using ttgt::ComputeType;
using ttgt::cutensor::precision;
using ttgt::cutensor::Width;

// Products of fewer bits are those of tf32, which has the bits of either 16-bit type; products by
// several parts, whose sum has all bits, are done in full.
const cutensorComputeDescriptor_t CUTENSOR_COMPUTE_DESC_16F =
    precision(Width::half, ComputeType::tf32);
const cutensorComputeDescriptor_t CUTENSOR_COMPUTE_DESC_16BF =
    precision(Width::bfloat, ComputeType::tf32);
const cutensorComputeDescriptor_t CUTENSOR_COMPUTE_DESC_TF32 =
    precision(Width::single, ComputeType::tf32);
const cutensorComputeDescriptor_t CUTENSOR_COMPUTE_DESC_3XTF32 =
    precision(Width::single, ComputeType::tf32x3);
const cutensorComputeDescriptor_t CUTENSOR_COMPUTE_DESC_32F = precision(Width::single);
const cutensorComputeDescriptor_t CUTENSOR_COMPUTE_DESC_64F = precision(Width::wide);
const cutensorComputeDescriptor_t CUTENSOR_COMPUTE_DESC_9X16BF = precision(Width::single);
const cutensorComputeDescriptor_t CUTENSOR_COMPUTE_DESC_8XINT8 = precision(Width::wide);
const cutensorComputeDescriptor_t CUTENSOR_COMPUTE_DESC_4X16F = precision(Width::single);
