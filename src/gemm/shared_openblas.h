// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

/// The copies of OpenBLAS that this process has loaded, such as those of NumPy's and SciPy's
/// wheels, and whose threads they use. From version 0.3.27 on OpenBLAS hands the jobs of a call to
/// a function of its user: then its own threads sleep, and the jobs run on the pool. All functions
/// may be called from any thread.
namespace ttgt {

struct OpenBlasCopy {
    std::string path;
    std::string version;     ///< empty where the copy does not tell
    bool can_share = false;  ///< whether it takes a function that runs its jobs
    bool is_shared = false;  ///< whether its jobs run on the pool
};

/// All copies that are loaded now, in the order of loading.
[[nodiscard]] std::vector<OpenBlasCopy> openblas_copies();

/// Has the jobs of all loaded copies that can share run on the pool. To be called again after
/// another library has been loaded. A call of OpenBLAS that another thread is in meanwhile ends on
/// the threads that it began on. Calls of one copy from several threads then take turns where each
/// has several jobs.
void share_openblas_threads();

/// Gives the copies their own threads back.
void unshare_openblas_threads();

}  // namespace ttgt
