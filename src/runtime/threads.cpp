// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/threads.h"

#include <omp.h>
#include <pthread.h>

#include <algorithm>

namespace ttgt {
namespace {

// Opening a parallel region costs 1 to 10 us, depending on whether the helper threads still spin.
// One core moves about 10 KB per us, so with less than this for each thread the region costs more
// than it saves.
constexpr std::int64_t min_bytes_per_thread = std::int64_t{64} * 1024;

/// Whether a fork() made this thread a process of its own.
thread_local bool began_by_fork = false;

/// Called in the child of every fork(), by its only thread.
void mark_child() { began_by_fork = true; }

/// Made while the library is loaded: before any parallel region. Where there is no memory for it,
/// children are as they would be without.
[[maybe_unused]] const int marks_children = pthread_atfork(nullptr, nullptr, mark_child);

}  // namespace

int available_threads(int requested) noexcept {
    if (omp_in_parallel() != 0 || began_by_fork) return 1;
    return requested > 0 ? requested : omp_get_max_threads();
}

int processors() noexcept { return omp_get_num_procs(); }

ThreadScope::ThreadScope(int requested) noexcept
    : previous_(requested > 0 ? omp_get_max_threads() : 0), dynamic_(omp_get_dynamic()) {
    if (requested <= 0) return;
    omp_set_num_threads(std::min(requested, omp_get_thread_limit()));
    omp_set_dynamic(0);
}

ThreadScope::~ThreadScope() {
    if (previous_ == 0) return;
    omp_set_num_threads(previous_);
    omp_set_dynamic(dynamic_);
}

void parallel_ranges(std::int64_t count, std::int64_t bytes, int threads,
                     FunctionRef<void(std::int64_t begin, std::int64_t end)> body) {
    if (count <= 0) return;
    const int team = available_threads(threads);
    const std::int64_t useful = std::min({count, bytes / min_bytes_per_thread, std::int64_t{team}});
    if (useful <= 1) return body(0, count);
    const auto parts = static_cast<int>(useful);
    // The whole team, even where it gets fewer parts: libgomp ends the threads that a smaller team
    // leaves over, and makes new ones for the next larger team, each of which takes as long as
    // moving some 100 KB. A loop over the parts, not one part per team member: the team may be
    // smaller than asked for.
#pragma omp parallel for num_threads(team) schedule(static, 1)
    for (int part = 0; part < parts; ++part) {
        body(part_begin(count, parts, part), part_begin(count, parts, part + 1));
    }
}

}  // namespace ttgt
