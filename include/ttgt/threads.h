// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/export.h>

#include <string>
#include <vector>

namespace ttgt {

/// A copy of OpenBLAS that this process has loaded. There may be several: that of ttgt, those in
/// the wheels of NumPy and SciPy, and others.
struct OpenBlasCopy {
    std::string path;        ///< file of the library
    std::string version;     ///< such as "0.3.31"; empty where the copy does not tell
    bool can_share = false;  ///< whether it can run its jobs on other threads than its own
    bool is_shared = false;  ///< whether its jobs run on ttgt's threads now
};

/// Lists the copies of OpenBLAS that are loaded now. Any thread may call it.
[[nodiscard]] TTGT_EXPORT std::vector<OpenBlasCopy> openblas_copies();

/// Makes each loaded copy of OpenBLAS that can share (version 0.3.27 and newer) run its jobs on
/// ttgt's threads. A copy that does not share has threads of its own, which look for work for some
/// 30 ms after each of its calls; ttgt's threads then wait for the cores that those hold. A copy
/// that is loaded later is shared by the next call of this function, which takes less than 1 us
/// where no library has been loaded since the last one. The number of threads of a copy stays what
/// it was. Calls of a copy from several threads take turns where each has several jobs. Any thread
/// may call this function; no other thread should be in a call of OpenBLAS meanwhile.
TTGT_EXPORT void share_openblas_threads();

/// Makes all copies use threads of their own again. Any thread may call it; no other thread should
/// be in a call of OpenBLAS meanwhile.
TTGT_EXPORT void unshare_openblas_threads();

/// A library with an OpenMP runtime that this process has loaded: libgomp, LLVM's or Intel's. There
/// may be several: wheels of PyTorch and PySCF bring their own.
struct OpenMpLibrary {
    std::string path;        ///< file of the library
    bool is_shared = false;  ///< whether ttgt's work runs on its threads while they look for work
};

/// Lists the OpenMP runtimes that are loaded now. Any thread may call it.
[[nodiscard]] TTGT_EXPORT std::vector<OpenMpLibrary> openmp_libraries();

/// Lets calls of the process's first thread run on threads of a loaded OpenMP runtime while these
/// look for work. After each region of another library, such as PyTorch or PySCF, the runtime's
/// threads do so for some milliseconds; threads of ttgt then wait for the cores that those hold.
/// Once they sleep, and in other threads, calls use ttgt's own threads. The number of threads of a
/// call stays what it was, and a runtime that would give fewer is not used. Once threads of other
/// libraries have worked for a while, a call meets each runtime in a region; its threads may start
/// then. A runtime that is loaded later is found by the next call of this function, which takes
/// less than 1 us where no library has been loaded since the last one. Does nothing in a child of
/// fork(), in which a region would wait for ever. Any thread may call it.
TTGT_EXPORT void share_openmp_threads();

/// Lets all calls use ttgt's own threads again. Any thread may call it.
TTGT_EXPORT void unshare_openmp_threads();

}  // namespace ttgt
