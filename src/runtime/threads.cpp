// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/threads.h"

#include <omp.h>

#include <algorithm>

#include "src/runtime/pool.h"

namespace ttgt {
namespace {

// Sharing work costs 1 to 10 us, depending on whether the helper threads still look for work. One
// core moves about 10 KB per us, so with less than this for each thread sharing costs more than it
// saves.
constexpr std::int64_t min_bytes_per_thread = std::int64_t{64} * 1024;

}  // namespace

int available_threads(int requested) noexcept {
    if (omp_in_parallel() != 0 || Pool::in_task()) return 1;
    return std::min(requested > 0 ? requested : omp_get_max_threads(), omp_get_thread_limit());
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
    const std::int64_t useful =
        std::min({count, bytes / min_bytes_per_thread, std::int64_t{available_threads(threads)},
                  std::int64_t{Pool::most_parts}});
    if (useful <= 1) return body(0, count);
    const auto parts = static_cast<int>(useful);
    Pool::of_process().run_parts(parts, [&](int part) {
        body(part_begin(count, parts, part), part_begin(count, parts, part + 1));
    });
}

}  // namespace ttgt
