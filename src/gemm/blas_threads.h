// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "src/runtime/threads.h"

namespace ttgt {

/// How many of so many threads may multiply matrices at the same time.
[[nodiscard]] int threads_side_by_side(int threads);

/// While it lives, BLAS calls of the calling thread use `threads` threads, if the BLAS asks OpenMP
/// for the number or keeps one for each thread. Cheap; each calling thread makes its own scope, and
/// one inside another of the same number costs next to nothing.
class BlasThreadScope {
public:
    explicit BlasThreadScope(int threads);
    ~BlasThreadScope();
    BlasThreadScope(const BlasThreadScope&) = delete;
    BlasThreadScope& operator=(const BlasThreadScope&) = delete;

private:
    int outer_;  ///< threads of the scope around this one; 0: there is none
    bool is_set_;
    ThreadScope openmp_;
    int previous_ = 0;
};

/// While any of these lives, calls of a BLAS that keeps one number of threads for the process use
/// as many as the first of them asked for; the last gives back what the first found, unless
/// somebody else has set another number since. Held around BlasThreadScopes, by one thread for all
/// that share its work. A call that another thread of the program makes meanwhile is right, and
/// uses as many threads. Does nothing with other libraries, nor inside a BlasThreadScope of the
/// same number, around which another one is held.
class BlasProcessScope {
public:
    explicit BlasProcessScope(int threads);
    ~BlasProcessScope();
    BlasProcessScope(const BlasProcessScope&) = delete;
    BlasProcessScope& operator=(const BlasProcessScope&) = delete;

private:
    bool is_set_;
};

}  // namespace ttgt
