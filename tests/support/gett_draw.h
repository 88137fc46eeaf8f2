// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "contraction/cuda/direct/gett/gett_plan.h"
#include "tests/support/random.h"

namespace ttgt::test {

/// A way to do a product by GETT, drawn from those that the planner knows and whose tile `accepts`
/// takes; nothing where no kernel suits.
[[nodiscard]] inline std::optional<cuda::GettChoice> draw_gett_choice(
    const cuda::DirectShape& shape, const cuda::Architecture& gpu, std::int64_t scratch_bytes,
    Random& random, const std::function<bool(int tile)>& accepts) {
    if (!cuda::suits_gett(shape)) return {};
    std::vector<cuda::GettOptions> options = cuda::gett_options(shape, gpu, scratch_bytes);
    std::erase_if(options, [&](const cuda::GettOptions& option) { return !accepts(option.tile); });
    if (options.empty()) return {};
    return cuda::choice_of(random.pick(options),
                           [&](const auto& values) { return random.pick(values); });
}

}  // namespace ttgt::test
