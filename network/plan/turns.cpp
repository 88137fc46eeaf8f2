// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/plan/turns.h"

#include "src/core/counts.h"

namespace ttgt::network {

bool advance(Turn& turn, const std::vector<SliceLoop>& loops) {
    for (std::size_t loop = 0; loop < loops.size(); ++loop) {
        if (++turn[loop] < loops[loop].turns) return true;
        turn[loop] = 0;
    }
    return false;
}

bool adds(const Turn& turn, const std::vector<SliceLoop>& loops) {
    for (std::size_t loop = 0; loop < loops.size(); ++loop) {
        if (loops[loop].sums && turn[loop] > 0) return true;
    }
    return false;
}

std::int64_t turns_of(const Block& block) {
    std::int64_t turns = 1;
    for (const SliceLoop& loop : block.loops) turns = saturating_product({turns, loop.turns});
    return turns;
}

}  // namespace ttgt::network
