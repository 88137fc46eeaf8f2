// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/threads.h"

#include <algorithm>

#include "src/runtime/openmp/openmp_settings.h"
#include "src/runtime/pool.h"

namespace ttgt {
namespace {

// Sharing work costs 1 to 10 us, depending on whether the helper threads still look for work. One
// core moves about 10 KB per us, so with less than this for each thread sharing costs more than it
// saves.
constexpr std::int64_t min_bytes_per_thread = std::int64_t{64} * 1024;

}  // namespace

int available_threads(int requested) noexcept {
    if (in_openmp_region() || Pool::in_task()) return 1;
    return std::min(requested > 0 ? requested : openmp_threads(), openmp_thread_limit());
}

int processors() noexcept { return openmp_processors(); }

ThreadScope::ThreadScope(int requested) noexcept
    : is_set_(requested > 0), previous_(openmp_team()) {
    if (is_set_) set_openmp_team({std::min(requested, openmp_thread_limit()), false});
}

ThreadScope::~ThreadScope() {
    if (is_set_) set_openmp_team(previous_);
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
