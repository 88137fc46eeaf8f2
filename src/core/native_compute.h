// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/compute_type.h>

namespace ttgt {

/// Whether matrix products may be made of products of INT8.
[[nodiscard]] constexpr bool is_by_int8(ComputeType compute) {
    return compute == ComputeType::int8;
}

/// The precision of matrix products that are not made of INT8 products, where `compute` was asked
/// for: `full` for `int8`, which permits such products and demands nothing of others.
[[nodiscard]] constexpr ComputeType native_compute(ComputeType compute) {
    return is_by_int8(compute) ? ComputeType::full : compute;
}

}  // namespace ttgt
