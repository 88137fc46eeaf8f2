// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ttgt {

// What OpenBLAS's openblas_set_threads_callback_function() takes (0.3.27 and newer). A call of
// OpenBLAS that has several jobs calls RunJobs, which calls run(i, first + i * job_bytes, data)
// for each job i, all at the same time, and returns when they have ended.
using RunJob = void (*)(int number, void* job, int data);
using RunJobs = void (*)(int wait, RunJob run, int jobs, std::size_t job_bytes, void* first,
                         int data);
using SetRunJobs = void (*)(RunJobs run_jobs);

/// A library file that this process has loaded, in which OpenBLAS was found.
struct LoadedOpenBlas {
    std::string path;                   ///< of the file, as the process loaded it
    std::string version;                ///< such as "0.3.31"; empty where the library does not tell
    SetRunJobs set_run_jobs = nullptr;  ///< null where the library is older than 0.3.27
};

/// Finds the copies of OpenBLAS that are loaded now: those of the system, and those of wheels,
/// whose functions have other prefixes and suffixes. Libraries that are found stay loaded.
[[nodiscard]] std::vector<LoadedOpenBlas> find_openblas_copies();

}  // namespace ttgt
