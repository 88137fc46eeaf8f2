// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tools/bench/cases/case_file.h"

/// Sets of transposes drawn as the cuTT paper draws them, and more:
/// docs/algorithms/transpose_sets.md.
namespace ttgt::tool {

struct TransposeSetOptions {
    std::int64_t element_bytes = 8;
    std::int64_t volume = 0;  ///< elements, about; 0: the set's own
    std::uint64_t seed = 1;
};

/// The names of all sets.
[[nodiscard]] const std::vector<std::string>& transpose_set_names();

/// All cases of a set: the same for the same options everywhere. Throws InvalidArgument naming
/// `name` where there is no such set, or the volume where it is too small for one.
[[nodiscard]] std::vector<TransposeCase> transpose_set(std::string_view name,
                                                       const TransposeSetOptions& options);

}  // namespace ttgt::tool
