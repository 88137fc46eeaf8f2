// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/compute_type.h>

namespace ttgt {

/// Whether matrix products may be made of products of INT8.
[[nodiscard]] constexpr bool is_by_int8(ComputeType compute) {
    return compute == ComputeType::int8 || compute == ComputeType::int8_fast;
}

/// The precision of matrix products that are not made of INT8 products, where `compute` was asked
/// for: `full` for `int8` and `int8_fast`, which permit such products and demand nothing of others.
[[nodiscard]] constexpr ComputeType native_compute(ComputeType compute) {
    return is_by_int8(compute) ? ComputeType::full : compute;
}

}  // namespace ttgt
