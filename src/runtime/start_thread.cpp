// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/start_thread.h"

#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <thread>
#include <utility>
#include <vector>

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

/// The processors of OpenMP's place that is `distance` places after the calling thread's.
std::vector<int> processors_of_place(int distance) {
    const int places = omp_get_num_places();
    if (places <= 0) return {};
    const int place = (std::max(omp_get_place_num(), 0) + distance) % places;
    std::vector<int> processors(static_cast<std::size_t>(omp_get_place_num_procs(place)));
    omp_get_place_proc_ids(place, processors.data());
    return processors;
}

/// The processors that a thread of the pool may run on. The first thread's are the process's: the
/// calling thread may have fewer.
cpu_set_t processors_for(int place) {
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    if (omp_get_proc_bind() != omp_proc_bind_false) {
        for (const int processor : processors_of_place(place)) CPU_SET(processor, &allowed);
    }
    if (CPU_COUNT(&allowed) == 0) sched_getaffinity(getpid(), sizeof(allowed), &allowed);
    return allowed;
}

}  // namespace

void start_thread(int place, std::function<void()> work) {
    const cpu_set_t allowed = processors_for(place);
    const SignalsBlocked scope;
    std::thread thread([allowed, work = std::move(work)] {
        // Where the system refuses, the thread stays on the processors of the one that started it.
        if (CPU_COUNT(&allowed) > 0) {
            (void)pthread_setaffinity_np(pthread_self(), sizeof(allowed), &allowed);
        }
        work();
    });
    (void)pthread_setname_np(thread.native_handle(), "ttgt");
    thread.detach();
}

}  // namespace ttgt
