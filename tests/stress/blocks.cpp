// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/blocks.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/stress/case_class.h"
#include "tests/stress/fault.h"
#include "tests/support/problems/random_blocks.h"
#include "tests/support/random.h"

namespace ttgt::stress {

std::string run_blocks(std::uint64_t seed, Station&) {
    test::Random random(seed);
    const std::vector<BlockMethod> methods{BlockMethod::cheapest, BlockMethod::pairs,
                                           BlockMethod::components};
    BlockPlanOptions options;
    options.method = random.pick(methods);
    if (random.chance(50)) options.workspace_limit = random.chance(30) ? 0 : random.below(30000);
    const int threads = static_cast<int>(random.between(1, 4));
    if (!random.chance(30)) {
        return fault_of(test::check_blocks(test::draw_blocks(seed), options, threads));
    }
    options.workspace_limit
        .reset();  // products of many tensors refuse limits below their temporaries
    return fault_of(test::check_blocks(test::draw_block_network(seed), options, threads));
}

}  // namespace ttgt::stress
