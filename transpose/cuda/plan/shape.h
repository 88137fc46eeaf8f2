// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "transpose/transpose_problem.h"

namespace ttgt::cuda {

/// A transpose of units: elements, or several that stay together. It has at least one mode.
struct Shape {
    /// Bytes of a unit.
    std::int64_t unit_bytes = 8;
    /// The modes, with strides in units.
    Modes<2> modes;
    /// Positions in `modes`, by stride in the input (order[input]) and in the output
    /// (order[output]), smallest stride first.
    std::array<std::vector<std::size_t>, 2> order;
};

/// The shape of these modes, whose strides are in units of `unit_bytes` bytes.
[[nodiscard]] Shape make_shape(Modes<2> modes, std::int64_t unit_bytes);

/// The shape of a problem in the widest units, up to 16 bytes, that the fastest mode of both sides
/// and all strides allow. Both pointers have to be aligned to unit_bytes.
[[nodiscard]] Shape vectorise(const TransposeProblem& problem);

/// Whether `count` units that follow each other in the input begin at multiples of `count` units
/// from the input's first unit, wherever a row begins.
[[nodiscard]] bool reads_in_vectors(const Shape& shape, std::int64_t count);

}  // namespace ttgt::cuda
