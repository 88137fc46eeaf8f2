// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/commands/enough_stack.h"

#include <pthread.h>
#include <sys/resource.h>

#include <cstddef>

namespace ttgt::tool {
namespace {

constexpr std::size_t least_bytes = std::size_t{1} << 20;
constexpr std::size_t given_bytes = std::size_t{8} << 20;

struct StackCall {
    const std::function<int()>& work;
    int result = 0;
};

void* run_on_stack(void* call) {
    auto& own = *static_cast<StackCall*>(call);
    own.result = own.work();
    return nullptr;
}

bool has_small_stack() {
    rlimit limit{};
    return getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < least_bytes;
}

}  // namespace

int with_enough_stack(const std::function<int()>& work) {
    if (!has_small_stack()) return work();
    StackCall call{work};
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_t thread{};
    const bool runs = pthread_attr_setstacksize(&attributes, given_bytes) == 0 &&
                      pthread_setattr_default_np(&attributes) == 0 &&
                      pthread_create(&thread, &attributes, run_on_stack, &call) == 0;
    pthread_attr_destroy(&attributes);
    if (!runs) return work();
    pthread_join(thread, nullptr);
    return call.result;
}

}  // namespace ttgt::tool
