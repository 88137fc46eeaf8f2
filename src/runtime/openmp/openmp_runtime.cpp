// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/openmp/openmp_runtime.h"

#include <cstdint>
#include <utility>

#include "src/runtime/openmp/processor_time.h"

namespace ttgt {

struct OpenMpRuntime::Region {
    OpenMpRuntime& runtime;
    FunctionRef<void(int thread)> body;
    int threads;
    bool has_run = false;  // written by thread 0
};

OpenMpRuntime::OpenMpRuntime(std::string path, const OpenMpFunctions& functions)
    : path_(std::move(path)), functions_(functions) {}

bool OpenMpRuntime::is_of(const OpenMpFunctions& functions) const {
    return functions_.parallel == functions.parallel;
}

bool OpenMpRuntime::looks_for_work(int threads, Clock::time_point now) {
    if (functions_.max_threads() < threads || functions_.in_parallel() != 0) return false;
    if (!second_thread_) {
        is_used_ = false;
        until_ = now + rest;
        return true;
    }
    if (now >= until_ && is_used_) {
        is_used_ = false;
        until_ = now + rest;
    }
    if (now < until_ && !is_used_) return false;
    if (!second_thread_runs()) return false;
    if (!is_used_) {
        is_used_ = true;
        until_ = now + use;
    }
    return true;
}

bool OpenMpRuntime::run(int threads, FunctionRef<void(int thread)> body) {
    Region region{*this, body, threads};
    // As many threads as the library's own regions have: libgomp ends those that are left out.
    functions_.parallel(enter, &region, static_cast<unsigned>(functions_.max_threads()), 0);
    return region.has_run;
}

void OpenMpRuntime::end_team() {
    constexpr int soft = 1;  // omp_pause_soft: settings stay
    if (!second_thread_ || functions_.in_parallel() != 0) return;
    (void)functions_.pause_all(soft);
    second_thread_.reset();
}

void OpenMpRuntime::enter(void* data) {
    Region& region = *static_cast<Region*>(data);
    OpenMpRuntime& runtime = region.runtime;
    const int thread = runtime.functions_.thread_number();
    if (thread == 1) runtime.meet_second_thread();
    if (thread >= region.threads || runtime.functions_.team_size() < region.threads) return;
    if (thread == 0) region.has_run = true;
    region.body(thread);
}

void OpenMpRuntime::meet_second_thread() {
    second_thread_ = clock_of_thread(number_of_this_thread());
}

/// Whether its processor time goes on between two looks. A thread that has ended is forgotten.
bool OpenMpRuntime::second_thread_runs() {
    const std::optional<std::int64_t> before = processor_time(*second_thread_);
    const std::optional<std::int64_t> after = processor_time(*second_thread_);
    if (!before || !after) second_thread_.reset();
    return before && after && *after > *before;
}

}  // namespace ttgt
