// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tools/operands/portable_random.h"

/// What sets of transposes are drawn with.
namespace ttgt::tool {

using Extents = std::vector<std::int64_t>;
using Permutation = std::vector<int>;

inline constexpr std::int64_t smallest_extent = 2;

[[nodiscard]] double product(const Extents& extents);
/// Changes extents by `step`, none below `least`, in turn the one that helps most, while that
/// brings the product nearer to the volume.
void fit_volume(Extents& extents, double volume, std::int64_t step, std::int64_t least);
/// Extents that grow evenly, the last `ratio` times the first, of this volume nearly. Rank 2 or
/// more.
[[nodiscard]] Extents graded_extents(double volume, int rank, double ratio);

[[nodiscard]] Permutation identity(std::size_t rank);
[[nodiscard]] Permutation reversal(std::size_t rank);
/// Any but the identity. Rank 2 or more.
[[nodiscard]] Permutation random_permutation(std::size_t rank, PortableRandom& random);

/// Of mean 0 and deviation 1, nearly normal: twelve uniform numbers, less six.
[[nodiscard]] double bell(PortableRandom& random);

}  // namespace ttgt::tool
