// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "transpose/transpose_problem.h"

namespace ttgt::cuda {

/// A transpose of units: elements, or several that stay together. At least one mode.
struct Shape {
    std::int64_t unit_bytes = 8;
    Modes<2> modes;  ///< strides in units
    /// Positions in `modes` by stride in the input, and in the output; smallest first.
    std::array<std::vector<std::size_t>, 2> order;
};

[[nodiscard]] Shape make_shape(Modes<2> modes, std::int64_t unit_bytes);

/// The same moves in units of up to 16 bytes, where the fastest mode of both sides and all strides
/// allow; both pointers must then be aligned to unit_bytes.
[[nodiscard]] Shape vectorise(const TransposeProblem& problem);

/// True where two units that follow each other in the input always start at a multiple of
/// `count` units from the input's first one.
[[nodiscard]] bool reads_in_vectors(const Shape& shape, std::int64_t count);

}  // namespace ttgt::cuda
