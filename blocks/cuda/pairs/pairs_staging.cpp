// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <variant>

#include "blocks/cuda/pairs/pairs_gett.h"
#include "contraction/cuda/direct/gett/plan/gett_index.h"
#include "contraction/cuda/direct/gett/plan/gett_plan.h"

namespace ttgt::cuda {

PairsStaging pairs_staging(int policy, DType dtype, const PairsLayout& layout) {
    // A matrix product in which no extent ends a tile: its tiles are staged as those of blocks.
    constexpr std::int64_t extent = 4096;
    DirectStep step;
    step.dtypes = {dtype, dtype, dtype};
    step.conjugate_l = layout.conjugates_l;
    step.conjugate_r = layout.conjugates_r;
    const bool l_first = layout.l_is_inner_first;
    const bool r_first = layout.r_is_inner_first;
    step.outputs = {{extent, {1, l_first ? extent : 1, 0}},
                    {extent, {extent, 0, r_first ? extent : 1}}};
    step.sums = {{extent, {0, l_first ? 1 : extent, r_first ? 1 : extent}}};
    const DirectShape shape = make_shape(step);
    GettIndexes indexes(shape);
    GettChoice choice;
    choice.tile = pairs_gett_tile(policy, dtype);
    choice.store = GettStore::staged;
    const std::optional<DirectLaunch> launch =
        gett_launch(indexes, choice, PointerAlignment::element, sm_90());
    return {std::get<GettArguments>(launch->arguments), launch->shared_bytes};
}

}  // namespace ttgt::cuda
