// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Of a build without OpenMP, in the place of openmp_settings.cpp.
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <system_error>

#include "src/runtime/openmp/openmp_settings.h"

namespace ttgt {
namespace {

/// The first number of the variable's list ("4,2": of regions that are not within another). 0 where
/// the variable is not set or is no list of numbers.
int number_in(const char* variable) {
    const char* const value = std::getenv(variable);
    if (value == nullptr) return 0;
    std::string_view text = value;
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    int number = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    const bool is_list = failure == std::errc{} && (text.empty() || text.front() == ',');
    return is_list ? std::max(number, 0) : 0;
}

int count_processors() {
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    if (sched_getaffinity(getpid(), sizeof(allowed), &allowed) == 0) return CPU_COUNT(&allowed);
    // More processors than a set has room for.
    return static_cast<int>(std::max(sysconf(_SC_NPROCESSORS_ONLN), 1L));
}

struct Environment {
    int processors = count_processors();
    int threads = number_in("OMP_NUM_THREADS");
    int limit = number_in("OMP_THREAD_LIMIT");
};

const Environment& environment() {
    static const Environment found;
    return found;
}

}  // namespace

bool in_openmp_region() noexcept { return false; }

int openmp_threads() noexcept {
    const Environment& found = environment();
    return std::min(found.threads > 0 ? found.threads : found.processors, openmp_thread_limit());
}

int openmp_thread_limit() noexcept {
    const int limit = environment().limit;
    return limit > 0 ? limit : std::numeric_limits<int>::max();
}

int openmp_processors() noexcept { return environment().processors; }

OpenMpTeam openmp_team() noexcept { return {openmp_threads(), false}; }

void set_openmp_team(const OpenMpTeam& /*team*/) noexcept {}

std::vector<int> openmp_place(int /*distance*/) { return {}; }

}  // namespace ttgt
