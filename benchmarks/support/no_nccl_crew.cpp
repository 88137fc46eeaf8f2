// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// In the place of nccl_crew.cpp where NCCL is not built.
#include <ttgt/error.h>

#include "benchmarks/support/rank_crew.h"

namespace ttgt::bench {

std::unique_ptr<RankCrew> make_nccl_crew(const std::vector<Device>&) {
    throw Unsupported("this build has no NCCL (TTGT_NCCL)");
}

void with_nccl_processes(const std::vector<Device>&, const std::function<void(RankCrew&)>&) {
    throw Unsupported("this build has no NCCL (TTGT_NCCL)");
}

}  // namespace ttgt::bench
