// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/c_ranks.h>

#include <functional>
#include <vector>

namespace ttgt::test {

/// All processes of mpirun, of which this is one; its id is 0 where this is not under mpirun.
[[nodiscard]] ttgt_communicator world();
/// How many ranks tests shall have: under mpirun its processes, else several numbers of threads.
[[nodiscard]] std::vector<int> counts_of_ranks();

using RankBody = std::function<void(ttgt_communicator)>;
/// Calls `body` on each of `count` ranks, threads or, under mpirun, this process for its own rank.
void on_each_rank(int count, const RankBody& body);

[[nodiscard]] int rank_of(ttgt_communicator communicator);

}  // namespace ttgt::test
