// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace ttgt {

// What OpenMP says of the calling thread. A build without OpenMP answers as OpenMP would with what
// the environment variables OMP_NUM_THREADS and OMP_THREAD_LIMIT say at the first question.

/// Whether the calling thread is in an OpenMP region of several threads.
[[nodiscard]] bool in_openmp_region() noexcept;

/// How many threads a region would have: OMP_NUM_THREADS, omp_set_num_threads().
[[nodiscard]] int openmp_threads() noexcept;

/// OMP_THREAD_LIMIT, or the largest number.
[[nodiscard]] int openmp_thread_limit() noexcept;

/// The number of processors on which this process may run.
[[nodiscard]] int openmp_processors() noexcept;

/// How many threads the regions of the calling thread have, and whether they may have fewer.
struct OpenMpTeam {
    int threads;
    bool is_dynamic;
};
[[nodiscard]] OpenMpTeam openmp_team() noexcept;
/// A build without OpenMP does nothing.
void set_openmp_team(const OpenMpTeam& team) noexcept;

/// The processors of OpenMP's place that is `distance` places after the calling thread's. Empty
/// where threads are not bound to places, and in a build without OpenMP.
[[nodiscard]] std::vector<int> openmp_place(int distance);

}  // namespace ttgt
