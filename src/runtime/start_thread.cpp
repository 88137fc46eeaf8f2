// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/start_thread.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <mutex>
#include <system_error>
#include <utility>

#include "src/runtime/openmp/openmp_settings.h"

namespace ttgt {
namespace {

/// Blocks all signals in the calling thread, and so in threads that it starts meanwhile.
class SignalsBlocked {
public:
    SignalsBlocked() {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    SignalsBlocked(const SignalsBlocked&) = delete;
    SignalsBlocked& operator=(const SignalsBlocked&) = delete;

private:
    sigset_t before_{};
};

/// The processors that a thread of the pool may run on. The first thread's are the process's: the
/// calling thread may have fewer.
cpu_set_t processors_for(int place) {
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    for (const int processor : openmp_place(place)) CPU_SET(processor, &allowed);
    if (CPU_COUNT(&allowed) == 0) sched_getaffinity(getpid(), sizeof(allowed), &allowed);
    return allowed;
}

/// Keeps the library that holds this code loaded, which the threads would otherwise lose when a
/// program calls dlclose().
void stay_loaded() {
    Dl_info info{};
    if (dladdr(reinterpret_cast<void*>(&stay_loaded), &info) == 0) return;
    // Of the program's own file there is nothing to keep.
    (void)dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

/// What the new thread does first and then.
struct Start {
    cpu_set_t allowed;
    std::function<void()> work;
};

void* run_start(void* given) {
    const std::unique_ptr<Start> start(static_cast<Start*>(given));
    // Where the system refuses, the thread stays on the processors of the one that started it.
    (void)pthread_setaffinity_np(pthread_self(), sizeof(start->allowed), &start->allowed);
    start->work();
    return nullptr;
}

/// How a thread is started: detached, with a stack that suffices for a BLAS, however short those of
/// other threads are (`ulimit -s`).
class Attributes {
public:
    Attributes() {
        constexpr std::size_t least_stack_bytes = std::size_t{1} << 20;
        std::size_t bytes = 0;
        pthread_attr_init(&value_);
        pthread_attr_getstacksize(&value_, &bytes);
        pthread_attr_setstacksize(&value_, std::max(bytes, least_stack_bytes));
        pthread_attr_setdetachstate(&value_, PTHREAD_CREATE_DETACHED);
    }
    ~Attributes() { pthread_attr_destroy(&value_); }
    Attributes(const Attributes&) = delete;
    Attributes& operator=(const Attributes&) = delete;

    [[nodiscard]] const pthread_attr_t* get() const { return &value_; }

private:
    pthread_attr_t value_{};
};

}  // namespace

void start_thread(int place, std::function<void()> work) {
    static std::once_flag first;
    std::call_once(first, stay_loaded);
    auto start = std::make_unique<Start>(Start{processors_for(place), std::move(work)});
    const Attributes attributes;
    const SignalsBlocked scope;
    pthread_t thread{};
    const int error = pthread_create(&thread, attributes.get(), run_start, start.get());
    if (error != 0) throw std::system_error(error, std::generic_category(), "a thread");
    (void)start.release();  // the thread's
    (void)pthread_setname_np(thread, "ttgt");
}

}  // namespace ttgt
