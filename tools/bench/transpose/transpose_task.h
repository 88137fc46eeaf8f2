// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/dtype.h>
#include <ttgt/layout.h>

#include <cstdint>
#include <vector>

#include "tools/bench/cases/case_file.h"
#include "transpose/transpose_problem.h"

namespace ttgt::tool {

/// A transpose to be tried: out = perm(in), or out += perm(in).
struct TransposeTask {
    DType dtype = DType::float64;
    Layout in;
    Layout out;
    std::vector<int> perm;
    bool accumulates = false;

    /// By output position.
    [[nodiscard]] Modes<2> modes() const { return joint_modes(in, out, perm); }
    [[nodiscard]] std::int64_t elements() const { return volume(in); }
    /// Read plus written, the output twice where it is accumulated into.
    [[nodiscard]] double bytes_moved() const;
};

/// The output's extents: perm[i] is the input's mode at output position i.
[[nodiscard]] std::vector<std::int64_t> permuted(const std::vector<std::int64_t>& extents,
                                                 const std::vector<int>& perm);

[[nodiscard]] TransposeTask packed_task(const std::vector<std::int64_t>& extents,
                                        const std::vector<int>& perm, DType dtype);
/// Accumulating takes elements of 4 or 8 bytes, which are then float32 or float64; throws
/// InvalidArgument on others.
[[nodiscard]] TransposeTask task_of(const TransposeCase& entry, bool accumulates = false);

/// Elements from the first to the last of a layout without negative strides.
[[nodiscard]] std::int64_t span(const Layout& layout);

}  // namespace ttgt::tool
