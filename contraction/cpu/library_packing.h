// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "src/gemm/gemm.h"

/// Which matrices OpenBLAS packs before it multiplies them; its threads take turns to.
namespace ttgt {

/// Real matrices are not packed up to so many multiply-adds,
inline constexpr std::int64_t unpacked_products = 1'000'000;
/// but where A alone is transposed, only with few outputs of long sums.
inline constexpr std::int64_t unpacked_outputs = 1200;
inline constexpr std::int64_t unpacked_inner = 32;

[[nodiscard]] bool is_small(const GemmCall& shape);
[[nodiscard]] bool transposes_left_alone(const GemmCall& shape);
[[nodiscard]] bool is_packed_by_library(const GemmCall& shape);

}  // namespace ttgt
