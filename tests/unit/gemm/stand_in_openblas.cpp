// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// A library that takes a caller's threads as OpenBLAS does, for tests on machines whose OpenBLAS is
// older.
#include <cstddef>

namespace {

using RunJob = void (*)(int number, void* job, int data);
using RunJobs = void (*)(int, RunJob, int, std::size_t, void*, int);

RunJobs callers_threads = nullptr;

struct Job {
    void (*work)(int number, void* user);
    int number;
    void* user;
};

void run_job(int /*number*/, void* job, int /*data*/) {
    const auto* const its = static_cast<Job*>(job);
    its->work(its->number, its->user);
}

}  // namespace

extern "C" {

const char* scipy_openblas_get_config64_() { return "OpenBLAS 0.3.99 STAND_IN"; }

void scipy_openblas_set_threads_callback_function64_(RunJobs run_jobs) {
    callers_threads = run_jobs;
}

/// A call with so many jobs, at most 16; without threads of a caller they run one after the other.
void stand_in_call(int jobs, void (*work)(int number, void* user), void* user) {
    Job queue[16];
    for (int number = 0; number < jobs; ++number) queue[number] = {work, number, user};
    if (callers_threads != nullptr) {
        callers_threads(1, run_job, jobs, sizeof(Job), queue, 0);
    } else {
        for (int number = 0; number < jobs; ++number) run_job(number, &queue[number], 0);
    }
}
}
