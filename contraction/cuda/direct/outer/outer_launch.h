// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "contraction/cuda/direct/direct_launch.h"
#include "contraction/cuda/direct/outer/outer_tile.h"
#include "src/context/cuda/architecture.h"

namespace ttgt::cuda {

/// Maximum number of terms of the sums that the outer kernel computes: it stages all of them.
inline constexpr std::int64_t most_outer_depth = 32;

/// Whether the outer kernel serves a shape: a product of two inputs of one type, or of a real and a
/// complex one, whose sums have 1 to most_outer_depth terms, of at most most_outer_modes modes.
[[nodiscard]] bool suits_outer(const DirectShape& shape);

/// Whether the outer kernel serves a shape and may be the fastest: all operands are float32 or all
/// are float64 (launches of other types were not timed), D has more bytes than both inputs
/// together, and sums have at most most_favoured_depth terms. Others are not priced, which takes
/// tens of microseconds.
[[nodiscard]] bool favours_outer(const DirectShape& shape);
/// Maximum number of terms of the sums that are priced for the outer kernel. With more, a product's
/// kernels use what they read more often.
inline constexpr std::int64_t most_favoured_depth = 8;

/// The launch of the outer kernel for one way to cut D, with its price. Returns nothing where a
/// tile needs more shared memory than all devices grant, or offsets or numbers of tiles are too
/// large. Precondition: suits_outer(shape).
[[nodiscard]] std::optional<DirectLaunch> outer_launch(const DirectShape& shape,
                                                       const OuterChunks& chunks,
                                                       const Architecture& gpu);

/// The launch of the outer kernel that is predicted to be the fastest. Returns nothing where the
/// kernel does not serve the shape.
[[nodiscard]] std::optional<DirectLaunch> outer_launch(const DirectShape& shape,
                                                       const Architecture& gpu);

}  // namespace ttgt::cuda
