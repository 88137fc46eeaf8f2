// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "src/core/function_ref.h"
#include "src/runtime/openmp/openmp_settings.h"

namespace ttgt {

/// How many threads may share a call's work: `requested`, or where it is 0 as many as OpenMP would
/// use (OMP_NUM_THREADS, omp_set_num_threads()); at most OMP_THREAD_LIMIT. 1 inside an OpenMP
/// region and inside a task of the pool, so that shared work never nests.
[[nodiscard]] int available_threads(int requested) noexcept;

/// The number of processors on which this process may run.
[[nodiscard]] int processors() noexcept;

/// For the calling thread only, until the end of the scope, OpenMP regions (ours and those of an
/// OpenMP BLAS) ask for `requested` threads, or as many as OMP_THREAD_LIMIT allows, and get them
/// whatever OMP_DYNAMIC says: an OpenBLAS that gets fewer than it asks for waits for the others for
/// ever. 0 changes nothing.
class ThreadScope {
public:
    explicit ThreadScope(int requested) noexcept;
    ~ThreadScope();
    ThreadScope(const ThreadScope&) = delete;
    ThreadScope& operator=(const ThreadScope&) = delete;

private:
    bool is_set_;
    OpenMpTeam previous_;
};

/// First index of the `part`-th of `parts` ranges of [0, count); the first count % parts ranges are
/// one longer.
[[nodiscard]] inline std::int64_t part_begin(std::int64_t count, std::int64_t parts,
                                             std::int64_t part) {
    return count / parts * part + std::min(count % parts, part);
}

/// Splits [0, count) into one contiguous range per thread and calls body(begin, end) on each; runs
/// on the calling thread alone where `bytes`, the memory traffic of all, is too little to share.
/// The ranges depend on count and threads only. `body` must not throw.
void parallel_ranges(std::int64_t count, std::int64_t bytes, int threads,
                     FunctionRef<void(std::int64_t begin, std::int64_t end)> body);

}  // namespace ttgt
