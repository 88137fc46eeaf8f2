// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "tools/bench/cases/case_file.h"

/// The random contractions of Hynninen & Lyakh (2017), section 3.4: docs/algorithms/sweep.md.
namespace ttgt::tool {

struct SweepOptions {
    int max_rank = 8;                   ///< of D, L and R; 1 to 8
    std::int64_t volume = 150'000'000;  ///< most elements of each of the three
    std::uint64_t seed = 1;
};

/// All cases: by ranks of L and R, then numbers contracted, then number of the draw. The same for
/// the same options everywhere; the volume decides the large extent alone, but leaves out
/// combinations that an extent of 2 takes beyond it. Ids such as L3R4k2.0-07: ranks, large and
/// small modes contracted, draw.
[[nodiscard]] std::vector<ContractionCase> sweep_cases(const SweepOptions& options);

}  // namespace ttgt::tool
