// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
// OpenBLAS hands the jobs of a call to a function of its user (0.3.27 and newer): its own threads
// sleep then.
#include <ttgt/threads.h>

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "src/runtime/pool.h"

namespace ttgt {
namespace {

using RunJob = void (*)(int thread, void* job, int data);
using RunJobs = void (*)(int wait, RunJob run, int jobs, std::size_t job_bytes, void* first,
                         int data);
using SetRunJobs = void (*)(RunJobs);
using Text = const char* (*)();

/// One copy with the functions found in it.
struct Copy {
    std::string path;
    SetRunJobs set_run_jobs = nullptr;
    Text config = nullptr;
};

/// What this process has asked of its copies; the functions tell nothing.
struct Sharing {
    std::mutex guard;
    std::vector<SetRunJobs> shared;
};

Sharing& sharing() {
    static auto* const instance = new Sharing;  // jobs may run while the process ends
    return *instance;
}

/// Held while jobs of a call run: OpenBLAS has one buffer for the i-th job of whatever call.
std::mutex& one_call() {
    static auto* const instance = new std::mutex;
    return *instance;
}

thread_local bool is_in_call = false;

/// Where the system has no more threads, those that other calls hold come back after a while.
void run_when_there_are_threads(int jobs, FunctionRef<void(int)> body) {
    while (true) {
        try {
            return Pool::of_process().run_together(jobs, body);
        } catch (const std::system_error&) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
}

/// Called by OpenBLAS, whose jobs wait for each other.
void run_jobs(int /*wait*/, RunJob run, int jobs, std::size_t job_bytes, void* first, int data) {
    const auto body = [=](int job) {
        run(job, static_cast<std::byte*>(first) + static_cast<std::size_t>(job) * job_bytes, data);
    };
    if (jobs <= 1) return body(0);
    // A job that calls OpenBLAS again is within the call that has the lock.
    std::unique_lock lock(one_call(), std::defer_lock);
    if (!is_in_call) lock.lock();
    run_when_there_are_threads(jobs, [&](int job) {
        const bool outer = std::exchange(is_in_call, true);
        body(job);
        is_in_call = outer;
    });
}

template <class Function>
Function find(void* library, std::string_view name) {
    constexpr std::array<std::string_view, 2> prefixes{"", "scipy_"};
    constexpr std::array<std::string_view, 3> suffixes{"", "64_", "_64"};
    for (const std::string_view prefix : prefixes) {
        for (const std::string_view suffix : suffixes) {
            const std::string full = fmt::format("{}{}{}", prefix, name, suffix);
            if (void* const found = dlsym(library, full.c_str())) {
                return reinterpret_cast<Function>(found);
            }
        }
    }
    return nullptr;
}

int add_path(dl_phdr_info* info, std::size_t /*size*/, void* paths) {
    const std::string_view path = info->dlpi_name;
    const std::string_view file = path.substr(path.rfind('/') + 1);
    if (file.find("blas") != std::string_view::npos) {
        static_cast<std::vector<std::string>*>(paths)->emplace_back(path);
    }
    return 0;
}

/// Libraries stay loaded: a copy that was told of run_jobs() must not be another one later.
std::vector<Copy> find_copies() {
    std::vector<std::string> paths;
    dl_iterate_phdr(add_path, &paths);
    std::vector<Copy> copies;
    for (std::string& path : paths) {
        void* const library = dlopen(path.c_str(), RTLD_LAZY | RTLD_NOLOAD);
        if (library == nullptr) continue;
        Copy copy{std::move(path),
                  find<SetRunJobs>(library, "openblas_set_threads_callback_function"),
                  find<Text>(library, "openblas_get_config")};
        // Wrappers of a BLAS, such as libcblas, find the functions of the library that they need.
        const auto is_same = [&](const Copy& other) { return other.config == copy.config; };
        if (copy.config != nullptr && std::none_of(copies.begin(), copies.end(), is_same)) {
            copies.push_back(std::move(copy));
        } else {
            dlclose(library);
        }
    }
    return copies;
}

/// "OpenBLAS 0.3.31 USE64BITINT ..." -> "0.3.31"
std::string version_of(const Copy& copy) {
    const char* const text = copy.config();
    const std::string_view config = text == nullptr ? "" : text;
    constexpr std::string_view name = "OpenBLAS ";
    const std::size_t at = config.find(name);
    if (at == std::string_view::npos) return {};
    const std::string_view rest = config.substr(at + name.size());
    return std::string(rest.substr(0, rest.find(' ')));
}

bool is_shared(const Sharing& state, const Copy& copy) {
    return copy.set_run_jobs != nullptr && std::find(state.shared.begin(), state.shared.end(),
                                                     copy.set_run_jobs) != state.shared.end();
}

}  // namespace

std::vector<OpenBlasCopy> openblas_copies() {
    Sharing& state = sharing();
    const std::lock_guard lock(state.guard);
    std::vector<OpenBlasCopy> result;
    for (const Copy& copy : find_copies()) {
        result.push_back(
            {copy.path, version_of(copy), copy.set_run_jobs != nullptr, is_shared(state, copy)});
    }
    return result;
}

void share_openblas_threads() {
    Sharing& state = sharing();
    const std::lock_guard lock(state.guard);
    for (const Copy& copy : find_copies()) {
        if (copy.set_run_jobs == nullptr || is_shared(state, copy)) continue;
        copy.set_run_jobs(run_jobs);
        state.shared.push_back(copy.set_run_jobs);
    }
}

void unshare_openblas_threads() {
    Sharing& state = sharing();
    const std::lock_guard lock(state.guard);
    for (const SetRunJobs set : state.shared) set(nullptr);
    state.shared.clear();
}

}  // namespace ttgt
