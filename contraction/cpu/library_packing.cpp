// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/library_packing.h"

namespace ttgt {

bool is_small(const GemmCall& shape) {
    const double outputs = static_cast<double>(shape.m) * static_cast<double>(shape.n);
    return !is_complex(shape.dtype) && outputs * static_cast<double>(shape.k) <= unpacked_products;
}

bool transposes_left_alone(const GemmCall& shape) {
    return shape.op_a != MatrixOp::none && shape.op_b == MatrixOp::none;
}

bool is_packed_by_library(const GemmCall& shape) {
    if (!is_small(shape)) return true;
    const double outputs = static_cast<double>(shape.m) * static_cast<double>(shape.n);
    return transposes_left_alone(shape) && (shape.k < unpacked_inner || outputs > unpacked_outputs);
}

}  // namespace ttgt
