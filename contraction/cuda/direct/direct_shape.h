// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <vector>

#include "contraction/cuda/direct/direct_arguments.h"
#include "contraction/plan/mode_roles.h"
#include "contraction/plan/plan.h"

namespace ttgt::cuda {

/// A DirectStep or ReduceStep as the kernels take it: of a real and a complex input, L is the
/// complex one. A sum of one input has no R.
struct DirectShape {
    std::array<DType, 3> dtypes{};
    std::array<bool, 3> conjugate{};
    ComputeType compute = ComputeType::full;
    bool has_r = true;
    bool swapped = false;                           ///< L and R are the step's R and L
    Modes<3> outputs;                               ///< smallest stride of D first
    std::vector<std::optional<Role>> output_roles;  ///< of each of `outputs`
    Modes<3> sums;                                  ///< smallest stride of the larger input first
    std::int64_t output_count = 1;
    std::int64_t sum_count = 1;
    std::array<double, 3> bytes{};   ///< of the distinct elements of D, L, R
    std::size_t larger = 1;          ///< the input with more bytes
    bool has_short_offsets = false;  ///< all offsets fit 32 bits
};

/// Throws SizeOverflow or Unsupported where the extents or spans are beyond any kernel.
[[nodiscard]] DirectShape make_shape(const DirectStep& step);
[[nodiscard]] DirectShape make_shape(const ReduceStep& step);
/// The shape with D packed in the order of its outputs and of the type that is computed with: where
/// the sums of splits are kept.
[[nodiscard]] DirectShape with_packed_output(DirectShape shape);
/// The split reduction: sums `splits` partial sums, each packed, to the shape's D.
[[nodiscard]] DirectShape sum_of_splits(const DirectShape& shape, std::int64_t splits);

/// |stride| in an operand; of a mode that it does not have, beyond any.
[[nodiscard]] inline std::int64_t stride_key(const Mode<3>& mode, std::size_t operand) {
    const std::int64_t stride = std::abs(mode.strides[operand]);
    return stride == 0 ? most_span : stride;
}
/// Modes by that.
void sort_by_operand(Modes<3>& modes, std::size_t operand);

/// How an input's units of `unit` elements along `along` are read, the other modes being `others`.
[[nodiscard]] InputAccess access_of(const DirectShape& shape, std::size_t operand,
                                    const Mode<3>& along, const Modes<3>& others, int unit);
/// Bytes that its pointer has to be aligned to.
[[nodiscard]] std::int64_t alignment_of(const DirectShape& shape, std::size_t operand,
                                        const InputAccess& access, int unit);
/// Sectors that a warp of neighbours along these modes asks of an operand, over the fewest that
/// hold what it needs of it.
[[nodiscard]] double sector_waste(const DirectShape& shape, const Modes<3>& modes,
                                  std::size_t operand);
/// Distinct bytes, D's twice where sectors of it are written in parts: those are read first.
[[nodiscard]] double memory_bytes(const DirectShape& shape);
/// What launches say of the inputs' elements.
[[nodiscard]] DType input_dtype(const DirectShape& shape);
/// Elements of D, and of the inputs, in 16 bytes.
[[nodiscard]] int widest_unit(const DirectShape& shape);

}  // namespace ttgt::cuda
