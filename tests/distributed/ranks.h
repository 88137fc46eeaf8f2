// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/distributed.h>

#include <functional>
#include <vector>

namespace ttgt::test {

/// How many ranks tests shall have: under mpirun its processes, else several numbers of threads.
[[nodiscard]] const std::vector<int>& rank_counts();
[[nodiscard]] bool has_processes();

/// What each rank does, with a context of one thread.
using RankBody = std::function<void(Communicator& ranks, Context& context)>;

/// Calls `body` on each of `count` ranks, threads or, under mpirun, this process for its own rank.
/// What a thread throws is a failure of the test.
void on_ranks(int count, const RankBody& body);

}  // namespace ttgt::test
