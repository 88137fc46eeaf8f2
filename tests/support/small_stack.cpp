// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/small_stack.h"

#include <pthread.h>

#include <cstddef>

namespace ttgt::test {
namespace {

void* call(void* work) {
    (*static_cast<std::function<void()>*>(work))();
    return nullptr;
}

}  // namespace

bool on_small_stack(int kib, std::function<void()> work) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_t thread{};
    const bool made =
        pthread_attr_setstacksize(&attributes, static_cast<std::size_t>(kib) * 1024) == 0 &&
        pthread_create(&thread, &attributes, call, &work) == 0;
    pthread_attr_destroy(&attributes);
    if (made) pthread_join(thread, nullptr);
    return made;
}

int smallest_stack_kib() {
    static const int smallest = [] {
        int kib = 16;
        while (!on_small_stack(kib, [] {})) kib += 8;
        return kib;
    }();
    return smallest;
}

}  // namespace ttgt::test
