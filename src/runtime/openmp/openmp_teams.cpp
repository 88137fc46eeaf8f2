// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/openmp/openmp_teams.h"

#include <dlfcn.h>
#include <pthread.h>
#include <ttgt/threads.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "src/runtime/loaded_libraries.h"
#include "src/runtime/openmp/openmp_runtime.h"
#include "src/runtime/openmp/other_threads.h"
#include "src/runtime/openmp/processor_time.h"

namespace ttgt {
namespace {

/// What the process knows of its runtimes. Never destroyed: threads may use them while it ends.
struct Runtimes {
    using List = std::vector<OpenMpRuntime*>;

    std::mutex guard;                                   ///< of all fields but the last two
    std::vector<std::unique_ptr<OpenMpRuntime>> known;  ///< all that have been found
    std::vector<std::unique_ptr<const List>> lists;     ///< all that `shared` has pointed to
    unsigned long long loaded = 0;  ///< loaded_libraries() when `shared` was written last
    bool are_of_a_parent = false;   ///< their teams did not come along through fork()
    std::atomic<const List*> shared{nullptr};
    OtherThreads others;  ///< the first thread's
};

Runtimes& runtimes();

bool is_first_thread() {
    thread_local const bool is_first = number_of_this_thread() == getpid();
    return is_first;
}

/// A region of the child would wait for ever for a team that stayed in the parent. A team that ttgt
/// has met may be there because of ttgt, so it ends first.
void before_fork() {
    runtimes().guard.lock();
    if (!is_first_thread()) return;
    for (const auto& each : runtimes().known) each->end_team();
}

void in_parent() { runtimes().guard.unlock(); }
void in_child() {
    runtimes().shared = nullptr;
    runtimes().are_of_a_parent = true;
    runtimes().guard.unlock();
}

Runtimes& runtimes() {
    static auto* const instance = [] {
        (void)pthread_atfork(before_fork, in_parent, in_child);
        return new Runtimes;
    }();
    return *instance;
}

template <class Function>
bool find(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

/// Whether the library, or one that it needs, has all of them.
bool find_all(void* library, OpenMpFunctions& functions) {
    return find(library, "GOMP_parallel", functions.parallel) &&
           find(library, "omp_get_max_threads", functions.max_threads) &&
           find(library, "omp_in_parallel", functions.in_parallel) &&
           find(library, "omp_get_num_threads", functions.team_size) &&
           find(library, "omp_get_thread_num", functions.thread_number) &&
           find(library, "omp_pause_resource_all", functions.pause_all);
}

/// Adds the runtimes that are loaded now. Their libraries stay loaded. Needs the guard.
void find_runtimes(Runtimes& all) {
    for (const std::string& path : paths_of_loaded("omp")) {
        void* const library = dlopen(path.c_str(), RTLD_LAZY | RTLD_NOLOAD);
        if (library == nullptr) continue;
        OpenMpFunctions functions;
        if (find_all(library, functions) &&
            std::none_of(all.known.begin(), all.known.end(),
                         [&](const auto& each) { return each->is_of(functions); })) {
            all.known.push_back(std::make_unique<OpenMpRuntime>(
                path_of_library(reinterpret_cast<const void*>(functions.parallel)), functions));
        } else {
            dlclose(library);
        }
    }
}

}  // namespace

std::vector<OpenMpLibrary> openmp_libraries() {
    Runtimes& all = runtimes();
    const std::lock_guard lock(all.guard);
    find_runtimes(all);
    const Runtimes::List* const shared = all.shared;
    std::vector<OpenMpLibrary> result;
    for (const auto& each : all.known) {
        const bool is_shared = shared != nullptr && std::find(shared->begin(), shared->end(),
                                                              each.get()) != shared->end();
        result.push_back({each->path(), is_shared});
    }
    return result;
}

void share_openmp_threads() {
    Runtimes& all = runtimes();
    const std::lock_guard lock(all.guard);
    const unsigned long long loaded = loaded_libraries();
    if (all.are_of_a_parent || all.loaded == loaded) return;
    find_runtimes(all);
    auto list = std::make_unique<Runtimes::List>();
    for (const auto& each : all.known) list->push_back(each.get());
    all.lists.push_back(std::move(list));
    all.shared = all.lists.back().get();
    all.loaded = loaded;
}

void unshare_openmp_threads() {
    Runtimes& all = runtimes();
    const std::lock_guard lock(all.guard);
    all.shared = nullptr;
    all.loaded = 0;
}

bool run_on_openmp_team(int threads, FunctionRef<void(int thread)> body) {
    const Runtimes::List* const shared = runtimes().shared;
    if (shared == nullptr || !is_first_thread()) return false;
    const auto now = OpenMpRuntime::Clock::now();
    const bool all_are_met = std::all_of(shared->begin(), shared->end(),
                                         [](const OpenMpRuntime* each) { return each->is_met(); });
    const bool meets = !all_are_met && runtimes().others.have_worked(now);
    for (OpenMpRuntime* const each : *shared) {
        if (!meets && !each->is_met()) continue;
        if (each->looks_for_work(threads, now) && each->run(threads, body)) return true;
    }
    return false;
}

}  // namespace ttgt
