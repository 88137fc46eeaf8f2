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

/// A DirectStep or ReduceStep as the kernels take it. Of a real and a complex input, L is the
/// complex one. Arrays of three have entries for D, L and R, in this order.
struct DirectShape {
    /// Element types of D, L and R.
    std::array<DType, 3> dtypes{};
    /// Whether D (never), L and R are conjugated.
    std::array<bool, 3> conjugate{};
    /// How products are computed.
    ComputeType compute = ComputeType::full;
    /// Whether there is a second input; a ReduceStep has none.
    bool has_r = true;
    /// Whether L and R are the step's R and L.
    bool swapped = false;
    /// The modes of D, with strides in elements, D's smallest stride first.
    Modes<3> outputs;
    /// The role of each mode of `outputs`.
    std::vector<std::optional<Role>> output_roles;
    /// The modes that are summed over, with strides in elements, the larger input's smallest stride
    /// first.
    Modes<3> sums;
    /// Number of elements of D.
    std::int64_t output_count = 1;
    /// Number of terms of each sum.
    std::int64_t sum_count = 1;
    /// Bytes of the distinct elements of each operand; 0 for an R that there is not.
    std::array<double, 3> bytes{};
    /// The input with more bytes: 1 is L, 2 is R.
    std::size_t larger = 1;
    /// Whether all offsets, in elements, fit 32 bits.
    bool has_short_offsets = false;
};

/// The shape of a Direct step. Throws SizeOverflow or Unsupported where extents, spans or the
/// number of modes are beyond the kernels.
[[nodiscard]] DirectShape make_shape(const DirectStep& step);
/// The shape of a Reduce step: a product without R. Throws SizeOverflow or Unsupported where
/// extents, spans or the number of modes are beyond the kernels.
[[nodiscard]] DirectShape make_shape(const ReduceStep& step);
/// The shape with a packed D, in the order of its outputs, whose elements have the type that sums
/// are computed in. The partial sums of a split are kept in this layout.
[[nodiscard]] DirectShape with_packed_output(DirectShape shape);
/// The shape of a split reduction: D(output) = sum over splits of L(output, split). L is `splits`
/// packed arrays of partial sums, one directly after another; D is that of `shape`.
[[nodiscard]] DirectShape sum_of_splits(const DirectShape& shape, std::int64_t splits);

/// The size of a mode's stride in an operand, in elements, without its sign; most_span where the
/// operand does not have the mode.
[[nodiscard]] inline std::int64_t stride_key(const Mode<3>& mode, std::size_t operand) {
    const std::int64_t stride = std::abs(mode.strides[operand]);
    return stride == 0 ? most_span : stride;
}
/// Sorts modes by stride_key() in an operand, smallest first; modes with equal keys keep their
/// order.
void sort_by_operand(Modes<3>& modes, std::size_t operand);

/// How units of `unit` elements along the mode `along` of an input are read. `others` are all modes
/// of the operand; they decide whether each unit begins at a multiple of `unit` elements.
[[nodiscard]] InputAccess access_of(const DirectShape& shape, std::size_t operand,
                                    const Mode<3>& along, const Modes<3>& others, int unit);
/// Bytes that the pointer to an input has to be aligned to: those of a unit of `unit` elements
/// where units are packed, else those of an element.
[[nodiscard]] std::int64_t alignment_of(const DirectShape& shape, std::size_t operand,
                                        const InputAccess& access, int unit);
/// Sectors of 32 bytes that a warp asks of an operand, divided by the fewest sectors that could
/// hold the distinct elements that the warp needs: 1 at best. Neighbouring lanes take neighbouring
/// indices of `modes`, the first mode fastest.
[[nodiscard]] double sector_waste(const DirectShape& shape, const Modes<3>& modes,
                                  std::size_t operand);
/// Distinct bytes of D, L and R together. D counts twice where sectors of it are written in parts,
/// because such sectors are read first.
[[nodiscard]] double memory_bytes(const DirectShape& shape);
/// The element type of both inputs for DirectLaunch::input_dtype: D's where D is complex, else L's.
[[nodiscard]] DType input_dtype(const DirectShape& shape);
/// Number of elements that fit 16 bytes, counted in the larger of D's and the inputs' element
/// types.
[[nodiscard]] int widest_unit(const DirectShape& shape);

}  // namespace ttgt::cuda
