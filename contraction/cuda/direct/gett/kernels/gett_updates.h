// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/cuda/direct/direct_call.h"
#include "contraction/cuda/direct/gett/plan/gett_arguments.h"

namespace ttgt::cuda {

/// Whether a call that adds to D reads the old elements of a tile before its first products, where
/// the tile has a kernel for that (GettTile::updates). Where D's tile is staged in memory of its
/// own, they are copied there. Where lanes write D directly, the sums begin with them:
///     alpha * sums + beta * old = alpha * (beta * alpha * old + sums)   for alpha = 1 and -1
/// A long sum does not: each of its products would round what D held, and it reads many elements
/// of inputs for each of D, so that there is little to gain.
[[nodiscard]] inline bool reads_old_early(const GettArguments& arguments, const DirectCall& call) {
    constexpr std::int32_t most_products = 256;
    const Scalars& scalars = call.scalars;
    if (scalars.beta == 0.0 || !call.reads_inputs || arguments.inner.size > most_products) {
        return false;
    }
    if (arguments.store == GettStore::staged) return arguments.staged_begin > 0;
    return scalars.alpha == 1.0 || scalars.alpha == -1.0;
}

}  // namespace ttgt::cuda
