// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/gemm/blas_threads.h"

#include <cstdint>
#include <mutex>
#include <utility>

#include "src/gemm/blas_library.h"
#include "src/gemm/process_mkl.h"

namespace ttgt {
namespace {

/// The process's number, while scopes hold it.
struct Held {
    std::mutex mutex;
    std::int64_t scopes = 0;
    int found = 0;
    int set = 0;
};

Held& held() {
    static Held instance;
    return instance;
}

/// The threads of the innermost BlasThreadScope of this thread; 0: there is none.
thread_local int scope_threads = 0;

}  // namespace

int threads_side_by_side(int threads) {
    return process_mkl() != nullptr || blas_library().side_by_side ? threads : 1;
}

BlasThreadScope::BlasThreadScope(int threads)
    : outer_(std::exchange(scope_threads, threads)),
      is_set_(outer_ != threads),
      openmp_(is_set_ ? available_threads(threads) : 0) {
    const BlasLibrary& library = blas_library();
    if (is_set_ && library.set_own_threads) previous_ = library.set_own_threads(threads);
}

BlasThreadScope::~BlasThreadScope() {
    scope_threads = outer_;
    const BlasLibrary& library = blas_library();
    if (is_set_ && library.set_own_threads) library.set_own_threads(previous_);
}

BlasProcessScope::BlasProcessScope(int threads)
    : is_set_(scope_threads != threads && blas_library().set_threads) {
    const BlasLibrary& library = blas_library();
    if (!is_set_) return;
    Held& state = held();
    const std::scoped_lock lock(state.mutex);
    if (state.scopes++ > 0) return;
    state.found = library.get_threads();
    state.set = threads;
    if (state.found != threads) library.set_threads(threads);
}

BlasProcessScope::~BlasProcessScope() {
    const BlasLibrary& library = blas_library();
    if (!is_set_) return;
    Held& state = held();
    const std::scoped_lock lock(state.mutex);
    if (--state.scopes > 0 || state.found == state.set) return;
    if (library.get_threads() == state.set) library.set_threads(state.found);
}

}  // namespace ttgt
