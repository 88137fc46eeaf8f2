// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "contraction/cuda/direct/gett/plan/gett_plan.h"

namespace ttgt::tool {

/// Which choices of a contraction are drawn.
struct GettDraws {
    /// The number of choices that are drawn, each as likely as any other.
    std::size_t most = 24;
    /// The number of choices that are the cheapest of many drawn ones, by the predicted time: those
    /// among which the planner decides.
    std::size_t cheapest = 0;
    /// A part that the text of a choice must have.
    std::string part = {};
};

/// The choice that the planner takes, then choices drawn at random from those that it prices, then
/// the cheapest ones, each once; only choices that multiply as the shape says, since each kind of
/// products has rates of its own.
[[nodiscard]] std::vector<cuda::GettChoice> drawn_getts(const cuda::DirectShape& shape,
                                                        const cuda::Architecture& gpu,
                                                        const GettDraws& draws,
                                                        std::mt19937_64& random);

/// What the cost model counts of a choice. Returns nothing where the choice cannot be launched.
[[nodiscard]] std::optional<cuda::GettWork> work_of(const cuda::DirectShape& shape,
                                                    const cuda::GettChoice& choice,
                                                    const cuda::Architecture& gpu);

}  // namespace ttgt::tool
